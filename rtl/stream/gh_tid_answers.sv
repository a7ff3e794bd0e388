// SPDX-License-Identifier: Apache-2.0
//
// The answers of gh_tid_shell, in the order in which they come: words of digests wait in block memory, and
// leave as beats. An answer leaves whole, without a beat of another one in between.

`include "gh_assert.svh"

`default_nettype none

module gh_tid_answers #(
    parameter int unsigned Streams = 16,  // a power of 2
    parameter int unsigned BlockWords = 8,
    parameter int unsigned DigestBits = 512,
    parameter int unsigned Answers = 1,  // of a stream that are under way or wait to leave: 1, or 2
    // Whether registers behind block memories are these memories' own, see gh_registered_ram: a faster clock.
    parameter bit OutputRegisters = 1'b0,
    localparam int unsigned IdBits = $clog2(Streams),
    localparam int unsigned Beats = (DigestBits + 63) / 64,
    localparam int unsigned BeatBits = $clog2((Beats > BlockWords) ? Beats : BlockWords)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // A block is taken: its message ends with it, or is abandoned. Where Answers is 2, streams of which no further
    // one may be taken, since two answers are under way.
    input  wire logic               take_i,
    input  wire logic [ IdBits-1:0] take_stream_i,
    input  wire logic               take_ends_i,
    input  wire logic               take_error_i,
    output wire logic [Streams-1:0] waits_o,

    // Results and answers, as gh_tid_shell has them.
    input wire logic                result_valid_i,
    input wire logic [  IdBits-1:0] result_stream_i,
    input wire logic [BeatBits-1:0] result_number_i,
    input wire logic [        63:0] result_i,
    input wire logic                answer_valid_i,
    input wire logic [  IdBits-1:0] answer_stream_i,
    input wire logic                answer_error_i,

    // The last word of an answer is addressed: another answer of its stream may come.
    output wire logic              leaves_o,
    output wire logic [IdBits-1:0] leaves_stream_o,

    output wire logic [IdBits-1:0] id_o,
    output wire logic              user_o,
    output wire logic              last_o,
    output wire logic [       7:0] keep_o,
    output wire logic [      63:0] data_o,
    output wire logic              valid_o,
    input  wire logic              ready_i
);

  localparam logic [7:0] EndKeep = 8'hff >> (8 * Beats - DigestBits / 8);

  if (DigestBits < 8 || DigestBits % 8 != 0) begin : gen_check_digest
    $fatal(1, "gh_tid_answers: DigestBits is %0d; it must be a positive multiple of 8", DigestBits);
  end
  if (Answers != 1 && Answers != 2) begin : gen_check_answers
    $fatal(1, "gh_tid_answers: Answers is %0d; it must be 1 or 2", Answers);
  end

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
      .clk_i,
      .rst_i,
      .data_i ({answer_stream_i, answer_error_i}),
      .valid_i(answer_valid_i),
      .data_o (answer),
      .valid_o(answers),
      .ready_i(ends)
  );

  // A beat is addressed, is at the memory's output, and is in the register that leaves.
  typedef struct packed {
    logic [IdBits-1:0] id;
    logic              user;
    logic              last;
    logic [7:0]        keep;
    logic [63:0]       data;
  } beat_t;
  logic [BeatBits-1:0] beat_q;
  answer_t answer_q;
  logic last_q, read_q, leaving_valid_q;
  beat_t leaving_q, leaving;
  assign leaves = !leaving_valid_q || ready_i;
  assign ends = answers && leaves && (answer.error || beat_q == BeatBits'(Beats - 1));
  assign leaves_o = ends;
  assign leaves_stream_o = answer.stream;

  // Where an answer's words wait.
  localparam int unsigned PlaceBits = IdBits + Answers - 1;
  logic [PlaceBits-1:0] result_place, answer_place;
  if (Answers == 1) begin : gen_answer
    logic unused;
    assign waits_o = '0;
    assign {result_place, answer_place} = {result_stream_i, answer.stream};
    assign unused = ^{take_i, take_stream_i, take_ends_i, take_error_i};
  end else begin : gen_answers
    // Each stream has a place that is written, one that leaves next, and answers that are under way.
    logic [Streams-1:0] written_q, reads_q;
    logic [Streams-1:0][1:0] under_way_q;
    logic [Streams-1:0] waits, beyond;
    assign waits_o = waits;
    always_comb begin
      for (int unsigned i = 0; i < Streams; i++) begin
        waits[i]  = under_way_q[i][1];
        beyond[i] = &under_way_q[i];
      end
    end
    assign result_place = {result_stream_i, written_q[result_stream_i]};
    assign answer_place = {answer.stream, reads_q[answer.stream]};
    always_ff @(posedge clk_i) begin
      for (int unsigned i = 0; i < Streams; i++) begin
        under_way_q[i] <= under_way_q[i]
            + 2'(take_i && (take_ends_i || take_error_i) && take_stream_i == IdBits'(i))
            - 2'(ends && answer.stream == IdBits'(i));
      end
      if (result_valid_i && result_number_i == BeatBits'(Beats - 1)) begin
        written_q[result_stream_i] <= !written_q[result_stream_i];
      end
      if (ends && !answer.error) reads_q[answer.stream] <= !reads_q[answer.stream];
      if (rst_i) {written_q, reads_q, under_way_q} <= '0;
    end
    `GH_REQUIRE(answer_is_under_way, !answer_valid_i || under_way_q[answer_stream_i] != '0, clk_i,
                rst_i)
    `GH_ASSERT(two_at_most, beyond == '0, clk_i, rst_i)
  end

  always_ff @(posedge clk_i) begin
    if (leaves) begin
      {answer_q, last_q} <= {answer, ends};
    end
    if (rst_i) begin
      {beat_q, read_q, leaving_valid_q} <= '0;
    end else if (leaves) begin
      if (answers) beat_q <= ends ? '0 : beat_q + 1'b1;
      {leaving_valid_q, read_q} <= {read_q, answers};
    end
  end
  if (OutputRegisters) begin : gen_digests
    logic [ 7:0] keep_q;
    logic [63:0] digest;
    gh_registered_ram #(
        .Width(64),
        .Depth(Answers * Streams << BeatBits)
    ) u_digests (
        .clk_i,
        .write_i        (result_valid_i),
        .write_address_i({result_place, result_number_i}),
        .data_i         (result_i),
        .advance_i      (leaves),
        .address_i      ({answer_place, beat_q}),
        .data_o         (digest)
    );
    always_ff @(posedge clk_i) begin
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
    always_ff @(posedge clk_i) begin
      if (result_valid_i) digests[{result_place, result_number_i}] <= result_i;
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
  assign {id_o, user_o, last_o, keep_o, data_o} = leaving;
  assign valid_o = leaving_valid_q && !rst_i;

endmodule

`default_nettype wire
