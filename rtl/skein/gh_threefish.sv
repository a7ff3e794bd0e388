// SPDX-License-Identifier: Apache-2.0
//
// Threefish block cipher, encryption (Skein 1.3, section 3.3), with its controller.
//
// A block takes Nr / RoundsPerCycle cycles of rounds and one for the last subkey: 73, 19 or 10
// cycles for 4 and 8 words, 81, 21 or 11 for 16. The next block may start in the cycle in which
// done_o is high and ciphertext_o holds the result, with a key made from that very result.
// Words as in gh_skein_pkg. Decryption is not here.

`include "gh_assert.svh"

`default_nettype none

module gh_threefish
  import gh_skein_constants_pkg::*;
  import gh_skein_pkg::*;
#(
    parameter int unsigned StateWords = 8,
    parameter int unsigned RoundsPerCycle = 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Key: preset_key_i where preset_i, else key_i where load_i, else as it was loaded last.
    // A key is used up by a block and must be loaded again for the next.
    input wire logic                   key_preset_i,
    input wire word_t [StateWords-1:0] preset_key_i,
    input wire logic                   key_load_i,
    input wire word_t [StateWords-1:0] key_i,

    // Start of a block while ready_o: a given block, or one whose bits are constants.
    input wire logic                   start_i,
    input wire word_t [StateWords-1:0] plaintext_i,
    input wire word_t [           1:0] tweak_i,
    input wire logic                   start_preset_i,
    input wire word_t [StateWords-1:0] preset_plaintext_i,
    input wire word_t [           1:0] preset_tweak_i,

    // Hold the result of a block: done_o stays low while this is high.
    input  wire logic                   hold_i,
    output wire logic                   ready_o,
    output wire logic                   done_o,
    output wire word_t [StateWords-1:0] ciphertext_o
);

  localparam int unsigned Subkeys = (RoundsPerCycle == 8) ? 2 : 1;
  localparam int unsigned Steps = rounds(StateWords) / RoundsPerCycle;
  localparam int unsigned StepBits = $clog2(Steps);
  localparam int unsigned Phases = 8 / RoundsPerCycle;
  localparam int unsigned PhaseBits = (Phases == 1) ? 1 : $clog2(Phases);

  // Controller: rounds, then the last subkey (the Threefish machine of Han's Figure 4).
  typedef enum logic [1:0] {
    Idle,
    Rounds,
    Last
  } cipher_e;
  cipher_e cipher_d, cipher_q;
  logic [StepBits-1:0] step_d, step_q;

  logic start, inject, advance;
  assign start   = start_i || start_preset_i;
  assign done_o  = (cipher_q == Last) && !hold_i;
  assign ready_o = (cipher_q == Idle) || done_o;

  always_comb begin
    cipher_d = cipher_q;
    step_d   = step_q;
    unique case (cipher_q)
      Rounds: begin
        step_d = step_q + 1'b1;
        if (step_q == StepBits'(Steps - 1)) cipher_d = Last;
      end
      Last: if (done_o) cipher_d = Idle;
      default: ;
    endcase
    if (start) begin
      cipher_d = Rounds;
      step_d   = '0;
    end
  end

  always_ff @(posedge clk_i) begin
    cipher_q <= rst_i ? Idle : cipher_d;
    step_q   <= step_d;
  end

  if (RoundsPerCycle == 1) begin : gen_inject
    assign inject = (cipher_q == Last) || (step_q[1:0] == 2'd0);
  end else begin : gen_always
    assign inject = 1'b1;
  end
  assign advance = (cipher_q == Rounds) && inject;

  word_t [Subkeys-1:0][StateWords-1:0] subkey;
  gh_threefish_keys #(
      .StateWords    (StateWords),
      .SubkeysPerStep(Subkeys)
  ) u_keys (
      .clk_i,
      .preset_i (key_preset_i),
      .preset_key_i,
      .load_i   (key_load_i),
      .key_i,
      .start_i  (start),
      .tweak_i  (start_preset_i ? preset_tweak_i : tweak_i),
      .advance_i(advance),
      .subkey_o (subkey)
  );

  // The first subkey's tweak words join the plaintext where it is loaded.
  function automatic word_t [StateWords-1:0] tweaked(word_t [StateWords-1:0] block,
                                                     word_t [1:0] tweak);
    word_t [StateWords-1:0] sum;
    sum = block;
    sum[StateWords-3] = block[StateWords-3] + tweak[0];
    sum[StateWords-2] = block[StateWords-2] + tweak[1];
    return sum;
  endfunction

  // A block stands beside a cleared state for one cycle and enters in front of the first subkey.
  word_t [StateWords-1:0] state_q, next_state, entry_q;
  always_ff @(posedge clk_i) begin
    if (start_preset_i) entry_q <= tweaked(preset_plaintext_i, preset_tweak_i);
    else if (start_i) entry_q <= tweaked(plaintext_i, tweak_i);
    else entry_q <= '0;

    if (start) state_q <= '0;
    else if (cipher_q == Rounds) state_q <= next_state;
  end

  gh_threefish_rounds #(
      .StateWords    (StateWords),
      .RoundsPerCycle(RoundsPerCycle)
  ) u_rounds (
      .state_i   (state_q),
      .entry_i   (entry_q),
      .subkey_i  (subkey),
      .inject_i  (inject),
      .phase_i   (step_q[PhaseBits-1:0]),
      .injected_o(ciphertext_o),
      .state_o   (next_state)
  );

  `GH_REQUIRE(starts_when_ready, !start || ready_o, clk_i, rst_i)
  `GH_REQUIRE(one_start, !(start_i && start_preset_i), clk_i, rst_i)
  `GH_FLAG(key_used, start, key_preset_i || key_load_i, clk_i, rst_i)
  `GH_REQUIRE(key_is_fresh, !start || !key_used || key_preset_i || key_load_i, clk_i, rst_i)
  `GH_REQUIRE(key_loads_at_rest, !(key_preset_i || key_load_i) || ready_o, clk_i, rst_i)
  `GH_ASSERT(step_in_range, cipher_q != Rounds || 32'(step_q) < Steps, clk_i, rst_i)
  `GH_ASSERT(block_enters_zeros, entry_q == '0 || state_q == '0, clk_i, rst_i)

endmodule

`default_nettype wire
