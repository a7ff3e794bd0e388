// SPDX-License-Identifier: Apache-2.0
//
// Adder of add-rotate-xor ciphers: sum = (a ^ b) + (c & d) mod 2^Width, Width even.
//
// ECP5 form of rtl/prim/generic/gh_arx_adder.sv: one carry cell for two bits and no other logic.
// Each half of a CCU2C is a four-input table in front of the carry. The whole table is the
// propagate function of (D, C, B, A); its first quarter, where D = C = 0, is the generate function
// of (B, A) as well. With propagate = A ^ B ^ (C & D) that quarter is A ^ B, one of the two
// addends, which is what generate must be where the addends agree.

`default_nettype none

module gh_arx_adder #(
    parameter int unsigned Width = 64
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    input  wire logic             d_i,   // gates c_i
    output wire logic [Width-1:0] sum_o
);

  if (Width % 2 != 0) begin : gen_check_width
    $fatal(1, "gh_arx_adder: Width is %0d; it must be even", Width);
  end

  localparam logic [15:0] Init = 16'h9666;

  logic [Width/2:0] carry;
  assign carry[0] = 1'b0;

  for (genvar i = 0; i < Width / 2; i++) begin : gen_cell
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
        .D0  (d_i),
        .A1  (a_i[2*i+1]),
        .B1  (b_i[2*i+1]),
        .C1  (c_i[2*i+1]),
        .D1  (d_i),
        .S0  (sum_o[2*i]),
        .S1  (sum_o[2*i+1]),
        .COUT(carry[i+1])
    );
  end

  // The sum is modulo 2^Width.
  logic unused;
  assign unused = carry[Width/2];

endmodule

`default_nettype wire
