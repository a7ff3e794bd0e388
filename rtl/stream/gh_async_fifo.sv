// SPDX-License-Identifier: Apache-2.0
//
// First-in-first-out memory between two clocks that need not be related, with Gray-coded pointers.
//
// Contract: entries leave in order, each once, data_o and valid_o from registers, one a cycle.
// One cycle of either reset, in any order, empties the FIFO and stops both sides until both know.
// Entries that the sending side took before both knew of it never leave afterwards; ready_o is low
// meanwhile.
//
// At power-up each side wants its reset, for one cycle of its clock. Later a reset of one side is
// enough, and the other side sees valid_o or ready_o fall after its synchroniser, a few cycles
// later: an entry may still leave until then, and one that is offered is withdrawn. Both clocks must
// run for ready_o to rise again. Reset both sides' neighbours as well: a packet that was under way
// is cut off, and its rest looks like a packet.
//
//     sending side                                        receiving side
//     wr_rst_i --> Run -> Flush --- flush_q ------------> emptied, acknowledges
//                   ^       |  <--- acknowledge_q -------
//                   |     Clear: write pointer to 0       rd_rst_i --> emptied
//                   +---- Wait <--- request_q ----------- until a flush comes

`include "gh_assert.svh"

`default_nettype none

module gh_async_fifo #(
    parameter int unsigned Width = 74,
    // One entry a cycle passes at any ratio of the clocks from 2 * SyncStages + 4 entries on.
    parameter int unsigned Depth = 16,
    parameter int unsigned SyncStages = 2,
    localparam int unsigned AddressBits = $clog2(Depth)
) (
    input  wire logic             wr_clk_i,
    input  wire logic             wr_rst_i,
    input  wire logic [Width-1:0] data_i,
    input  wire logic             valid_i,
    output wire logic             ready_o,

    input  wire logic             rd_clk_i,
    input  wire logic             rd_rst_i,
    output wire logic [Width-1:0] data_o,
    output wire logic             valid_o,
    input  wire logic             ready_i
);

  if (Width < 1) begin : gen_check_width
    $fatal(1, "gh_async_fifo: Width is %0d; it must be at least 1 bit", Width);
  end
  if (Depth < 4 || Depth != 1 << AddressBits) begin : gen_check_depth
    $fatal(1, "gh_async_fifo: Depth is %0d; it must be a power of 2 from 4 on", Depth);
  end
  if (SyncStages < 2) begin : gen_check_stages
    $fatal(1, "gh_async_fifo: SyncStages is %0d; it must be at least 2", SyncStages);
  end

  // One bit more than an address tells full from empty.
  typedef logic [AddressBits:0] pointer_t;

  function automatic pointer_t gray(pointer_t binary);
    return binary ^ (binary >> 1);
  endfunction

  logic [Width-1:0] memory[Depth];

  // Of both sides: pointers, in binary at home and in Gray code to the other side.
  pointer_t write_q, write_gray_q, write_gray_seen;
  pointer_t read_q, read_gray_q, read_gray_seen;

  // Flags that cross start low, so that none is seen that was never sent.
  logic flush_q, acknowledge_q, request_q;
  logic flush_seen, acknowledge_seen, request_seen;

  // Sending side. The write pointer must not jump while the receiving side looks at it: it is
  // cleared only when that side has acknowledged. A flush is sent until its acknowledgement has
  // come, and none is sent before the last acknowledgement has gone.
  typedef enum logic [1:0] {
    Run,
    Flush,  // flush_q is up, or about to be
    Clear,
    Wait
  } flush_e;
  flush_e flush_d, flush_state_q;
  logic reset_q;  // a reset that no flush has answered

  logic full, store;
  pointer_t write_next;
  assign full       = (write_gray_q ^ read_gray_seen) == {2'b11, {AddressBits - 1{1'b0}}};
  assign ready_o    = (flush_state_q == Run) && !reset_q && !full;
  assign store      = valid_i && ready_o && !wr_rst_i;
  assign write_next = write_q + 1'b1;

  always_comb begin
    flush_d = flush_state_q;
    case (flush_state_q)
      Run: if (reset_q || request_seen) flush_d = Flush;
      Flush: if (acknowledge_seen) flush_d = Clear;
      Clear: flush_d = Wait;
      Wait: if (!acknowledge_seen) flush_d = Run;
      default: flush_d = Run;
    endcase
  end

  initial begin
    flush_state_q = Run;
    flush_q       = 1'b0;
    reset_q       = 1'b1;
  end
  always @(posedge wr_clk_i) begin
    if (wr_rst_i) reset_q <= 1'b1;
    else if (flush_state_q == Clear) reset_q <= 1'b0;

    flush_state_q <= flush_d;
    flush_q       <= (flush_d == Flush) || (flush_d == Clear);
  end

  always_ff @(posedge wr_clk_i) begin
    if (flush_state_q == Clear) begin
      write_q      <= '0;
      write_gray_q <= '0;
    end else if (store) begin
      write_q      <= write_next;
      write_gray_q <= gray(write_next);
    end

    if (store) memory[write_q[AddressBits-1:0]] <= data_i;
  end

  gh_synchroniser #(
      .Width (AddressBits + 3),
      .Stages(SyncStages)
  ) u_to_write (
      .clk_i (wr_clk_i),
      .data_i({request_q, acknowledge_q, read_gray_q}),
      .data_o({request_seen, acknowledge_seen, read_gray_seen})
  );

  // Receiving side. It stays empty from its reset to the flush that follows, and through every
  // flush; a cycle more than that, for the write pointer to arrive.
  logic [Width-1:0] data_q;
  logic valid_q;

  logic down, fetch;
  pointer_t read_next;
  assign down      = request_q || flush_seen || acknowledge_q;
  assign fetch     = (read_gray_q != write_gray_seen) && (!valid_q || ready_i);
  assign read_next = read_q + 1'b1;

  assign data_o    = data_q;
  assign valid_o   = valid_q;

  initial begin
    acknowledge_q = 1'b0;
    request_q     = 1'b0;
  end
  always @(posedge rd_clk_i) begin
    acknowledge_q <= flush_seen;
    if (rd_rst_i) request_q <= 1'b1;
    else if (flush_seen) request_q <= 1'b0;
  end

  always_ff @(posedge rd_clk_i) begin
    if (rd_rst_i || down) begin
      read_q      <= '0;
      read_gray_q <= '0;
      valid_q     <= 1'b0;
    end else if (fetch) begin
      read_q      <= read_next;
      read_gray_q <= gray(read_next);
      valid_q     <= 1'b1;
    end else if (ready_i) begin
      valid_q <= 1'b0;
    end

    if (fetch) data_q <= memory[read_q[AddressBits-1:0]];
  end

  gh_synchroniser #(
      .Width (AddressBits + 2),
      .Stages(SyncStages)
  ) u_to_read (
      .clk_i (rd_clk_i),
      .data_i({flush_q, write_gray_q}),
      .data_o({flush_seen, write_gray_seen})
  );

  // At power-up each side waits for its reset.
  `GH_FLAG(write_known, wr_rst_i, 1'b0, wr_clk_i, 1'b0)
  `GH_FLAG(read_known, rd_rst_i, 1'b0, rd_clk_i, 1'b0)
  `GH_ASSERT(write_pointer_steps, $onehot0(write_gray_q ^ $past(write_gray_q)), wr_clk_i,
             !write_known || wr_rst_i || reset_q || $past(flush_state_q == Clear))
  `GH_ASSERT(read_pointer_steps, $onehot0(read_gray_q ^ $past(read_gray_q)), rd_clk_i,
             !read_known || rd_rst_i || down || $past(rd_rst_i || down))
  `GH_STABLE(held, valid_o, ready_i, data_o, rd_clk_i, !read_known || rd_rst_i || down || $past
             (down))

endmodule

`default_nettype wire
