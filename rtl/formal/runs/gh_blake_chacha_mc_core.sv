// SPDX-License-Identifier: Apache-2.0
//
// Stands in for gh_blake_chacha_mc_core in proofs of when its user goes on. A run takes any number of
// cycles from its start on, and one without streams ends; gh_prove_runs states of the core, in a proof of
// its own, what is promised here of the others. Words that are read, and whether ChaCha's counter
// has passed its end, are free.

`default_nettype none

module gh_blake_chacha_mc_core #(
    parameter bit Blake32 = 1,
    parameter bit Blake64 = 1,
    parameter bit ChaCha  = 1,
    parameter bit Blake2  = 0,

    parameter int unsigned Pipeline = 1,
    parameter bit Three = 0,
    parameter bit Overlap = 0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic       start_i,
    input  wire logic [1:0] algorithm_i,
    input  wire logic [1:0] rounds_i,
    input  wire logic [1:0] streams_i,
    input  wire logic [1:0] bank_i,
    input  wire logic [1:0] initial_i,
    input  wire logic [1:0] shorter_i,
    output wire logic       busy_o,
    output wire logic       done_o,
    output wire logic [1:0] wrapped_o,

    input  wire logic [1:0][ 3:0] load_valid_i,
    input  wire logic [1:0][ 8:0] load_address_i,
    input  wire logic [1:0][31:0] load_data_i,
    output wire logic [1:0]       load_ready_o,

    input  wire logic [1:0][ 6:0] read_address_i,
    output wire logic             read_busy_o,
    output wire logic [1:0][31:0] read_data_o
);

  localparam bit Halves = Blake64 && (Blake32 || ChaCha);

  logic busy_q, ends, reads;
  logic [1:0] streams_q, writes;
  gh_prove_any #(.Width(7)) u_control (.any_o({ends, reads, writes, done_o, wrapped_o}));
  gh_prove_any #(.Width(64)) u_data (.any_o(read_data_o));
  always_ff @(posedge clk_i) begin
    if (start_i) busy_q <= 1'b1;
    else if (ends || streams_i == '0) busy_q <= 1'b0;
    if (rst_i) busy_q <= 1'b0;
    streams_q <= streams_i;
  end
  assign busy_o       = busy_q;
  assign read_busy_o  = busy_q && reads;
  // A half that takes no part in a run is free.
  assign load_ready_o = ~({2{busy_q}} & writes & (Halves ? streams_q : '1));

  logic unused;
  assign unused = ^{
    algorithm_i,
    rounds_i,
    bank_i,
    initial_i,
    shorter_i,
    load_valid_i,
    load_address_i,
    load_data_i,
    read_address_i
  };

endmodule

`default_nettype wire
