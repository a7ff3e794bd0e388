// SPDX-License-Identifier: Apache-2.0
//
// Stands in for gh_blake3_lanes_core in proofs of what depends on data. It may take a word and
// offer its output in any cycle; a proof shows that no data of the core has an influence on it.

`default_nettype none

module gh_blake3_lanes_core #(
    parameter int unsigned Lanes = 2,
    localparam int unsigned SizeBits = $clog2(8 * Lanes + 1)
) (
    input wire logic clk_i,

    input wire logic       rst_i,
    input wire logic       wipe_i,
    input wire logic [8:0] row_i,

    input wire logic [ 2:0] mode_i,
    input wire logic [63:0] number_i,

    input  wire logic                      key_i,
    input  wire logic [   Lanes-1:0][63:0] data_i,
    input  wire logic [SizeBits-1:0]       size_i,
    input  wire logic                      last_i,
    input  wire logic                      valid_i,
    output wire logic                      ready_o,
    output wire logic                      many_o,

    output wire logic [63:0] data_o,
    output wire logic        valid_o,
    input  wire logic        ready_i
);

  gh_prove_any #(.Width(3)) u_control (.any_o({ready_o, many_o, valid_o}));
  gh_prove_any #(.Width(64)) u_data (.any_o(data_o));

  // What steers the core, so that no data may have an influence on it.
  (* keep *) logic [SizeBits+14:0] same;
  assign same = {rst_i, wipe_i, row_i, key_i, last_i, valid_i, ready_i, size_i};
  logic unused;
  assign unused = ^{clk_i, mode_i, number_i, data_i, same};

endmodule

`default_nettype wire
