// SPDX-License-Identifier: Apache-2.0
//
// gh_mux as it may be used: one of its words is selected.

`default_nettype none

module gh_mux_used #(
    parameter int unsigned Words = 8,
    parameter int unsigned Width = 64,
    localparam int unsigned SelectBits = (Words == 1) ? 1 : $clog2(Words)
) (
    input  wire logic [     Words-1:0][Width-1:0] data_i,
    input  wire logic [SelectBits-1:0]            select_i,
    output wire logic [     Width-1:0]            data_o
);

  gh_mux #(
      .Words(Words),
      .Width(Width)
  ) u_mux (
      .data_i,
      .select_i(((SelectBits + 1)'(select_i) < (SelectBits + 1)'(Words)) ? select_i : '0),
      .data_o
  );

endmodule

`default_nettype wire
