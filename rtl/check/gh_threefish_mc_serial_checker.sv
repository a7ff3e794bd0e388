// SPDX-License-Identifier: Apache-2.0
//
// Erasure by gh_threefish_mc_serial: when a configuration may come, no trace of the previous
// message is left. Bound to it; it drives nothing. gh_threefish_mc_core's constants stay as they
// are.

`include "gh_assert.svh"

`default_nettype none

module gh_threefish_mc_serial_checker
  import gh_threefish_mc_pkg::*;
  import gh_threefish_microcode_pkg::*;
(
`ifndef FORMAL
    // All of it at once, which is no memory for Yosys.
    input wire logic   [63:0] file_i    [128],
`endif
    input wire logic          clk_i,
    input wire logic          rst_i,
    input wire state_e        state_q,
    input wire logic          head_q,
    input wire logic   [ 6:0] count_q,
    input wire logic   [63:0] word_q,
    input wire beat_t         part,
    input wire logic          part_valid
);

  logic first_beat;
  assign first_beat = (state_q == Config) && head_q && (count_q == '0);
`ifndef FORMAL
  // The last of the zeros takes three cycles to the file.
  logic fourth_beat, erased;
  assign fourth_beat = (state_q == Config) && head_q && (count_q == 7'd3);
  always_comb begin
    erased = 1'b1;
    for (int unsigned i = 0; i < 32'(ConstantBase); i++) begin
      if (fourth_beat && file_i[i] != '0) erased = 1'b0;
    end
  end

  `GH_ASSERT(file_is_erased, erased, clk_i, rst_i)
`endif

  `GH_ASSERT(word_is_erased, !first_beat || word_q == '0, clk_i, rst_i)
  `GH_ASSERT(answer_is_erased, !first_beat || part == '0 && !part_valid, clk_i, rst_i)

endmodule

bind gh_threefish_mc_serial gh_threefish_mc_serial_checker u_checker (
`ifndef FORMAL
    .file_i(u_core.file_a),
`endif
    .*
);

`default_nettype wire
