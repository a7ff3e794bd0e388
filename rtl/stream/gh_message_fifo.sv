// SPDX-License-Identifier: Apache-2.0
//
// Stores whole packets in block memory and forwards them: a slow source never holds what follows.
//
// Contract: a packet leaves when all of it is in, in order, and then without a gap of its own.
// A packet of more than Depth beats leaves as one beat: tlast, tuser, a hole in tkeep.
// One cycle of rst_i empties the FIFO; no beat of a packet that entered before leaves after.
//
// The first beat is valid in the second cycle after the one in which the last enters. The hole makes
// a padder behind the FIFO, which does not look at tuser, answer with an error. A packet that is too
// long is not sent on before its end: that would break the first line of the contract just where
// it matters, and a FIFO without packets serves those who don't rely on it.

`include "gh_assert.svh"

`default_nettype none

module gh_message_fifo #(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned Depth = 512,
    localparam int unsigned AddressBits = $clog2(Depth)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [8*StreamBytes-1:0] data_i,
    input  wire logic [  StreamBytes-1:0] keep_i,
    input  wire logic                     last_i,
    input  wire logic                     user_i,
    input  wire logic                     valid_i,
    output wire logic                     ready_o,

    output wire logic [8*StreamBytes-1:0] data_o,
    output wire logic [  StreamBytes-1:0] keep_o,
    output wire logic                     last_o,
    output wire logic                     user_o,
    output wire logic                     valid_o,
    input  wire logic                     ready_i
);

  if (StreamBytes < 2) begin : gen_check_stream
    $fatal(
        1,
        "gh_message_fifo: StreamBytes is %0d; it must be at least 2, for a hole in tkeep",
        StreamBytes
    );
  end
  if (Depth < 2 || Depth != 1 << AddressBits) begin : gen_check_depth
    $fatal(1, "gh_message_fifo: Depth is %0d; it must be a power of 2 from 2 on", Depth);
  end

  typedef struct packed {
    logic                     user;
    logic                     last;
    logic [StreamBytes-1:0]   keep;
    logic [8*StreamBytes-1:0] data;
  } beat_t;

  // No word is read in the cycle in which it is written.
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  beat_t memory[Depth];
  beat_t beat_d, beat_q;

  // One bit more than an address tells full from empty. Packets up to whole_q are all in.
  typedef logic [AddressBits:0] pointer_t;
  pointer_t write_q, whole_q, read_q, next;
  logic up_q, valid_q;
  logic drop_q;  // the packet that enters is too long

  logic full, taken, ends, store, fetch;
  assign full    = (write_q ^ read_q) == {1'b1, {AddressBits{1'b0}}};
  assign ready_o = up_q && !full;
  assign taken   = valid_i && ready_o;
  assign ends    = taken && last_i;
  assign store   = drop_q ? ends : taken;
  assign next    = write_q + 1'b1;
  assign fetch   = (read_q != whole_q) && (!valid_q || ready_i);

  always_comb begin
    beat_d = '{user: user_i, last: last_i, keep: keep_i, data: data_i};
    if (drop_q) begin
      beat_d.user = 1'b1;
      beat_d.keep = {1'b1, {StreamBytes - 1{1'b0}}};
    end
  end

  assign {user_o, last_o, keep_o, data_o} = beat_q;
  assign valid_o = valid_q;

  always_ff @(posedge clk_i) begin
    if (store) memory[write_q[AddressBits-1:0]] <= beat_d;
    if (fetch) beat_q <= memory[read_q[AddressBits-1:0]];
  end

  always_ff @(posedge clk_i) begin
    up_q <= !rst_i;

    if (rst_i) valid_q <= 1'b0;
    else if (fetch || ready_i) valid_q <= fetch;

    if (rst_i) read_q <= '0;
    else if (fetch) read_q <= read_q + 1'b1;

    if (rst_i) whole_q <= '0;
    else if (ends) whole_q <= next;

    // Full of one packet that has not ended: its beats are forgotten.
    if (rst_i) write_q <= '0;
    else if (full && read_q == whole_q) write_q <= whole_q;
    else if (store) write_q <= next;

    if (rst_i || ends) drop_q <= 1'b0;
    else if (full && read_q == whole_q) drop_q <= 1'b1;
  end

  `GH_FLAG(was_reset, rst_i, 1'b1, clk_i, 1'b0)
  `GH_ASSERT(silent_after_reset, !was_reset || !ready_o && !valid_o, clk_i, 1'b0)
  `GH_ASSERT(count_in_range, write_q - read_q <= pointer_t'(Depth), clk_i, rst_i)
  `GH_ASSERT(whole_in_range, whole_q - read_q <= write_q - read_q, clk_i, rst_i)
  `GH_ASSERT(never_read_while_written,
             !(store && fetch && write_q[AddressBits-1:0] == read_q[AddressBits-1:0]), clk_i, rst_i)
  `GH_STABLE(held, valid_o, ready_i, {user_o, last_o, keep_o, data_o}, clk_i, rst_i)

endmodule

`default_nettype wire
