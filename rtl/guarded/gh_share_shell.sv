// SPDX-License-Identifier: Apache-2.0
//
// One share of what gh_prefix_shell has between the pins and a core, for messages in two shares whose sum
// is padded by a rule of SHA-3: packet and message in, blocks out; pieces of digests in, digests out.
//
//   packet, message --> gh_prefix --> (constants) --> gh_block_buffer --> blocks
//   digest          <-- gh_prefix <----------------- gh_digest_stream <-- pieces
//
// Both shares have such a shell, in step with each other. The first share has all constants: those of the
// padding, ipad and opad, and the tail behind a message. In the second one they are zeros: it pads with a
// length in place of the suffix, so that its blocks end where those of the first one do, and takes the
// length and gh_prefix's own constants away again. Lengths and handshakes are no secret, and the head of
// a packet is none.

`default_nettype none

module gh_share_shell
  import gh_stream_pkg::*;
#(
    parameter pad_rule_t Rule = '{9'd136, 8'h06, 8'h80, 6'd0, 1'b0},  // a suffix, and no length
    parameter bit Second = 1'b0,
    parameter int unsigned StreamBytes = 8,  // 4 or 8
    parameter int unsigned Blocks = 1,
    parameter bit Nested = 1'b1,
    parameter int unsigned TailBytes = 0,
    parameter logic [31:0] Tail = '0,
    parameter logic [7:0] BareSuffix = '0,
    parameter int unsigned DigestBytes = 32,
    localparam int unsigned StreamBits = 8 * StreamBytes,
    localparam int unsigned BlockBytes = 32'(Rule.block_bytes),
    localparam int unsigned BlockBits = 8 * BlockBytes
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [StreamBits-1:0] config_data_i,
    input  wire logic                  config_last_i,
    input  wire logic                  config_valid_i,
    output wire logic                  config_ready_o,

    input  wire logic [ StreamBits-1:0] message_data_i,
    input  wire logic [StreamBytes-1:0] message_keep_i,
    input  wire logic                   message_last_i,
    input  wire logic                   message_valid_i,
    output wire logic                   message_ready_o,
    output wire logic                   message_open_o,

    output wire logic [BlockBits-1:0] block_o,
    output wire logic                 block_ends_o,
    output wire logic                 block_error_o,
    output wire logic                 block_valid_o,
    input  wire logic                 block_ready_i,

    input  wire logic [BlockBits-1:0] piece_i,
    input  wire logic                 piece_last_i,
    input  wire logic                 piece_error_i,
    input  wire logic                 piece_valid_i,
    output wire logic                 piece_ready_o,

    output wire logic [ StreamBits-1:0] digest_data_o,
    output wire logic [StreamBytes-1:0] digest_keep_o,
    output wire logic                   digest_last_o,
    output wire logic                   digest_user_o,
    output wire logic                   digest_valid_o,
    input  wire logic                   digest_ready_i,
    input  wire logic                   digest_waits_i
);

  if (Rule.suffix == '0 || Rule.length_bytes != '0 || Rule.whole) begin : gen_check_rule
    $fatal(
        1,
        // The message is one string.
        // verilog_lint: waive line-length
        "gh_share_shell: Rule has suffix %0d, a length of %0d bytes; it must have a suffix, and no length",
        Rule.suffix,
        Rule.length_bytes
    );
  end

  // One byte takes the place of the suffix.
  localparam pad_rule_t Own = Second ?
  '{
      block_bytes: Rule.block_bytes,
      suffix: 8'h00,
      closing: 8'h00,
      length_bytes: 6'd1,
      whole: 1'b0
  }
  : Rule;

  logic [StreamBits-1:0] beat, sent;
  logic [ StreamBits-1:0] answer_data;
  logic [StreamBytes-1:0] answer_keep;
  logic answer_last, answer_user, answer_valid, answer_ready, beat_ready, in_prefix;
  beat_flags_t flags;
  logic [63:0] unused_tag, unused_count;

  gh_prefix #(
      .Rule       (Own),
      .StreamBytes(StreamBytes),
      .Blocks     (Blocks),
      .Nested     (Nested),
      .TailBytes  (TailBytes),
      .Tail       (Second ? '0 : Tail),
      .BareSuffix (Second ? '0 : BareSuffix)
  ) u_prefix (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .config_data_i  (config_data_i),
      .config_last_i  (config_last_i),
      .config_valid_i (config_valid_i),
      .config_ready_o (config_ready_o),
      .message_data_i (message_data_i),
      .message_keep_i (message_keep_i),
      .message_last_i (message_last_i),
      .message_valid_i(message_valid_i),
      .message_ready_o(message_ready_o),
      .message_open_o (message_open_o),
      .data_o         (beat),
      .flags_o        (flags),
      .prefix_o       (in_prefix),
      .tag_o          (unused_tag),
      .count_o        (unused_count),
      .ready_i        (beat_ready),
      .answer_data_i  (answer_data),
      .answer_keep_i  (answer_keep),
      .answer_last_i  (answer_last),
      .answer_user_i  (answer_user),
      .answer_valid_i (answer_valid),
      .answer_ready_o (answer_ready),
      .digest_valid_o (digest_valid_o),
      .digest_ready_i (digest_ready_i),
      .digest_waits_i (digest_waits_i)
  );

  if (Second) begin : gen_second
    // FIPS 198-1: the pass that hashes the digest of the first one.
    localparam logic [7:0] Ipad = 8'h36, Opad = 8'h5c;
    logic outer_q, ends;
    assign ends = flags.valid && beat_ready && flags.block_last && flags.ends && !in_prefix;
    always_ff @(posedge clk_i) begin
      if (rst_i || config_valid_i && config_ready_o) outer_q <= 1'b0;
      else if (ends) outer_q <= 1'b1;
    end

    localparam logic [StreamBits-1:0] Last = StreamBits'(8'hff) << (StreamBits - 8);
    always_comb begin
      sent = beat;
      if (in_prefix && Nested) sent = beat ^ {StreamBytes{outer_q ? Opad : Ipad}};
      // The length is the last byte of a message's last block.
      if (!in_prefix && flags.block_last && flags.ends) sent = beat & ~Last;
    end
    logic unused_outer;
    assign unused_outer = outer_q;
  end else begin : gen_first
    assign sent = beat;
  end

  gh_block_buffer #(
      .StreamBytes(StreamBytes),
      .BlockBytes (BlockBytes)
  ) u_buffer (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .data_i (sent),
      .flags_i(flags),
      .ready_o(beat_ready),
      .count_i('0),
      .block_o(block_o),
      .valid_o(block_valid_o),
      .ends_o (block_ends_o),
      .error_o(block_error_o),
      .ready_i(block_ready_i)
  );

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (BlockBytes),
      .DigestBytes(DigestBytes)
  ) u_answer (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .piece_i(piece_i),
      .valid_i(piece_valid_i),
      .last_i (piece_last_i),
      .error_i(piece_error_i),
      .ready_o(piece_ready_o),
      .data_o (answer_data),
      .keep_o (answer_keep),
      .last_o (answer_last),
      .user_o (answer_user),
      .valid_o(answer_valid),
      .ready_i(answer_ready)
  );
  assign digest_data_o = answer_data;
  assign digest_keep_o = answer_keep;
  assign digest_last_o = answer_last;
  assign digest_user_o = answer_user;

  logic unused;
  assign unused = ^{unused_tag, unused_count, in_prefix};

endmodule

`default_nettype wire
