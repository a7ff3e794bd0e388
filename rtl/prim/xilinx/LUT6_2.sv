// SPDX-License-Identifier: Apache-2.0
//
// Model of the Virtex-5 and -6 LUT6_2 (UG623), for simulation of what instantiates it; synthesis has
// its own.

`default_nettype none

module LUT6_2 #(
    parameter logic [63:0] INIT = '0
) (
    output wire logic O6,
    output wire logic O5,
    input  wire logic I0,
    input  wire logic I1,
    input  wire logic I2,
    input  wire logic I3,
    input  wire logic I4,
    input  wire logic I5
);

  // An unknown input on which the output does not depend leaves it known, as `?:` does.
  logic [31:0] by_i4;
  logic [15:0] by_i3;
  logic [ 7:0] by_i2;
  logic [ 3:0] by_i1;
  logic [ 1:0] by_i0;
  assign by_i4 = I4 ? {INIT[63:48], INIT[31:16]} : {INIT[47:32], INIT[15:0]};
  assign by_i3 = I3 ? {by_i4[31:24], by_i4[15:8]} : {by_i4[23:16], by_i4[7:0]};
  assign by_i2 = I2 ? {by_i3[15:12], by_i3[7:4]} : {by_i3[11:8], by_i3[3:0]};
  assign by_i1 = I1 ? {by_i2[7:6], by_i2[3:2]} : {by_i2[5:4], by_i2[1:0]};
  assign by_i0 = I0 ? {by_i1[3], by_i1[1]} : {by_i1[2], by_i1[0]};
  assign O6    = I5 ? by_i0[1] : by_i0[0];
  assign O5    = by_i0[0];

endmodule

`default_nettype wire
