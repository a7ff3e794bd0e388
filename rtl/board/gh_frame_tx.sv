// SPDX-License-Identifier: Apache-2.0
//
// Frames to bytes: adds flags, escapes and the FCS; see gh_link_pkg.
//
// Contract: an item is a byte of a frame, its header first, or with end_i its end. The frame's first flag
// leaves before the first byte, FCS and last flag after its end. An offered byte is held until taken.

`include "gh_assert.svh"

`default_nettype none

module gh_frame_tx
  import gh_link_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [7:0] data_i,
    input  wire logic       end_i,
    input  wire logic       valid_i,
    output wire logic       ready_o,

    output wire logic [7:0] data_o,
    output wire logic       valid_o,
    input  wire logic       ready_i
);

  typedef enum logic [2:0] {
    Closed,
    Open,
    FcsLow,
    FcsHigh,
    Close
  } state_e;
  state_e state_d, state_q;
  logic [15:0] fcs_q;
  logic escaped_q;  // the escape of the byte has left

  logic [7:0] plain;
  logic flag, escapes, leaves, done;
  assign flag = state_q == Closed || state_q == Close;
  assign escapes = !flag && is_special(plain) && !escaped_q;
  assign valid_o = (state_q == Closed || state_q == Open) ? valid_i && !(state_q == Open && end_i)
                                                          : 1'b1;
  assign data_o = flag ? Flag : escapes ? Escape : escaped_q ? plain ^ Flip : plain;
  assign leaves = valid_o && ready_i;
  assign done = leaves && !escapes;
  assign ready_o = (state_q == Open && done) || (state_q == Close && leaves);

  always_comb begin
    plain   = data_i;
    state_d = state_q;
    case (state_q)
      Closed: if (leaves) state_d = Open;
      Open: if (valid_i && end_i) state_d = FcsLow;
      FcsLow: begin
        plain = ~fcs_q[7:0];
        if (done) state_d = FcsHigh;
      end
      FcsHigh: begin
        plain = ~fcs_q[15:8];
        if (done) state_d = Close;
      end
      Close: if (leaves) state_d = Closed;
      default: state_d = Closed;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Closed;
    else state_q <= state_d;

    if (rst_i) escaped_q <= 1'b0;
    else if (leaves) escaped_q <= escapes;

    if (flag) fcs_q <= FcsStart;
    else if (state_q == Open && done) fcs_q <= fcs_next(fcs_q, data_i);
  end

  `GH_REQUIRE_STABLE(held_in, valid_i, ready_o, {end_i, data_i}, clk_i, rst_i)
  `GH_REQUIRE(not_empty, !(state_q == Closed && valid_i && end_i), clk_i, rst_i)
  `GH_STABLE(held, valid_o, ready_i, data_o, clk_i, rst_i)

endmodule

`default_nettype wire
