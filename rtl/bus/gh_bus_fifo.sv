// SPDX-License-Identifier: Apache-2.0
//
// First-in-first-out memory of a bus bridge: it counts its entries, and erases what has left.
//
// Contract: entries leave in order, each once, the earliest in the cycle after it entered. A place is
// cleared after its entry has left and before it is used again; after a reset all places are cleared,
// from any contents. An idle FIFO clears a place a cycle; erased_o says that all of them are clear.
// ready_o and valid_o are low in the cycle after each cycle of reset.
//
//     oldest                                            newest
//     clear_q ......... read_q ----------------- write_q ......... (clear_q)
//        to be cleared           to be read              clear, free

`include "gh_assert.svh"

`default_nettype none

module gh_bus_fifo #(
    parameter int unsigned Width = 38,
    parameter int unsigned Depth = 16,
    localparam int unsigned AddressBits = $clog2(Depth)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [Width-1:0] data_i,
    input  wire logic             valid_i,
    output wire logic             ready_o,

    output wire logic [Width-1:0] data_o,
    output wire logic             valid_o,
    input  wire logic             ready_i,

    output wire logic [AddressBits:0] room_o,   // entries that it takes
    output wire logic [AddressBits:0] level_o,  // entries that it holds
    output wire logic                 erased_o
);

  if (Depth < 2 || Depth != 1 << AddressBits) begin : gen_check_depth
    $fatal(1, "gh_bus_fifo: Depth is %0d; it must be a power of 2 from 2 on", Depth);
  end

  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [Width-1:0] memory[Depth];

  // One bit more than an address tells full from empty.
  typedef logic [AddressBits:0] pointer_t;
  pointer_t write_q, read_q, clear_q;

  logic store, clear;
  assign room_o   = pointer_t'(Depth) - (write_q - clear_q);
  assign level_o  = write_q - read_q;
  assign erased_o = clear_q == read_q;
  assign ready_o  = room_o != '0;
  assign valid_o  = write_q != read_q;
  assign data_o   = memory[read_q[AddressBits-1:0]];
  assign store    = valid_i && ready_o;
  assign clear    = !store && !erased_o;

  always_ff @(posedge clk_i) begin
    if (store || clear) begin
      memory[store?write_q[AddressBits-1:0] : clear_q[AddressBits-1:0]] <= store ? data_i : '0;
    end

    if (rst_i) begin
      // All places are to be cleared.
      write_q <= '0;
      read_q  <= '0;
      clear_q <= pointer_t'(Depth);
    end else begin
      if (store) write_q <= write_q + 1'b1;
      if (valid_o && ready_i) read_q <= read_q + 1'b1;
      if (clear) clear_q <= clear_q + 1'b1;
    end
  end

  // Entries, and behind them what is to be cleared, are in order; all other places are zero.
  function automatic logic in_order();
    return pointer_t'(read_q - clear_q) <= pointer_t'(Depth)
        && pointer_t'(write_q - clear_q) <= pointer_t'(Depth)
        && pointer_t'(read_q - clear_q) <= pointer_t'(write_q - clear_q);
  endfunction
  function automatic logic clean();
    logic result;
    result = 1'b1;
    for (int unsigned i = 0; i < Depth; i++) begin
      if ({1'b0, AddressBits'(i) - clear_q[AddressBits-1:0]} >= pointer_t'(write_q - clear_q)) begin
        result &= memory[i] == '0;
      end
    end
    return result;
  endfunction

  `GH_FLAG(known, rst_i, 1'b0, clk_i, 1'b0)
  `GH_FLAG(was_reset, rst_i, 1'b1, clk_i, 1'b0)
  `GH_ASSERT(silent_after_reset, !was_reset || !ready_o && !valid_o, clk_i, 1'b0)
  `GH_ASSERT(pointers_in_order, in_order(), clk_i, rst_i || !known)
  `GH_ASSERT(free_places_are_zero, clean(), clk_i, rst_i || !known)

endmodule

`default_nettype wire
