// SPDX-License-Identifier: Apache-2.0
//
// Model of the ECP5 LUT4 (FPGA-TN-02204), for simulation of what instantiates it; synthesis has its
// own.

`default_nettype none

module LUT4 #(
    parameter logic [15:0] INIT = '0
) (
    output wire logic Z,
    input  wire logic A,
    input  wire logic B,
    input  wire logic C,
    input  wire logic D
);

  // An unknown input on which the output does not depend leaves it known, as `?:` does.
  logic [7:0] by_d;
  logic [3:0] by_c;
  logic [1:0] by_b;
  assign by_d = D ? INIT[15:8] : INIT[7:0];
  assign by_c = C ? by_d[7:4] : by_d[3:0];
  assign by_b = B ? by_c[3:2] : by_c[1:0];
  assign Z = A ? by_b[1] : by_b[0];

endmodule

`default_nettype wire
