// SPDX-License-Identifier: Apache-2.0
//
// Key schedule of Threefish (Skein 1.3, section 3.3.2; Han, Figure 3 and equations 3 to 10).
//
// The extended key and the extended tweak are rings of registers that turn by SubkeysPerStep words
// at every step, so that each subkey word has a fixed place. Only three words of a subkey are sums
// (tweak, tweak, counter); those of the first subkey of a step are made in the step before and
// registered, those of the second have half the step's rounds in front of them.
//
// Subkey 0 leaves without its tweak words: they are added to the plaintext where it is loaded, so
// that a key may arrive in the cycle in which the block before it ends.

`default_nettype none

module gh_threefish_keys
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
  word_t [2:0] tweak_q;
  word_t [2:0] sum_q;
  logic [4:0] s_q, s_next;
  logic first_q;

  // The parity word, equation 3, joins the ring in the first step of a block.
  word_t parity;
  always_comb begin
    parity = C240;
    for (int unsigned i = 0; i < StateWords; i++) parity ^= key_q[i];
  end
  assign ring   = {first_q ? parity : key_q[StateWords], key_q[StateWords-1:0]};
  assign s_next = s_q + 5'(Step);

  always_ff @(posedge clk_i) begin
    if (preset_i) begin
      key_q[StateWords-1:0] <= preset_key_i;
      sum_q <= preset_key_i[StateWords-1-:3];
    end else if (load_i) begin
      key_q[StateWords-1:0] <= key_i;
      sum_q <= key_i[StateWords-1-:3];
    end else if (advance_i) begin
      for (int unsigned i = 0; i < StateWords; i++) key_q[i] <= ring[(i+Step)%Ring];
      sum_q[0] <= tweak_q[Step] + ring[StateWords-3+Step];
      sum_q[1] <= tweak_q[(Step+1)%3] + ring[StateWords-2+Step];
      sum_q[2] <= 64'(s_next) + ring[(StateWords-1+Step)%Ring];
    end
    if (advance_i) key_q[StateWords] <= ring[(StateWords+Step)%Ring];
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      tweak_q <= {tweak_i[0] ^ tweak_i[1], tweak_i};
      s_q <= '0;
      first_q <= 1'b1;
    end else if (advance_i) begin
      for (int unsigned i = 0; i < 3; i++) tweak_q[i] <= tweak_q[(i+Step)%3];
      s_q <= s_next;
      first_q <= 1'b0;
    end
  end

  assign subkey_o[0] = {sum_q, key_q[StateWords-4:0]};

  if (Step == 2) begin : gen_second
    word_t [2:0] sum;
    assign sum[0] = tweak_q[1] + ring[StateWords-2];
    assign sum[1] = tweak_q[2] + ring[StateWords-1];
    assign sum[2] = 64'(s_q | 5'd1) + ring[StateWords];
    assign subkey_o[1] = {sum, ring[StateWords-3:1]};
  end

endmodule

`default_nettype wire
