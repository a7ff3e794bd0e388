// SPDX-License-Identifier: Apache-2.0
//
// BLAKE-256 and -224, or BLAKE-512 and -384 (version 1.3, chapter 2, without salt) for many messages at
// once: padded blocks of several streams in, word by word, digests out. A block enters the ring of
// gh_blake_ring every 14 or 16 cycles, which is its number of rounds, or every 29 or 32 where that has half a
// round, as long as there are blocks of as many streams as it holds.
//
// A stream's chaining value waits in a memory. From there it shifts into the ring's entry, 64 bits a cycle.
// The words of the block are written into the memories of all operands of the ring, gh_blake_operand. Where
// a block leaves, both halves of its state are added, exclusive-or, in registers that shift, and then the
// chaining value that it began with.
//
//   cycle of a block
//      0   its first 64 bits are asked for, and taken four cycles later; the same of its chaining value
//      7   of words of 32 bits, or 12, of words of 64 bits: the engine may take it
//
// The engine is three cycles ahead of the data. From the cycle in which the last step is in the last stage,
// two cycles later the stream's next block may begin.

`include "gh_assert.svh"

`default_nettype none

module gh_blake_piped_core
  import gh_blake_constants_pkg::*;
#(
    parameter int unsigned WordBits = 32,  // 32 or 64
    parameter int unsigned Streams = 16,  // a power of 2
    parameter int unsigned DigestBits = 8 * WordBits,  // that, or 224 or 384
    parameter int unsigned Halves = 2,  // of a round in one way around, 1 or 2
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
    input  wire logic [          63:0] position_i,
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

  localparam int unsigned Stages = 6 * Halves + 1;
  localparam int unsigned Passes = 2 * rounds(WordBits) / Halves;
  // A multiple of a ring's stages would find its first one taken.
  localparam int unsigned Pace = (Passes % Stages == 0) ? Passes + 1 : Passes;
  localparam int unsigned PassBits = $clog2(Passes + 1);
  localparam int unsigned Lanes = 64 / WordBits;  // words in 64 bits
  localparam int unsigned Parts = 8 / Lanes;  // of a chaining value, 64 bits each
  localparam int unsigned PartBits = $clog2(Parts);
  // The engine may take a block behind this step: words 6, 7 and 14 are written by then, early enough for
  // the operands of stages 0, 2 and 6.
  localparam int unsigned TakeStep = (WordBits == 32) ? 6 : 11;

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_blake_piped_core: WordBits is %0d; it must be 32 or 64", WordBits);
  end
  if (Halves != 1 && Halves != 2) begin : gen_check_halves
    $fatal(1, "gh_blake_piped_core: Halves is %0d; it must be 1 or 2", Halves);
  end
  if (DigestBits != 8 * WordBits && DigestBits != (WordBits == 32 ? 224 : 384))
  begin : gen_check_digest
    $fatal(
        1,
        "gh_blake_piped_core: DigestBits is %0d; it must be %0d or %0d",
        DigestBits,
        8 * WordBits,
        WordBits == 32 ? 224 : 384
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
  typedef struct packed {
    job_t                job;
    logic [PassBits-1:0] pass;
  } token_t;

  // The words of 64 bits whose byte 0 is in bits 7:0, and the reverse: byte 0 is a word's highest.
  function automatic logic [63:0] swapped(logic [63:0] x);
    logic [63:0] y;
    for (int unsigned i = 0; i < 8; i++) begin
      y[8*i+:8] = x[8*(i/(WordBits/8)*(WordBits/8)+WordBits/8-1-i%(WordBits/8))+:8];
    end
    return y;
  endfunction

  // What is loaded: a step for each 64 bits of the block.
  job_t job_q;
  logic holds_q, steps_q, start, take, offer_next, step_ends;
  logic [NumberBits-1:0] step_q;
  assign step_ends = step_q == NumberBits'(BlockWords - 1);
  assign start = valid_i && (!holds_q || take) && (!steps_q || step_ends) && !rst_i;
  assign offer_next = holds_q && !take && (!steps_q || step_q >= NumberBits'(TakeStep)) && !rst_i;
  always_ff @(posedge clk_i) begin
    if (start) begin
      job_q <= '{
          kind: error_i ? Error : ends_i ? Ends : Chained,
          first: first_i,
          stream: stream_i
      };
    end
    if (start) step_q <= '0;
    else step_q <= step_q + 1'b1;
    if (rst_i) {holds_q, steps_q} <= '0;
    else begin
      if (start) {holds_q, steps_q} <= '1;
      else begin
        if (take) holds_q <= 1'b0;
        if (step_ends) steps_q <= 1'b0;
      end
    end
  end
  assign ready_o  = steps_q && step_q == '0;
  assign number_o = step_q;

  // Steps of what was asked for: it is at a memory's output, in a register, and of the block in word_q.
  typedef struct packed {
    logic                  valid;
    logic [IdBits-1:0]     stream;
    logic [NumberBits-1:0] step;
  } step_t;
  step_t [2:0] step_at_q;
  always_ff @(posedge clk_i) begin
    step_at_q <= {step_at_q[1:0], step_t'{steps_q, job_q.stream, step_q}};
    if (rst_i) for (int unsigned i = 0; i < 3; i++) step_at_q[i].valid <= 1'b0;
  end

  // Chaining values, and the initial one for each stream: what begins a block, and what its result is added
  // to.
  localparam int unsigned ChainBits = 1 + IdBits + PartBits;
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [63:0] chains[1<<ChainBits];
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [63:0] begun [1<<ChainBits];
  function automatic logic [63:0] initial_part(int unsigned number);
    logic [63:0] part;
    for (int unsigned i = 0; i < Lanes; i++) begin
      part[WordBits*i+:WordBits] = WordBits'(initial_word(DigestBits, Lanes * number + i));
    end
    return part;
  endfunction
  initial begin
    for (int unsigned i = 0; i < 1 << ChainBits; i++) begin
      chains[i] = i[ChainBits-1] ? initial_part(i % Parts) : '0;
      begun[i]  = i[ChainBits-1] ? initial_part(i % Parts) : '0;
    end
  end

  // Numbers of the parts that leave: in the cycle in which what they are added to is addressed, in that in
  // which both are in registers, and in that in which the sum is.
  typedef struct packed {
    logic                valid;
    job_t                job;
    logic [PartBits-1:0] number;
  } leaving_t;
  leaving_t leaving_q;
  leaving_t [3:1] leaving_at_q;
  logic [63:0] chain_read_q, chain_q, begun_read_q, begun_q, result_q;
  always @(posedge clk_i) begin
    chain_read_q <= chains[{job_q.first, job_q.stream, step_q[PartBits-1:0]}];
    chain_q      <= chain_read_q;
    begun_read_q <= begun[{leaving_q.job.first, leaving_q.job.stream, leaving_q.number}];
    begun_q      <= begun_read_q;
    if (leaving_at_q[3].valid && !rst_i) begin
      chains[{1'b0, leaving_at_q[3].job.stream, leaving_at_q[3].number}] <= result_q;
      begun[{1'b0, leaving_at_q[3].job.stream, leaving_at_q[3].number}]  <= result_q;
    end
  end

  // The ring's entry: the value shifts in. What the counter is told is that of the block before for as long
  // as that one may still enter.
  logic [Parts-1:0][63:0] entry_q;
  logic [63:0] position_q, counter_q, word_q;
  logic shifts;
  assign shifts = step_at_q[1].valid && step_at_q[1].step < NumberBits'(Parts);
  always_ff @(posedge clk_i) begin
    if (shifts) entry_q <= {chain_q, entry_q[Parts-1:1]};
    if (start) position_q <= position_i;
    if (steps_q && step_q == NumberBits'(2)) counter_q <= position_q;
    word_q <= swapped(word_i);
  end
  logic [2*WordBits-1:0] counter;
  assign counter = (2 * WordBits)'({counter_q, 3'b000});

  // The ring's schedule, ahead of the data.
  token_t [Stages-1:0] token_q;
  logic done, go, unused_go;
  gh_engine #(
      .Stages   (Stages),
      .MaxPasses(Passes),
      .Pace     (Pace)
  ) u_engine (
      .clk_i,
      .rst_i,
      .passes_i    (PassBits'(Passes)),
      .offer_next_i(offer_next),
      .take_o      (take),
      .done_o      (done),
      .ready_next_i(1'b1),
      .go_o        (go),
      .go_next_o   (unused_go)
  );
  logic take_q, done_q;
  job_t exit_q;
  always_ff @(posedge clk_i) begin
    token_q <= {
      token_q[Stages-2:0],
      take ? token_t
'{job_q, PassBits'(0)}
      : token_t
'{token_q[Stages-1].job, token_q[Stages-1].pass + 1'b1}
    };
    {take_q, done_q} <= rst_i ? '0 : {take, done};
    exit_q <= token_q[Stages-1].job;
  end

  // What is written into the operands' memories: a copy for each row of them.
  typedef struct packed {
    step_t       step;
    logic [63:0] word;
  } written_t;
  written_t [2*Halves-1:0] written_q;
  gh_copies #(
      .Width ($bits(written_t)),
      .Copies(2 * Halves)
  ) u_written (
      .clk_i,
      .data_i({step_at_q[2], word_q}),
      .data_o(written_q)
  );

  // Operands of stages 0, 2, 6 and 8: the memories are addressed three cycles before.
  localparam int unsigned StepBits = 6 - Halves;
  word_t [2*Halves-1:0][3:0] even, odd;
  for (genvar k = 0; k < 2 * Halves; k++) begin : gen_group
    localparam int unsigned Place = 6 * (k / 2) + 2 * (k % 2);
    for (genvar i = 0; i < 4; i++) begin : gen_word
      gh_blake_operand #(
          .WordBits(WordBits),
          .Streams (Streams),
          .Halves  (Halves),
          .Unit    (i),
          .Half    (k / 2),
          .Second  (k % 2)
      ) u_operand (
          .clk_i,
          .write_i       (written_q[k].step.valid),
          .write_stream_i(written_q[k].step.stream),
          .write_number_i(written_q[k].step.step),
          .data_i        (written_q[k].word),
          .stream_i      (token_q[Place].job.stream),
          .step_i        (StepBits'(token_q[Place].pass)),
          .even_o        (even[k][i]),
          .odd_o         (odd[k][i])
      );
    end
  end

  word_t [3:0] a, b, c, d;
  gh_blake_ring #(
      .WordBits(WordBits),
      .Halves  (Halves)
  ) u_ring (
      .clk_i,
      .enter_next_i(take_q),
      .h_i         (entry_q),
      .t_i         (counter),
      .even_i      (even),
      .odd_i       (odd),
      .a_o         (a),
      .c_o         (c),
      .b_o         (b),
      .d_o         (d)
  );

  // What leaves shifts out, its first half being there a cycle sooner: it waits for the other one.
  localparam int unsigned HalfParts = Parts / 2;
  logic later_q;
  logic [HalfParts-1:0] lower_q, upper_q, wait_q;
  always_ff @(posedge clk_i) later_q <= done_q;
  gh_copies #(
      .Copies(HalfParts)
  ) u_lower (
      .clk_i,
      .data_i(done_q),
      .data_o(lower_q)
  );
  gh_copies #(
      .Copies(2 * HalfParts)
  ) u_upper (
      .clk_i,
      .data_i(later_q),
      .data_o({wait_q, upper_q})
  );
  logic [Parts-1:0][63:0] halves, leave_q;
  assign halves = {b ^ d, a ^ c};
  for (genvar i = 0; i < Parts; i++) begin : gen_leave
    if (i < HalfParts) begin : gen_lower
      always_ff @(posedge clk_i) begin
        if (!wait_q[i]) leave_q[i] <= lower_q[i] ? halves[i] : leave_q[i+1];
      end
    end else if (i < Parts - 1) begin : gen_upper
      always_ff @(posedge clk_i) leave_q[i] <= upper_q[i-HalfParts] ? halves[i] : leave_q[i+1];
    end else begin : gen_last
      always_ff @(posedge clk_i) if (upper_q[i-HalfParts]) leave_q[i] <= halves[i];
    end
  end

  always_ff @(posedge clk_i) begin
    result_q <= leave_q[0] ^ begun_q;
    if (done_q) leaving_q <= '{valid: 1'b1, job: exit_q, number: '0};
    else begin
      leaving_q.number <= leaving_q.number + 1'b1;
      if (&leaving_q.number) leaving_q.valid <= 1'b0;
    end
    leaving_at_q <= {leaving_at_q[2:1], leaving_q};
    if (rst_i) begin
      leaving_q.valid <= 1'b0;
      for (int unsigned i = 1; i <= 3; i++) leaving_at_q[i].valid <= 1'b0;
    end
  end

  assign done_o = leaving_q.valid && leaving_q.number == '0 && leaving_q.job.kind == Chained;
  assign done_stream_o = leaving_q.job.stream;
  assign result_valid_o = leaving_at_q[3].valid;
  assign result_stream_o = leaving_at_q[3].job.stream;
  assign result_number_o = NumberBits'(leaving_at_q[3].number);
  assign result_o = swapped(result_q);
  assign answer_o = leaving_at_q[3].valid && leaving_at_q[3].number == '0
      && leaving_at_q[3].job.kind != Chained;
  assign answer_stream_o = leaving_at_q[3].job.stream;
  assign answer_error_o = leaving_at_q[3].job.kind == Error;

  logic unused;
  assign unused = go;

  `GH_ASSERT(always_goes, go || !take && !done, clk_i, rst_i)
  `GH_ASSERT(has_left, !done_q || !leaving_q.valid || (&leaving_q.number), clk_i, rst_i)
  `GH_ASSERT(entry_is_still, !$past(take_q) || !shifts, clk_i, rst_i)

endmodule

`default_nettype wire
