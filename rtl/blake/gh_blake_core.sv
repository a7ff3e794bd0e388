// SPDX-License-Identifier: Apache-2.0
//
// BLAKE-256 and -224, or BLAKE-512 and -384 (version 1.3, chapter 2, without salt): padded beats in, digest out.
// Half a round or a round a cycle: 29 or 15 cycles a block on words of 32 bits, 33 or 17 on words of 64, and two
// a message.
//
// The words of a block are written into the memories of all operands of a step, gh_blake_operand, which have
// room for two blocks: one is gathered while the core works on the one before.
//
//   cycle   0   the block is taken: first words of step 0 are asked for
//           1   second words of step 0; first words of step 1
//           2   the state is the chaining value, the constants and the counter, and a has its first words
//           3   step 0
//
// The state's a already has the first words of the next step. In the last step both halves of what leaves are
// added, exclusive-or, to the chaining value.

`include "gh_assert.svh"

`default_nettype none

module gh_blake_core
  import gh_blake_constants_pkg::*;
  import gh_stream_pkg::*;
#(
    parameter int unsigned WordBits = 32,  // 32 or 64
    parameter int unsigned DigestBits = 8 * WordBits,  // that, or 224 or 384
    parameter int unsigned Halves = 1,  // of a round in a cycle, 1 or 2
    parameter int unsigned StreamBits = 64,  // 8, 16, 32 or 64
    localparam int unsigned BeatBits = $clog2(16 * WordBits / StreamBits)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Padded beats, as gh_message_padder makes them.
    input  wire logic        [StreamBits-1:0] data_i,
    input  wire logic        [  BeatBits-1:0] beat_i,
    input  wire logic        [          63:0] count_i,
    input  wire beat_flags_t                  flags_i,
    output wire logic                         ready_o,

    output wire logic [7:0][WordBits-1:0] digest_o,
    output wire logic                     digest_error_o,
    output wire logic                     digest_valid_o,
    input  wire logic                     digest_ready_i
);

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_blake_core: WordBits is %0d; it must be 32 or 64", WordBits);
  end
  if (Halves != 1 && Halves != 2) begin : gen_check_halves
    $fatal(1, "gh_blake_core: Halves is %0d; it must be 1 or 2", Halves);
  end
  if (StreamBits != 8 && StreamBits != 16 && StreamBits != 32 && StreamBits != 64)
  begin : gen_check_stream
    $fatal(1, "gh_blake_core: StreamBits is %0d; it must be 8, 16, 32 or 64", StreamBits);
  end
  if (DigestBits != 8 * WordBits && DigestBits != (WordBits == 32 ? 224 : 384))
  begin : gen_check_digest
    $fatal(
        1,
        "gh_blake_core: DigestBits is %0d; it must be %0d or %0d",
        DigestBits,
        8 * WordBits,
        WordBits == 32 ? 224 : 384
    );
  end

  localparam int unsigned Steps = 2 * rounds(WordBits) / Halves;
  localparam int unsigned StepBits = 6 - Halves;  // as gh_blake_operand has them
  localparam int unsigned CountBits = $clog2(Steps + 1);
  localparam int unsigned PlaceBits = $clog2(2 * WordBits);  // of a byte in a block
  localparam int unsigned NumberBits = $clog2(WordBits / 4);  // of 64 bits in a block
  localparam int unsigned Parts = 64 / StreamBits;

  typedef logic [WordBits-1:0] word_t;
  typedef word_t [3:0] row_t;

  // Constants first to first + 3.
  function automatic row_t constants(int unsigned first);
    row_t y;
    for (int unsigned i = 0; i < 4; i++) y[i] = WordBits'(constant(WordBits, first + i));
    return y;
  endfunction

  function automatic word_t [7:0] initial_value();
    word_t [7:0] y;
    for (int unsigned i = 0; i < 8; i++) y[i] = WordBits'(initial_word(DigestBits, i));
    return y;
  endfunction

  // The words of 64 bits whose byte 0 is in bits 7:0: byte 0 is a word's highest.
  function automatic logic [63:0] swapped(logic [63:0] x);
    logic [63:0] y;
    for (int unsigned i = 0; i < 8; i++) begin
      y[8*i+:8] = x[8*(i/(WordBits/8)*(WordBits/8)+WordBits/8-1-i%(WordBits/8))+:8];
    end
    return y;
  endfunction

  // The block that is gathered, or waits, and the step whose first words are asked for.
  logic waits_q, half_q, ends_q, error_q, part_q;
  logic [63:0] bytes_q;
  logic [CountBits-1:0] count_q;
  logic closes_q, closes_error_q;  // the message's last block is in work, or its digest waits
  logic owes_q;
  logic taken, start, answers;
  assign answers = owes_q && digest_ready_i;
  assign start   = waits_q && count_q == '0 && (!closes_q || answers);
  assign ready_o = !waits_q || start;
  assign taken   = flags_i.valid && ready_o;

  // Whether the block has bytes of the message: then its first beat has.
  logic [PlaceBits-1:0] place;
  logic part;
  assign place = count_i[PlaceBits-1:0];
  assign part  = (beat_i == '0) ? place != '0 && place <= PlaceBits'(StreamBits / 8) : part_q;

  always_ff @(posedge clk_i) begin
    if (taken) begin
      part_q <= part;
      if (flags_i.block_last) begin
        {ends_q, error_q} <= {flags_i.ends, flags_i.error};
        bytes_q <= part ? count_i : '0;
      end
    end
    half_q <= half_q ^ start;
    if (start) closes_error_q <= error_q;
    if (start || count_q != '0) begin
      count_q <= (count_q == CountBits'(Steps)) ? '0 : count_q + 1'b1;
    end

    if (taken) waits_q <= flags_i.block_last;
    else if (start) waits_q <= 1'b0;
    if (start) closes_q <= ends_q || error_q;
    else if (answers) closes_q <= 1'b0;
    if (rst_i) {waits_q, half_q, closes_q, count_q} <= '0;
  end

  // In the cycle behind a beat's, 64 bits are written.
  logic write_q, write_half_q;
  logic [NumberBits-1:0] number_q;
  logic [63:0] word_q;
  always_ff @(posedge clk_i) begin
    write_q <= taken && 32'(beat_i) % Parts == Parts - 1;
    write_half_q <= half_q ^ start;
    number_q <= NumberBits'(32'(beat_i) / Parts);
    if (taken) word_q <= 64'({data_i, word_q} >> StreamBits);
  end

  // First words are asked for a cycle before the second ones of the same step, and first words of diagonals,
  // of whole rounds, are with those.
  typedef struct packed {
    logic                half;
    logic [StepBits-1:0] step;
  } asked_t;
  asked_t ahead, asked_q;
  assign ahead = '{half: half_q ^ (count_q != '0), step: StepBits'(count_q)};
  always_ff @(posedge clk_i) asked_q <= ahead;

  word_t [2*Halves-1:0][3:0] even, odd;
  for (genvar k = 0; k < 2 * Halves; k++) begin : gen_group
    for (genvar i = 0; i < 4; i++) begin : gen_word
      gh_blake_operand #(
          .WordBits(WordBits),
          .Streams (2),
          .Halves  (Halves),
          .Unit    (i),
          .Half    (k / 2),
          .Second  (k % 2)
      ) u_operand (
          .clk_i,
          .write_i       (write_q),
          .write_stream_i(write_half_q),
          .write_number_i(number_q),
          .data_i        (swapped(word_q)),
          .stream_i      ((k == 0) ? ahead.half : asked_q.half),
          .step_i        ((k == 0) ? ahead.step : asked_q.step),
          .even_o        (even[k][i]),
          .odd_o         (odd[k][i])
      );
    end
  end

  // Two cycles behind those in which the first and the last step are asked for, and the last one of a message.
  logic [2:1] starts_q, ends_at_q, closes_at_q;
  logic asks_last, load, last;
  assign asks_last = count_q == CountBits'(Steps);
  always_ff @(posedge clk_i) begin
    starts_q <= {starts_q[1], start};
    ends_at_q <= {ends_at_q[1], asks_last};
    closes_at_q <= {closes_at_q[1], asks_last && closes_q};
    if (rst_i) {starts_q, ends_at_q, closes_at_q} <= '0;
  end
  assign {load, last} = {starts_q[2], ends_at_q[2]};

  localparam row_t Constants = constants(0);
  word_t [7:0] h_q;
  row_t a_q, b_q, c_q, d_q, first_a;
  row_t [Halves:0] a, b, c, d;
  logic [2*WordBits-1:0] bits;
  row_t counter;
  assign bits = (2 * WordBits)'({bytes_q, 3'b000});
  for (genvar i = 0; i < 4; i++) begin : gen_counter
    assign counter[i] = bits[WordBits*(i/2)+:WordBits] ^ WordBits'(constant(WordBits, 4 + i));
  end

  assign {a[0], b[0], c[0], d[0]} = {a_q, b_q, c_q, d_q};
  for (genvar k = 0; k < Halves; k++) begin : gen_half
    row_t next_a;
    gh_blake_half #(
        .WordBits(WordBits)
    ) u_half (
        .a_i   (a[k]),
        .b_i   (b[k]),
        .c_i   (c[k]),
        .d_i   (d[k]),
        .even_i(even[2*k+1]),
        .odd_i (odd[2*k+1]),
        .a_o   (next_a),
        .b_o   (b[k+1]),
        .c_o   (c[k+1]),
        .d_o   (d[k+1])
    );
    if (k == Halves - 1) begin : gen_last
      assign a[k+1] = next_a;
    end else begin : gen_first
      gh_blake_sum #(
          .WordBits(WordBits)
      ) u_first (
          .a_i  (next_a),
          .b_i  (even[2*k+2]),
          .c_i  (odd[2*k+2]),
          .sum_o(a[k+1])
      );
    end
  end
  gh_blake_sum #(
      .WordBits(WordBits)
  ) u_first (
      .a_i  (load ? h_q[3:0] : a[Halves]),
      .b_i  (even[0]),
      .c_i  (odd[0]),
      .sum_o(first_a)
  );

  always_ff @(posedge clk_i) begin
    a_q <= first_a;
    b_q <= load ? h_q[7:4] : b[Halves];
    if (load) c_q <= Constants;
    else c_q <= c[Halves];
    d_q <= load ? counter : d[Halves];
    if (last) h_q <= h_q ^ {b[Halves] ^ d[Halves], a[Halves] ^ c[Halves]};
    if (answers || rst_i) h_q <= initial_value();

    owes_q <= closes_at_q[2] || owes_q && !digest_ready_i;
    if (rst_i) owes_q <= 1'b0;
  end

  assign digest_o = h_q;
  assign digest_error_o = closes_error_q;
  assign digest_valid_o = owes_q;

  `GH_REQUIRE(last_beat, !flags_i.valid || flags_i.block_last == &beat_i, clk_i, rst_i)
  `GH_REQUIRE(beats_in_order, beat_i == ($past(rst_i) ? '0 : $past(beat_i) + BeatBits'($past(taken)
              )), clk_i, rst_i)
  `GH_ASSERT(written_behind_it, !(start && write_q && number_q != '1), clk_i, rst_i)
  `GH_ASSERT(counter_is_still, !load || $stable(bytes_q), clk_i, rst_i)
  `GH_ASSERT(steps_are_done, !(load && last), clk_i, rst_i)
  `GH_ASSERT(written_elsewhere, count_q == '0 || !write_q || write_half_q != asked_q.half, clk_i,
             rst_i)
  `GH_STABLE(held, digest_valid_o, digest_ready_i, {digest_error_o, digest_o}, clk_i, rst_i)

endmodule

`default_nettype wire
