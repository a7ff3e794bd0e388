// SPDX-License-Identifier: Apache-2.0
//
// Adder of the form a + f(b, c) on ECP5 carry cells, two bits a cell.
//
// Each half of a CCU2C is a four-input look-up table in front of the carry. With input D tied to
// one, Init[15:8] is the propagate function of (C, B, A) and Init[3:0] must be A: where the two
// addends agree the carry is either of them.

`default_nettype none

module gh_ccu2c_adder #(
    parameter int unsigned        Width = 64,
    parameter logic        [15:0] Init  = 16'h96AA
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    output wire logic [Width-1:0] sum_o
);

  if (Width % 2 != 0) begin : gen_check_width
    $fatal(1, "gh_ccu2c_adder: Width is %0d; it must be even", Width);
  end

  localparam int unsigned Cells = Width / 2;

  logic [Cells:0] carry;
  assign carry[0] = 1'b0;

  for (genvar i = 0; i < Cells; i++) begin : gen_cell
    CCU2C #(
        .INIT0(Init),
        .INIT1(Init),
        .INJECT1_0("NO"),
        .INJECT1_1("NO")
    ) u_ccu2c (
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
