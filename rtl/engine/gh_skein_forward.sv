// SPDX-License-Identifier: Apache-2.0
//
// The end of a block after the ring of Threefish, word by word: the last subkey is added, the block
// is fed forward (Skein 1.3, section 3.4), and behind the words of the result comes their parity,
// the last word of the extended key that they are next (section 3.3.2).
//
//   cycle   0   the block is in the ring's last stage behind all rounds; word 0 of the last subkey is addressed
//           1   word 0 is chosen
//           2   it has been chosen, and the subkey's word is here
//           3   they have been added, and the word of the block is here
//           4   result_o, number 0
//
// The next block may leave StateWords + 1 cycles later.

`include "gh_assert.svh"

`default_nettype none

module gh_skein_forward
  import gh_skein_constants_pkg::*;
  import gh_skein_pkg::*;
#(
    parameter int unsigned StateWords = 8,
    parameter int unsigned JobBits = 8,  // what goes with the words of a block
    localparam int unsigned NumberBits = $clog2(StateWords + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // A block is in the ring's last stage in the next cycle.
    input wire logic                   leaves_next_i,
    input wire logic  [   JobBits-1:0] job_i,
    input wire word_t [StateWords-1:0] ring_i,

    // Number and job in the cycles above, and the words that are here two cycles after they are asked for.
    output wire logic  [4:0][   JobBits-1:0] job_at_o,
    output wire logic  [4:0][NumberBits-1:0] number_at_o,
    output wire logic  [4:0]                 valid_at_o,
    input  wire word_t                       subkey_i,
    input  wire word_t                       block_i,

    output wire word_t result_o
);

  // A copy for each word of what takes it.
  logic  [StateWords-1:0] capture_q;
  word_t [StateWords-1:0] words_q;
  gh_copies #(
      .Copies(StateWords)
  ) u_capture (
      .clk_i,
      .data_i(leaves_next_i),
      .data_o(capture_q)
  );
  for (genvar i = 0; i < StateWords; i++) begin : gen_capture
    always_ff @(posedge clk_i) if (capture_q[i]) words_q[i] <= ring_i[i];
  end

  logic [4:0][JobBits-1:0] job_q;
  logic [4:0][NumberBits-1:0] number_q;
  logic [4:0] valid_q;
  always_ff @(posedge clk_i) begin
    job_q[4:1]    <= job_q[3:0];
    number_q[4:1] <= number_q[3:0];
    valid_q[4:1]  <= rst_i ? '0 : valid_q[3:0];
    if (leaves_next_i) {job_q[0], number_q[0]} <= {job_i, {NumberBits{1'b0}}};
    else number_q[0] <= number_q[0] + 1'b1;
    if (rst_i) valid_q[0] <= 1'b0;
    else if (leaves_next_i) valid_q[0] <= 1'b1;
    else if (number_q[0] == NumberBits'(StateWords)) valid_q[0] <= 1'b0;
  end
  assign {job_at_o, number_at_o, valid_at_o} = {job_q, number_q, valid_q};

  // Which word, for each quarter of one.
  localparam int unsigned WordBits = $clog2(StateWords);
  logic [3:0][WordBits-1:0] choice_q;
  gh_copies #(
      .Width (WordBits),
      .Copies(4)
  ) u_choice (
      .clk_i,
      .data_i(WordBits'(number_q[0])),
      .data_o(choice_q)
  );

  word_t chosen, chosen_q, added_q, result_q, parity_q, fed;
  for (genvar part = 0; part < 4; part++) begin : gen_part
    logic [StateWords-1:0][15:0] words;
    for (genvar i = 0; i < StateWords; i++) begin : gen_word
      assign words[i] = words_q[i][16*part+:16];
    end
    gh_mux #(
        .Words(StateWords),
        .Width(16)
    ) u_mux (
        .data_i  (words),
        .select_i(choice_q[part]),
        .data_o  (chosen[16*part+:16])
    );
  end

  assign fed = added_q ^ block_i;
  always_ff @(posedge clk_i) begin
    chosen_q <= chosen;
    added_q  <= chosen_q + subkey_i;
    parity_q <= ((number_q[3] == '0) ? C240 : parity_q) ^ fed;
    result_q <= (number_q[3] == NumberBits'(StateWords)) ? parity_q : fed;
  end
  assign result_o = result_q;

  `GH_REQUIRE(one_at_a_time,
              !leaves_next_i || !valid_q[0] || number_q[0] == NumberBits'(StateWords), clk_i, rst_i)

endmodule

`default_nettype wire
