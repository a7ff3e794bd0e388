// SPDX-License-Identifier: Apache-2.0
//
// One of four exclusive-ors of three words each.

`default_nettype none

module gh_mux4_of_xor3 #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      3:0][2:0][Width-1:0] data_i,
    input  wire logic [      1:0]                 select_i,
    output wire logic [Width-1:0]                 data_o
);

  logic [3:0][Width-1:0] sums;
  for (genvar k = 0; k < 4; k++) begin : gen_sum
    assign sums[k] = data_i[k][0] ^ data_i[k][1] ^ data_i[k][2];
  end
  assign data_o = sums[select_i];

endmodule

`default_nettype wire
