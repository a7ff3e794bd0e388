// SPDX-License-Identifier: Apache-2.0
//
// Frames of the host, as gh_frame_rx has them: bytes for the core, the start of a session, and faults.
//
// Contract: an entry is one cycle of push_o; where room_i is low then, it is lost, and the session ends by
// the fault Overrun. hello_o is high for one cycle when a session starts, and fault_o is a fault for one
// cycle when it ends by one. Out of a session every frame but Hello is ignored. The last byte of a frame
// is pushed only if the frame is good, in order and allowed: so nothing but what the host has sent is
// ever a whole packet.

`include "gh_assert.svh"

`default_nettype none

module gh_link_receive
  import gh_link_pkg::*;
#(
    parameter bit Configured = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [7:0] header_i,
    input wire logic [7:0] data_i,
    input wire logic       byte_i,
    input wire logic       good_i,
    input wire logic       last_byte_i,
    input wire logic       bad_i,

    output wire entry_t entry_o,
    output wire logic   push_o,
    input  wire logic   room_i,

    output wire logic          open_o,   // in a session
    output wire logic          hello_o,
    output wire logic   [31:0] nonce_o,  // of the session, that of Hello
    output wire fault_e        fault_o
);

  localparam int unsigned NonceBytes = 4;

  logic open_q, hello_q;
  logic [3:0] expected_q;  // sequence number of the next frame
  logic [2:0] word_q;  // bytes of the configuration's last word
  logic [2:0] nonce_count_q;  // bytes of the payload, up to NonceBytes + 1
  logic [31:0] nonce_q, nonce_d;
  fault_e fault_d, fault_q;

  kind_e kind;
  logic configures, last, streams, in_order, push, hello, payload;
  assign kind = kind_e'(header_i[7:4]);
  assign configures = kind == Config || kind == ConfigLast;
  assign last = kind == ConfigLast || kind == MessageLast;
  assign streams = kind == Message || kind == MessageLast || (configures && Configured);
  assign in_order = header_i[3:0] == expected_q;
  assign payload = byte_i || good_i && last_byte_i;
  assign nonce_d = payload ? {data_i, nonce_q[31:8]} : nonce_q;
  assign hello      = good_i && kind == Hello && header_i[3:0] == '0
                      && nonce_count_q == 3'(NonceBytes - 1) && last_byte_i;

  always_comb begin
    push    = byte_i && open_q && streams && in_order;
    fault_d = NoFault;
    if (open_q && bad_i) begin
      fault_d = BadFrame;
    end else if (open_q && good_i && !hello) begin
      if (!streams || (!last_byte_i && kind != MessageLast)) fault_d = NotAllowed;
      else if (!in_order) fault_d = OutOfOrder;
      else if (kind == ConfigLast && word_q != '1) fault_d = PartWord;
      else push = 1'b1;
    end
    if (push && !room_i) fault_d = Overrun;
  end

  assign push_o = push;
  assign entry_o = '{
          configures: configures,
          last: good_i && last,
          frame_ends: good_i,
          keep: byte_i || last_byte_i,
          data: (byte_i || last_byte_i) ? data_i : 8'h00
      };
  assign open_o = open_q;
  assign hello_o = hello_q;
  assign nonce_o = nonce_q;
  assign fault_o = fault_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) open_q <= 1'b0;
    else if (hello) open_q <= 1'b1;
    else if (fault_d != NoFault) open_q <= 1'b0;

    hello_q <= hello && !rst_i;
    fault_q <= rst_i ? NoFault : fault_d;

    if (rst_i || hello) expected_q <= '0;
    else if (push && good_i) expected_q <= expected_q + 1'b1;

    if (rst_i || hello) word_q <= '0;
    else if (push && configures) word_q <= word_q + 1'b1;

    if (rst_i || good_i || bad_i) nonce_count_q <= '0;
    else if (byte_i && nonce_count_q != 3'(NonceBytes)) nonce_count_q <= nonce_count_q + 1'b1;

    if (rst_i) nonce_q <= '0;
    else if (kind == Hello) nonce_q <= nonce_d;
  end

  `GH_REQUIRE(one_event, $onehot0({byte_i, good_i, bad_i}), clk_i, rst_i)
  `GH_FLAG(known, rst_i, 1'b0, clk_i, 1'b0)
  `GH_ASSERT(closed_by_fault, !known || fault_q == NoFault || !open_q, clk_i, rst_i)
  `GH_ASSERT(pushed_in_session, !known || !push_o || open_q, clk_i, rst_i)

endmodule

`default_nettype wire
