// SPDX-License-Identifier: Apache-2.0
//
// Sum, difference or exclusive-or of two of four words, for Threefish encryption and decryption:
//
//   operands_i   0      1      2      3
//                a + b  a - b  a - d  c ^ d
//   xor_i        a ^ b  a ^ ~b a ^ ~d c ^ d

`default_nettype none

module gh_add_sub_xor #(
    parameter int unsigned Width = 64
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    input  wire logic [Width-1:0] d_i,
    input  wire logic [      1:0] operands_i,
    input  wire logic             xor_i,
    output wire logic [Width-1:0] result_o
);

  logic [Width-1:0] first, second;

  always_comb begin
    first = a_i;
    unique case (operands_i)
      2'd0: second = b_i;
      2'd1: second = ~b_i;
      2'd2: second = ~d_i;
      default: begin
        first  = c_i;
        second = d_i;
      end
    endcase
  end

  assign result_o = (xor_i || operands_i == 2'd3) ? first ^ second
                                                  : first + second + Width'(operands_i != '0);

endmodule

`default_nettype wire
