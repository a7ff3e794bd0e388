// SPDX-License-Identifier: Apache-2.0
//
// One of eight words: two LUT6 a bit, and the multiplexer that a slice has for two of them.

`default_nettype none

module gh_mux8 #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      7:0][Width-1:0] data_i,
    input  wire logic [      2:0]            select_i,
    output wire logic [Width-1:0]            data_o
);

  logic [1:0][Width-1:0] chosen;

  for (genvar i = 0; i < 2; i++) begin : gen_fours
    gh_mux4 #(
        .Width(Width)
    ) u_mux4 (
        .data_i  (data_i[4*i+:4]),
        .select_i(select_i[1:0]),
        .data_o  (chosen[i])
    );
  end

  for (genvar i = 0; i < Width; i++) begin : gen_bits
    MUXF7 u_mux (
        .O (data_o[i]),
        .I0(chosen[0][i]),
        .I1(chosen[1][i]),
        .S (select_i[2])
    );
  end

endmodule

`default_nettype wire
