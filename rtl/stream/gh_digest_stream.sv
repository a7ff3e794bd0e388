// SPDX-License-Identifier: Apache-2.0
//
// Sends digests out as packets of beats; a digest may come in several pieces.
//
// A piece is loaded while ready_o is high and leaves from byte 0 on, first beat in the next cycle.
// The last piece holds LastBytes bytes, the others PieceBytes. An error leaves as a packet of one
// beat with tuser, tdata zero and tkeep full, so that no interconnect drops it.

`default_nettype none

module gh_digest_stream
  import gh_stream_pkg::*;
#(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned PieceBytes  = 64,
    parameter int unsigned LastBytes   = 64
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic         [8*PieceBytes-1:0] piece_i,
    input  wire piece_flags_t                    flags_i,
    output wire logic                            ready_o,

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
  logic last_q, error_q, end_beat, taken;

  assign ready_o       = (left_q == '0);
  assign taken         = flags_i.valid && ready_o;
  assign end_beat      = last_q && (left_q == BeatBits'(1));
  assign m_axis_tkeep  = (end_beat && !error_q) ? EndKeep : '1;
  assign m_axis_tlast  = end_beat;
  assign m_axis_tuser  = error_q;
  assign m_axis_tvalid = (left_q != '0) && !rst_i;

  // Null bytes are zero; only a last piece that is not whole has others behind its end.
  logic [StreamBytes-1:0][7:0] data;
  always_comb begin
    data = error_q ? '0 : piece_q[IndexBits'(beat_q)];
    for (int unsigned i = EndBytes; i < StreamBytes; i++) begin
      if (LastBytes < PieceBytes && end_beat) data[i] = '0;
    end
  end
  assign m_axis_tdata = data;

  always_ff @(posedge clk_i) begin
    if (rst_i) left_q <= '0;
    else if (taken) begin
      if (flags_i.error) left_q <= BeatBits'(1);
      else left_q <= flags_i.last ? BeatBits'(LastBeats) : BeatBits'(Beats);
    end else if (m_axis_tvalid && m_axis_tready) left_q <= left_q - 1'b1;

    if (taken) begin
      last_q  <= flags_i.last || flags_i.error;
      error_q <= flags_i.error;
    end

    if (taken) piece_q <= (8 * StreamBytes * Beats)'(piece_i);

    if (taken) beat_q <= '0;
    else if (m_axis_tvalid && m_axis_tready) beat_q <= beat_q + 1'b1;
  end

endmodule

`default_nettype wire
