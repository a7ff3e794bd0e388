// SPDX-License-Identifier: Apache-2.0
//
// Sends digests out as packets of beats; a digest may come in several pieces.
//
// A piece is loaded while ready_o is high and leaves from byte 0 on, first beat in the next cycle.
// Bytes behind the digest's last one are left out; null bytes are zero. An error leaves as a packet
// of one beat with user_o, data_o zero and keep_o full, so that no interconnect drops it.

`include "gh_assert.svh"

`default_nettype none

module gh_digest_stream #(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned PieceBytes  = 64,
    parameter int unsigned DigestBytes = PieceBytes
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [8*PieceBytes-1:0] piece_i,
    input  wire logic                    valid_i,
    input  wire logic                    last_i,   // of its digest
    input  wire logic                    error_i,
    output wire logic                    ready_o,

    output wire logic [8*StreamBytes-1:0] data_o,
    output wire logic [  StreamBytes-1:0] keep_o,
    output wire logic                     last_o,
    output wire logic                     user_o,
    output wire logic                     valid_o,
    input  wire logic                     ready_i
);

  // Bytes of a piece that are kept, and of the last one.
  localparam int unsigned KeptBytes = (DigestBytes < PieceBytes) ? DigestBytes : PieceBytes;
  localparam int unsigned LastBytes = (DigestBytes - 1) % PieceBytes + 1;
  localparam int unsigned Beats = (KeptBytes + StreamBytes - 1) / StreamBytes;
  localparam int unsigned LastBeats = (LastBytes + StreamBytes - 1) / StreamBytes;
  localparam int unsigned BeatBits = $clog2(Beats + 1);
  localparam int unsigned IndexBits = (Beats == 1) ? 1 : $clog2(Beats);
  // Bytes in the last beat of a piece: all of them but at a digest's end.
  localparam int unsigned EndBytes = LastBytes - (LastBeats - 1) * StreamBytes;
  localparam logic [StreamBytes-1:0] EndKeep = {StreamBytes{1'b1}} >> (StreamBytes - EndBytes);

  logic [Beats-1:0][8*StreamBytes-1:0] piece_q;
  logic [BeatBits-1:0] left_q;  // beats still to leave
  logic [BeatBits-1:0] beat_q;  // the one that leaves
  logic empty_q;  // none is left
  logic last_q, error_q, end_beat, taken;

  assign ready_o  = empty_q;
  assign taken    = valid_i && ready_o;
  assign end_beat = last_q && (left_q == BeatBits'(1));
  assign keep_o   = (end_beat && !error_q) ? EndKeep : '1;
  assign last_o   = end_beat;
  assign user_o   = error_q;
  assign valid_o  = !empty_q && !rst_i;

  // Only a last piece that is shorter than the others has what is not the digest's behind its end.
  logic [8*StreamBytes-1:0] chosen;
  gh_mux #(
      .Words(Beats),
      .Width(8 * StreamBytes)
  ) u_mux (
      .data_i  (piece_q),
      .select_i(IndexBits'(beat_q)),
      .data_o  (chosen)
  );

  logic [StreamBytes-1:0][7:0] data;
  always_comb begin
    data = chosen;
    for (int unsigned i = EndBytes; i < StreamBytes; i++) begin
      if (LastBytes < KeptBytes && end_beat) data[i] = '0;
    end
  end
  assign data_o = data;

  always_ff @(posedge clk_i) begin
    if (taken) begin
      if (error_i) left_q <= BeatBits'(1);
      else left_q <= last_i ? BeatBits'(LastBeats) : BeatBits'(Beats);
    end else if (valid_o && ready_i) left_q <= left_q - 1'b1;

    if (rst_i) empty_q <= 1'b1;
    else if (taken) empty_q <= 1'b0;
    else if (ready_i && left_q == BeatBits'(1)) empty_q <= 1'b1;

    if (taken) begin
      last_q  <= last_i || error_i;
      error_q <= error_i;
    end

    if (taken) piece_q <= (8 * StreamBytes * Beats)'(piece_i[8*KeptBytes-1:0]);
    if (taken && error_i) piece_q[0] <= '0;

    if (taken) beat_q <= '0;
    else if (valid_o && ready_i) beat_q <= beat_q + 1'b1;
  end

  if (KeptBytes < PieceBytes) begin : gen_unused
    logic unused;
    assign unused = ^piece_i[8*PieceBytes-1:8*KeptBytes];
  end

  `GH_REQUIRE(whole_in_a_piece, !valid_i || last_i || error_i || DigestBytes > PieceBytes, clk_i,
              rst_i)
  `GH_ASSERT(left_in_range, empty_q || 32'(left_q) inside {[1 : Beats]}, clk_i, rst_i)
  `GH_ASSERT(beat_in_range, empty_q || 32'(beat_q) < Beats, clk_i, rst_i)
  `GH_STABLE(held, valid_o, ready_i, {user_o, last_o, keep_o, data_o}, clk_i, rst_i)

endmodule

`default_nettype wire
