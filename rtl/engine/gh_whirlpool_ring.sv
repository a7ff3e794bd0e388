// SPDX-License-Identifier: Apache-2.0
//
// W, the block cipher of Whirlpool (ISO/IEC 10118-3:2004), in a ring: one round of the key schedule and one of
// the data in six stages, so that six blocks are under way.
//
//   stage   0   round key, or state
//           1   the same, at the block memories' addresses; ShiftColumns is in the wires
//           2   read: SubBytes, and what MixRows adds
//           3   the same in registers at the memories
//           4   the same where it is added
//           5   halves of the sums of MixRows
//           0   their sum, and round constant or round key
//
// A bit of the sum that enters stage 0 is one look-up table of four inputs: both halves, what is added, and what
// enters the ring. Where a block enters, both halves are cleared, and in all other cycles what
// enters is zero. There is thus no multiplexer, and a block passes the first stage once more than
// there are rounds: to enter.
//
// The data follow the key a cycle later: then a round key is where it is added.

`default_nettype none

module gh_whirlpool_ring
  import gh_whirlpool_constants_pkg::*;
  import gh_whirlpool_pkg::*;
(
    input wire logic clk_i,

    // A block enters: key in the next cycle, block in the one behind it.
    input wire logic   enter_next_i,
    input wire state_t key_i,
    input wire state_t block_i,

    // Number of the round, from 1, of the key which is in stage 4, or 0 of one that is about to enter.
    input wire logic [3:0] round_i,

    // What is in stage 0 of the data: behind r rounds of a block 6 r + 4 cycles behind enter_next_i.
    output wire state_t state_o
);

  localparam int unsigned Rows = 8;

  // Copies for each row: where a block enters, and where it does not.
  logic entered_q;
  logic [Rows-1:0] key_clears, key_idles, data_clears, data_idles;
  always_ff @(posedge clk_i) entered_q <= enter_next_i;
  gh_copies #(
      .Copies(Rows)
  ) u_key_clears (
      .clk_i,
      .data_i(enter_next_i),
      .data_o(key_clears)
  );
  gh_copies #(
      .Copies(Rows)
  ) u_key_idles (
      .clk_i,
      .data_i(!enter_next_i),
      .data_o(key_idles)
  );
  gh_copies #(
      .Copies(Rows)
  ) u_data_clears (
      .clk_i,
      .data_i(entered_q),
      .data_o(data_clears)
  );
  gh_copies #(
      .Copies(Rows)
  ) u_data_idles (
      .clk_i,
      .data_i(!entered_q),
      .data_o(data_idles)
  );

  row_t constant, constant_q;
  always_comb begin
    constant = '0;
    for (int unsigned r = 1; r <= Rounds; r++) begin
      if (round_i == 4'(r)) constant = round_constant(r - 1);
    end
  end
  always_ff @(posedge clk_i) constant_q <= constant;

  function automatic state_t shift_columns(state_t state);
    state_t result;
    for (int unsigned i = 0; i < 8; i++) begin
      for (int unsigned j = 0; j < 8; j++) result[i][j] = state[(i-j+8)%8][j];
    end
    return result;
  endfunction

  state_t key_enters_q, data_enters_q, key_q, data_q, key_shifted, data_shifted;
  state_t key_at_q, data_at_q;
  row_t [7:0][1:0] key_sum, data_sum;

  for (genvar i = 0; i < Rows; i++) begin : gen_row
    always_ff @(posedge clk_i) begin
      if (key_idles[i]) key_enters_q[i] <= '0;
      else key_enters_q[i] <= key_i[i];
      if (data_idles[i]) data_enters_q[i] <= '0;
      else data_enters_q[i] <= block_i[i];
      key_q[i]  <= key_sum[i][0] ^ key_sum[i][1] ^ key_enters_q[i] ^ ((i == 0) ? constant_q : '0);
      data_q[i] <= data_sum[i][0] ^ data_sum[i][1] ^ data_enters_q[i] ^ key_q[i];
    end
    gh_whirlpool_form_row u_key (
        .clk_i,
        .row_i  (key_shifted[i]),
        .clear_i(key_clears[i]),
        .sum_o  (key_sum[i])
    );
    gh_whirlpool_form_row u_data (
        .clk_i,
        .row_i  (data_shifted[i]),
        .clear_i(data_clears[i]),
        .sum_o  (data_sum[i])
    );
  end

  always_ff @(posedge clk_i) {key_at_q, data_at_q} <= {key_q, data_q};
  assign key_shifted = shift_columns(key_at_q);
  assign data_shifted = shift_columns(data_at_q);

  assign state_o = data_q;

endmodule

`default_nettype wire
