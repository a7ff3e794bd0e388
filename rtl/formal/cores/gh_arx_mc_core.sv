// SPDX-License-Identifier: Apache-2.0
//
// Stands in for gh_arx_mc_core in proofs of what depends on data. Its outputs may change in any way
// at any time; a proof shows that no data of the core has an influence on it. Whether ChaCha's
// counter is at its end is taken for a part of that: a message then ends with an error. Words that
// are read are data.

`default_nettype none

module gh_arx_mc_core #(
    parameter bit Blake  = 1'b1,
    parameter bit ChaCha = 1'b1,
    parameter bit Blake3 = 1'b1
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic start_i,  // while nothing runs
    input wire logic [2:0] run_i,  // which algorithm, since two cycles before start_i; this and
    input wire logic [1:0] rounds_i,  // ChaCha: 8, 12, 20, short; what else is asked for stays
    input wire logic [1:0] streams_i,  // while busy_o; both with words of 64 bits
    input wire logic [1:0] bank_i,
    input wire logic [1:0] initial_i,
    input wire logic [1:0] shorter_i,
    input wire logic [5:0] chaining_i,  // BLAKE3
    input wire logic [5:0] low_i,
    input wire logic [5:0] high_i,
    input wire logic [5:0] result_i,
    output wire logic busy_o,
    output wire logic done_o,  // the last cycle of a run
    output wire logic [1:0] wrapped_o,  // ChaCha's counter was at its end in the last run

    // For each half.
    input  wire logic [1:0][ 3:0] load_valid_i,
    input  wire logic [1:0][ 9:0] load_address_i,
    input  wire logic [1:0][31:0] load_data_i,
    output wire logic [1:0]       load_ready_o,

    input  wire logic [1:0][ 6:0] read_address_i,
    output wire logic             read_busy_o,
    output wire logic [1:0][31:0] read_data_o
);

  gh_prove_any #(
      .Width(7)
  ) u_control (
      .any_o({busy_o, done_o, wrapped_o, load_ready_o, read_busy_o})
  );
  gh_prove_any #(.Width(64)) u_data (.any_o(read_data_o));

  // What steers the core, so that no data may have an influence on it.
  (* keep *) logic [80:0] same;
  assign same = {
    rst_i,
    start_i,
    run_i,
    rounds_i,
    streams_i,
    bank_i,
    initial_i,
    shorter_i,
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
