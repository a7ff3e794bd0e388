// SPDX-License-Identifier: Apache-2.0
//
// Stands in for gh_chacha_piped_core in proofs of what depends on data. It may offer its key stream
// in any cycle; a proof shows that no data of the core has an influence on it. Whether ChaCha's
// counter is at its end is taken for a part of that: a message then ends with an error. The key
// stream is data.

`default_nettype none

module gh_chacha_piped_core (
    input wire logic clk_i,

    input wire logic run_i,
    input wire logic wipe_i,

    input wire logic [3:0]       passes_i,
    input wire logic             short_i,
    input wire logic [7:0][31:0] key_i,
    input wire logic [3:0][31:0] last_i,

    output wire logic [63:0] data_o,
    output wire logic        wrapped_o,
    output wire logic        valid_o,
    input  wire logic        ready_i
);

  gh_prove_any #(.Width(2)) u_control (.any_o({wrapped_o, valid_o}));
  gh_prove_any #(.Width(64)) u_data (.any_o(data_o));

  // What steers the core, so that no data may have an influence on it.
  (* keep *) logic [7:0] same;
  assign same = {run_i, wipe_i, passes_i, short_i, ready_i};
  logic unused;
  assign unused = ^{clk_i, key_i, last_i, same};

endmodule

`default_nettype wire
