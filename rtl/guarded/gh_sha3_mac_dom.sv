// SPDX-License-Identifier: Apache-2.0
//
// gh_sha3_mac in two shares (domain-oriented masking): keys, messages and digests come and go as the sum
// of two shares, and no wire outside of gh_keccak_dom depends on both shares of a bit.
//
// In tdata of every stream both shares of a byte stand side by side, that of share 0 first; tkeep has two
// bits alike for them, and a packet in which they differ is malformed. A message's packet is that of
// gh_prefix, with the blocks that gh_sha3_mac names, each byte in shares, but for its first word, which is
// no secret: see gh_shared_packet. KMACXOF is refused there. Whoever sends a message or key shares it
// uniformly.
//
// s_axis_rnd brings 1,600 random bits a beat, which must be uniform and fresh. A permutation takes 24
// beats, and each message another one; the answer's erasure takes those of an empty message. Without
// beats the core waits. A beat that is offered is held until it is taken.
//
//   s_axis_cfg --> gh_shared_packet --+--> gh_share_shell 0 <--+--> gh_sha3_dom_core <-- s_axis_rnd
//   s_axis     -----------------------+--> gh_share_shell 1 <--+
//   m_axis     <----------------------+

`include "gh_assert.svh"

`default_nettype none

module gh_sha3_mac_dom
  import gh_keccak_pkg::*;
  import gh_sha3_padding_pkg::*;
#(
    parameter int unsigned Function = 32'(Sha3Bits256),  // a function_e; SHAKE where not Nested
    parameter bit Nested = 1'b1,
    parameter int unsigned DigestBits = 256,
    parameter int unsigned StreamBits = 128,  // 64 or 128
    localparam int unsigned RandomBits = 1600
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [StreamBits-1:0] s_axis_cfg_tdata,
    input  wire logic                  s_axis_cfg_tlast,
    input  wire logic                  s_axis_cfg_tvalid,
    output wire logic                  s_axis_cfg_tready,

    input  wire logic [RandomBits-1:0] s_axis_rnd_tdata,
    input  wire logic                  s_axis_rnd_tvalid,
    output wire logic                  s_axis_rnd_tready,

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

  localparam int unsigned PinBytes = StreamBits / 8;
  localparam int unsigned Bytes = PinBytes / 2;  // of a share
  localparam gh_stream_pkg::pad_rule_t Plain = sha3_padding(sha3_padding_e'(Function));
  // SP 800-185, section 3.3: bits 00 and the first one of the padding.
  localparam gh_stream_pkg::pad_rule_t Rule = '{
      block_bytes: Plain.block_bytes,
      suffix: Nested ? Plain.suffix : 8'h04,
      closing: Plain.closing,
      length_bytes: Plain.length_bytes,
      whole: 1'b0
  };
  // right_encode(DigestBits), section 2.3.1: bytes of the number, the greatest first, and their count.
  localparam logic [23:0] Bits = 24'(DigestBits);
  localparam int unsigned LengthBytes =
      (DigestBits >= 1 << 16) ? 3 : (DigestBits >= 1 << 8) ? 2 : 1;
  localparam logic [31:0] Length = (LengthBytes == 3) ? {8'd3, Bits[7:0], Bits[15:8], Bits[23:16]}
      : (LengthBytes == 2) ? {16'd2, Bits[7:0], Bits[15:8]} : {24'd1, Bits[7:0]};
  localparam int unsigned RateBits = 8 * 32'(Rule.block_bytes);
  localparam int unsigned Pieces = (DigestBits + RateBits - 1) / RateBits;
  localparam int unsigned CountBits = $clog2(Pieces + 1);

  if (StreamBits != 64 && StreamBits != 128) begin : gen_check_stream
    $fatal(1, "gh_sha3_mac_dom: StreamBits is %0d; it must be 64 or 128", StreamBits);
  end
  if (Function > 32'(Shake256) || Nested != (Function < 32'(Shake128))) begin : gen_check_function
    $fatal(
        1,
        "gh_sha3_mac_dom: Function is %0d; it must be 0 to %0d where Nested, %0d or %0d else",
        Function,
        32'(Shake128) - 1,
        32'(Shake128),
        32'(Shake256)
    );
  end
  if (Nested && DigestBits != (1600 - RateBits) / 2
      || DigestBits < 8 || DigestBits % 8 != 0 || DigestBits >= 1 << 24) begin : gen_check_digest
    $fatal(
        1,
        // The message is one string.
        // verilog_lint: waive line-length
        "gh_sha3_mac_dom: DigestBits is %0d; it must be %0d where Nested, a positive multiple of 8 else",
        DigestBits,
        (1600 - RateBits) / 2
    );
  end

  logic rst;
  logic [StreamBits-1:0] config_data, message_data, digest_data;
  logic [PinBytes-1:0] config_keep, message_keep, digest_keep;
  logic config_last, config_valid, config_ready, message_last, message_valid, digest_waits;

  // Handshakes are those of share 0; share 1 is in step.
  logic [1:0] packet_ready, message_ready, message_open;
  logic [1:0] block_valid, block_ends, block_error, piece_ready, digest_last, digest_user;
  logic [1:0] digest_valid;
  logic digest_ready;

  gh_keyed_pins #(
      .PinBytes(PinBytes),
      .Bytes   (PinBytes)
  ) u_pins (
      .message_open (message_open[0] && !rst),
      .message_ready(message_ready[0]),
      .digest_last  (digest_last[0]),
      .digest_user  (digest_user[0]),
      .digest_valid (digest_valid[0]),
      .*
  );

  logic [1:0][8*Bytes-1:0] packet;
  logic packet_last, packet_valid;
  gh_shared_packet #(
      .StreamBytes(Bytes)
  ) u_packet (
      .clk_i  (aclk),
      .rst_i  (rst),
      .data_i (config_data),
      .last_i (config_last),
      .valid_i(config_valid),
      .ready_o(config_ready),
      .data_o (packet),
      .last_o (packet_last),
      .valid_o(packet_valid),
      .ready_i(packet_ready[0])
  );

  // A beat whose shares have other bytes gets a hole.
  logic [1:0][Bytes-1:0] keep;
  logic [Bytes-1:0] keep_both;
  logic apart;
  for (genvar i = 0; i < Bytes; i++) begin : gen_keep
    assign keep[0][i] = message_keep[2*i];
    assign keep[1][i] = message_keep[2*i+1];
  end
  assign apart     = (keep[0] != keep[1]);
  assign keep_both = apart ? Bytes'(2) : keep[0];

  logic take, piece_valid, piece_last, piece_error;
  logic [1:0][RateBits-1:0] block, piece;
  logic [1:0][Bytes-1:0] answer_keep;

  for (genvar s = 0; s < 2; s++) begin : gen_share
    logic [Bytes-1:0][7:0] message, answer;
    for (genvar i = 0; i < Bytes; i++) begin : gen_byte
      assign message[i] = message_data[8*(2*i+s)+:8];
      assign digest_data[8*(2*i+s)+:8] = answer[i];
      assign digest_keep[2*i+s] = answer_keep[s][i];
    end

    gh_share_shell #(
        .Rule       (Rule),
        .Second     (s == 1),
        .StreamBytes(Bytes),
        .Blocks     (Nested ? 1 : 2),
        .Nested     (Nested),
        .TailBytes  (Nested ? 0 : LengthBytes + 1),
        .Tail       (Length),
        .BareSuffix (Plain.suffix),
        .DigestBytes(DigestBits / 8)
    ) u_shell (
        .clk_i          (aclk),
        .rst_i          (rst),
        .config_data_i  (packet[s]),
        .config_last_i  (packet_last),
        .config_valid_i (packet_valid),
        .config_ready_o (packet_ready[s]),
        .message_data_i (message),
        .message_keep_i (keep_both),
        .message_last_i (message_last),
        .message_valid_i(message_valid),
        .message_ready_o(message_ready[s]),
        .message_open_o (message_open[s]),
        .block_o        (block[s]),
        .block_ends_o   (block_ends[s]),
        .block_error_o  (block_error[s]),
        .block_valid_o  (block_valid[s]),
        .block_ready_i  (take),
        .piece_i        (piece[s]),
        .piece_last_i   (piece_last),
        .piece_error_i  (piece_error),
        .piece_valid_i  (piece_valid),
        .piece_ready_o  (piece_ready[s]),
        .digest_data_o  (answer),
        .digest_keep_o  (answer_keep[s]),
        .digest_last_o  (digest_last[s]),
        .digest_user_o  (digest_user[s]),
        .digest_valid_o (digest_valid[s]),
        .digest_ready_i (digest_ready),
        .digest_waits_i (digest_waits)
    );
  end

  logic [CountBits-1:0] left_q;  // pieces after the one that is due
  assign piece_last = (left_q == '0);
  always_ff @(posedge aclk) begin
    if (rst) left_q <= CountBits'(Pieces - 1);
    else if (piece_valid && piece_ready[0] && !piece_error) begin
      left_q <= piece_last ? CountBits'(Pieces - 1) : left_q - 1'b1;
    end
  end

  gh_sha3_dom_core #(
      .RateBytes(RateBits / 8)
  ) u_core (
      .clk_i        (aclk),
      .rst_i        (rst),
      .block0_i     (block[0]),
      .block1_i     (block[1]),
      .final_i      (block_ends[0]),
      .error_i      (block_error[0]),
      .valid_i      (block_valid[0]),
      .ready_o      (take),
      .rnd_i        (s_axis_rnd_tdata),
      .rnd_valid_i  (s_axis_rnd_tvalid),
      .rnd_ready_o  (s_axis_rnd_tready),
      .piece0_o     (piece[0]),
      .piece1_o     (piece[1]),
      .piece_error_o(piece_error),
      .piece_valid_o(piece_valid),
      .piece_ready_i(piece_ready[0]),
      .piece_last_i (piece_last)
  );

  // Only assertions need them.
  logic taken_in_step, offered_in_step;
  assign taken_in_step = {packet_ready[0], message_ready[0], message_open[0], piece_ready[0]}
      == {packet_ready[1], message_ready[1], message_open[1], piece_ready[1]};
  assign offered_in_step = {block_valid[0], digest_valid[0]} == {block_valid[1], digest_valid[1]}
      && (!block_valid[0] || {block_ends[0], block_error[0]} == {block_ends[1], block_error[1]})
      && (!digest_valid[0] || {digest_last[0], digest_user[0]} == {digest_last[1], digest_user[1]});

  logic unused;
  assign unused = ^{config_keep, taken_in_step, offered_in_step};

  `GH_ASSERT(left_in_range, 32'(left_q) < Pieces, aclk, rst)
  `GH_ASSERT(shares_take_in_step, taken_in_step, aclk, rst)
  `GH_ASSERT(shares_offer_in_step, offered_in_step, aclk, rst)

endmodule

`default_nettype wire
