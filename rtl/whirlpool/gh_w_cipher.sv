// SPDX-License-Identifier: Apache-2.0
//
// W, the block cipher of Whirlpool (ISO/IEC 10118-3:2004): 512-bit blocks and keys, 10 rounds.
//
// One round of the data and one of the key schedule a cycle, with Stages registers in the round:
// Stages blocks are under way at a time, each for 10 x Stages cycles, and a block may start every 10
// cycles. start_i may be high while no block is inside, and else a multiple of 10 cycles after the
// last start; done_o and the next start may coincide, with operands made from ciphertext_o. Both have
// a bit for each row of the state, which steers 64 bits of the data and 64 of the key, and one more.
// Decryption is not here.
//
//   whitened, key -->+--> state, key register --> SubBytes --> ShiftColumns --> MixRows --+--> out
//                    ^                  (a register)                    (a register)      |
//                    +--------------------------------------------------------------------+
//
// The registers in the S-box and in MixRows are there with three stages.
//
// With Stages and 10 coprime, the block that leaves the ring in a cycle and its round depend on the
// cycle modulo 10 alone, so one counter serves all blocks.

`include "gh_assert.svh"

`default_nettype none

module gh_w_cipher
  import gh_whirlpool_constants_pkg::*;
  import gh_whirlpool_pkg::*;
#(
    parameter int unsigned SBox = SBoxLut,
    parameter int unsigned MixRows = MixLogic,
    parameter int unsigned Stages = 1
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire row_flags_t start_i,
    input wire state_t key_i,
    input wire state_t whitened_i,  // plaintext ^ key

    output wire state_t ciphertext_o,  // while done_o
    output wire row_flags_t done_o
);

  typedef logic [3:0] phase_t;
  localparam phase_t LastPhase = phase_t'(Rounds - 1);

  // Round r of a block leaves the ring Stages x (r + 1) - 1 phases after it entered.
  function automatic row_t [Rounds-1:0] constant_table();
    row_t [Rounds-1:0] result;
    for (int unsigned r = 0; r < Rounds; r++) begin
      result[(Stages*(r+1)-1)%Rounds] = round_constant(r);
    end
    return result;
  endfunction
  localparam row_t [Rounds-1:0] Constants = constant_table();

  phase_t phase_d, phase_q;
  row_t constant_q;
  logic [Stages-1:0] valid_d, valid_q;
  logic done_d;
  always_comb begin
    phase_d = (phase_q == LastPhase) ? '0 : phase_q + 1'b1;
    if (start_i[8]) phase_d = '0;
    valid_d = Stages'({valid_q, start_i[8] || (valid_q[Stages-1] && !done_o[8])});
  end
  assign done_d = valid_d[Stages-1] && (phase_d == LastPhase) && !rst_i;

  gh_copies #(
      .Copies(9)
  ) u_done (
      .clk_i,
      .data_i(done_d),
      .data_o(done_o)
  );

  always_ff @(posedge clk_i) begin
    phase_q    <= phase_d;
    constant_q <= Constants[phase_d];
    valid_q    <= rst_i ? '0 : valid_d;
  end

  // The round, once for the data and once for the key.
  state_t state_next, state_substituted, state_mixed;
  state_t key_next, key_substituted, key_mixed, round_key;

  for (genvar i = 0; i < 8; i++) begin : gen_next
    assign state_next[i] = start_i[i] ? whitened_i[i] : state_mixed[i] ^ round_key[i];
    assign key_next[i]   = start_i[i] ? key_i[i] : round_key[i];
  end

  gh_whirlpool_sub_bytes #(
      .SBox  (SBox),
      .Stages(Stages)
  ) u_sub_state (
      .clk_i,
      .data_i(state_next),
      .data_o(state_substituted)
  );

  gh_whirlpool_sub_bytes #(
      .SBox  (SBox),
      .Stages(Stages)
  ) u_sub_key (
      .clk_i,
      .data_i(key_next),
      .data_o(key_substituted)
  );

  function automatic state_t shift_columns(state_t state);
    state_t result;
    for (int unsigned i = 0; i < 8; i++) begin
      for (int unsigned j = 0; j < 8; j++) result[i][j] = state[(i-j+8)%8][j];
    end
    return result;
  endfunction

  state_t state_shifted, key_shifted;
  assign state_shifted = shift_columns(state_substituted);
  assign key_shifted   = shift_columns(key_substituted);

  for (genvar i = 0; i < 8; i++) begin : gen_rows
    gh_whirlpool_mix_row #(
        .MixRows  (MixRows),
        .Pipelined(Stages == 3)
    ) u_mix_state (
        .clk_i,
        .row_i(state_shifted[i]),
        .row_o(state_mixed[i])
    );
    gh_whirlpool_mix_row #(
        .MixRows  (MixRows),
        .Pipelined(Stages == 3)
    ) u_mix_key (
        .clk_i,
        .row_i(key_shifted[i]),
        .row_o(key_mixed[i])
    );
    assign round_key[i] = (i == 0) ? key_mixed[i] ^ constant_q : key_mixed[i];
  end

  assign ciphertext_o = state_mixed ^ round_key;

  `GH_REQUIRE(starts_alike, start_i inside {'0, '1}, clk_i, rst_i)
  `GH_REQUIRE(starts_in_phase, !start_i[8] || valid_q == '0 || phase_q == LastPhase, clk_i, rst_i)
  `GH_REQUIRE(starts_where_none_is, !start_i[8] || !valid_q[Stages-1] || done_o[8], clk_i, rst_i)
  `GH_ASSERT(done_alike, done_o inside {'0, '1}, clk_i, rst_i)
  `GH_ASSERT(phase_in_range, valid_q == '0 || phase_q <= LastPhase, clk_i, rst_i)

endmodule

`default_nettype wire
