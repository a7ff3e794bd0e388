// SPDX-License-Identifier: Apache-2.0
//
// Compares two copies of a stream top, which get the same inputs in the same cycle, and answers for them.
//
// In each cycle both copies must offer and take the same: tvalid and tready of every stream, and of a beat at
// m_axis all of it. Where they differ, alarm_o rises in the same cycle, and stays until reset. A beat that leaves
// under an alarm has user_o set and data of zeros. Under an alarm an answer may also be missing.
//
//            +--> copy 0 --+--> gh_twice --> m_axis, tready of the other streams, alarm
//   inputs --+             |
//            +--> copy 1 --+
//
// The copies have no state in common, resets included, so that a fault in the registers, memories or logic of one
// copy, of any length, can't reach the other. Each copy stays in reset a cycle longer than aresetn says.

`include "gh_assert.svh"

`default_nettype none

module gh_twice #(
    parameter int unsigned StreamBits = 64,
    parameter int unsigned Sinks = 1,  // streams that enter
    localparam int unsigned Bytes = StreamBits / 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    output wire logic alarm_o,

    // Each copy's.
    output wire logic [1:0]                 resetn_o,
    input  wire logic [1:0][     Sinks-1:0] ready_i,
    input  wire logic [1:0][StreamBits-1:0] data_i,
    input  wire logic [1:0][     Bytes-1:0] keep_i,
    input  wire logic [1:0]                 last_i,
    input  wire logic [1:0]                 user_i,
    input  wire logic [1:0]                 valid_i,

    output wire logic [     Sinks-1:0] ready_o,
    output wire logic [StreamBits-1:0] data_o,
    output wire logic [     Bytes-1:0] keep_o,
    output wire logic                  last_o,
    output wire logic                  user_o,
    output wire logic                  valid_o
);

  // Without the attributes tools would make one register of both.
  (* keep = "true", dont_merge, syn_preserve *)
  logic reset0_q, reset1_q;
  initial {reset1_q, reset0_q} = '1;
  always @(posedge clk_i) begin
    reset0_q <= rst_i;
    reset1_q <= rst_i;
  end
  assign resetn_o = {2{!rst_i}} & ~{reset1_q, reset0_q};
  logic in_reset;  // both copies, and so at power-up
  assign in_reset = rst_i || reset0_q && reset1_q;

  typedef struct packed {
    logic                  user;
    logic                  last;
    logic [Bytes-1:0]      keep;
    logic [StreamBits-1:0] data;
  } beat_t;
  beat_t first, second;
  assign first  = {user_i[0], last_i[0], keep_i[0], data_i[0]};
  assign second = {user_i[1], last_i[1], keep_i[1], data_i[1]};

  logic alarm_q, differs;
  assign differs = ready_i[0] != ready_i[1] || valid_i[0] != valid_i[1]
      || valid_i[0] && first != second;
  assign alarm_o = !in_reset && alarm_q || !rst_i && differs;
  always_ff @(posedge clk_i) alarm_q <= alarm_o;

  assign ready_o = ready_i[0];
  assign data_o  = first.data & {StreamBits{!alarm_o}};
  assign keep_o  = first.keep;
  assign last_o  = first.last;
  assign user_o  = first.user || alarm_o;
  assign valid_o = valid_i[0];

  `GH_ASSERT(answers_agree, !valid_o || user_o || valid_i[1] && first == second, clk_i, rst_i)
  `GH_ASSERT(streams_agree, alarm_o || ready_i[0] == ready_i[1] && valid_i[0] == valid_i[1], clk_i,
             rst_i)
  `GH_ASSERT(no_data_under_alarm, !alarm_o || user_o && data_o == '0, clk_i, rst_i)
  `GH_ASSERT(alarm_stays, $past(!alarm_o) || alarm_o, clk_i, in_reset)
  `GH_ASSERT(alarm_has_a_cause, !alarm_o || differs || $past(alarm_o), clk_i, rst_i)

endmodule

`default_nettype wire
