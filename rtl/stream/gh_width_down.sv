// SPDX-License-Identifier: Apache-2.0
//
// Makes a narrow stream of a wide one: a beat becomes up to InBytes / OutBytes beats.
//
// Contract: a packet leaves with the same bytes, every beat full but the last, without empty beats
// behind it; one beat leaves a cycle without a gap, the first the cycle after its wide beat enters.
// A malformed packet leaves malformed, tuser with a beat's last part. One cycle of rst_i empties it.
//
// Byte 0 is data[7:0]. A beat before a packet's last leaves in all its parts, the last up to its
// highest byte kept, and an empty one as one empty part. A hole in tkeep, an incomplete beat before
// the last one and an empty last beat after others are therefore kept.

`include "gh_assert.svh"

`default_nettype none

module gh_width_down #(
    parameter int unsigned InBytes  = 8,
    parameter int unsigned OutBytes = 4,
    // The register of the data is cleared when a beat has left and by reset: for keys and messages.
    parameter bit          Erase    = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [8*InBytes-1:0] data_i,
    input  wire logic [  InBytes-1:0] keep_i,
    input  wire logic                 last_i,
    input  wire logic                 user_i,
    input  wire logic                 valid_i,
    output wire logic                 ready_o,

    output wire logic [8*OutBytes-1:0] data_o,
    output wire logic [  OutBytes-1:0] keep_o,
    output wire logic                  last_o,
    output wire logic                  user_o,
    output wire logic                  valid_o,
    input  wire logic                  ready_i
);

  if (OutBytes < 1) begin : gen_check_out
    $fatal(1, "gh_width_down: OutBytes is %0d; it must be at least 1", OutBytes);
  end
  if (InBytes < 2 * OutBytes || InBytes % OutBytes != 0) begin : gen_check_in
    $fatal(
        1,
        "gh_width_down: InBytes is %0d; it must be OutBytes, %0d, times a whole number from 2 on",
        InBytes,
        OutBytes
    );
  end

  localparam int unsigned Parts = InBytes / OutBytes;
  localparam int unsigned PartBits = $clog2(Parts);

  // The part that leaves is the lowest; the others move down.
  logic [8*InBytes-1:0] data_q;
  logic [  InBytes-1:0] keep_q;
  logic [ PartBits-1:0] left_q;  // parts after the one that leaves
  logic up_q, valid_q, last_q, user_q;

  logic ends, taken;
  assign ends    = (left_q == '0) || (last_q && keep_q[InBytes-1:OutBytes] == '0);
  assign ready_o = up_q && (!valid_q || (ready_i && ends));
  assign taken   = valid_i && ready_o;

  assign data_o  = data_q[8*OutBytes-1:0];
  assign keep_o  = keep_q[OutBytes-1:0];
  assign last_o  = last_q && ends;
  assign user_o  = user_q && ends;
  assign valid_o = valid_q;

  always_ff @(posedge clk_i) begin
    up_q <= !rst_i;

    if (rst_i) valid_q <= 1'b0;
    else if (ready_o) valid_q <= taken;

    if (taken) begin
      data_q <= data_i;
      keep_q <= keep_i;
      last_q <= last_i;
      user_q <= user_i;
      left_q <= PartBits'(Parts - 1);
    end else if (valid_q && ready_i) begin
      data_q <= data_q >> 8 * OutBytes;
      keep_q <= keep_q >> OutBytes;
      left_q <= left_q - 1'b1;
    end
    if (Erase && (rst_i || ready_o && !valid_i)) data_q <= '0;
  end

  `GH_FLAG(was_reset, rst_i, 1'b1, clk_i, 1'b0)
  `GH_ASSERT(silent_after_reset, !was_reset || !ready_o && !valid_o, clk_i, 1'b0)
  `GH_ASSERT(left_in_range, !valid_q || 32'(left_q) < Parts, clk_i, rst_i)
  `GH_STABLE(held, valid_o, ready_i, {user_o, last_o, keep_o, data_o}, clk_i, rst_i)
  `GH_ASSERT(erased, !Erase || valid_q || data_q == '0, clk_i, rst_i)

endmodule

`default_nettype wire
