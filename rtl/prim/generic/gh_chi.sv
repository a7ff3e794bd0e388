// SPDX-License-Identifier: Apache-2.0
//
// Chi of KECCAK (FIPS 202, section 3.2.4) of three words of a row, or the first one alone where still_i is high: one
// look-up table a bit. A mapper that sees it behind theta melts both together, and takes more tables.

`default_nettype none

module gh_chi #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      2:0][Width-1:0] data_i,
    input  wire logic                        still_i,
    output wire logic [Width-1:0]            data_o
);

  assign data_o = data_i[0] ^ (~data_i[1] & data_i[2] & {Width{!still_i}});

endmodule

`default_nettype wire
