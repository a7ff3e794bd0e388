// SPDX-License-Identifier: Apache-2.0
//
// Key schedule of Threefish (Skein 1.3, section 3.3.2; Han, Figure 3 and equations 3 to 10).
//
// The extended key is a ring of registers that turns by SubkeysPerStep words at every step, so that
// each subkey word has a fixed place. Only three words of a subkey are sums (tweak, tweak, counter);
// those of the first subkey of a step are made in the step before and registered, those of the
// second have half the step's rounds in front of them. Tweak words stand still and are chosen: the
// third is the sum of the others, so that the choice is a function of four bits.
//
// Subkey 0 leaves without its tweak words: they are added to the plaintext where it is loaded, so
// that a key may arrive in the cycle in which the block before it ends.

`default_nettype none

module gh_threefish_keys
  import gh_skein_constants_pkg::*;
  import gh_skein_pkg::*;
#(
    parameter int unsigned StateWords = 8,
    parameter int unsigned SubkeysPerStep = 2
) (
    input wire logic clk_i,

    // The chaining value that starts a message; a constant, so that it costs no multiplexer.
    input wire logic                   preset_i,
    input wire word_t [StateWords-1:0] preset_key_i,
    input wire logic                   load_i,
    input wire word_t [StateWords-1:0] key_i,

    input wire logic        start_i,
    input wire word_t [1:0] tweak_i,
    input wire logic        advance_i,

    output wire word_t [SubkeysPerStep-1:0][StateWords-1:0] subkey_o
);

  if (SubkeysPerStep != 1 && SubkeysPerStep != 2) begin : gen_check_step
    $fatal(1, "gh_threefish_keys: SubkeysPerStep is %0d; it must be 1 or 2", SubkeysPerStep);
  end

  localparam int unsigned Step = SubkeysPerStep;
  localparam int unsigned Ring = StateWords + 1;

  word_t [StateWords:0] key_q, ring;
  word_t [1:0] tweak_q;
  word_t [2:0] sum_q;
  logic [4:0] s_q, s_next;
  logic [1:0] turn_q;  // s mod 3
  logic first_q;

  // The parity word, equation 3, joins the ring in the first step of a block.
  word_t parity;
  always_comb begin
    parity = C240;
    for (int unsigned i = 0; i < StateWords; i++) parity ^= key_q[i];
  end
  assign ring   = {first_q ? parity : key_q[StateWords], key_q[StateWords-1:0]};
  assign s_next = s_q + 5'(Step);

  function automatic logic [1:0] turned(logic [1:0] turn, int unsigned by);
    case (by % 3)
      1: return (turn == 2'd2) ? 2'd0 : turn + 2'd1;
      2: return (turn == 2'd0) ? 2'd2 : turn - 2'd1;
      default: return turn;
    endcase
  endfunction

  // Tweak word t(turn), equation 4.
  function automatic word_t tweak_word(word_t [1:0] t, logic [1:0] turn);
    return (t[0] & {64{turn != 2'd1}}) ^ (t[1] & {64{turn != 2'd0}});
  endfunction

  always_ff @(posedge clk_i) begin
    if (preset_i) begin
      key_q[StateWords-1:0] <= preset_key_i;
      sum_q <= preset_key_i[StateWords-1-:3];
    end else if (load_i) begin
      key_q[StateWords-1:0] <= key_i;
      sum_q <= key_i[StateWords-1-:3];
    end else if (advance_i) begin
      for (int unsigned i = 0; i < StateWords; i++) key_q[i] <= ring[(i+Step)%Ring];
      sum_q[0] <= ring[StateWords-3+Step] + tweak_word(tweak_q, turned(turn_q, Step));
      sum_q[1] <= ring[StateWords-2+Step] + tweak_word(tweak_q, turned(turn_q, Step + 1));
      sum_q[2] <= ring[(StateWords-1+Step)%Ring] + 64'(s_next);
    end
    if (advance_i) key_q[StateWords] <= ring[(StateWords+Step)%Ring];
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      tweak_q <= tweak_i;
      s_q <= '0;
      turn_q <= '0;
      first_q <= 1'b1;
    end else if (advance_i) begin
      s_q <= s_next;
      turn_q <= turned(turn_q, Step);
      first_q <= 1'b0;
    end
  end

  assign subkey_o[0] = {sum_q, key_q[StateWords-4:0]};

  if (Step == 2) begin : gen_second
    word_t [2:0] sum;
    assign sum[0] = ring[StateWords-2] + tweak_word(tweak_q, turned(turn_q, 1));
    assign sum[1] = ring[StateWords-1] + tweak_word(tweak_q, turned(turn_q, 2));
    assign sum[2] = ring[StateWords] + 64'(s_q | 5'd1);
    assign subkey_o[1] = {sum, ring[StateWords-3:1]};
  end

endmodule

`default_nettype wire
