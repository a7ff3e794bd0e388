// SPDX-License-Identifier: Apache-2.0
//
// One look-up table of four inputs: the bit of Init that data_i numbers. Xilinx: LUT4.

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
      .O (data_o),
      .I0(data_i[0]),
      .I1(data_i[1]),
      .I2(data_i[2]),
      .I3(data_i[3])
  );

endmodule

`default_nettype wire
