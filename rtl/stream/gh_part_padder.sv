// SPDX-License-Identifier: Apache-2.0
//
// Messages in parts: gh_continued_padder behind a stream of configurations. A packet of 64-bit
// words for each message says whether it goes on from a chaining value, and whether it ends with
// one.
//
//   word 0   bit 0: the message goes on, and words 1 to 9 or 5 follow; without it the packet ends here
//            bit 1: another part follows, and the answer is the chaining value
//   word 1   bytes of all parts before, whole blocks
//   words 2  the chaining value, eight words of WordBytes, in the order in which the answer has it
//
// All other bits are zero. A part that another one follows is a positive number of whole blocks, to
// which nothing is added; the length of the last part is that of all parts. A malformed packet is
// drained, and its message answered with an error.
//
//   config  --> words --> flags, bytes before, chaining value of the core
//   message --> once the packet is there --> gh_continued_padder --> beats
//
// A packet is taken when the answer before it has left: the core rests while its chaining value is
// loaded, a word every second cycle at most. Beats leave as those of gh_message_padder.

`include "gh_assert.svh"

`default_nettype none

module gh_part_padder
  import gh_stream_pkg::*;
#(
    parameter pad_rule_t Rule = '{9'd64, 8'h80, 8'h00, 6'd8, 1'b0},
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned WordBytes = 8,  // of the chaining value, 4 or 8
    parameter bit Registered = 1'b0,
    localparam int unsigned Words = 8,
    localparam int unsigned BlockBytes = 32'(Rule.block_bytes),
    localparam int unsigned Beats = BlockBytes / StreamBytes,
    localparam int unsigned BeatBits = $clog2(Beats)
) (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic rst_pins_i, // a cycle earlier: the pins are silent as soon as rst_i is set

    input  wire logic [8*StreamBytes-1:0] config_data_i,
    input  wire logic                     config_last_i,
    input  wire logic                     config_valid_i,
    output wire logic                     config_ready_o,

    input  wire logic [8*StreamBytes-1:0] data_i,
    input  wire logic [  StreamBytes-1:0] keep_i,
    input  wire logic                     last_i,
    input  wire logic                     valid_i,
    output wire logic                     ready_o,

    input wire logic answered_i,  // the last beat of an answer leaves

    output wire logic                     load_valid_o,
    output wire logic [$clog2(Words)-1:0] load_place_o,
    output wire logic [  8*WordBytes-1:0] load_word_o,

    output wire logic [8*StreamBytes-1:0] data_o,
    output wire logic [BeatBits-1:0] beat_o,
    output wire beat_flags_t flags_o,
    input wire logic ready_i
);

  if (WordBytes != 4 && WordBytes != 8) begin : gen_check_word
    $fatal(1, "gh_part_padder: WordBytes is %0d; it must be 4 or 8", WordBytes);
  end

  // Places of the packet: flags, bytes before, chaining value.
  localparam int unsigned Parts = 8 / WordBytes;  // of a word of the packet
  localparam int unsigned Chaining = 2 * Parts;
  localparam int unsigned End = Chaining + Words;
  localparam int unsigned PlaceBits = $clog2(End + 1);

  logic [8*WordBytes-1:0] word;
  logic last, valid, taken;
  logic [WordBytes-1:0] unused_keep;
  logic unused_user, unused_waits;

  // A packet may come; a message is open; its answer has not left; a word of a chaining value has
  // come in the cycle before.
  logic config_q, message_q, answer_q, pause_q;

  gh_stream_pins #(
      .InBytes   (StreamBytes),
      .OutBytes  (WordBytes),
      .Registered(Registered)
  ) u_config (
      .clk_i,
      .rst_i  (rst_pins_i),
      .open_i (config_q && !rst_i),
      .data_i (config_data_i),
      .keep_i ('1),
      .last_i (config_last_i),
      .user_i (1'b0),
      .valid_i(config_valid_i),
      .ready_o(config_ready_o),
      .data_o (word),
      .keep_o (unused_keep),
      .last_o (last),
      .user_o (unused_user),
      .valid_o(valid),
      .ready_i(config_q && !rst_i && !pause_q),
      .waits_o(unused_waits)
  );
  assign taken = config_q && valid && !pause_q;

  logic [PlaceBits-1:0] place_q;
  logic [63:0] before_q;
  logic resumes_q, followed_q, malformed_q;
  logic flags, counts, resumes, misplaced, malformed;

  assign flags = (place_q == '0);
  assign counts = (place_q >= PlaceBits'(Parts)) && (place_q < PlaceBits'(Chaining));
  assign resumes = flags ? word[0] : resumes_q;
  // The packet ends behind word 0 or behind the chaining value, and nowhere else.
  assign misplaced = last != (place_q == PlaceBits'((resumes ? End : Parts) - 1));
  assign malformed = malformed_q || misplaced
      || flags && word[8*WordBytes-1:2] != '0
      || place_q < PlaceBits'(Parts) && !flags && word != '0
      || place_q == PlaceBits'(Parts) && word[$clog2(
      BlockBytes
  )-1:0] != '0;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      config_q  <= 1'b0;
      message_q <= 1'b0;
      answer_q  <= 1'b0;
    end else begin
      config_q <= config_q ? !(taken && last) : !message_q && !answer_q;
      if (taken && last) {message_q, answer_q} <= '1;
      if (valid_i && ready_o && last_i) message_q <= 1'b0;
      if (answered_i) answer_q <= 1'b0;
    end

    pause_q <= load_valid_o && !rst_i;

    if (!config_q) place_q <= '0;
    else if (taken && place_q != PlaceBits'(End)) place_q <= place_q + 1'b1;

    if (taken && flags) {followed_q, resumes_q} <= word[1:0];
    if (taken) malformed_q <= malformed;
    else if (!config_q && !message_q && !answer_q) malformed_q <= 1'b0;

    // The low part comes first.
    if (taken && flags) before_q <= '0;
    else if (taken && counts) before_q <= 64'({word, before_q} >> 8 * WordBytes);
  end

  assign load_valid_o = taken && !malformed_q && place_q >= PlaceBits'(Chaining)
      && place_q < PlaceBits'(End);
  assign load_place_o = $clog2(Words)'(place_q - PlaceBits'(Chaining));
  assign load_word_o = word;

  logic open_q, ready;
  always_ff @(posedge clk_i) open_q <= !rst_i && message_q;
  assign ready_o = message_q && open_q && ready;

  gh_continued_padder #(
      .Rule       (Rule),
      .StreamBytes(StreamBytes)
  ) u_padder (
      .clk_i,
      .rst_i,
      .whole_i (followed_q),
      .refuse_i(malformed_q),
      .before_i(before_q),
      .data_i,
      .keep_i,
      .last_i,
      .valid_i (message_q && open_q && valid_i),
      .ready_o (ready),
      .data_o,
      .beat_o,
      .flags_o,
      .ready_i
  );

  `GH_ASSERT(place_in_range, !config_q || 32'(place_q) <= End, clk_i, rst_i)
  `GH_ASSERT(rests_while_configured, !config_q || !message_q && !answer_q, clk_i, rst_i)
  `GH_REQUIRE(answers_once, !answered_i || answer_q, clk_i, rst_i)

endmodule

`default_nettype wire
