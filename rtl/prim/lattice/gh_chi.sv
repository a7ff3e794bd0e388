// SPDX-License-Identifier: Apache-2.0
//
// Chi of KECCAK (FIPS 202, section 3.2.4) of three words of a row, or the first one alone where still_i is high: one
// LUT4 a bit.

`default_nettype none

module gh_chi #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      2:0][Width-1:0] data_i,
    input  wire logic                        still_i,
    output wire logic [Width-1:0]            data_o
);

  for (genvar i = 0; i < Width; i++) begin : gen_bits
    LUT4 #(
        .INIT(16'haa9a)
    ) u_lut (
        .Z(data_o[i]),
        .A(data_i[0][i]),
        .B(data_i[1][i]),
        .C(data_i[2][i]),
        .D(still_i)
    );
  end

endmodule

`default_nettype wire
