// SPDX-License-Identifier: Apache-2.0
//
// Exclusive-or of four words: one LUT4 a bit, which a mapper leaves as it is.

`default_nettype none

module gh_xor4 #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      3:0][Width-1:0] data_i,
    output wire logic [Width-1:0]            data_o
);

  for (genvar i = 0; i < Width; i++) begin : gen_bits
    LUT4 #(
        .INIT(16'h6996)
    ) u_lut (
        .O (data_o[i]),
        .I0(data_i[0][i]),
        .I1(data_i[1][i]),
        .I2(data_i[2][i]),
        .I3(data_i[3][i])
    );
  end

endmodule

`default_nettype wire
