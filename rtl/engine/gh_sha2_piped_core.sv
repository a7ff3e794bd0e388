// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 (FIPS 180-4, section 6) for messages of several streams at once: padded blocks in, word by word,
// digests out. Three blocks are in gh_sha2_ring, each of another stream, for 4 rounds in which the chaining
// value enters and 64 or 80 of the function; the next one enters while the variables of the one before leave.
//
// The words of a block are asked for as soon as it is taken, and wait in a memory. Chaining values wait in two:
// that from which one enters, and that from which it is read again, when the variables leave, to be added.
//
//   cycle of a block
//      0   it is taken, if its place in the ring is free
//      1   its first 64 bits are asked for
//      5   its first word of the chaining value is read
//      6   cycle 0 of the first of its rounds in gh_sha2_ring
//
// When the variables of a block leave is known ahead. Its stream's next block may be taken three cycles behind
// done_o; it is then in time for the place in the ring, a round after the variables began to leave, and reads each
// word of the chaining value in the cycle behind the one that writes it, or later.

`include "gh_assert.svh"

`default_nettype none

module gh_sha2_piped_core
  import gh_sha2_constants_pkg::*;
#(
    parameter int unsigned WordBits = 64,  // 32 or 64
    parameter int unsigned Streams = 4,  // a power of 2
    parameter int unsigned DigestBits = 8 * WordBits,  // 224, 256; 384 and 512 where WordBits is 64
    localparam int unsigned IdBits = $clog2(Streams),
    localparam int unsigned BlockWords = WordBits / 4,  // of 64 bits
    localparam int unsigned NumberBits = $clog2(BlockWords)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // The next block, as gh_tid_shell offers it.
    input  wire logic [    IdBits-1:0] stream_i,
    input  wire logic                  first_i,
    input  wire logic                  ends_i,
    input  wire logic                  error_i,
    input  wire logic                  valid_i,
    output wire logic                  ready_o,
    output wire logic [NumberBits-1:0] number_o,
    input  wire logic [          63:0] word_i,

    output wire logic              done_o,
    output wire logic [IdBits-1:0] done_stream_o,

    output wire logic                  result_valid_o,
    output wire logic [    IdBits-1:0] result_stream_o,
    output wire logic [NumberBits-1:0] result_number_o,
    output wire logic [          63:0] result_o,

    output wire logic              answer_o,
    output wire logic [IdBits-1:0] answer_stream_o,
    output wire logic              answer_error_o
);

  localparam int unsigned Places = 3;  // in the ring
  localparam int unsigned Rounds = rounds(WordBits);
  localparam int unsigned RoundBits = $clog2(Rounds);
  localparam int unsigned TurnBits = 7;
  localparam int unsigned Words = 16;  // of a block
  localparam int unsigned Lanes = 64 / WordBits;  // words in 64 bits

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_sha2_piped_core: WordBits is %0d; it must be 32 or 64", WordBits);
  end
  if (DigestBits != 224 && DigestBits != 256
      && (WordBits == 32 || DigestBits != 384 && DigestBits != 512)) begin : gen_check_digest
    $fatal(
        1,
        "gh_sha2_piped_core: DigestBits is %0d; it must be 224, 256%s",
        DigestBits,
        WordBits == 32 ? "" : ", 384 or 512"
    );
  end

  typedef logic [WordBits-1:0] word_t;
  typedef enum logic [1:0] {
    Chained,  // a block behind which another one comes
    Ends,     // a message's last one
    Error
  } kind_e;
  typedef struct packed {
    kind_e             kind;
    logic              first;   // it begins with the initial value
    logic [IdBits-1:0] stream;
  } job_t;

  // A place of the ring. Turns are numbers of rounds, and before those -4 to -1, in which a chaining
  // value enters.
  typedef struct packed {
    logic                valid;
    job_t                job;
    logic [TurnBits-1:0] turn;
  } place_t;
  localparam logic [TurnBits-1:0] FirstTurn = -TurnBits'(4);
  localparam logic [TurnBits-1:0] LastTurn = TurnBits'(Rounds - 1);

  // Five cycles before cycle 0 of its round a place is in place_q[0].
  place_t [Places-1:0] place_q;
  place_t leaves;
  logic
      last_q, free_q;  // of place_q[2]: a block is in its last round; none is there, or such a one
  logic take;
  assign leaves = place_q[Places-1];

  // The block that enters: a step for each 64 bits, and for each cycle of its entry.
  typedef logic [3:0] step_t;
  logic steps_q, may_take_q;
  step_t step_q;
  job_t job;
  logic first_q;
  logic [IdBits-1:0] stream_q;
  assign take = valid_i && may_take_q && free_q;
  assign job = '{
          kind: error_i ? Error : ends_i ? Ends : Chained,
          first: first_i,
          stream: stream_i
      };
  always_ff @(posedge clk_i) begin
    place_q <= {
      place_q[Places-2:0],
      take ? place_t
'{1'b1, job, FirstTurn}
      : place_t
'{leaves.valid && !last_q, leaves.job, leaves.turn + 1'b1}
    };
    last_q <= place_q[Places-2].valid && place_q[Places-2].turn == LastTurn;
    free_q <= !place_q[Places-2].valid || place_q[Places-2].turn == LastTurn;
    if (take) {first_q, stream_q} <= {first_i, stream_i};
    step_q <= take ? '0 : step_q + 1'b1;
    if (take) steps_q <= 1'b1;
    else if (&step_q) steps_q <= 1'b0;
    may_take_q <= !take && (!steps_q || step_q >= step_t'(14));
    if (rst_i) begin
      for (int unsigned i = 0; i < Places; i++) place_q[i].valid <= 1'b0;
      {last_q, steps_q, may_take_q} <= '0;
    end
  end
  assign ready_o = steps_q && step_q == '0;
  assign number_o = NumberBits'(step_q);
  assign done_o = last_q && leaves.job.kind == Chained && !rst_i;
  assign done_stream_o = leaves.job.stream;

  // The words. Byte 0 is a word's highest.
  typedef struct packed {
    logic                  valid;
    logic [IdBits-1:0]     stream;
    logic [NumberBits-1:0] number;
  } loading_t;
  loading_t [1:0] loading_q;  // of word_i is [1]
  word_t [Lanes-1:0] loaded;
  for (genvar i = 0; i < Lanes; i++) begin : gen_loaded
    assign loaded[i] = {<<8{word_i[WordBits*i+:WordBits]}};
  end
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  word_t words[Streams*Words];
  word_t word_read_q, word_q;
  always_ff @(posedge clk_i) begin
    loading_q <= {
      loading_q[0],
      loading_t'{steps_q && 5'(step_q) < 5'(BlockWords), stream_q, NumberBits'(step_q)}
    };
    if (rst_i) for (int unsigned i = 0; i < 2; i++) loading_q[i].valid <= 1'b0;
    word_read_q <= words[{place_q[0].job.stream, place_q[0].turn[3:0]}];
    word_q      <= word_read_q;
  end
  if (Lanes == 1) begin : gen_word
    always_ff @(posedge clk_i) begin
      if (loading_q[1].valid) words[{loading_q[1].stream, loading_q[1].number}] <= loaded[0];
    end
  end else begin : gen_words
    // One port of twice the width, at which both words are written.
    always_ff @(posedge clk_i) begin
      if (loading_q[1].valid) begin
        words[{loading_q[1].stream, loading_q[1].number, 1'b0}] <= loaded[0];
        words[{loading_q[1].stream, loading_q[1].number, 1'b1}] <= loaded[1];
      end
    end
  end

  // Chaining values, and the initial one for each stream: what a block begins with, and what its variables
  // are added to.
  localparam int unsigned ChainBits = 1 + IdBits + 3;
  localparam words_t Initial = initial_value(WordBits, DigestBits);
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  word_t chains[1<<ChainBits];
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  word_t begun [1<<ChainBits];
  initial begin
    for (int unsigned i = 0; i < 1 << ChainBits; i++) begin
      chains[i] = i[ChainBits-1] ? Initial[i%8][WordBits-1:0] : '0;
      begun[i]  = i[ChainBits-1] ? Initial[i%8][WordBits-1:0] : '0;
    end
  end

  // In two cycles of three of each round words enter and leave: H7 and H3, then H6 and H2, and so on.
  function automatic logic [2:0] word_at(step_t step);
    unique case (step)
      4'd4: return 3'd7;
      4'd5: return 3'd3;
      4'd7: return 3'd6;
      4'd8: return 3'd2;
      4'd10: return 3'd5;
      4'd11: return 3'd1;
      4'd13: return 3'd4;
      default: return 3'd0;
    endcase
  endfunction
  function automatic logic is_word(step_t step);
    return step >= step_t'(4) && step % step_t'(3) != '0;
  endfunction

  // What leaves: the cycle in which its word of the chaining value is addressed, and those in which it is at the
  // memory's output, in begun_q, and in the sum.
  typedef struct packed {
    logic       valid;
    job_t       job;
    logic [2:0] number;
  } leaving_t;
  logic leaving_q;
  step_t leaving_step_q;
  job_t leaving_job_q;
  leaving_t leaving;
  leaving_t [2:0] leaving_at_q;
  word_t chain_read_q, chain_q, begun_read_q, begun_q, e, a, a_late_q, sum, sum_q;
  assign leaving = '{leaving_q && is_word(leaving_step_q), leaving_job_q, word_at(leaving_step_q)};
  gh_add_of_table #(
      .Width(WordBits),
      .Table(8'hd8)
  ) u_sum (
      .a_i  (begun_q),
      .b_i  ({WordBits{leaving_at_q[1].number[2]}}),
      .c_i  (e),
      .d_i  (a_late_q),
      .sum_o(sum)
  );
  always @(posedge clk_i) begin
    chain_read_q <= chains[{first_q, stream_q, word_at(step_q)}];
    chain_q      <= chain_read_q;
    begun_read_q <= begun[{leaving.job.first, leaving.job.stream, leaving.number}];
    begun_q      <= begun_read_q;
    if (leaving_at_q[2].valid && !rst_i) begin
      chains[{1'b0, leaving_at_q[2].job.stream, leaving_at_q[2].number}] <= sum_q;
      begun[{1'b0, leaving_at_q[2].job.stream, leaving_at_q[2].number}]  <= sum_q;
    end
  end
  always_ff @(posedge clk_i) begin
    a_late_q <= a;
    sum_q    <= sum;
    if (last_q) leaving_job_q <= leaves.job;
    // A step ahead of the entry's: what leaves is added in cycle 0, what enters is there in cycle 1.
    leaving_step_q <= last_q ? step_t'(1) : leaving_step_q + 1'b1;
    if (last_q) leaving_q <= 1'b1;
    else if (&leaving_step_q) leaving_q <= 1'b0;
    leaving_at_q <= {leaving_at_q[1:0], leaving};
    if (rst_i) begin
      leaving_q <= 1'b0;
      for (int unsigned i = 0; i < 3; i++) leaving_at_q[i].valid <= 1'b0;
    end
  end

  // The results, words of 32 bits in pairs: the odd one leaves three cycles before the even one.
  leaving_t result;
  assign result = leaving_at_q[2];
  assign result_stream_o = result.job.stream;
  if (Lanes == 1) begin : gen_whole
    assign result_valid_o = result.valid;
    assign result_number_o = NumberBits'(result.number);
    assign result_o = {<<8{sum_q}};
  end else begin : gen_pairs
    word_t [2:0] odd_q;
    word_t [1:0] pair;
    assign pair[0] = {<<8{sum_q}};
    assign pair[1] = {<<8{odd_q[2]}};
    always_ff @(posedge clk_i) odd_q <= {odd_q[1:0], sum_q};
    assign result_valid_o = result.valid && !result.number[0];
    assign result_number_o = NumberBits'(result.number[2:1]);
    assign result_o = pair;
  end
  // H0 is the last one.
  assign answer_o = result.valid && result.number == '0 && result.job.kind != Chained;
  assign answer_stream_o = result.job.stream;
  assign answer_error_o = result.job.kind == Error;

  // The ring.
  logic load_next;
  logic [2:0] enters_q;  // a chaining value does, of the next cycle, and of those behind it
  assign load_next = place_q[1].turn < TurnBits'(Words);
  always_ff @(posedge clk_i) enters_q <= {enters_q[1:0], place_q[2].turn >= FirstTurn};
  gh_sha2_ring #(
      .WordBits(WordBits)
  ) u_ring (
      .clk_i,
      .load_next_i (load_next),
      .word_i      (word_q),
      .round_next_i(RoundBits'(place_q[1].turn)),
      .state_next_i(enters_q[2]),
      .e_i         (chain_q),
      .a_i         (chain_q),
      .e_o         (e),
      .a_o         (a)
  );

  `GH_ASSERT(has_left, !last_q || !leaving_q || &leaving_step_q, clk_i, rst_i)
  `GH_ASSERT(
      is_written,
      !ready_o || first_q || leaving_job_q.stream != stream_q || !leaving_q || |leaving_step_q[3:2],
      clk_i, rst_i)

endmodule

`default_nettype wire
