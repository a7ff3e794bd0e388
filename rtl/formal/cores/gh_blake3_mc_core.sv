// SPDX-License-Identifier: Apache-2.0
//
// Stands in for gh_blake3_mc_core in proofs of what depends on data. Its outputs may change in any
// way at any time; a proof shows that no data of the core has an influence on it. Words that are
// read are data.

`default_nettype none

module gh_blake3_mc_core #(
    parameter int unsigned Pipeline = 1,
    parameter bit Overlap = 0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic       start_i,
    input  wire logic       leave_i,
    input  wire logic [5:0] chaining_i,
    input  wire logic [5:0] low_i,
    input  wire logic [5:0] high_i,
    input  wire logic [5:0] result_i,
    output wire logic       busy_o,
    output wire logic       done_o,

    input  wire logic [ 3:0] load_valid_i,
    input  wire logic [ 8:0] load_address_i,
    input  wire logic [31:0] load_data_i,
    output wire logic        load_ready_o,

    input  wire logic [ 3:0] read_address_i,
    output wire logic        read_busy_o,
    output wire logic [31:0] read_data_o
);

  gh_prove_any #(.Width(4)) u_control (.any_o({busy_o, done_o, load_ready_o, read_busy_o}));
  gh_prove_any #(.Width(32)) u_data (.any_o(read_data_o));

  // What steers the core, so that no data may have an influence on it.
  (* keep *) logic [43:0] same;
  assign same = {
    rst_i,
    start_i,
    leave_i,
    chaining_i,
    low_i,
    high_i,
    result_i,
    load_valid_i,
    load_address_i,
    read_address_i
  };
  logic unused;
  assign unused = ^{clk_i, load_data_i, same};

endmodule

`default_nettype wire
