// SPDX-License-Identifier: Apache-2.0
//
// Sum of a word and one of two others: one table a bit in front of the carry chain. Where the
// carry does not go on it is the bit of the first word.

`default_nettype none

module gh_add_of_mux #(
    parameter int unsigned Width = 32
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic             select_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    output wire logic [Width-1:0] sum_o
);

  if (Width % 4 != 0) begin : gen_check_width
    $fatal(1, "gh_add_of_mux: Width is %0d; it must be a multiple of 4", Width);
  end

  logic [Width-1:0] propagate;
  logic [  Width:0] carry;
  assign propagate = a_i ^ (select_i ? b_i : c_i);
  assign carry[0]  = 1'b0;

  for (genvar i = 0; i < Width; i += 4) begin : gen_carry
    CARRY4 u_carry (
        .CO    (carry[i+1+:4]),
        .O     (sum_o[i+:4]),
        .CI    (carry[i]),
        .CYINIT(1'b0),
        .DI    (a_i[i+:4]),
        .S     (propagate[i+:4])
    );
  end

endmodule

`default_nettype wire
