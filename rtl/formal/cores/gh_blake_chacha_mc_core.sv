// SPDX-License-Identifier: Apache-2.0
//
// Stands in for gh_blake_chacha_mc_core in proofs of what depends on data. Its outputs may change
// in any way at any time; a proof shows that no data of the core has an influence on it. Whether
// ChaCha's counter is at its end is taken for a part of that: a message then ends with an error.
// Words that are read are data.

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

  gh_prove_any #(
      .Width(7)
  ) u_control (
      .any_o({busy_o, done_o, wrapped_o, load_ready_o, read_busy_o})
  );
  gh_prove_any #(.Width(64)) u_data (.any_o(read_data_o));

  // What steers the core, so that no data may have an influence on it.
  (* keep *) logic [53:0] same;
  assign same = {
    rst_i,
    start_i,
    algorithm_i,
    rounds_i,
    streams_i,
    bank_i,
    initial_i,
    shorter_i,
    load_valid_i,
    load_address_i,
    read_address_i
  };
  logic unused;
  assign unused = ^{clk_i, load_data_i, same};

endmodule

`default_nettype wire
