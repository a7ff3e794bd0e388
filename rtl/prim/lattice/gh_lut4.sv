// SPDX-License-Identifier: Apache-2.0
//
// One look-up table of four inputs: the bit of Init that data_i numbers. Lattice ECP5: LUT4.

`default_nettype none

module gh_lut4 #(
    parameter logic [15:0] Init = '0
) (
    input  wire logic [3:0] data_i,
    output wire logic       data_o
);

  LUT4 #(
      .INIT(Init)
  ) u_lut (
      .Z(data_o),
      .A(data_i[0]),
      .B(data_i[1]),
      .C(data_i[2]),
      .D(data_i[3])
  );

endmodule

`default_nettype wire
