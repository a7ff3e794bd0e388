// SPDX-License-Identifier: Apache-2.0
//
// Whirlpool (ISO/IEC 10118-3:2004, the final version) for many messages at once: padded blocks of several streams
// in, word by word, digests out. H' = W_H(m) ^ H ^ m; the first H of a message is zero. A block enters
// gh_whirlpool_ring every 11 cycles as long as there are blocks of as many streams as it holds: ten rounds, and
// the way to enter.
//
// A stream's chaining value H waits in a memory. From there it shifts into the ring's entry, 64 bits a cycle,
// and so does the block m, a cycle later. Both are in memories of their own as well, for the sum at the end. The
// state that leaves is captured; its words go one by one through registers that are zero in other cycles, so that
// the sum of all of them, of H and of m is the word of the next chaining value.
//
//   cycle of a block
//      0   its first 64 bits are asked for, and taken three cycles later; the same of its chaining value
//      6   the engine may take it
//
// The engine is six cycles ahead of the key and seven of the data. Behind the cycle in which it takes a block the
// next one may begin.

`include "gh_assert.svh"

`default_nettype none

module gh_whirlpool_piped_core
  import gh_whirlpool_constants_pkg::*;
  import gh_whirlpool_pkg::*;
#(
    parameter int unsigned Streams = 8,  // a power of 2
    localparam int unsigned IdBits = $clog2(Streams),
    localparam int unsigned NumberBits = 3
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

  localparam int unsigned Stages = 6;
  localparam int unsigned Passes = Rounds + 1;
  localparam int unsigned PassBits = $clog2(Passes + 1);
  localparam int unsigned Words = 8;
  // The engine may take a block behind this step.
  localparam int unsigned TakeStep = 5;

  if (Streams < 2 || Streams != 1 << IdBits) begin : gen_check_streams
    $fatal(
        1, "gh_whirlpool_piped_core: Streams is %0d; it must be a power of 2 from 2 on", Streams
    );
  end

  typedef logic [NumberBits-1:0] number_t;
  typedef enum logic [1:0] {
    Chained,  // a block behind which another one comes
    Ends,     // a message's last one
    Error
  } kind_e;
  typedef struct packed {
    kind_e             kind;
    logic              first;   // H is zero
    logic [IdBits-1:0] stream;
  } job_t;
  typedef struct packed {
    job_t                job;
    logic [PassBits-1:0] pass;
  } token_t;

  // What is loaded: a step for each 64 bits of the block.
  job_t job_q;
  logic holds_q, steps_q, start, take, offer_next, step_ends;
  number_t step_q;
  assign step_ends = step_q == number_t'(Words - 1);
  assign start = valid_i && !holds_q && (!steps_q || step_ends) && !rst_i;
  assign offer_next = holds_q && !take && (!steps_q || step_q >= number_t'(TakeStep)) && !rst_i;
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
    logic              valid;
    logic              first;
    logic [IdBits-1:0] stream;
    number_t           step;
  } step_t;
  step_t [2:0] step_at_q;
  always_ff @(posedge clk_i) begin
    step_at_q <= {step_at_q[1:0], step_t'{steps_q, job_q.first, job_q.stream, step_q}};
    if (rst_i) for (int unsigned i = 0; i < 3; i++) step_at_q[i].valid <= 1'b0;
  end

  // Chaining values: what a block begins with, and what its result is added to, as the block itself.
  localparam int unsigned RowBits = IdBits + NumberBits;
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [63:0] chains[1<<RowBits];
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [63:0] begun [1<<RowBits];
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [63:0] blocks[1<<RowBits];
  // So that no simulator takes what was never written as unknown.
  initial begin
    for (int unsigned i = 0; i < 1 << RowBits; i++) {chains[i], begun[i], blocks[i]} = '0;
  end

  // Numbers of the words that leave: in the cycle in which what they are added to is addressed, in that in which
  // it is at the memories' outputs, in that in which all are in registers, and in that in which the sum is.
  typedef struct packed {
    logic    valid;
    job_t    job;
    number_t number;
  } leaving_t;
  leaving_t leaving_q;
  leaving_t [3:1] leaving_at_q;
  logic [63:0] chain_read_q, chain_q, begun_read_q, begun_q, block_read_q, block_q, result_q;
  logic [63:0] word_q;
  always @(posedge clk_i) begin
    chain_read_q <= chains[{job_q.stream, step_q}];
    begun_read_q <= begun[{leaving_q.job.stream, leaving_q.number}];
    block_read_q <= blocks[{leaving_q.job.stream, leaving_q.number}];
    if (leaving_at_q[3].valid && !rst_i) begin
      chains[{leaving_at_q[3].job.stream, leaving_at_q[3].number}] <= result_q;
      begun[{leaving_at_q[3].job.stream, leaving_at_q[3].number}]  <= result_q;
    end
    if (step_at_q[2].valid) blocks[{step_at_q[2].stream, step_at_q[2].step}] <= word_q;
  end
  always_ff @(posedge clk_i) begin
    if (step_at_q[0].first) chain_q <= '0;
    else chain_q <= chain_read_q;
    if (leaving_at_q[1].job.first) begun_q <= '0;
    else begun_q <= begun_read_q;
    block_q <= block_read_q;
    word_q  <= word_i;
  end

  // The ring's entry: chaining value and block shift in.
  state_t chain_entry_q, block_entry_q;
  always_ff @(posedge clk_i) begin
    if (step_at_q[1].valid) chain_entry_q <= {chain_q, chain_entry_q[Words-1:1]};
    if (step_at_q[2].valid) block_entry_q <= {word_q, block_entry_q[Words-1:1]};
  end

  // The ring's schedule, ahead of the data.
  token_t [Stages-1:0] token_q;
  logic done, go, unused_go;
  gh_engine #(
      .Stages   (Stages),
      .MaxPasses(Passes),
      .Pace     (Passes)
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
  logic [3:1] take_at_q;
  logic done_q;
  job_t exit_q;
  token_t again, enters;
  assign again  = '{token_q[Stages-1].job, token_q[Stages-1].pass + 1'b1};
  assign enters = '{job_q, PassBits'(0)};
  always_ff @(posedge clk_i) begin
    token_q <= {token_q[Stages-2:0], take ? enters : again};
    {take_at_q, done_q} <= rst_i ? '0 : {take_at_q[2:1], take, done};
    exit_q <= token_q[Stages-1].job;
  end

  state_t state;
  gh_whirlpool_ring u_ring (
      .clk_i,
      .enter_next_i(take_at_q[3]),
      .key_i       (chain_entry_q),
      .block_i     (block_entry_q),
      .round_i     (token_q[3].pass),
      .state_o     (state)
  );

  // What leaves is captured, and then each word is there in a cycle of its own.
  logic [Words-1:0] captures, others, others_next;
  gh_copies #(
      .Copies(Words)
  ) u_captures (
      .clk_i,
      .data_i(done),
      .data_o(captures)
  );
  assign others_next = {others[Words-2:0], !done_q};
  gh_copies #(
      .Width (Words),
      .Copies(1)
  ) u_others (
      .clk_i,
      .data_i(others_next),
      .data_o(others)
  );
  state_t captured_q, leave_q;
  row_t [1:0] half_q;
  for (genvar i = 0; i < Words; i++) begin : gen_leave
    always_ff @(posedge clk_i) begin
      if (captures[i]) captured_q[i] <= state[i];
      if (others[i]) leave_q[i] <= '0;
      else leave_q[i] <= captured_q[i];
    end
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned h = 0; h < 2; h++) begin
      half_q[h] <= leave_q[4*h] ^ leave_q[4*h+1] ^ leave_q[4*h+2] ^ leave_q[4*h+3];
    end
    result_q <= half_q[0] ^ half_q[1] ^ begun_q ^ block_q;
  end

  always_ff @(posedge clk_i) begin
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
  assign result_number_o = leaving_at_q[3].number;
  assign result_o = result_q;
  assign answer_o = leaving_at_q[3].valid && leaving_at_q[3].number == '0
      && leaving_at_q[3].job.kind != Chained;
  assign answer_stream_o = leaving_at_q[3].job.stream;
  assign answer_error_o = leaving_at_q[3].job.kind == Error;

  logic unused;
  assign unused = go;

  `GH_ASSERT(always_goes, go || !take && !done, clk_i, rst_i)
  `GH_ASSERT(has_left, !done_q || !leaving_q.valid || (&leaving_q.number), clk_i, rst_i)
  `GH_ASSERT(entry_is_still, !$past(take_at_q[3])
             || !step_at_q[1].valid || step_at_q[1].step == '0, clk_i, rst_i)

endmodule

`default_nettype wire
