// SPDX-License-Identifier: Apache-2.0
//
// Stands in for gh_arx_mc_core in proofs of when its user goes on. A run takes any number of cycles from
// its start on, and one without streams ends; gh_prove_runs states of the core, in a proof of its own,
// what is promised here of the others. Words that are read, and whether ChaCha's counter has passed
// its end, are free.

`default_nettype none

module gh_arx_mc_core #(
    parameter bit Blake  = 1'b1,
    parameter bit ChaCha = 1'b1,
    parameter bit Blake3 = 1'b1
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic       start_i,
    input  wire logic [2:0] run_i,
    input  wire logic [1:0] rounds_i,
    input  wire logic [1:0] streams_i,
    input  wire logic [1:0] bank_i,
    input  wire logic [1:0] initial_i,
    input  wire logic [1:0] shorter_i,
    input  wire logic [5:0] chaining_i,
    input  wire logic [5:0] low_i,
    input  wire logic [5:0] high_i,
    input  wire logic [5:0] result_i,
    output wire logic       busy_o,
    output wire logic       done_o,
    output wire logic [1:0] wrapped_o,

    input  wire logic [1:0][ 3:0] load_valid_i,
    input  wire logic [1:0][ 9:0] load_address_i,
    input  wire logic [1:0][31:0] load_data_i,
    output wire logic [1:0]       load_ready_o,

    input  wire logic [1:0][ 6:0] read_address_i,
    output wire logic             read_busy_o,
    output wire logic [1:0][31:0] read_data_o
);

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
  assign load_ready_o = ~({2{busy_q}} & writes & streams_q);

  logic unused;
  assign unused = ^{
    run_i,
    rounds_i,
    bank_i,
    initial_i,
    shorter_i,
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
