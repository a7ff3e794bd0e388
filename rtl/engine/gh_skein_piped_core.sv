// SPDX-License-Identifier: Apache-2.0
//
// UBI chaining of Skein (version 1.3, sections 3.4 and 3.5) for many chains of blocks at once, called streams:
// padded blocks in, word by word, results out, plain hashing. A block enters gh_threefish_ring every
// Nr / RoundsPerPass cycles, as long as there are blocks of as many streams as it holds.
//
// A stream's chaining value waits in a memory, word by word, with its parity word. From there its words go
// to gh_threefish_subkeys, and results come back from gh_skein_forward.
//
//   cycle of a block of N words
//      0   the first word of the chaining value is addressed
//      2   the first word of the block is asked for, and taken two cycles later
//      N   the engine may take the block; it enters the ring four cycles later
//
// A stream's next block may begin five cycles after its last rounds have been in the ring's last stage. The
// output block of a message follows its last block, before other streams' blocks.

`include "gh_assert.svh"

`default_nettype none

module gh_skein_piped_core
  import gh_skein_constants_pkg::*;
  import gh_skein_pkg::*;
  import gh_skein_piped_pkg::*;
#(
    parameter int unsigned StateWords = 8,  // 4 or 8
    parameter int unsigned RoundsPerPass = 8,  // 4 or 8
    parameter int unsigned Streams = 16,  // a power of 2
    parameter int unsigned DigestBits = 64 * StateWords,
    parameter bit [23:0] Tree = '0,  // Y_l, Y_f and Y_m, Y_l in the lowest byte
    localparam int unsigned IdBits = $clog2(Streams),
    localparam int unsigned WordBits = $clog2(StateWords)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // The next block of a stream, which is still until it is taken.
    input wire logic [IdBits-1:0] stream_i,
    input wire logic first_i,  // it begins with the configuration's chaining value
    input wire logic ends_i,  // it is the stream's last one
    input wire logic output_i,  // and what results is a message's: its output block follows
    input wire logic error_i,  // it is answered with an error, whatever it is
    input wire logic [6:0] level_i,  // of a tree
    input wire logic [63:0] position_i,  // bytes up to and with this block
    input wire logic valid_i,
    output wire logic ready_o,  // word 0 is asked for
    output wire logic [WordBits-1:0] number_o,
    input wire word_t word_i,  // the word that was asked for two cycles before

    // A block is done, and neither an output block nor an answer follows. The result's words come from three
    // cycles later on; a block of the stream may be offered in the same cycle.
    output wire logic              done_o,
    output wire logic [IdBits-1:0] done_stream_o,

    output wire logic                 result_valid_o,
    output wire logic  [  IdBits-1:0] result_stream_o,
    output wire logic  [WordBits-1:0] result_number_o,
    output wire word_t                result_o,

    // With the first word of the result of an output block, or of a block with an error.
    output wire logic              answer_o,
    output wire logic [IdBits-1:0] answer_stream_o,
    output wire logic              answer_error_o
);

  localparam int unsigned Subkeys = RoundsPerPass / 4;
  localparam int unsigned Stages = ring_stages(RoundsPerPass);
  localparam int unsigned Passes = rounds(StateWords) / RoundsPerPass;
  localparam int unsigned PassBits = $clog2(Passes + 1);
  localparam int unsigned Parts = StateWords + 1;  // words of an extended key
  localparam int unsigned PartBits = $clog2(Parts);
  // The engine is so many cycles ahead of the data.
  localparam int unsigned Lead = 4;
  // Blocks in the ring, one before it and one behind it; they leave in the order in which they come.
  localparam int unsigned Slots = 1 << $clog2(Stages + 2);
  localparam int unsigned SlotBits = $clog2(Slots);

  if (DigestBits < 8 || DigestBits % 8 != 0 || DigestBits > 64 * StateWords)
  begin : gen_check_digest
    $fatal(
        1,
        "gh_skein_piped_core: DigestBits is %0d; it must be a multiple of 8 from 8 to %0d",
        DigestBits,
        64 * StateWords
    );
  end

  typedef enum logic [1:0] {
    Chained,
    Ends,  // an output block follows
    Output,
    Error
  } kind_e;
  typedef struct packed {
    kind_e               kind;
    logic [SlotBits-1:0] slot;
    logic [IdBits-1:0]   stream;
  } job_t;

  // What is loaded: a message's output block, else a stream's next block.
  job_t job_q;
  logic [SlotBits-1:0] slot_q;
  logic holds_q, first_q, final_q, start, outputs;
  logic [  IdBits-1:0] output_stream;
  logic [PartBits-1:0] step_q;
  logic steps_q, take, offer_next, step_ends;
  logic [ 6:0] level_q;
  logic [63:0] position_q;
  assign step_ends = step_q == PartBits'(Parts - 1);
  assign start = (outputs || valid_i) && (!holds_q || take) && (!steps_q || step_ends) && !rst_i;
  assign offer_next = holds_q && !take && !rst_i
      && (!steps_q || step_q >= PartBits'(StateWords - 1));
  always_ff @(posedge clk_i) begin
    if (start) begin
      slot_q <= slot_q + 1'b1;
      job_q <= '{
          kind: outputs ? Output : error_i ? Error : output_i ? Ends : Chained,
          slot: slot_q,
          stream: outputs ? output_stream : stream_i
      };
      {first_q, final_q} <= outputs ? 2'b01 : {first_i, ends_i};
      {level_q, position_q} <= outputs ? {7'd0, 64'd8} : {level_i, position_i};
    end
    step_q <= start ? '0 : step_q + 1'b1;
    if (rst_i) {holds_q, steps_q, slot_q} <= '0;
    else if (start) {holds_q, steps_q} <= '1;
    else begin
      if (take) holds_q <= 1'b0;
      if (step_ends) steps_q <= 1'b0;
    end
  end

  // The block's words are asked for two cycles later than those of the key, the last one perhaps when the
  // next block has begun.
  logic [WordBits-1:0] number_q;
  always_ff @(posedge clk_i) number_q <= (step_q == PartBits'(1)) ? '0 : number_q + 1'b1;
  assign ready_o  = steps_q && step_q == PartBits'(2) && job_q.kind != Output;
  assign number_o = number_q;

  // Chaining values, with their parity; behind them that of the configuration, which is a constant.
  function automatic block_t initial_value();
    block_t configuration;
    configuration = '0;
    configuration[0] = Schema;
    configuration[1] = 64'(DigestBits);
    configuration[2] = 64'(Tree);
    return configuration ^ threefish(
        StateWords, '0, {tweak_high(1'b1, 1'b1, TypeCfg, '0), 64'd32}, configuration
    );
  endfunction

  localparam block_t Initial = initial_value();

  function automatic word_t initial_word(int unsigned number);
    word_t parity;
    parity = C240;
    for (int unsigned i = 0; i < StateWords; i++) parity ^= Initial[i];
    return (number < StateWords) ? Initial[number] : parity;
  endfunction

  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  word_t chains[1<<(1+IdBits+PartBits)];
  initial begin
    for (int unsigned i = 0; i < 1 << (1 + IdBits + PartBits); i++) chains[i] = '0;
    for (int unsigned i = 0; i < Parts; i++) begin
      chains[{1'b1, {IdBits{1'b0}}, PartBits'(i)}] = initial_word(i);
    end
  end

  // Its words are addressed, are at the memory's output, and are in key_q.
  typedef struct packed {
    logic                valid;
    logic [SlotBits-1:0] slot;
    logic [PartBits-1:0] step;
  } step_t;
  step_t [1:0] step_at_q;
  word_t chain_q, key_q;
  word_t [1:0] tweak_q;
  always_ff @(posedge clk_i) begin
    step_at_q <= {step_at_q[0], step_t'{steps_q, job_q.slot, step_q}};
    if (rst_i) {step_at_q[1].valid, step_at_q[0].valid} <= '0;
    chain_q <= chains[first_q?{1'b1, {IdBits{1'b0}}, step_q} : {1'b0, job_q.stream, step_q}];
    key_q   <= chain_q;
    if (step_at_q[0].step == '0) begin
      tweak_q <= {
        (job_q.kind == Output) ? tweak_high(
            1'b1, 1'b1, TypeOut, '0
        ) : tweak_high(
            first_q, final_q, TypeMsg, '0
        ) | {9'd0, level_q, 48'd0},
        position_q
      };
    end
  end

  // The block shifts into the ring's entry, and into a memory to be fed forward from.
  word_t [StateWords-1:0] entry_q;
  word_t plaintext, text_read_q, text_q;
  logic [2:0] shift_q, shift_output_q;
  logic [2:0][WordBits-1:0] shift_number_q;
  logic [2:0][SlotBits-1:0] shift_slot_q;
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  word_t plaintexts[Slots*StateWords];
  logic [SlotBits-1:0] forward_slot;
  logic [WordBits-1:0] forward_number;
  assign plaintext = shift_output_q[2] ? '0 : word_i;
  always_ff @(posedge clk_i) begin
    shift_q[0] <= steps_q && step_q >= PartBits'(1) && !rst_i;
    shift_q[2:1] <= rst_i ? '0 : shift_q[1:0];
    shift_number_q <= {shift_number_q[1:0], WordBits'(step_q - PartBits'(1))};
    shift_slot_q <= {shift_slot_q[1:0], job_q.slot};
    shift_output_q <= {shift_output_q[1:0], job_q.kind == Output};
    if (shift_q[2]) begin
      entry_q <= {plaintext, entry_q[StateWords-1:1]};
      plaintexts[{shift_slot_q[2], shift_number_q[2]}] <= plaintext;
    end
    text_read_q <= plaintexts[{forward_slot, forward_number}];
    text_q      <= text_read_q;
  end

  // The ring's schedule, ahead of the data: jobs, and their ways around.
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
  job_t [Stages-1:0] ring_job_q;
  logic [Stages-1:0][PassBits-1:0] pass_at_q;
  logic [Stages-1:0][SlotBits-1:0] slot_at;
  logic [Lead-1:1] take_q, done_q;
  job_t [Lead-1:1] exit_q;
  always_ff @(posedge clk_i) begin
    ring_job_q <= {ring_job_q[Stages-2:0], take ? job_q : ring_job_q[Stages-1]};
    pass_at_q  <= {pass_at_q[Stages-2:0], take ? PassBits'(0) : pass_at_q[Stages-1] + 1'b1};
    exit_q     <= {exit_q[Lead-2:1], ring_job_q[Stages-1]};
    take_q     <= {take_q[Lead-2:1], take};
    done_q     <= {done_q[Lead-2:1], done};
    if (rst_i) {take_q, done_q} <= '0;
  end
  for (genvar k = 0; k < Stages; k++) begin : gen_slot
    assign slot_at[k] = ring_job_q[k].slot;
  end

  word_t [Subkeys-1:0][StateWords-1:0] subkey;
  logic [SlotBits-1:0] last_slot;
  logic [WordBits-1:0] last_number;
  word_t last;
  gh_threefish_subkeys #(
      .StateWords   (StateWords),
      .RoundsPerPass(RoundsPerPass),
      .Slots        (Slots)
  ) u_subkeys (
      .clk_i,
      .rst_i,
      .valid_i      (step_at_q[1].valid),
      .slot_i       (step_at_q[1].slot),
      .part_i       (step_at_q[1].step),
      .key_i        (key_q),
      .tweak_i      (tweak_q),
      .slot_at_i    (slot_at),
      .pass_at_i    (pass_at_q),
      .subkey_o     (subkey),
      .last_slot_i  (last_slot),
      .last_number_i(last_number),
      .last_o       (last)
  );

  word_t [StateWords-1:0] leaves;
  gh_threefish_ring #(
      .StateWords   (StateWords),
      .RoundsPerPass(RoundsPerPass)
  ) u_ring (
      .clk_i,
      .enter_next_i(take_q[Lead-1]),
      .block_i     (entry_q),
      .subkey_i    (subkey),
      .block_o     (leaves)
  );

  job_t [4:0] leaving;
  logic [4:0][PartBits-1:0] leaving_number;
  logic [4:0] leaving_valid, leaving_first;
  word_t result;
  gh_skein_forward #(
      .StateWords(StateWords),
      .JobBits   ($bits(job_t))
  ) u_forward (
      .clk_i,
      .rst_i,
      .leaves_next_i(done_q[Lead-1]),
      .job_i        (exit_q[Lead-1]),
      .ring_i       (leaves),
      .job_at_o     (leaving),
      .number_at_o  (leaving_number),
      .valid_at_o   (leaving_valid),
      .subkey_i     (last),
      .block_i      (text_q),
      .result_o     (result)
  );
  assign last_slot      = leaving[0].slot;
  assign last_number    = WordBits'(leaving_number[0]);
  assign forward_slot   = leaving[1].slot;
  assign forward_number = WordBits'(leaving_number[1]);
  for (genvar i = 0; i <= 4; i++) begin : gen_first
    assign leaving_first[i] = leaving_valid[i] && leaving_number[i] == '0;
  end

  // Its initial values are written as well, so it is no always_ff.
  always @(posedge clk_i) begin
    if (leaving_valid[4] && !rst_i) chains[{1'b0, leaving[4].stream, leaving_number[4]}] <= result;
  end

  // The output block of a message whose last block leaves. There are at most two: while one leaves, one
  // that left before is loaded.
  gh_fifo #(
      .Width(IdBits),
      .Depth(2)
  ) u_outputs (
      .clk_i,
      .rst_i,
      .data_i (leaving[3].stream),
      .valid_i(leaving_first[3] && leaving[3].kind == Ends),
      .data_o (output_stream),
      .valid_o(outputs),
      .ready_i(start)
  );

  assign done_o          = leaving_first[1] && leaving[1].kind == Chained;
  assign done_stream_o   = leaving[1].stream;
  assign result_valid_o  = leaving_valid[4] && leaving_number[4] < PartBits'(StateWords);
  assign result_stream_o = leaving[4].stream;
  assign result_number_o = WordBits'(leaving_number[4]);
  assign result_o        = result;
  assign answer_o        = leaving_first[4] && leaving[4].kind inside {Output, Error};
  assign answer_stream_o = leaving[4].stream;
  assign answer_error_o  = leaving[4].kind == Error;

  logic unused;
  assign unused = ^{unused_go, leaving, leaving_first};

  `GH_ASSERT(always_goes, go || !take && !done, clk_i, rst_i)
  `GH_REQUIRE(held, !$past(valid_i && !ready_o) || valid_i || $past(rst_i), clk_i, rst_i)

endmodule

`default_nettype wire
