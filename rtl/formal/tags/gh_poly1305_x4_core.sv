// SPDX-License-Identifier: Apache-2.0
//
// Stands in for gh_poly1305_x4_core in proofs of streams around it: its outputs have any value in any
// cycle.

`default_nettype none

module gh_poly1305_x4_core (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [63:0] key_i,
    input  wire logic        key_last_i,
    input  wire logic        key_valid_i,
    output wire logic        key_ready_o,
    output wire logic        open_o,

    input  wire logic [63:0] data_i,
    input  wire logic        whole_i,
    input  wire logic [ 1:0] blocks_i,
    input  wire logic        chunk_last_i,
    input  wire logic        ends_i,
    input  wire logic        refuse_i,
    input  wire logic        valid_i,
    output wire logic        ready_o,

    output wire logic [63:0] tag_o,
    output wire logic        tag_last_o,
    output wire logic        tag_error_o,
    output wire logic        tag_valid_o,
    input  wire logic        tag_ready_i
);

  gh_prove_any #(
      .Width(70)
  ) u_any (
      .any_o({key_ready_o, open_o, ready_o, tag_o, tag_last_o, tag_error_o, tag_valid_o})
  );

  logic unused;
  assign unused = ^{clk_i, rst_i, key_i, key_last_i, key_valid_i, data_i, whole_i, blocks_i,
                    chunk_last_i, ends_i, refuse_i, valid_i, tag_ready_i};

endmodule

`default_nettype wire
