// SPDX-License-Identifier: Apache-2.0
//
// One of four exclusive-ors of three words each: four LUT4 a bit, and the multiplexers that stand beside
// them in their slices. A mapper that may use these takes more look-up tables elsewhere.

`default_nettype none

module gh_mux4_of_xor3 #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      3:0][2:0][Width-1:0] data_i,
    input  wire logic [      1:0]                 select_i,
    output wire logic [Width-1:0]                 data_o
);

  for (genvar i = 0; i < Width; i++) begin : gen_bits
    logic [3:0] sums;
    logic [1:0] halves;
    for (genvar k = 0; k < 4; k++) begin : gen_sum
      LUT4 #(
          .INIT(16'h9696)
      ) u_sum (
          .Z(sums[k]),
          .A(data_i[k][0][i]),
          .B(data_i[k][1][i]),
          .C(data_i[k][2][i]),
          .D(1'b0)
      );
    end
    for (genvar k = 0; k < 2; k++) begin : gen_half
      PFUMX u_half (
          .Z   (halves[k]),
          .ALUT(sums[2*k+1]),
          .BLUT(sums[2*k]),
          .C0  (select_i[0])
      );
    end
    L6MUX21 u_whole (
        .Z (data_o[i]),
        .D0(halves[0]),
        .D1(halves[1]),
        .SD(select_i[1])
    );
  end

endmodule

`default_nettype wire
