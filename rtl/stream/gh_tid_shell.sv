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

  if (Streams < 2 || Streams > 256 || Streams != 1 << IdBits) begin : gen_check_streams
    $fatal(1, "gh_tid_shell: Streams is %0d; it must be a power of 2 from 2 to 256", Streams);
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

  // Its words.
  gh_tid_words #(
      .Streams        (Streams),
      .BlockWords     (BlockWords),
      .Rule           (Rule),
      .OutputRegisters(OutputRegisters)
  ) u_words (
      .clk_i        (aclk),
      .write_i      (entered_valid_q),
      .write_place_i({entered_id_q, entered_half_q, entered_place_q}),
      .data_i       (entered_data_q),
      .take_i       (taken_now),
      .place_i      ({stream_q, oldest_q}),
      .size_i       (about_q.size),
      .ends_i       (block_ends),
      .alone_i      (alone),
      .position_i   (position),
      .number_i     (word_number),
      .word_o       (word_data)
  );

  // The answers.
  logic [Streams-1:0] waits;
  logic leaves;
  logic [IdBits-1:0] leaves_stream;
  if (Answers == 1) begin : gen_requests
    assign requests = some_q & ~busy_q;
  end else begin : gen_requests_that_may
    assign requests = some_q & ~busy_q & may & ~waits;
  end
  gh_tid_answers #(
      .Streams   (Streams),
      .BlockWords(BlockWords),
      .DigestBits(DigestBits),
      .Answers   (Answers),
      .OutputRegisters(OutputRegisters)
  ) u_answers (
      .clk_i          (aclk),
      .rst_i          (rst_q),
      .take_i         (taken_now),
      .take_stream_i  (stream_q),
      .take_ends_i    (block_ends),
      .take_error_i   (block_error),
      .waits_o        (waits),
      .result_valid_i (result_valid),
      .result_stream_i(result_stream),
      .result_number_i(result_number),
      .result_i       (result_data),
      .answer_valid_i (answer_valid),
      .answer_stream_i(answer_stream),
      .answer_error_i (answer_error),
      .leaves_o       (leaves),
      .leaves_stream_o(leaves_stream),
      .id_o           (leaving.id),
      .user_o         (leaving.user),
      .last_o         (leaving.last),
      .keep_o         (leaving.keep),
      .data_o         (leaving.data),
      .valid_o        (leaving_valid),
      .ready_i        (leaving_ready)
  );

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
    if (Answers == 1) if (leaves) busy_d[leaves_stream] = 1'b0;
    if (takes) busy_d[chosen] = 1'b1;
  end
  always_ff @(posedge aclk) begin
    {inside_q, some_q, full_q, busy_q} <= {inside_d, some_d, full_d, busy_d};
    if (rst_q) {inside_q, some_q, full_q, busy_q} <= '0;
  end

  logic unused;
  assign unused = ^{entering.user, may, waits};

  `GH_REQUIRE(done_is_busy, !done_valid || busy_q[done_stream], aclk, rst_q)
  `GH_REQUIRE(answer_is_busy, !answer_valid || Answers > 1 || busy_q[answer_stream], aclk, rst_q)
  `GH_ASSERT(takes_one_at_rest, !takes || some_q[chosen] && !busy_q[chosen], aclk, rst_q)

endmodule

`default_nettype wire
