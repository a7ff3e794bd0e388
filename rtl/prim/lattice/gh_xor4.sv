// SPDX-License-Identifier: Apache-2.0
//
// Exclusive-or of four words: one LUT4 a bit.

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
        .Z(data_o[i]),
        .A(data_i[0][i]),
        .B(data_i[1][i]),
        .C(data_i[2][i]),
        .D(data_i[3][i])
    );
  end

endmodule

`default_nettype wire
