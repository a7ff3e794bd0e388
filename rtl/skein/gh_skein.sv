// SPDX-License-Identifier: Apache-2.0
//
// Skein-256, Skein-512 and Skein-1024 (version 1.3), message stream in, digest stream out.
//
// One packet in is one message, one packet out is its digest; padding, lengths and byte order are
// done here. Byte 0 of a message is s_axis_tdata[7:0] of its first beat; every beat but the last is
// full. A malformed packet is answered with one beat that has m_axis_tuser set.
//
// Cycles per block: 73, 19 or 10 (Skein-256, -512) and 81, 21 or 11 (Skein-1024) at 1, 4 or 8
// rounds a cycle, plus as many for each StateBits bits of digest. The next block loads meanwhile,
// the next message may follow at once. Stream beats must not outnumber a block's cycles: Skein-1024
// at 8 rounds a cycle needs StreamBits = 128 to run at full rate.
// No keyed mode, no tree mode.

`default_nettype none

module gh_skein
  import gh_skein_padding_pkg::*;
#(
    parameter int unsigned StateBits = 512,
    parameter int unsigned RoundsPerCycle = 8,
    parameter int unsigned DigestBits = StateBits,
    parameter int unsigned StreamBits = 64
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [  StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBits/8-1:0] s_axis_tkeep,
    input  wire logic                    s_axis_tlast,
    input  wire logic                    s_axis_tvalid,
    output wire logic                    s_axis_tready,

    output wire logic [  StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBits/8-1:0] m_axis_tkeep,
    output wire logic                    m_axis_tlast,
    output wire logic                    m_axis_tuser,
    output wire logic                    m_axis_tvalid,
    input  wire logic                    m_axis_tready
);

  if (StateBits != 256 && StateBits != 512 && StateBits != 1024) begin : gen_check_state
    $fatal(1, "gh_skein: StateBits is %0d; it must be 256, 512 or 1024", StateBits);
  end
  if (StreamBits % 8 != 0 || StateBits % StreamBits != 0) begin : gen_check_stream
    $fatal(
        1,
        "gh_skein: StreamBits is %0d; it must be whole bytes and divide StateBits, %0d",
        StreamBits,
        StateBits
    );
  end

  localparam int unsigned StateBytes = StateBits / 8;
  localparam int unsigned DigestBytes = DigestBits / 8;
  localparam int unsigned PieceBytes = (DigestBytes < StateBytes) ? DigestBytes : StateBytes;
  localparam int unsigned PositionBits = 96;
  localparam skein_padding_e Padding =
      (StateBits == 256) ? PadSkein256 : (StateBits == 512) ? PadSkein512 : PadSkein1024;

  logic rst, block_ready, piece_ready;
  logic [StateBits-1:0] block, piece;
  logic [PositionBits-1:0] position;
  gh_stream_pkg::block_flags_t flags;
  gh_stream_pkg::piece_flags_t piece_flags;

  gh_hash_shell #(
      .StreamBits  (StreamBits),
      .BlockBytes  (StateBytes),
      .CountBits   (PositionBits),
      .PositionBits(PositionBits),
      .PieceBytes  (PieceBytes),
      .LastBytes   ((DigestBytes - 1) % StateBytes + 1)
  ) u_shell (
      .rst_o        (rst),
      .rule_i       (skein_padding(Padding)),
      .data_o       (block),
      .position_o   (position),
      .blocks_o     (flags),
      .take_i       (block_ready),
      .piece_i      (piece[8*PieceBytes-1:0]),
      .piece_flags_i(piece_flags),
      .piece_ready_o(piece_ready),
      .*
  );

  gh_skein_core #(
      .StateWords    (StateBits / 64),
      .RoundsPerCycle(RoundsPerCycle),
      .DigestBits    (DigestBits)
  ) u_core (
      .clk_i        (aclk),
      .rst_i        (rst),
      .block_i      (block),
      .position_i   (position),
      .final_i      (flags.ends),
      .error_i      (flags.error),
      .valid_i      (flags.valid),
      .ready_o      (block_ready),
      .piece_o      (piece),
      .piece_last_o (piece_flags.last),
      .piece_error_o(piece_flags.error),
      .piece_valid_o(piece_flags.valid),
      .piece_ready_i(piece_ready)
  );

  if (PieceBytes < StateBytes) begin : gen_unused
    logic unused;
    assign unused = ^piece[StateBits-1:8*PieceBytes];
  end

endmodule

`default_nettype wire
