// SPDX-License-Identifier: Apache-2.0
//
// The shell around an engine that works on messages of several streams at once: a buffer of two
// blocks for each stream, the choice of the next block, the answers.
//
//   s_axis --> blocks of each stream --> engine --> digest of each stream --> m_axis
//
// The streams share the pins, and a beat's tid is the number of its stream: beats of different
// streams may come in any order. Within a stream all is as in gh_hash_shell: a packet is a message,
// byte 0 of a message is s_axis_tdata[7:0] of its first beat, every beat but the last is full, and
// a malformed packet is answered with one beat that has m_axis_tuser set. A beat for a stream with
// a full buffer stalls the shared input until that buffer drains.
//
// An answer leaves whole, without a beat of another one in between. The next message of a stream may enter
// before its answer has left. Streams take turns.
//
// Messages are completed to whole blocks of words of 64 bits by the padding rule Rule, where the
// words are read. A block of padding alone follows a message's last one if suffix and length have
// no room in that.

`include "gh_assert.svh"

`default_nettype none

module gh_tid_shell
  import gh_stream_pkg::*;
#(
    parameter int unsigned Streams = 16,  // a power of 2
    parameter int unsigned BlockWords = 8,  // from 2 on; a power of 2 where Rule has a length
    // By default nothing but zeros is added. The length is whole words.
    parameter pad_rule_t Rule = '{9'(8 * BlockWords), 8'h00, 8'h00, 6'd0, 1'b0},
    parameter int unsigned DigestBits = 512,
    // Answers of a stream that are under way or wait to leave: 1, or 2, with which done_valid comes for each block.
    parameter int unsigned Answers = 1,
    // Whether registers behind block memories are these memories' own, see gh_registered_ram: a faster clock.
    parameter bit OutputRegisters = 1'b0,
    parameter bit Registered = 1'b0,
    localparam int unsigned IdBits = $clog2(Streams),
    localparam int unsigned WordBits = $clog2(BlockWords),
    localparam int unsigned Beats = (DigestBits + 63) / 64,
    localparam int unsigned BeatBits = $clog2((Beats > BlockWords) ? Beats : BlockWords)
) (
    input  wire logic aclk,
    input  wire logic aresetn,
    output wire logic rst,      // aresetn, registered and inverted: the engine's reset

    input  wire logic [      63:0] s_axis_tdata,
    input  wire logic [       7:0] s_axis_tkeep,
    input  wire logic [IdBits-1:0] s_axis_tid,
    input  wire logic              s_axis_tlast,
    input  wire logic              s_axis_tvalid,
    output wire logic              s_axis_tready,

    // Where Answers is 2, streams of which the next block may be chosen. It is offered two cycles later, at the
    // earliest.
    input wire logic [Streams-1:0] may,

    // Its stream, and its message's bytes up to and with it, or 0 of a block of padding alone and where
    // BlockWords is no power of 2. Its words are here two cycles after they are asked for, in the order of
    // their numbers, a word a cycle, from the cycle on in which the block is taken.
    output wire logic [  IdBits-1:0] block_stream,
    output wire logic                block_first,
    output wire logic                block_ends,
    output wire logic                block_error,     // the message is abandoned
    output wire logic [        63:0] block_position,
    output wire logic                block_valid,
    input  wire logic                block_ready,
    input  wire logic [WordBits-1:0] word_number,
    output wire logic [        63:0] word_data,

    // A stream's next block may come: the one before is done.
    input wire logic              done_valid,
    input wire logic [IdBits-1:0] done_stream,

    // Words of the engine's results; a stream's are its digest when it is answered. Where Answers is 2 they come
    // in the order of their numbers.
    input wire logic                result_valid,
    input wire logic [  IdBits-1:0] result_stream,
    input wire logic [BeatBits-1:0] result_number,
    input wire logic [        63:0] result_data,

    // A message of the stream is answered. Its digest's words come from now on, one a cycle, if not before.
    input wire logic              answer_valid,
    input wire logic [IdBits-1:0] answer_stream,
    input wire logic              answer_error,

    output wire logic [      63:0] m_axis_tdata,
    output wire logic [       7:0] m_axis_tkeep,
    output wire logic [IdBits-1:0] m_axis_tid,
    output wire logic              m_axis_tlast,
    output wire logic              m_axis_tuser,
    output wire logic              m_axis_tvalid,
    input  wire logic              m_axis_tready
);

  localparam int unsigned SizeBits = WordBits + 4;
  localparam bit Power = BlockWords == 1 << WordBits;
  localparam logic [7:0] EndKeep = 8'hff >> (8 * Beats - DigestBits / 8);

  if (Streams < 2 || Streams > 256 || Streams != 1 << IdBits) begin : gen_check_streams
    $fatal(1, "gh_tid_shell: Streams is %0d; it must be a power of 2 from 2 to 256", Streams);
  end
  if (DigestBits < 8 || DigestBits % 8 != 0) begin : gen_check_digest
    $fatal(1, "gh_tid_shell: DigestBits is %0d; it must be a positive multiple of 8", DigestBits);
  end
  if (Answers != 1 && Answers != 2) begin : gen_check_answers
    $fatal(1, "gh_tid_shell: Answers is %0d; it must be 1 or 2", Answers);
  end

  if (BlockWords < 2 || !Power && Rule.length_bytes != '0) begin : gen_check_words
    $fatal(
        1,
        "gh_tid_shell: BlockWords is %0d; it must be from 2 on, and a power of 2 with a length",
        BlockWords
    );
  end
  if (32'(Rule.block_bytes) != 8 * BlockWords || Rule.length_bytes % 8 != 0 || Rule.whole
      || 32'(Rule.length_bytes) >= 8 * BlockWords) begin : gen_check_rule
    $fatal(
        1,
        "gh_tid_shell: Rule has blocks of %0d bytes, a length of %0d bytes, and whole is %0d; %s",
        Rule.block_bytes,
        Rule.length_bytes,
        Rule.whole,
        "blocks must be those of BlockWords, the length whole words and shorter, and whole 0"
    );
  end

  // In reset at power-up: registers may begin with any value.
  logic rst_q, rst_pins;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;
  assign rst = rst_q;
  // What drives the pins is silent as soon as rst_q is set.
  assign rst_pins = rst_q || !aresetn;

  typedef struct packed {
    logic [IdBits-1:0] id;
    logic              user;
    logic              last;
    logic [7:0]        keep;
    logic [63:0]       data;
  } beat_t;
  localparam int unsigned SliceMode = Registered ? 3 : 0;
  beat_t entering, leaving;
  logic entering_valid, entering_ready, leaving_valid, leaving_ready;

  gh_register_slice #(
      .Width($bits(beat_t)),
      .Mode (SliceMode)
  ) u_in (
      .clk_i  (aclk),
      .rst_i  (rst_pins),
      .data_i ({s_axis_tid, 1'b0, s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
      .valid_i(s_axis_tvalid),
      .ready_o(s_axis_tready),
      .data_o (entering),
      .valid_o(entering_valid),
      .ready_i(entering_ready)
  );

  // Of each stream: a packet has begun; a block is in the buffer, and one more; the block before, or an answer,
  // is under way.
  logic [Streams-1:0] inside_q, some_q, full_q, busy_q;
  logic [Streams-1:0] inside_d, some_d, full_d, busy_d;

  // A beat: its place in its block, whether its packet is drained, and which half of the buffer is filled. The
  // half of a stream that has not sent anything is any.
  typedef struct packed {
    logic                half;
    logic                drains;
    logic [WordBits-1:0] place;
  } writing_t;
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  writing_t writings[Streams];
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic halves[Streams];  // the same half
  // So that no simulator takes the first half as unknown.
  initial begin
    for (int unsigned i = 0; i < Streams; i++) begin
      writings[i] = '0;
      halves[i]   = 1'b0;
    end
  end
  writing_t writing;
  logic [WordBits-1:0] place, place_next;
  logic [3:0] bytes;
  logic taken, odd, drains, fills, begun, full;
  assign begun = inside_q[entering.id];
  assign writing = writings[entering.id];
  assign drains = begun && writing.drains;
  assign place = begun ? writing.place : '0;
  // Where no beat is valid nothing depends on its tid.
  assign entering_ready = !rst_q && !(entering_valid && full_q[entering.id]);
  assign taken = entering_valid && entering_ready;
  assign odd = drains || (entering.last
      ? (entering.keep & (entering.keep + 1'b1)) != '0 || !entering.keep[0] && begun
      : !(&entering.keep));
  if (Power) begin : gen_place
    assign full = &place;
    assign place_next = place + 1'b1;
  end else begin : gen_place_within
    assign full = place == WordBits'(BlockWords - 1);
    assign place_next = full ? '0 : place + 1'b1;
  end
  assign fills = entering.last || !odd && full;
  always_comb begin
    bytes = '0;
    for (int unsigned i = 0; i < 8; i++) bytes += 4'(entering.keep[i]);
  end

  // What is known of the block in a stream's buffer.
  typedef struct packed {
    logic                error;
    logic                ends;
    logic [SizeBits-1:0] size;
  } about_t;
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  about_t abouts[2*Streams];
  // It is written a cycle later, with the beat.
  about_t entered_q;
  logic entered_valid_q, entered_half_q;
  logic [IdBits-1:0] entered_id_q;
  logic [WordBits-1:0] entered_place_q;
  logic [63:0] entered_data_q;
  always @(posedge aclk) begin
    if (taken) begin
      writings[entering.id] <= '{
          half: writing.half ^ fills,
          drains: odd && !entering.last,
          place: place_next
      };
      halves[entering.id] <= writing.half ^ fills;
    end
  end
  always_ff @(posedge aclk) begin
    entered_valid_q <= taken;
    {entered_id_q, entered_half_q, entered_place_q} <= {entering.id, writing.half, place};
    entered_data_q <= entering.data;
    entered_q <= '{
        error: odd,
        ends: entering.last,
        size: SizeBits'({place, 3'b000}) + SizeBits'(bytes)
    };
    if (entered_valid_q) abouts[{entered_id_q, entered_half_q}] <= entered_q;
  end

  // The next block.
  logic [Streams-1:0] requests;
  logic [ IdBits-1:0] chosen;
  logic chosen_valid, chosen_ready;
  gh_round_robin #(
      .Requests(Streams)
  ) u_choice (
      .clk_i    (aclk),
      .rst_i    (rst_q),
      .request_i(requests),
      .number_o (chosen),
      .valid_o  (chosen_valid),
      .ready_i  (chosen_ready)
  );

  // It waits here, and what is known of it is read: blocks of its message before it, if there are any.
  localparam int unsigned BlockBits = 61 - WordBits;
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [BlockBits-1:0] counts[Streams];
  logic [Streams-1:0] counted_q;
  logic [BlockBits-1:0] count, count_q;
  logic [IdBits-1:0] stream_q;
  about_t about_q;
  logic oldest, oldest_q;  // half of the buffer
  logic valid_q, first_q, takes, taken_now, leaves_now;
  // Of the message's last block: padding alone follows, or this is it.
  logic splits, alone;
  assign chosen_ready = !valid_q || block_ready;
  assign takes = chosen_valid && chosen_ready;
  assign taken_now = valid_q && block_ready;
  assign leaves_now = taken_now && !splits;
  assign count = first_q ? '0 : count_q;
  assign oldest = halves[chosen] ^ !full_q[chosen];
  // The count is written a cycle later.
  logic counts_q, more_q;
  logic [IdBits-1:0] counts_stream_q;
  logic [BlockBits-1:0] counts_before_q;
  always_ff @(posedge aclk) begin
    if (chosen_ready) begin
      {stream_q, oldest_q, first_q} <= {chosen, oldest, !counted_q[chosen]};
      about_q <= abouts[{chosen, oldest}];
      count_q <= counts[chosen];
    end
    {counts_q, counts_stream_q, counts_before_q, more_q} <= {taken_now, stream_q, count, !splits};
    if (counts_q) counts[counts_stream_q] <= counts_before_q + BlockBits'(more_q);
    if (rst_q) counted_q <= '0;
    else if (taken_now) counted_q[stream_q] <= !block_ends;
    if (rst_q) valid_q <= 1'b0;
    else if (chosen_ready) valid_q <= chosen_valid;
  end

  localparam int unsigned Tail = 32'(Rule.length_bytes) + (Rule.suffix != '0 ? 1 : 0);
  if (Tail > 0) begin : gen_tail
    localparam logic [SizeBits-1:0] Room = SizeBits'(8 * BlockWords - Tail);
    logic [Streams-1:0] split_q;
    logic alone_q;
    assign splits = about_q.ends && !about_q.error && !alone_q && about_q.size > Room;
    assign alone  = alone_q;
    always_ff @(posedge aclk) begin
      if (chosen_ready) alone_q <= split_q[chosen];
      if (rst_q) split_q <= '0;
      else if (taken_now) split_q[stream_q] <= splits;
    end
  end else begin : gen_no_tail
    assign {splits, alone} = '0;
  end

  logic [63:0] position;
  if (Power) begin : gen_position
    assign position = {count, {(WordBits + 3) {1'b0}}} + 64'(about_q.size);
  end else begin : gen_no_position
    assign position = '0;
  end
  assign block_stream = stream_q;
  assign block_first = first_q;
  assign block_ends = about_q.ends && !splits;
  assign block_error = about_q.error;
  assign block_position = alone ? '0 : position;
  assign block_valid = valid_q;

  // Its words. Bytes behind its message's last are zero or padding.
  logic [WordBits-1:0] number_q;
  logic [SizeBits-1:0] size_q;
  logic [IdBits:0] taken_q;
  logic whole, part;
  logic [63:0] padding;
  logic padding_alone;
  logic [SizeBits-1:0] size;
  logic [IdBits:0] reading;
  logic [7:0] keeps;
  assign reading = taken_now ? {stream_q, oldest_q} : taken_q;
  always_ff @(posedge aclk) begin
    number_q <= word_number;
    if (taken_now) {taken_q, size_q} <= {stream_q, oldest_q, size};
  end
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) keeps[i] = whole || part && 3'(i) < size_q[2:0];
  end
  if (OutputRegisters) begin : gen_blocks
    logic [7:0] keep_q;
    logic [63:0] word, padding_q;
    gh_registered_ram #(
        .Width(64),
        .Depth(2 * Streams << WordBits)
    ) u_blocks (
        .clk_i          (aclk),
        .write_i        (entered_valid_q),
        .write_address_i({entered_id_q, entered_half_q, entered_place_q}),
        .data_i         (entered_data_q),
        .advance_i      (1'b1),
        .address_i      ({reading, word_number}),
        .data_o         (word)
    );
    always_ff @(posedge aclk) {keep_q, padding_q} <= {keeps, padding};
    for (genvar i = 0; i < 8; i++) begin : gen_byte
      assign word_data[8*i+:8] = padding_q[8*i+:8] | (word[8*i+:8] & {8{keep_q[i]}});
    end
  end else begin : gen_memory
    (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
    logic [63:0] blocks[2*Streams<<WordBits];
    logic [63:0] word_q, masked_q;
    always_ff @(posedge aclk) begin
      if (entered_valid_q) begin
        blocks[{entered_id_q, entered_half_q, entered_place_q}] <= entered_data_q;
      end
      word_q <= blocks[{reading, word_number}];
      for (int unsigned i = 0; i < 8; i++) begin
        masked_q[8*i+:8] <= padding[8*i+:8] | (keeps[i] ? word_q[8*i+:8] : '0);
      end
    end
    assign word_data = masked_q;
  end
  assign whole = (WordBits + 1)'(number_q) < size_q[SizeBits-1:3] && !padding_alone;
  assign part  = (WordBits + 1)'(number_q) == size_q[SizeBits-1:3];

  // Padding: the suffix is behind the last byte, even if that is a block's last one. In a block of padding
  // alone it is byte 0 then, and else it has gone before.
  if (Tail > 0) begin : gen_padding
    localparam int unsigned LengthWords = 32'(Rule.length_bytes) / 8;
    logic [63:0] position_q;
    logic [7:0][7:0] length;
    logic ends_q, alone_q;
    always_ff @(posedge aclk) begin
      if (taken_now) {position_q, ends_q, alone_q} <= {position, block_ends, alone};
    end
    assign padding_alone = alone_q;
    // Of what has gone before, the place is none of a block's.
    if (Power) begin : gen_power
      assign size = !alone ? about_q.size : {!about_q.size[SizeBits-1], {(SizeBits - 1) {1'b0}}};
    end else begin : gen_no_length
      // A block of padding alone follows a whole one.
      assign size = alone ? '0 : about_q.size;
    end
    assign length = {position_q[60:0], 3'b000};
    always_comb begin
      padding = '0;
      for (int unsigned i = 0; i < 8; i++) begin
        if (part && size_q[2:0] == 3'(i)) padding[8*i+:8] = Rule.suffix;
      end
      if (ends_q && number_q == WordBits'(BlockWords - LengthWords - 1)) begin
        padding[63:56] |= Rule.closing;
      end
      if (ends_q && LengthWords > 0 && number_q == WordBits'(BlockWords - 1)) begin
        for (int unsigned i = 0; i < 8; i++) padding[8*i+:8] |= length[7-i];
      end
      if (ends_q && LengthWords > 1 && number_q == WordBits'(BlockWords - 2)) begin
        padding[63:56] |= 8'(position_q[63:61]);
      end
    end
  end else begin : gen_no_padding
    assign {padding, padding_alone} = '0;
    assign size = about_q.size;
  end

  // The answers, in the order in which they come.
  typedef struct packed {
    logic [IdBits-1:0] stream;
    logic              error;
  } answer_t;
  answer_t answer;
  logic answers, leaves, ends;
  gh_fifo #(
      .Width($bits(answer_t)),
      .Depth(Answers * Streams)
  ) u_answers (
      .clk_i  (aclk),
      .rst_i  (rst_q),
      .data_i ({answer_stream, answer_error}),
      .valid_i(answer_valid),
      .data_o (answer),
      .valid_o(answers),
      .ready_i(ends)
  );

  // A beat is addressed, is at the memory's output, and is in the register that leaves.
  logic [BeatBits-1:0] beat_q;
  answer_t answer_q;
  logic last_q, read_q, leaving_valid_q;
  beat_t leaving_q;
  assign leaves = !leaving_valid_q || leaving_ready;
  assign ends   = answers && leaves && (answer.error || beat_q == BeatBits'(Beats - 1));
  // Where an answer's words wait.
  localparam int unsigned PlaceBits = IdBits + Answers - 1;
  logic [PlaceBits-1:0] result_place, answer_place;
  if (Answers == 1) begin : gen_answer
    assign requests = some_q & ~busy_q;
    assign {result_place, answer_place} = {result_stream, answer.stream};
  end else begin : gen_answers
    // Of each stream: the place that is written, that which leaves next, and answers that are under way.
    logic [Streams-1:0] written_q, reads_q;
    logic [Streams-1:0][1:0] under_way_q;
    logic [Streams-1:0] waits, beyond;
    assign requests = some_q & ~busy_q & may & ~waits;
    always_comb begin
      for (int unsigned i = 0; i < Streams; i++) begin
        waits[i]  = under_way_q[i][1];
        beyond[i] = &under_way_q[i];
      end
    end
    assign result_place = {result_stream, written_q[result_stream]};
    assign answer_place = {answer.stream, reads_q[answer.stream]};
    always_ff @(posedge aclk) begin
      for (int unsigned i = 0; i < Streams; i++) begin
        under_way_q[i] <= under_way_q[i]
            + 2'(taken_now && (block_ends || block_error) && stream_q == IdBits'(i))
            - 2'(ends && answer.stream == IdBits'(i));
      end
      if (result_valid && result_number == BeatBits'(Beats - 1)) begin
        written_q[result_stream] <= !written_q[result_stream];
      end
      if (ends && !answer.error) reads_q[answer.stream] <= !reads_q[answer.stream];
      if (rst_q) {written_q, reads_q, under_way_q} <= '0;
    end
    `GH_REQUIRE(answer_is_under_way, !answer_valid || under_way_q[answer_stream] != '0, aclk, rst_q)
    `GH_ASSERT(two_at_most, beyond == '0, aclk, rst_q)
  end
  if (OutputRegisters) begin : gen_digests
    logic [ 7:0] keep_q;
    logic [63:0] digest;
    gh_registered_ram #(
        .Width(64),
        .Depth(Answers * Streams << BeatBits)
    ) u_digests (
        .clk_i          (aclk),
        .write_i        (result_valid),
        .write_address_i({result_place, result_number}),
        .data_i         (result_data),
        .advance_i      (leaves),
        .address_i      ({answer_place, beat_q}),
        .data_o         (digest)
    );
    always_ff @(posedge aclk) begin
      if (leaves) begin
        leaving_q <= '{
            id: answer_q.stream,
            user: answer_q.error,
            last: last_q,
            keep: (last_q && !answer_q.error) ? EndKeep : '1,
            data: '0
        };
        keep_q <= answer_q.error ? '0 : last_q ? EndKeep : '1;
      end
    end
    always_comb begin
      leaving = leaving_q;
      for (int unsigned i = 0; i < 8; i++) leaving.data[8*i+:8] = digest[8*i+:8] & {8{keep_q[i]}};
    end
  end else begin : gen_digest_memory
    (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
    logic [63:0] digests  [Answers*Streams<<BeatBits];
    logic [63:0] digest_q;
    always_ff @(posedge aclk) begin
      if (result_valid) digests[{result_place, result_number}] <= result_data;
      if (leaves) begin
        digest_q <= digests[{answer_place, beat_q}];
        leaving_q <= '{
            id: answer_q.stream,
            user: answer_q.error,
            last: last_q,
            keep: (last_q && !answer_q.error) ? EndKeep : '1,
            data: answer_q.error ? '0 : digest_q
        };
        for (int unsigned i = 0; i < 8; i++) begin
          if (last_q && !EndKeep[i]) leaving_q.data[8*i+:8] <= '0;
        end
      end
    end
    assign leaving = leaving_q;
  end
  always_ff @(posedge aclk) begin
    if (leaves) {answer_q, last_q} <= {answer, ends};
    if (rst_q) begin
      {beat_q, read_q, leaving_valid_q} <= '0;
    end else if (leaves) begin
      if (answers) beat_q <= ends ? '0 : beat_q + 1'b1;
      {leaving_valid_q, read_q} <= {read_q, answers};
    end
  end
  assign leaving_valid = leaving_valid_q && !rst_q;

  gh_register_slice #(
      .Width($bits(beat_t)),
      .Mode (SliceMode)
  ) u_out (
      .clk_i  (aclk),
      .rst_i  (rst_pins),
      .data_i (leaving),
      .valid_i(leaving_valid),
      .ready_o(leaving_ready),
      .data_o ({m_axis_tid, m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata}),
      .valid_o(m_axis_tvalid),
      .ready_i(m_axis_tready)
  );

  // Streams with a block that is whole now, and with one that has been taken.
  logic [Streams-1:0] filled, emptied;
  always_comb begin
    {filled, emptied} = '0;
    if (taken && fills) filled[entering.id] = 1'b1;
    if (leaves_now) emptied[stream_q] = 1'b1;
  end
  always_comb begin
    {inside_d, some_d, full_d, busy_d} = {inside_q, some_q, full_q, busy_q};
    if (taken) inside_d[entering.id] = !entering.last;
    for (int unsigned i = 0; i < Streams; i++) begin
      if (filled[i] && !emptied[i]) {full_d[i], some_d[i]} = {some_q[i], 1'b1};
      if (emptied[i] && !filled[i]) {full_d[i], some_d[i]} = {1'b0, full_q[i]};
    end
    if (done_valid) busy_d[done_stream] = 1'b0;
    if (Answers == 1) if (ends) busy_d[answer.stream] = 1'b0;
    if (takes) busy_d[chosen] = 1'b1;
  end
  always_ff @(posedge aclk) begin
    {inside_q, some_q, full_q, busy_q} <= {inside_d, some_d, full_d, busy_d};
    if (rst_q) {inside_q, some_q, full_q, busy_q} <= '0;
  end

  logic unused;
  assign unused = ^{entering.user, may};

  `GH_REQUIRE(done_is_busy, !done_valid || busy_q[done_stream], aclk, rst_q)
  `GH_REQUIRE(answer_is_busy, !answer_valid || Answers > 1 || busy_q[answer_stream], aclk, rst_q)
  `GH_ASSERT(takes_one_at_rest, !takes || some_q[chosen] && !busy_q[chosen], aclk, rst_q)

endmodule

`default_nettype wire
