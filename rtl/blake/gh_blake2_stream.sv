// SPDX-License-Identifier: Apache-2.0
//
// Messages of BLAKE2 (RFC 7693), each behind a packet of configuration, for gh_blake2_core: the packet is that of
// gh_arx_mc_stream, in words as long as BLAKE2's.
//
//   Erase --> Head --> Parameters --> Key --> Message --> Reply --> Erase
//                          |                     ^
//                          +---------------------+  without a key
//   Head, Parameters, Key --> Skip --> Message             malformed
//
// The key's block is the first one that is padded. It is the message's last block if the message is empty; it waits in
// the core for the message's first beat, which shows that. Each beat of a message behind a malformed packet gets a
// hole, so that the padder drains it as malformed. Erase takes 16 cycles, in which the core overwrites all that a
// message has left.

`include "gh_assert.svh"

`default_nettype none

module gh_blake2_stream
  import gh_stream_pkg::*;
#(
    parameter int unsigned WordBits = 32,  // 32 or 64
    parameter int unsigned PinWords = 1,  // in a beat at the pins, 1 or 2
    localparam int unsigned Bytes = WordBits / 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [WordBits-1:0] config_data_i,
    input  wire logic                config_last_i,
    input  wire logic                config_valid_i,
    output wire logic                config_ready_o,

    input  wire logic [WordBits-1:0] message_data_i,
    input  wire logic [   Bytes-1:0] message_keep_i,
    input  wire logic                message_last_i,
    input  wire logic                message_valid_i,
    output wire logic                message_ready_o,
    output wire logic                message_open_o,   // a message is due, or has begun

    output wire logic [WordBits-1:0] answer_data_o,
    output wire logic [   Bytes-1:0] answer_keep_o,
    output wire logic                answer_last_o,
    output wire logic                answer_user_o,
    output wire logic                answer_valid_o,
    input  wire logic                answer_ready_i,
    input  wire logic                answer_waits_i,  // a beat of one is in a register behind

    // Ports of gh_blake2_core.
    output wire logic                                     hold_o,
    output wire logic                                     clear_o,
    output wire logic        [         3:0]               number_o,
    output wire logic                                     parameter_o,
    output wire logic                                     last_node_o,
    output wire logic                                     wait_o,
    output wire logic                                     close_o,
    output wire logic        [WordBits-1:0]               data_o,
    output wire logic        [         3:0]               beat_o,
    output wire logic        [        63:0]               count_o,
    output wire beat_flags_t                              flags_o,
    input  wire logic                                     ready_i,
    input  wire logic        [         7:0][WordBits-1:0] digest_i,
    input  wire logic                                     digest_error_i,
    input  wire logic                                     digest_valid_i
);

  localparam pad_rule_t Rule = '{block_bytes: 9'(16 * Bytes), default: '0};
  localparam int unsigned HeadWords = 64 / WordBits;
  localparam int unsigned LengthBits = $clog2(WordBits + 1);  // of the bytes of the longest digest
  // Bits of the first word of a packet: 0 or 1 for BLAKE2s, 2 or 3 for BLAKE2b.
  localparam logic [WordBits-2:0] Function = (WordBits - 1)'((WordBits == 32) ? 0 : 1);

  typedef enum logic [2:0] {
    Head,
    Parameters,
    Key,
    Skip,
    Message,
    Reply,
    Erase
  } state_e;
  state_e state_d, state_q;

  logic [3:0] place_q;  // of a word
  logic last_node_q, keyed_q, malformed_q;
  logic key_waits_q;  // a key's block, for the message's first beat
  logic [LengthBits-1:0] length_q;  // of the digest in bytes

  // The packet.
  logic head_good, lengths_good, ends_head, ends_parameters, ends_key, key_good, good, malformed;
  logic configured;
  assign head_good =
      (place_q == '0) ? config_data_i[WordBits-1:1] == Function : config_data_i == '0;
  assign lengths_good = config_data_i[7:0] <= 8'(WordBits) && config_data_i[7:0] != '0
      && config_data_i[15:8] <= 8'(WordBits);
  assign ends_head = place_q == 4'(HeadWords - 1);
  assign ends_parameters = place_q == 4'd7;
  assign ends_key = place_q == 4'd15;
  assign key_good = config_last_i == ends_key;
  always_comb begin
    unique case (state_q)
      Head: good = head_good && !config_last_i;
      Parameters: begin
        good = (place_q != '0 || lengths_good) && config_last_i == (ends_parameters && !keyed_q);
      end
      Key: good = key_good;
      default: good = 1'b0;
    endcase
  end
  assign malformed = configured && !good;

  logic padder_ready, in_key;
  assign in_key = state_q == Key;
  assign config_ready_o = !rst_i && (state_q == Head && !answer_waits_i || state_q == Parameters
      || state_q == Skip || in_key);
  assign configured = config_valid_i && config_ready_o;

  // The padder takes the key, then the message.
  typedef struct packed {
    logic                last;
    logic [Bytes-1:0]    keep;
    logic [WordBits-1:0] data;
  } beat_t;
  beat_t source;
  logic source_valid, in_message;
  assign in_message = state_q == Message && !key_waits_q;
  always_comb begin
    source = {message_last_i, message_keep_i, message_data_i};
    source_valid = in_message && message_valid_i && !rst_i;
    if (malformed_q) source.keep = {{Bytes - 1{1'b1}}, 1'b0};
    if (in_key) begin
      source = {1'b0, {Bytes{1'b1}}, config_data_i};
      source_valid = config_valid_i && key_good && !rst_i;
    end else if (!in_message) source.keep = '0;
  end
  logic closes;  // the message behind a key is empty, and its beat is not padded
  assign closes = key_waits_q && message_valid_i && message_last_i && message_keep_i == '0;
  assign message_open_o = !rst_i && state_q == Message;
  assign message_ready_o = !rst_i && (closes || in_message && padder_ready);
  assign wait_o = key_waits_q && !message_valid_i;
  assign close_o = closes;

  logic unused_blocks;
  beat_flags_t flags;
  gh_message_padder #(
      .StreamBytes  (Bytes),
      .MaxBlockBytes(16 * Bytes)
  ) u_padder (
      .clk_i,
      .rst_i   (rst_i || state_q == Erase),
      .rule_i  (Rule),
      .data_i  (source.data),
      .keep_i  (source.keep),
      .last_i  (source.last),
      .valid_i (source_valid),
      .ready_o (padder_ready),
      .data_o  (data_o),
      .beat_o  (beat_o),
      .blocks_o(unused_blocks),
      .count_o (count_o),
      .flags_o (flags),
      .ready_i (ready_i)
  );
  assign flags_o = flags;

  logic lasts;
  assign lasts = message_valid_i && (closes || in_message && padder_ready && message_last_i);

  // The answer.
  logic [LengthBits-1:0] left;  // bytes behind the word's first one
  logic [Bytes-1:0] keep;
  logic [WordBits-1:0] word, kept;
  logic last_word;
  assign left = length_q - LengthBits'(32'(place_q[2:0]) * Bytes);
  assign last_word = left <= LengthBits'(Bytes);
  gh_mux #(
      .Words(8),
      .Width(WordBits)
  ) u_word (
      .data_i  (digest_i),
      .select_i(place_q[2:0]),
      .data_o  (word)
  );
  for (genvar i = 0; i < Bytes; i++) begin : gen_keep
    assign keep[i] = left > LengthBits'(i);
    assign kept[8*i+:8] = word[8*i+:8] & {8{keep[i] && !digest_error_i}};
  end
  assign answer_data_o  = kept;
  assign answer_keep_o  = keep | {Bytes{digest_error_i}};
  // An error fills a beat at the pins.
  assign answer_last_o  = digest_error_i ? 32'(place_q[0]) == PinWords - 1 : last_word;
  assign answer_user_o  = digest_error_i;
  assign answer_valid_o = state_q == Reply && digest_valid_i && !rst_i;

  logic step, answered;
  assign answered = answer_valid_o && answer_ready_i;
  always_comb begin
    state_d = state_q;
    step    = 1'b0;
    unique case (state_q)
      Head, Parameters, Key, Skip: begin
        step = configured;
        if (configured && config_last_i) state_d = Message;
        else if (malformed) state_d = Skip;
        else if (configured && state_q == Head && ends_head) state_d = Parameters;
        else if (configured && state_q == Parameters && ends_parameters) state_d = Key;
      end
      Message: if (lasts) state_d = Reply;
      Reply: begin
        step = answered;
        if (answered && answer_last_o) state_d = Erase;
      end
      default: begin
        step = 1'b1;
        if (&place_q) state_d = Head;
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (state_d != state_q) place_q <= '0;
    else if (step) place_q <= place_q + 1'b1;
    if (malformed) malformed_q <= 1'b1;
    if (state_q == Message && message_valid_i) key_waits_q <= 1'b0;
    if (in_key && configured && good && ends_key) key_waits_q <= 1'b1;
    if (configured && state_q == Head && place_q == '0) last_node_q <= config_data_i[0];
    if (configured && state_q == Parameters && place_q == '0) begin
      length_q <= config_data_i[LengthBits-1:0];
      keyed_q  <= config_data_i[15:8] != '0;
    end
    if (state_q == Erase) begin
      {malformed_q, last_node_q, keyed_q, key_waits_q} <= '0;
      length_q <= '0;
    end
    if (rst_i) begin
      state_q <= Erase;
      place_q <= '0;
    end
  end

  assign hold_o = !(state_q inside {Key, Message, Reply});
  assign clear_o = state_q == Erase;
  assign number_o = place_q;
  assign parameter_o = configured && state_q == Parameters;
  assign last_node_o = last_node_q;

  logic unused;
  assign unused = unused_blocks;

  `GH_STABLE(held, answer_valid_o, answer_ready_i, {answer_user_o, answer_last_o, answer_keep_o,
                                                    answer_data_o}, clk_i, rst_i)
  `GH_REQUIRE(takes_key, !in_key || ready_i, clk_i, rst_i)
  `GH_ASSERT(key_taken, !in_key || padder_ready, clk_i, rst_i)
  `GH_REQUIRE(digest_held, $past(rst_i || !digest_valid_i || hold_o)
              || {digest_valid_i, digest_error_i, digest_i} == $past
              ({digest_valid_i, digest_error_i, digest_i}), clk_i, rst_i)

endmodule

`default_nettype wire
