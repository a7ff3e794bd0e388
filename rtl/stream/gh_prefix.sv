// SPDX-License-Identifier: Apache-2.0
//
// Blocks of a configuration packet before each message, for hash cores that have no key themselves:
// HMAC (FIPS 198-1) around a sponge, KMAC and cSHAKE (NIST SP 800-185), and Skein's arguments before
// the message (Skein 1.3, section 3.5). It makes the padded beats and takes the core's answers. The
// packet is of 64-bit words:
//
//   word 0     bit 0: blocks follow; without it the packet ends here, and the message has the blocks
//              that the message before held
//              bit 1: hold the blocks for the next message
//              where TailBytes is not 0, bit 8: the bytes of Tail follow the message; or bit 9: the
//              bytes 00 and 01 follow it; with both the message has neither blocks nor tail, and
//              its padding begins with BareSuffix, as that of SHAKE: bits 0 and 1 are zero then
//              where Blocks is 2 or more, bits 23:16 are the number of blocks
//   then       1 to Blocks blocks; where Tagged, a word in front of each leaves beside its beats
//
// All other bits are zero. A malformed packet is drained, and its message answered with an error; so
// is one without blocks where none are held.
//   config  --> memory --(^ ipad, opad)--------------+--> beats
//   message --> tail --+--> gh_message_padder -------+
//   answers -----------+--------------------------------> digests
//
// Where Nested, the block is the key K0: the message goes behind K0 ^ ipad, and its digest behind K0 ^
// opad. Blocks that are not held are overwritten with zeros when the answer has left, and so they are
// by a malformed packet and by reset. An empty message is hashed at that time, whose digest is dropped:
// it overwrites what the buffers and the core have of the message before. Then the next packet may come.

`include "gh_assert.svh"

`default_nettype none

module gh_prefix
  import gh_stream_pkg::*;
#(
    parameter pad_rule_t Rule = '{9'd64, 8'h80, 8'h00, 6'd8, 1'b0},
    parameter int unsigned StreamBytes = 8,  // 1, 2, 4 or 8; 4 or 8 with a tail
    parameter int unsigned Blocks = 1,  // of a packet, at most
    parameter bit Tagged = 1'b0,
    parameter bit Nested = 1'b0,
    parameter int unsigned TailBytes = 0,  // at most 4
    parameter logic [3:0][7:0] Tail = '0,  // byte 0 follows the message
    parameter logic [7:0] BareSuffix = '0,  // where TailBytes is not 0
    parameter int unsigned CountBits = 64,  // of the count of a message's bytes; a longer one wraps
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
    output wire logic                   message_open_o,   // a message is due, or has begun

    // Padded beats, as gh_message_padder makes them.
    output wire logic [StreamBits-1:0] data_o,
    output wire beat_flags_t flags_o,
    output wire logic prefix_o,  // of a block of the packet, which has this tag
    output wire logic [63:0] tag_o,
    output wire logic [CountBits-1:0] count_o,  // else the message's bytes up to and with this beat
    input wire logic ready_i,

    // Digests, or an error in one beat.
    input  wire logic [ StreamBits-1:0] answer_data_i,
    input  wire logic [StreamBytes-1:0] answer_keep_i,
    input  wire logic                   answer_last_i,
    input  wire logic                   answer_user_i,
    input  wire logic                   answer_valid_i,
    output wire logic                   answer_ready_o,

    output wire logic digest_valid_o,  // the answer leaves
    input  wire logic digest_ready_i,
    input  wire logic digest_waits_i   // a beat of one is in a register behind
);

  localparam int unsigned BlockBytes = 32'(Rule.block_bytes);
  localparam int unsigned HeadBeats = 8 / StreamBytes;
  localparam int unsigned TagBeats = Tagged ? HeadBeats : 0;
  localparam int unsigned BlockEntries = TagBeats + BlockBytes / StreamBytes;
  localparam int unsigned Entries = Blocks * BlockEntries;
  localparam int unsigned PlaceBits = $clog2(Entries);
  localparam int unsigned EntryBits = $clog2((BlockEntries > HeadBeats) ? BlockEntries : HeadBeats);
  localparam logic [7:0] Ipad = 8'h36, Opad = 8'h5c;
  localparam int unsigned MaxTail = 4;
  // SP 800-185: right_encode(0), which stands for an output of any length.
  localparam logic [MaxTail-1:0][7:0] NoLength = 32'h0000_0100;

  if (StreamBytes != 1 && StreamBytes != 2 && StreamBytes != 4 && StreamBytes != 8
      || TailBytes > 0 && StreamBytes < MaxTail) begin : gen_check_stream
    $fatal(
        1, "gh_prefix: StreamBytes is %0d; it must be 1, 2, 4 or 8; 4 or 8 with a tail", StreamBytes
    );
  end
  if (TailBytes > MaxTail) begin : gen_check_tail
    $fatal(1, "gh_prefix: TailBytes is %0d; it must be 0 to %0d", TailBytes, MaxTail);
  end
  if (Blocks < 1 || Nested && (Blocks != 1 || Tagged || TailBytes > 0)) begin : gen_check_blocks
    $fatal(
        1, "gh_prefix: Blocks is %0d; it must be positive, and 1 without more for Nested", Blocks
    );
  end

  typedef enum logic [2:0] {
    Head,     // a packet's first word
    Body,     // its blocks
    Skip,     // what is behind its end
    Prefix,   // the blocks, to the core
    Message,  // the message, or the digest of the inner pass, to the core
    Reply,    // the answer
    Erase
  } prefix_e;
  prefix_e state_d, state_q;

  logic [PlaceBits-1:0] place_q, end_q;  // in the memory; the last one that is used
  logic [EntryBits-1:0] entry_q;  // in a block, or in the head
  logic keyed_q, hold_q, malformed_q;
  logic [7:0] blocks_d, blocks_q;  // that the packet still has to bring
  logic outer_q;  // the second pass of Nested
  logic
      lasted_q, ended_q;  // the message's last beat has been taken; that of its last block has left
  logic wiped_q, answered_q;  // of Erase: the memory is zeros; the answer has been dropped

  // The packet.
  logic first, keyed, ends_head, ends_block, ends_body, full, malformed, configured;
  // With both bits 9:8 of its head a packet has no blocks; they may be missing; none are to be sent.
  logic both_odd, may_lack, sends_none;
  assign config_ready_o = !rst_i
      && (state_q == Head && !digest_waits_i || state_q == Body || state_q == Skip);
  assign configured = config_valid_i && config_ready_o;
  assign first = (state_q == Head) && (entry_q == '0);
  assign keyed = first ? config_data_i[0] : keyed_q;
  assign ends_head = (entry_q == EntryBits'(HeadBeats - 1));
  assign ends_block = (entry_q == EntryBits'(BlockEntries - 1));
  assign ends_body = ends_block && (blocks_q == 8'd1);
  assign full = (place_q == PlaceBits'(Entries - 1));

  logic odd;  // bits of the head that must be zero are not
  logic [63:0] head;
  assign head = 64'(config_data_i) << (StreamBits * 32'(entry_q) % 64);
  always_comb begin
    odd = |head[31:24] || |head[7:2] || (head[23:16] > ((Blocks == 1) ? 8'd0 : 8'(Blocks)));
    odd |= |head[63:32] || |head[15:10] || both_odd || (TailBytes == 0 && |head[9:8]);
    blocks_d  = (Blocks == 1) ? 8'(keyed) : head[23:16] | (first ? '0 : blocks_q);
    malformed = malformed_q && !first;
    unique case (state_q)
      Head: begin
        malformed |= odd || (config_last_i != (ends_head && !keyed));
        if (first) malformed |= !keyed && !may_lack;
        if (ends_head) malformed |= keyed != (blocks_d != '0);
      end
      Body: malformed |= config_last_i != ends_body;
      default: malformed = 1'b1;
    endcase
  end

  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [StreamBits-1:0] memory[Entries];
  logic [StreamBits-1:0] entry;
  assign entry = memory[place_q];
  always_ff @(posedge clk_i) begin
    if (state_q == Erase || state_q == Body && configured) begin
      memory[place_q] <= (state_q == Erase) ? '0 : config_data_i;
    end
  end

  // The tag leaves the memory before its block.
  logic in_tag;
  assign in_tag = Tagged && (entry_q < EntryBits'(TagBeats));
  if (Tagged) begin : gen_tag
    logic [63:0] tag_q;
    assign tag_o = tag_q;
    always_ff @(posedge clk_i) begin
      if (state_q == Erase) tag_q <= '0;
      else if (state_q == Prefix && in_tag) tag_q <= 64'({entry, tag_q} >> StreamBits);
    end
  end else begin : gen_no_tag
    assign tag_o = '0;
  end

  // What is hashed: the message, the digest of the first pass, or nothing.
  typedef struct packed {
    logic                        last;
    logic [StreamBytes-1:0]      keep;
    logic [StreamBytes-1:0][7:0] data;
  } beat_t;
  beat_t source, sent;
  logic source_valid, source_ready, sent_valid, sent_ready, refuse;
  logic [7:0] own_suffix;  // of the padding of a message that is not refused
  assign refuse = malformed_q && (state_q == Message);
  always_comb begin
    source = {message_last_i, message_keep_i, message_data_i};
    source_valid = (state_q == Message) && message_valid_i;
    if (Nested && outer_q) begin
      source = {answer_last_i, answer_keep_i, answer_data_i};
      source_valid = (state_q == Message) && answer_valid_i;
    end
    if (state_q == Erase) begin
      source = {1'b1, {StreamBytes{1'b0}}, {StreamBits{1'b0}}};
      source_valid = 1'b1;
    end
    if (lasted_q || rst_i) source_valid = 1'b0;
  end
  assign message_open_o  = !rst_i && (state_q == Message) && !outer_q && !lasted_q;
  assign message_ready_o = message_open_o && source_ready;

  if (TailBytes > 0) begin : gen_tail
    // The tail joins the last beat, and what finds no room there follows in a beat of its own. A
    // malformed beat stays what it is.
    localparam int unsigned SumBits = $clog2(2 * StreamBytes + 1);
    logic [1:0] tail_q;
    logic begun_q, rest_q, joins, well;
    logic [MaxTail-1:0][7:0] tail;
    logic [SumBits-1:0] kept, sum;
    logic [2*StreamBytes-1:0] mask;
    logic [2*StreamBytes-1:0][7:0] joined;
    logic [StreamBytes-1:0] rest_keep_q;
    logic [MaxTail-1:0][7:0] rest_data_q;
    assign tail  = tail_q[1] ? NoLength : Tail;
    assign well  = (source.keep & (source.keep + 1'b1)) == '0 && (source.keep[0] || !begun_q);
    assign joins = (state_q == Message) && !refuse && source.last && well && ^tail_q;
    always_comb begin
      kept   = '0;
      joined = '0;
      for (int unsigned i = 0; i < StreamBytes; i++) begin
        kept += SumBits'(source.keep[i]);
        joined[i] = source.data[i] & {8{source.keep[i]}};
      end
      joined |= (8 * 2 * StreamBytes)'(tail) << 8 * 32'(kept);
      sum  = kept + (tail_q[1] ? SumBits'(2) : SumBits'(TailBytes));
      mask = ~({2 * StreamBytes{1'b1}} << sum);
      sent = source;
      if (joins) sent = {!mask[StreamBytes], mask[StreamBytes-1:0], joined[StreamBytes-1:0]};
      if (rest_q) sent = {1'b1, rest_keep_q, (8 * StreamBytes)'(rest_data_q)};
    end
    logic both;
    assign both         = &head[9:8];
    assign both_odd     = both && |head[1:0];
    assign may_lack     = hold_q || both;
    assign sends_none   = malformed || (first ? both : &tail_q);
    assign own_suffix   = (state_q == Message && &tail_q) ? BareSuffix : Rule.suffix;

    assign sent_valid   = source_valid || rest_q;
    assign source_ready = sent_ready && !rest_q;
    always_ff @(posedge clk_i) begin
      if (state_q != Message) begin
        rest_q  <= 1'b0;
        begun_q <= 1'b0;
      end else if (sent_valid && sent_ready) begin
        rest_q  <= joins && mask[StreamBytes] && !rest_q;
        begun_q <= 1'b1;
      end
      if (state_q == Erase) {rest_keep_q, rest_data_q} <= '0;
      else if (joins && !rest_q) begin
        rest_keep_q <= mask[StreamBytes+:StreamBytes];
        rest_data_q <= joined[StreamBytes+:MaxTail];
      end
      if (configured && first) tail_q <= '0;
      if (configured && state_q == Head && head[9:8] != '0) tail_q <= head[9:8];
      else if (state_q == Erase) tail_q <= '0;
    end
  end else begin : gen_no_tail
    assign both_odd = &head[9:8];
    assign may_lack = hold_q;
    assign sends_none = malformed;
    assign own_suffix = Rule.suffix;
    assign sent = source;
    assign sent_valid = source_valid;
    assign source_ready = sent_ready;
  end

  // A message without a byte is none of whole blocks: so one is refused.
  pad_rule_t rule;
  always_comb begin
    rule = Rule;
    rule.suffix = own_suffix;
    if (refuse) rule = '{block_bytes: Rule.block_bytes, whole: 1'b1, default: '0};
  end

  logic [StreamBits-1:0] padded;
  beat_flags_t padded_flags;
  logic padded_ready;
  localparam int unsigned BeatBits = $clog2(BlockBytes / StreamBytes);
  logic [BeatBits-1:0] unused_beat;
  logic unused_blocks;
  gh_message_padder #(
      .StreamBytes  (StreamBytes),
      .MaxBlockBytes(BlockBytes),
      .CountBits    (CountBits)
  ) u_padder (
      .clk_i,
      .rst_i,
      .rule_i  (rule),
      .data_i  (sent.data),
      .keep_i  (refuse ? '0 : sent.keep),
      .last_i  (sent.last),
      .valid_i (sent_valid),
      .ready_o (sent_ready),
      .data_o  (padded),
      .beat_o  (unused_beat),
      .blocks_o(unused_blocks),
      .count_o (count_o),
      .flags_o (padded_flags),
      .ready_i (padded_ready)
  );
  assign padded_ready = ready_i && (state_q != Prefix);

  // The blocks go around padding.
  logic in_prefix;
  assign in_prefix = (state_q == Prefix);
  assign prefix_o = in_prefix;
  assign data_o    = !in_prefix ? padded
      : Nested ? entry ^ {StreamBytes{outer_q ? Opad : Ipad}} : entry;
  beat_flags_t flags;
  always_comb begin
    flags = padded_flags;
    if (in_prefix) begin
      flags = '{valid: !in_tag && !rst_i, block_last: ends_block, ends: 1'b0, error: 1'b0};
    end
  end
  assign flags_o = flags;

  assign digest_valid_o = (state_q == Reply) && answer_valid_i;
  assign answer_ready_o = (state_q == Erase)
      || (state_q == Reply) && digest_ready_i
      || (state_q == Message) && outer_q && !lasted_q && source_ready;

  logic step, lasts, ends, over, refused, dropped;
  assign lasts = source_valid && source_ready && source.last;
  assign ends = !in_prefix && flags.valid && flags.block_last && flags.ends && ready_i;
  assign over = (lasted_q || lasts) && (ended_q || ends);
  assign dropped = (state_q == Erase) && answer_valid_i && answer_last_i;

  logic error_q;  // the message was malformed
  assign refused = error_q || (ends && flags.error);

  always_comb begin
    state_d = state_q;
    step    = 1'b0;
    unique case (state_q)
      Head, Body, Skip: begin
        step = configured;
        if (configured && config_last_i) state_d = sends_none ? Message : Prefix;
        else if (configured && state_q == Head && ends_head) state_d = keyed ? Body : Skip;
        else if (configured && state_q == Body && (full || ends_body)) state_d = Skip;
      end
      Prefix: begin
        step = in_tag || ready_i;
        if (step && place_q == end_q) state_d = Message;
      end
      Message: if (over) state_d = (Nested && !outer_q && !refused) ? Prefix : Reply;
      Reply: begin
        if (answer_valid_i && digest_ready_i && answer_last_i) begin
          state_d = (hold_q && !malformed_q) ? Head : Erase;
        end
      end
      default: begin
        step = !wiped_q;
        if (wiped_q && (answered_q || dropped)) state_d = Head;
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q     <= Erase;
      outer_q     <= 1'b0;
      malformed_q <= 1'b0;
    end else begin
      state_q <= state_d;
      if (configured) malformed_q <= malformed;
      else if (state_q == Erase) malformed_q <= 1'b0;
      if (state_q == Message && state_d == Prefix) outer_q <= 1'b1;
      else if (state_d == Reply) outer_q <= 1'b0;
    end

    if (rst_i || state_d != state_q) begin
      place_q    <= '0;
      entry_q    <= '0;
      lasted_q   <= 1'b0;
      ended_q    <= 1'b0;
      error_q    <= 1'b0;
      wiped_q    <= 1'b0;
      answered_q <= 1'b0;
    end else begin
      if (step && state_q != Head) place_q <= full ? '0 : place_q + 1'b1;
      if (step) entry_q <= (ends_block && state_q != Head) ? '0 : entry_q + 1'b1;
      if (lasts) lasted_q <= 1'b1;
      if (ends) {ended_q, error_q} <= {1'b1, flags.error};
      if (step && full && state_q == Erase) wiped_q <= 1'b1;
      if (dropped) answered_q <= 1'b1;
    end

    if (configured && state_q == Head) blocks_q <= blocks_d;
    else if (configured && state_q == Body && ends_block) blocks_q <= blocks_q - 1'b1;
    else if (state_q == Erase) blocks_q <= '0;
    if (configured && first) {hold_q, keyed_q} <= config_data_i[1:0];
    else if (state_q == Erase) {hold_q, keyed_q} <= '0;
    if (configured && state_q == Body && config_last_i) end_q <= place_q;
    else if (state_q == Erase) end_q <= '0;
  end

  logic unused;
  assign unused = ^{unused_beat, unused_blocks, answer_user_i, answer_keep_i, answer_data_i, head};

  `GH_ASSERT(place_in_range, 32'(place_q) < Entries, clk_i, rst_i)
  `GH_REQUIRE(answer_is_due, !answer_valid_i || state_q inside {Prefix, Message, Reply, Erase},
              clk_i, rst_i)
  `GH_REQUIRE(answer_follows_its_message, !answer_valid_i || state_q != Erase || ended_q, clk_i,
              rst_i)

endmodule

`default_nettype wire
