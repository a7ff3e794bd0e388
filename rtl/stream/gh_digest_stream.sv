// SPDX-License-Identifier: Apache-2.0
//
// Sends digests out as packets of beats; a digest may come in several pieces.
//
// A piece is loaded while ready_o is high and leaves from byte 0 on, first beat in the next cycle.
// The last piece holds LastBytes bytes, the others PieceBytes. An error leaves as a packet of one
// beat with tuser, tdata zero and tkeep full, so that no interconnect drops it.

`default_nettype none

module gh_digest_stream #(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned PieceBytes  = 64,
    parameter int unsigned LastBytes   = 64
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [8*PieceBytes-1:0] piece_i,
    input  wire logic                    last_i,
    input  wire logic                    error_i,
    input  wire logic                    valid_i,
    output wire logic                    ready_o,

    output wire logic [8*StreamBytes-1:0] m_axis_tdata,
    output wire logic [  StreamBytes-1:0] m_axis_tkeep,
    output wire logic                     m_axis_tlast,
    output wire logic                     m_axis_tuser,
    output wire logic                     m_axis_tvalid,
    input  wire logic                     m_axis_tready
);

  if (LastBytes == 0 || LastBytes > PieceBytes) begin : gen_check_last
    $fatal(
        1,
        "gh_digest_stream: LastBytes is %0d; it must be 1 to PieceBytes, %0d",
        LastBytes,
        PieceBytes
    );
  end

  localparam int unsigned Beats = (PieceBytes + StreamBytes - 1) / StreamBytes;
  localparam int unsigned LastBeats = (LastBytes + StreamBytes - 1) / StreamBytes;
  localparam int unsigned BeatBits = $clog2(Beats + 1);
  localparam int unsigned IndexBits = (Beats == 1) ? 1 : $clog2(Beats);
  // Bytes in the last beat of a piece: all of them but at a digest's end.
  localparam int unsigned EndBytes = LastBytes - (LastBeats - 1) * StreamBytes;
  localparam logic [StreamBytes-1:0] EndKeep = {StreamBytes{1'b1}} >> (StreamBytes - EndBytes);

  logic [Beats-1:0][8*StreamBytes-1:0] piece_q;
  logic [BeatBits-1:0] left_q;  // beats still to leave
  logic [BeatBits-1:0] beat_q;  // the one that leaves
  logic last_q, error_q, end_beat;

  assign ready_o       = (left_q == '0);
  assign end_beat      = last_q && (left_q == BeatBits'(1));
  assign m_axis_tdata  = error_q ? '0 : piece_q[IndexBits'(beat_q)];
  assign m_axis_tkeep  = (end_beat && !error_q) ? EndKeep : '1;
  assign m_axis_tlast  = end_beat;
  assign m_axis_tuser  = error_q;
  assign m_axis_tvalid = (left_q != '0);

  always_ff @(posedge clk_i) begin
    if (rst_i) left_q <= '0;
    else if (valid_i && ready_o) begin
      left_q <= error_i ? BeatBits'(1) : last_i ? BeatBits'(LastBeats) : BeatBits'(Beats);
    end else if (m_axis_tvalid && m_axis_tready) left_q <= left_q - 1'b1;

    if (valid_i && ready_o) begin
      last_q  <= last_i || error_i;
      error_q <= error_i;
    end

    if (valid_i && ready_o) piece_q <= (8 * StreamBytes * Beats)'(piece_i);

    if (valid_i && ready_o) beat_q <= '0;
    else if (m_axis_tvalid && m_axis_tready) beat_q <= beat_q + 1'b1;
  end

endmodule

`default_nettype wire
