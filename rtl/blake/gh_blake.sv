// SPDX-License-Identifier: Apache-2.0
//
// BLAKE-256 and -224, or BLAKE-512 and -384 (version 1.3, without salt), message stream in, digest stream out.
// One packet in is one message, one packet out is its digest, as in gh_hash_shell; the core's own memories are the
// buffer of blocks.
//
//   s_axis --> gh_message_padder --> core --> gh_digest_stream --> m_axis
//
// Half a round or a round a cycle: 29 or 15 cycles a block on words of 32 bits, 33 or 17 on words of 64, and two
// a message.

`default_nettype none

module gh_blake
  import gh_blake_padding_pkg::*;
  import gh_stream_pkg::*;
#(
    parameter int unsigned WordBits = 32,  // 32 or 64
    parameter int unsigned DigestBits = 8 * WordBits,  // that, or 224 or 384
    parameter int unsigned Halves = 1,  // of a round in a cycle, 1 or 2
    parameter int unsigned StreamBits = 64,  // 8, 16, 32 or 64
    parameter bit Registered = 1'b0
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

  localparam int unsigned StreamBytes = StreamBits / 8;
  localparam int unsigned BeatBits = $clog2(16 * WordBits / StreamBits);
  localparam int unsigned SliceMode = Registered ? 3 : 0;
  localparam blake_padding_e Padding = (DigestBits == 224) ? PadBlake224 :
      (DigestBits == 256) ? PadBlake256 : (DigestBits == 384) ? PadBlake384 : PadBlake512;

  // In reset at power-up: registers may begin with any value.
  logic rst_q, rst_slices;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;
  // What drives the pins is silent as soon as rst_q is set.
  assign rst_slices = rst_q || !aresetn;

  typedef struct packed {
    logic                   user;
    logic                   last;
    logic [StreamBytes-1:0] keep;
    logic [StreamBits-1:0]  data;
  } stream_t;
  stream_t entering, leaving;
  logic entering_valid, entering_ready, leaving_valid, leaving_ready;

  gh_register_slice #(
      .Width($bits(stream_t)),
      .Mode (SliceMode)
  ) u_in (
      .clk_i  (aclk),
      .rst_i  (rst_slices),
      .data_i ({1'b0, s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
      .valid_i(s_axis_tvalid),
      .ready_o(s_axis_tready),
      .data_o (entering),
      .valid_o(entering_valid),
      .ready_i(entering_ready)
  );

  logic [StreamBits-1:0] beat_data;
  logic [  BeatBits-1:0] beat;
  logic beat_blocks, beat_ready;
  logic [63:0] beat_count;
  beat_flags_t beat_flags;
  gh_message_padder #(
      .StreamBytes  (StreamBytes),
      .MaxBlockBytes(2 * WordBits)
  ) u_padder (
      .clk_i   (aclk),
      .rst_i   (rst_q),
      .rule_i  (blake_padding(Padding)),
      .data_i  (entering.data),
      .keep_i  (entering.keep),
      .last_i  (entering.last),
      .valid_i (entering_valid),
      .ready_o (entering_ready),
      .data_o  (beat_data),
      .beat_o  (beat),
      .blocks_o(beat_blocks),
      .count_o (beat_count),
      .flags_o (beat_flags),
      .ready_i (beat_ready)
  );

  logic [7:0][WordBits-1:0] digest, piece;
  logic digest_error, digest_valid, digest_ready;
  gh_blake_core #(
      .WordBits  (WordBits),
      .DigestBits(DigestBits),
      .Halves    (Halves),
      .StreamBits(StreamBits)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .data_i        (beat_data),
      .beat_i        (beat),
      .count_i       (beat_count),
      .flags_i       (beat_flags),
      .ready_o       (beat_ready),
      .digest_o      (digest),
      .digest_error_o(digest_error),
      .digest_valid_o(digest_valid),
      .digest_ready_i(digest_ready)
  );
  // Words are big endian.
  for (genvar i = 0; i < 8; i++) begin : gen_word
    assign piece[i] = {<<8{digest[i]}};
  end

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (WordBits),
      .DigestBytes(DigestBits / 8)
  ) u_digest (
      .clk_i  (aclk),
      .rst_i  (rst_q),
      .piece_i(piece),
      .valid_i(digest_valid),
      .last_i (1'b1),
      .error_i(digest_error),
      .ready_o(digest_ready),
      .data_o (leaving.data),
      .keep_o (leaving.keep),
      .last_o (leaving.last),
      .user_o (leaving.user),
      .valid_o(leaving_valid),
      .ready_i(leaving_ready)
  );

  gh_register_slice #(
      .Width($bits(stream_t)),
      .Mode (SliceMode)
  ) u_out (
      .clk_i  (aclk),
      .rst_i  (rst_slices),
      .data_i (leaving),
      .valid_i(leaving_valid),
      .ready_o(leaving_ready),
      .data_o ({m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata}),
      .valid_o(m_axis_tvalid),
      .ready_i(m_axis_tready)
  );

  logic unused;
  assign unused = ^{entering.user, beat_blocks};

endmodule

`default_nettype wire
