// SPDX-License-Identifier: Apache-2.0
//
// Two rows of a multiplication: a word times two bits of another one.

`default_nettype none

module gh_row_pair #(
    parameter int unsigned Width = 29
) (
    input  wire logic [Width-1:0] word_i,
    input  wire logic [      1:0] bits_i,
    output wire logic [Width+1:0] product_o
);

  assign product_o = (bits_i[0] ? (Width + 2)'(word_i) : '0)
                   + (bits_i[1] ? (Width + 2)'({word_i, 1'b0}) : '0);

endmodule

`default_nettype wire
