// SPDX-License-Identifier: Apache-2.0
//
// Divides the packets of gh_prefix, whose bytes come in two shares, into a packet for each share.
//
// Both shares of a byte stand side by side, that of share 0 first. The first word of a packet, its head,
// is no secret: it stands in share 0, with zeros in share 1, and leaves to both. A head with anything in
// share 1 leaves as one that gh_prefix refuses, as do bits 9:8 of 2, which ask for a tail with a constant
// of its own.
//
//   share 0 of a beat --+--> [share 0] ------------------+--> packet 0
//                       +--> [head] ---(beats of a head)-+
//   share 1 of a beat -----> [share 1] ------------------+--> packet 1
//
// No wire depends on both shares of a byte behind the head: the registers of the head take beats of heads
// alone. A beat takes a cycle; the next packet enters when the last beat of the one before has left.

`include "gh_assert.svh"

`default_nettype none

module gh_shared_packet #(
    parameter int unsigned StreamBytes = 8,  // of a share: 4 or 8
    localparam int unsigned StreamBits = 8 * StreamBytes
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [2*StreamBits-1:0] data_i,
    input  wire logic                    last_i,
    input  wire logic                    valid_i,
    output wire logic                    ready_o,

    output wire logic [1:0][StreamBits-1:0] data_o,
    output wire logic                       last_o,
    output wire logic                       valid_o,
    input  wire logic                       ready_i   // no path leads here from data_o
);

  if (StreamBytes != 4 && StreamBytes != 8) begin : gen_check_stream
    $fatal(1, "gh_shared_packet: StreamBytes is %0d; it must be 4 or 8", StreamBytes);
  end

  localparam int unsigned HeadBeats = 8 / StreamBytes;
  // Bits of a head that may be set.
  localparam logic [31:0] Free = 32'h00ff_0303;
  localparam int unsigned Refused = 7;  // one that may not

  logic [1:0][StreamBits-1:0] share;
  for (genvar i = 0; i < StreamBytes; i++) begin : gen_byte
    assign share[0][8*i+:8] = data_i[16*i+:8];
    assign share[1][8*i+:8] = data_i[16*i+8+:8];
  end

  logic [HeadBeats-1:0] left_q;  // beats of the head that are to come
  logic full_q, last_q, in_head_q, taken, first;
  assign ready_o = ready_i && !(full_q && last_q);
  assign taken   = valid_i && ready_o;
  assign first   = &left_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      full_q <= 1'b0;
      left_q <= '1;
    end else begin
      if (taken) full_q <= 1'b1;
      else if (ready_i) full_q <= 1'b0;
      if (taken) left_q <= last_i ? '1 : HeadBeats'({1'b0, left_q} >> 1);
    end
    if (taken) begin
      last_q    <= last_i;
      in_head_q <= left_q[0];
    end
  end

  // Tools must not join these registers with those of the head.
  (* keep = "true", dont_merge, syn_preserve *)
  logic [1:0][StreamBits-1:0] share_q;
  (* keep = "true", dont_merge, syn_preserve *)
  logic [31:0] head_q;
  (* keep = "true", dont_merge, syn_preserve *)
  logic [1:0] odd_q;
  always_ff @(posedge clk_i) begin
    if (rst_i || taken && left_q[0] || !taken && ready_i) share_q <= '0;
    else if (taken) share_q <= share;

    if (taken && left_q[0]) begin
      head_q <= first ? share[0][31:0] & Free : '0;
      odd_q[0] <= |(share[0] & ~(first ? StreamBits'(Free) : '0)) || first && share[0][9:8] == 2'd2;
      odd_q[1] <= |share[1];
    end
  end

  logic [31:0] head;
  assign head    = (head_q | 32'(|odd_q) << Refused) & {32{in_head_q}};
  assign data_o  = {share_q[1] | StreamBits'(head), share_q[0] | StreamBits'(head)};
  assign last_o  = last_q;
  assign valid_o = full_q;

  `GH_ASSERT(head_holds_no_share, !(full_q && in_head_q) || share_q == '0, clk_i, rst_i)
  `GH_ASSERT(erased, full_q || share_q == '0, clk_i, rst_i)

endmodule

`default_nettype wire
