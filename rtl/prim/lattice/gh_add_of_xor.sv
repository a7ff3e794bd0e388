// SPDX-License-Identifier: Apache-2.0
//
// Sum of a word and the exclusive-or of two others: half a CCU2C a bit, whose table takes both; where
// the carry does not go on it is the bit of the first word.

`default_nettype none

module gh_add_of_xor #(
    parameter int unsigned Width = 32
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    output wire logic [Width-1:0] sum_o
);

  // With D high the upper half of the table is a ^ b ^ c; the lowest four bits are the carry's, a.
  localparam logic [15:0] Sum = 16'h96aa;

  logic [Width/2:0] carry;
  assign carry[0] = 1'b0;
  for (genvar i = 0; i < Width / 2; i++) begin : gen_cell
    CCU2C #(
        .INIT0    (Sum),
        .INIT1    (Sum),
        .INJECT1_0("NO"),
        .INJECT1_1("NO")
    ) u_cell (
        .CIN (carry[i]),
        .A0  (a_i[2*i]),
        .B0  (b_i[2*i]),
        .C0  (c_i[2*i]),
        .D0  (1'b1),
        .A1  (a_i[2*i+1]),
        .B1  (b_i[2*i+1]),
        .C1  (c_i[2*i+1]),
        .D1  (1'b1),
        .S0  (sum_o[2*i]),
        .S1  (sum_o[2*i+1]),
        .COUT(carry[i+1])
    );
  end

endmodule

`default_nettype wire
