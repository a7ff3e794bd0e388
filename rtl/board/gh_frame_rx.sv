// SPDX-License-Identifier: Apache-2.0
//
// Frames from bytes: flags and escapes are taken out, and the FCS is checked; see gh_link_pkg.
//
// Contract: byte_o is high for one cycle with each payload byte but the last of its frame; good_o or bad_o
// ends each frame, good_o with the last byte if last_byte_o is high, else with none. header_o is valid
// with all of them. Bytes of a frame that ends bad may have come out before; the last one of its payload
// never does. A flag after any garbage ends it, and what follows is a frame. Flags in a row are one.
//
// The three newest bytes of a frame stay here, since only its flag separates payload and FCS.

`include "gh_assert.svh"

`default_nettype none

module gh_frame_rx
  import gh_link_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [7:0] data_i,
    input wire logic       valid_i,
    input wire logic       broken_i,

    output wire logic [7:0] header_o,
    output wire logic [7:0] data_o,
    output wire logic       byte_o,
    output wire logic       good_o,
    output wire logic       last_byte_o,
    output wire logic       bad_o
);

  localparam logic [2:0] Most = 3'd4;  // the header and three bytes

  logic [7:0] header_q;
  logic [2:0][7:0] held_q;  // the oldest is the highest
  logic [2:0] count_q;
  logic [15:0] fcs_q;
  logic escape_q, broken_q;

  logic flag, escape, plain, begun, whole;
  logic [7:0] byte_in;
  assign flag        = valid_i && data_i == Flag;
  assign escape      = valid_i && data_i == Escape;
  assign plain       = valid_i && !flag && !escape;
  assign byte_in     = escape_q ? data_i ^ Flip : data_i;
  assign begun       = count_q != '0 || escape_q || broken_q;
  assign whole       = count_q >= 3'd3 && !escape_q && !broken_q && fcs_q == FcsGood;

  assign header_o    = header_q;
  assign data_o      = held_q[2];
  assign byte_o      = plain && count_q == Most;
  assign good_o      = flag && begun && whole;
  assign bad_o       = flag && begun && !whole;
  assign last_byte_o = count_q == Most;

  always_ff @(posedge clk_i) begin
    if (rst_i || flag) begin
      count_q  <= '0;
      fcs_q    <= FcsStart;
      escape_q <= 1'b0;
      broken_q <= 1'b0;
      // What a message was stays in no register.
      held_q   <= '0;
    end else begin
      // An escape stands before one other byte.
      if (broken_i || escape && escape_q) broken_q <= 1'b1;
      if (escape) escape_q <= 1'b1;
      if (plain) begin
        escape_q <= 1'b0;
        fcs_q    <= fcs_next(fcs_q, byte_in);
        if (count_q != Most) count_q <= count_q + 1'b1;
        if (count_q == '0) header_q <= byte_in;
        else held_q <= {held_q[1:0], byte_in};
      end
    end
  end

  `GH_ASSERT(one_event, $onehot0({byte_o, good_o, bad_o}), clk_i, rst_i)
  `GH_FLAG(known, rst_i, 1'b0, clk_i, 1'b0)
  `GH_ASSERT(count_in_range, !known || count_q <= Most, clk_i, rst_i)

endmodule

`default_nettype wire
