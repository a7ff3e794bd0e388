// SPDX-License-Identifier: Apache-2.0
//
// Carries tid, tdest and tuser of a message past a core that does not have them, to the message's answer.
//
// Contract: every beat of an answer has the values of the first beat of its message. A message's first
// beat waits while Depth messages are unanswered; no other beat waits. bad_o is high with a beat whose
// lowest SameBits bits, tid and tdest, are not those of the packet's first beat: packets are interleaved,
// and what is hashed is no message. One cycle of rst_i forgets all messages.
//
// A core answers each packet once, in the order of the packets, and no packet before its first beat.

`include "gh_assert.svh"

`default_nettype none

module gh_axis_sideband #(
    parameter int unsigned Width    = 8,
    parameter int unsigned SameBits = 4,
    parameter int unsigned Depth    = 16
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [Width-1:0] side_i,   // of a message's beat
    input  wire logic             last_i,
    input  wire logic             valid_i,
    output wire logic             ready_o,
    output wire logic             bad_o,
    output wire logic             valid_o,  // the beat goes to the core
    input  wire logic             ready_i,

    input  wire logic             answers_i,  // the last beat of an answer leaves
    output wire logic [Width-1:0] side_o      // of the answer
);

  if (SameBits > Width) begin : gen_check
    $fatal(1, "gh_axis_sideband: SameBits is %0d; it must be at most Width, %0d", SameBits, Width);
  end

  localparam int unsigned CountBits = $clog2(Depth) + 1;
  logic [CountBits-1:0] count_q;  // messages without an answer
  logic [Width-1:0] side_q;  // of the packet's first beat
  logic first_q, passes, begins, known;

  assign passes  = !first_q || count_q != CountBits'(Depth);
  assign valid_o = valid_i && passes;
  assign ready_o = ready_i && passes;
  assign begins  = valid_i && ready_o && first_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      count_q <= '0;
      first_q <= 1'b1;
    end else begin
      count_q <= count_q + CountBits'(begins) - CountBits'(answers_i);
      if (valid_i && ready_o) first_q <= last_i;
    end
    if (begins) side_q <= side_i;
  end

  if (SameBits == 0) begin : gen_any
    assign bad_o = 1'b0;
  end else begin : gen_same
    assign bad_o = !first_q && side_i[SameBits-1:0] != side_q[SameBits-1:0];
  end

  gh_fifo #(
      .Width(Width),
      .Depth(Depth)
  ) u_fifo (
      .clk_i,
      .rst_i,
      .data_i (side_i),
      .valid_i(begins),
      .data_o (side_o),
      .valid_o(known),
      .ready_i(answers_i)
  );

  logic unused;
  assign unused = ^{known, side_q};

  `GH_REQUIRE(answers_a_message, !answers_i || count_q != '0, clk_i, rst_i)
  `GH_ASSERT(all_known, known == (count_q != '0), clk_i, rst_i)

endmodule

`default_nettype wire
