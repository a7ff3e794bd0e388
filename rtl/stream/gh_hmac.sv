// SPDX-License-Identifier: Apache-2.0
//
// HMAC (FIPS 198-1, RFC 2104) around a hash core that goes on from chaining values, such as
// gh_sha2_blocks: it makes the padded beats of both passes of it and takes its answers. A packet of
// 64-bit words gives each message its key:
//
//   word 0   bit 0: a key follows; without it the packet ends here, and the message has the key that
//            the message before held
//            bit 1: hold the key for the next message
//   words 1  the key block K0: the key, or its digest if it is longer than a block, and zeros
//
// All other bits are zero. A malformed packet is drained, and its message answered with an error; so
// is one without a key where none is held.
//
//   config  --> memory ----------+-> K0 ^ ipad, K0 ^ opad -+
//                 ^  |           |                         |
//                 |  +--> words of the core's chaining value
//   message ------|----------------------------------------+--> gh_continued_padder --> beats
//                 |                                        |
//   answers ------+----------------------------------------+--> digests
//
// The memory holds K0 while it is hashed, and then in its place the chaining values behind K0 ^ ipad
// and K0 ^ opad. A message goes on from the first one, and its digest from the second one. Words of a chaining value
// leave every second cycle or more rarely.
//
// A key that is not held is erased when the answer has left, and so it is by a malformed packet and by
// reset: a K0 of zeros is hashed in its place. It overwrites the memory, and in the core all that
// depended on key and message. The next packet may come when that is done.

`include "gh_assert.svh"

`default_nettype none

module gh_hmac
  import gh_stream_pkg::*;
#(
    parameter pad_rule_t Rule = '{9'd64, 8'h80, 8'h00, 6'd8, 1'b0},
    parameter int unsigned StreamBytes = 8,  // 1, 2, 4 or 8
    parameter int unsigned WordBytes = 8,  // of the chaining value, eight of them, half a block
    parameter int unsigned DigestBytes = 8 * WordBytes,  // the first of the last chaining value
    localparam int unsigned Words = 8,
    localparam int unsigned BlockBytes = 32'(Rule.block_bytes),
    localparam int unsigned Beats = BlockBytes / StreamBytes,
    localparam int unsigned BeatBits = $clog2(Beats),
    localparam int unsigned StreamBits = 8 * StreamBytes
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

    output wire logic                     load_valid_o,
    output wire logic [$clog2(Words)-1:0] load_place_o,
    output wire logic [  8*WordBytes-1:0] load_word_o,

    output wire logic [StreamBits-1:0] data_o,
    output wire logic [BeatBits-1:0] beat_o,
    output wire beat_flags_t flags_o,
    input wire logic ready_i,

    // Chaining values, each of 8 * WordBytes, or an error in one beat.
    input  wire logic [StreamBits-1:0] answer_data_i,
    input  wire logic                  answer_last_i,
    input  wire logic                  answer_user_i,
    input  wire logic                  answer_valid_i,
    output wire logic                  answer_ready_o,

    output wire logic [ StreamBits-1:0] digest_data_o,
    output wire logic [StreamBytes-1:0] digest_keep_o,
    output wire logic                   digest_last_o,
    output wire logic                   digest_user_o,
    output wire logic                   digest_valid_o,
    input  wire logic                   digest_ready_i,
    input  wire logic                   digest_waits_i   // one waits in a register behind
);

  if (WordBytes != 4 && WordBytes != 8 || 2 * Words * WordBytes != BlockBytes)
  begin : gen_check_word
    $fatal(
        1,
        // The message is one string.
        // verilog_lint: waive line-length
        "gh_hmac: WordBytes is %0d; it must be 4 or 8, and eight words half of Rule's block, %0d bytes",
        WordBytes,
        BlockBytes
    );
  end
  if (DigestBytes < 1 || DigestBytes > Words * WordBytes) begin : gen_check_digest
    $fatal(1, "gh_hmac: DigestBytes is %0d; it must be 1 to %0d", DigestBytes, Words * WordBytes);
  end

  localparam logic [7:0] Ipad = 8'h36, Opad = 8'h5c;
  localparam int unsigned HeadBeats = 8 / StreamBytes;
  localparam int unsigned DigestBeats = (DigestBytes + StreamBytes - 1) / StreamBytes;
  localparam int unsigned EndBytes = DigestBytes - (DigestBeats - 1) * StreamBytes;
  localparam logic [StreamBytes-1:0] EndKeep = {StreamBytes{1'b1}} >> (StreamBytes - EndBytes);
  // Cycles from a word of a chaining value to the next; entries of the memory, of beats, that are a word,
  // or words of an entry.
  localparam bit Gathers = (WordBytes > StreamBytes);
  localparam int unsigned Pace = (WordBytes > 2 * StreamBytes) ? WordBytes / StreamBytes : 2;
  localparam int unsigned EntryWords = Gathers ? 1 : StreamBytes / WordBytes;
  localparam int unsigned LoadBits = $clog2(Words * Pace);
  localparam int unsigned CountBits = (BeatBits > LoadBits) ? BeatBits : LoadBits;

  typedef enum logic [2:0] {
    Head,  // a packet's first word
    Key,   // its key block
    Skip,  // what is behind its end
    Load,  // a chaining value, into the core
    Send,  // a message of the core's
    Wait,  // until the message's answer is there
    Save,  // both keys' answers, into the memory
    Reply  // the digest, or an error, and what of the chaining value is behind it
  } hmac_e;
  hmac_e state_d, state_q;

  // A key and a message are four of the core's messages: K0 ^ ipad, K0 ^ opad, the message behind the
  // first, its digest behind the second.
  typedef enum logic [1:0] {
    InnerKey,
    OuterKey,
    Inner,
    Outer
  } pass_e;
  pass_e pass_d, pass_q;
  logic keys, outer;
  assign keys  = (pass_q == InnerKey) || (pass_q == OuterKey);
  assign outer = (pass_q == OuterKey) || (pass_q == Outer);

  logic [CountBits-1:0] count_q;  // beats, or cycles of Load, in this state
  logic step;
  logic key_q, hold_q, malformed_q, erasing_q;

  // Of the packet.
  logic first, ends, key, malformed, misplaced, configured;
  assign config_ready_o = !rst_i
      && (state_q == Head && !digest_waits_i || state_q == Key || state_q == Skip);
  assign configured = config_valid_i && config_ready_o;
  assign first = (count_q == '0);
  assign key = (state_q == Head && first) ? config_data_i[0] : key_q;
  assign ends = (count_q == CountBits'((state_q == Head) ? HeadBeats - 1 : Beats - 1));
  always_comb begin
    misplaced = config_last_i != ends;
    if (state_q == Head) misplaced = config_last_i != (ends && !key);
    malformed = misplaced || (malformed_q && !(state_q == Head && first));
    if (state_q == Head) begin
      if (first && config_data_i[StreamBits-1:2] != '0) malformed = 1'b1;
      if (first && !config_data_i[0] && !hold_q) malformed = 1'b1;
      if (!first && config_data_i != '0) malformed = 1'b1;
    end
  end

  // K0, then both chaining values.
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [StreamBits-1:0] memory[Beats];
  logic [BeatBits-1:0] place;
  logic [StreamBits-1:0] entry;
  logic writes;
  assign entry  = memory[place];
  assign writes = (state_q == Save) ? answer_valid_i : (state_q == Key) && configured;
  always_comb begin
    place = BeatBits'(count_q);
    if (state_q == Load) begin
      place = BeatBits'(Gathers ? count_q : count_q >> $clog2(Pace * EntryWords));
      place[BeatBits-1] = outer;
    end
  end
  always_ff @(posedge clk_i) begin
    if (writes) memory[place] <= (state_q == Save) ? answer_data_i : config_data_i;
  end

  assign load_valid_o = (state_q == Load) && (32'(count_q) % Pace == Pace - 1);
  assign load_place_o = $clog2(Words)'(32'(count_q) / Pace);
  if (Gathers) begin : gen_gather
    // The entries before the last one of a word.
    logic [8*(WordBytes-StreamBytes)-1:0] gathered_q;
    assign load_word_o = {entry, gathered_q};
    always_ff @(posedge clk_i) begin
      gathered_q <= (state_q == Load) ? load_word_o[8*WordBytes-1:StreamBits] : '0;
    end
  end else begin : gen_words
    assign load_word_o = entry[8*WordBytes*(32'(count_q)/Pace%EntryWords)+:8*WordBytes];
  end

  // The answer as far as it is a digest.
  logic in_digest, digest_ends;
  logic [StreamBytes-1:0][7:0] digest;
  logic [StreamBytes-1:0] digest_keep;
  assign in_digest   = (count_q < CountBits'(DigestBeats));
  assign digest_ends = answer_user_i || (count_q == CountBits'(DigestBeats - 1));
  assign digest_keep = (digest_ends && !answer_user_i) ? EndKeep : '1;
  always_comb begin
    digest = answer_data_i;
    for (int unsigned i = EndBytes; i < StreamBytes; i++) begin
      if (digest_ends) digest[i] = '0;
    end
  end

  assign digest_data_o  = digest;
  assign digest_keep_o  = digest_keep;
  assign digest_last_o  = digest_ends;
  assign digest_user_o  = answer_user_i;
  assign digest_valid_o = (state_q == Reply) && answer_valid_i && in_digest;

  // What is hashed.
  logic [StreamBytes-1:0][7:0] sent;
  logic [StreamBytes-1:0] sent_keep;
  logic sent_last, sent_valid, sent_ready, answered;
  always_comb begin
    sent       = (erasing_q ? '0 : entry) ^ {StreamBytes{outer ? Opad : Ipad}};
    sent_keep  = '1;
    sent_last  = (count_q == CountBits'(Beats - 1));
    sent_valid = 1'b1;
    if (pass_q == Inner) begin
      sent       = message_data_i;
      sent_keep  = message_keep_i;
      sent_last  = message_last_i;
      sent_valid = message_valid_i;
    end else if (pass_q == Outer) begin
      sent       = digest;
      sent_keep  = digest_keep;
      sent_last  = digest_ends;
      sent_valid = answer_valid_i && in_digest;
    end
  end
  assign message_ready_o = !rst_i && (state_q == Send) && (pass_q == Inner) && sent_ready;

  assign answer_ready_o = (state_q == Save)
      || (state_q == Send && pass_q == Outer) && (sent_ready || !in_digest)
      || (state_q == Reply) && (digest_ready_i || !in_digest);
  assign answered = answer_valid_i && answer_ready_o;

  // Between the sources, of which the digest comes through a multiplexer of its own, and padding.
  typedef struct packed {
    logic                   last;
    logic [StreamBytes-1:0] keep;
    logic [StreamBits-1:0]  data;
  } beat_t;
  beat_t next;
  logic next_valid, next_ready;
  gh_register_slice #(
      .Width($bits(beat_t)),
      .Mode (1)
  ) u_slice (
      .clk_i,
      .rst_i,
      .data_i ({sent_last, sent_keep, sent}),
      .valid_i(state_q == Send && sent_valid),
      .ready_o(sent_ready),
      .data_o (next),
      .valid_o(next_valid),
      .ready_i(next_ready)
  );

  gh_continued_padder #(
      .Rule       (Rule),
      .StreamBytes(StreamBytes)
  ) u_padder (
      .clk_i,
      .rst_i,
      .whole_i (keys),
      .refuse_i(!keys && malformed_q),
      .before_i(64'(BlockBytes)),
      .data_i  (next.data),
      .keep_i  (next.keep),
      .last_i  (next.last),
      .valid_i (next_valid),
      .ready_o (next_ready),
      .data_o,
      .beat_o,
      .flags_o,
      .ready_i
  );

  always_comb begin
    state_d = state_q;
    pass_d  = pass_q;
    step    = 1'b0;
    unique case (state_q)
      Head, Key, Skip: begin
        step = configured;
        if (configured && config_last_i) begin
          if (malformed) {state_d, pass_d} = {Send, Inner};
          else if (state_q == Key) {state_d, pass_d} = {Send, InnerKey};
          else {state_d, pass_d} = {Load, Inner};
        end else if (configured && ends && state_q != Skip) begin
          state_d = (state_q == Head && key) ? Key : Skip;
        end
      end
      Load: begin
        step = 1'b1;
        if (count_q == CountBits'(Words * Pace - 1)) state_d = Send;
      end
      Send: begin
        step = (pass_q == Outer) ? answered : keys && sent_ready;
        // Of a chaining value all must leave, also what is behind the digest.
        if (pass_q == Outer ? answered && answer_last_i : sent_valid && sent_last && sent_ready)
          unique case (pass_q)
            InnerKey: pass_d = OuterKey;
            OuterKey: state_d = Save;
            Inner: state_d = Wait;
            default: state_d = Reply;
          endcase
      end
      Wait: begin
        if (answer_valid_i) begin
          if (answer_user_i) state_d = Reply;
          else {state_d, pass_d} = {Load, Outer};
        end
      end
      Save: begin
        step = answered;
        if (answered && count_q == CountBits'(Beats - 1)) begin
          if (erasing_q) state_d = Head;
          else {state_d, pass_d} = {Load, Inner};
        end
      end
      default: begin
        step = answered;
        if (answered && answer_last_i) begin
          if (hold_q && !malformed_q) state_d = Head;
          else {state_d, pass_d} = {Send, InnerKey};
        end
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q     <= Send;
      pass_q      <= InnerKey;
      count_q     <= '0;
      malformed_q <= 1'b0;
      erasing_q   <= 1'b1;
    end else begin
      state_q <= state_d;
      pass_q  <= pass_d;
      if (state_d != state_q || pass_d != pass_q) count_q <= '0;
      else if (step) count_q <= count_q + 1'b1;
      if (configured) malformed_q <= malformed;
      if (state_q == Reply) erasing_q <= (state_d == Send);
      if (state_q == Head) erasing_q <= 1'b0;
    end
    if (configured && state_q == Head && first) {hold_q, key_q} <= config_data_i[1:0];
    else if (erasing_q) hold_q <= 1'b0;
  end

  `GH_ASSERT(count_in_range,
             state_q == Skip || 32'(count_q) < ((state_q == Load) ? Words * Pace : Beats), clk_i,
             rst_i)
  `GH_REQUIRE(answer_is_due, !answer_valid_i || state_q inside {Send, Wait, Save, Reply, Load},
              clk_i, rst_i)
  `GH_REQUIRE(keys_have_answers, !answer_valid_i || !answer_user_i || pass_q == Inner, clk_i, rst_i)

endmodule

`default_nettype wire
