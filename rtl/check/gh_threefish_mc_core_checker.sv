// SPDX-License-Identifier: Apache-2.0
//
// The promise of gh_threefish_mc_core's register file that no word is needed which is read in the
// cycle in which it is written: what was read then is followed through the registers of
// gh_threefish_mc_alu, and must not be written back. Bound to the core; it drives nothing.

`include "gh_assert.svh"

`default_nettype none

module gh_threefish_mc_core_checker
  import gh_threefish_microcode_pkg::*;
#(
    parameter bit Decrypts = 1'b0
) (
    input wire logic           clk_i,
    input wire logic           rst_i,
    input wire logic           start_i,
    input wire logic           done_o,
    input wire logic           w_enable,
    input wire logic     [6:0] a_address_q,
    input wire logic     [6:0] b_address_q,
    input wire logic     [6:0] w_address_q,
    input wire control_t       control_q
);

  logic a_q, b_q, r1_q, r2_q, r3_q, r6_q, r1, r2, sum;

  always_comb begin
    unique case (control_q.r1_source)
      2'd0: r1 = a_q;
      2'd1: r1 = b_q;
      2'd2: r1 = r3_q;
      default: r1 = Decrypts ? r6_q : r3_q;
    endcase
    unique case (control_q.r2_source)
      2'd0: r2 = a_q;
      2'd1: r2 = b_q;
      2'd2: r2 = r3_q;
      default: r2 = 1'b0;
    endcase
    sum = r1_q || r2_q;
    if (Decrypts && control_q.alu_operands == 2'd2) sum = r1_q || r6_q;
    if (Decrypts ? control_q.alu_operands == 2'd3 : control_q.alu_xor) sum = r3_q || r6_q;
  end

  always_ff @(posedge clk_i) begin
    a_q  <= w_enable && a_address_q == w_address_q;
    b_q  <= w_enable && b_address_q == w_address_q;
    r3_q <= sum;
    if (!control_q.r1_keep) r1_q <= r1;
    if (!control_q.r2_keep) r2_q <= r2;
    if (!control_q.r6_keep) r6_q <= (Decrypts && control_q.rotation_source) ? r3_q : r1_q;
    if (rst_i || start_i) {a_q, b_q, r1_q, r2_q, r3_q, r6_q} <= '0;
  end

  `GH_FLAG(runs, start_i, done_o, clk_i, rst_i)
  `GH_ASSERT(no_word_is_needed_while_written,
             !runs || !w_enable || !((Decrypts && control_q.w_source) ? r6_q : r3_q), clk_i, rst_i)

endmodule

bind gh_threefish_mc_core gh_threefish_mc_core_checker #(.Decrypts(Decrypts)) u_checker (.*);

`default_nettype wire
