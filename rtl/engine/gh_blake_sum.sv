// SPDX-License-Identifier: Apache-2.0
//
// Sums of each word of a row of BLAKE's state and the exclusive-or of the same words of two others.

`default_nettype none

module gh_blake_sum #(
    parameter int unsigned WordBits = 32
) (
    input  wire logic [3:0][WordBits-1:0] a_i,
    input  wire logic [3:0][WordBits-1:0] b_i,
    input  wire logic [3:0][WordBits-1:0] c_i,
    output wire logic [3:0][WordBits-1:0] sum_o  // a_i + (b_i ^ c_i)
);

  for (genvar i = 0; i < 4; i++) begin : gen_word
    gh_add_of_xor #(
        .Width(WordBits)
    ) u_sum (
        .a_i  (a_i[i]),
        .b_i  (b_i[i]),
        .c_i  (c_i[i]),
        .sum_o(sum_o[i])
    );
  end

endmodule

`default_nettype wire
