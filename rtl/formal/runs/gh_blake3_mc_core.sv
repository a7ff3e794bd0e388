// SPDX-License-Identifier: Apache-2.0
//
// Stands in for gh_blake3_mc_core in proofs of when its user goes on. A run takes any number of cycles
// from its start on, and one that is left ends; gh_prove_runs states of the core, in a proof of its
// own, what is promised here. Words that are read are free.

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

  logic busy_q, ends, reads, writes;
  gh_prove_any #(.Width(4)) u_control (.any_o({ends, reads, writes, done_o}));
  gh_prove_any #(.Width(32)) u_data (.any_o(read_data_o));
  always_ff @(posedge clk_i) begin
    if (start_i) busy_q <= 1'b1;
    else if (ends || leave_i) busy_q <= 1'b0;
    if (rst_i) busy_q <= 1'b0;
  end
  assign busy_o       = busy_q;
  assign read_busy_o  = busy_q && reads;
  assign load_ready_o = !(busy_q && writes);

  logic unused;
  assign unused = ^{
    chaining_i,
    low_i,
    high_i,
    result_i,
    load_valid_i,
    load_address_i,
    load_data_i,
    read_address_i
  };

endmodule

`default_nettype wire
