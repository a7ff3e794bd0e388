// SPDX-License-Identifier: Apache-2.0
//
// Rounds of Threefish (Skein 1.3, section 3.3) in a ring of stages, RoundsPerPass of them in one way around.
// A block enters behind stage 0, in front of the first subkey. All stages move in each cycle.
//
//     0     1    2   3     4     5   6    7    8   9    10    11  12
//   aligned + k MIX MIX aligned MIX MIX                                --> 0   4 rounds
//   aligned + k MIX MIX aligned MIX MIX  + k  MIX MIX aligned MIX MIX  --> 0   8 rounds
//
// A stage of a round has the sum of each MIX and the other word, before it is rotated. The exclusive-or of
// both is the next stage's. With eight rounds a rotation is wires, and the next sum takes an exclusive-or of
// two into its carry chain, so that one of two rounds leaves the other word as an exclusive-or that nothing
// has computed; where three would meet, a stage aligns the words. With four rounds there are two rotations in
// turn, and a table in front of the sum has the choice and the exclusive-or. A way around ends behind a round,
// so the last subkey of a block is not added here.
//
// Stage 0 is zero where a block enters, and what enters is zero where none does: the first subkey is added to
// the exclusive-or of both.

`default_nettype none

module gh_threefish_ring
  import gh_skein_constants_pkg::*;
  import gh_skein_pkg::*;
  import gh_skein_piped_pkg::*;
#(
    parameter int unsigned StateWords = 8,
    parameter int unsigned RoundsPerPass = 8,  // 4 or 8
    localparam int unsigned Subkeys = RoundsPerPass / 4
) (
    input wire logic clk_i,

    // In the next cycle a block enters, and what is in the last stage then leaves.
    input wire logic                   enter_next_i,
    input wire word_t [StateWords-1:0] block_i,

    // Of the block that is in the stage before each subkey.
    input wire word_t [Subkeys-1:0][StateWords-1:0] subkey_i,

    // Of the last stage, behind all rounds.
    output wire word_t [StateWords-1:0] block_o
);

  if (StateWords != 4 && StateWords != 8 && StateWords != 16) begin : gen_check_words
    $fatal(1, "gh_threefish_ring: StateWords is %0d; it must be 4, 8 or 16", StateWords);
  end
  if (RoundsPerPass != 4 && RoundsPerPass != 8) begin : gen_check_rounds
    $fatal(1, "gh_threefish_ring: RoundsPerPass is %0d; it must be 4 or 8", RoundsPerPass);
  end

  localparam int unsigned Stages = ring_stages(RoundsPerPass);
  localparam int unsigned Pairs = StateWords / 2;

  // Words 2 j, and words 2 j + 1 as an exclusive-or of two.
  word_t [Stages-1:0][Pairs-1:0] even_q, odd_q, part_q;
  word_t [Pairs-1:0] even_enters_q, odd_enters_q;

  function automatic word_t rotl(word_t x, int unsigned distance);
    return 64'({x, x} >> (64 - distance));
  endfunction

  // A copy of the choice for each pair of words.
  logic [Pairs-1:0] enter_q;
  gh_copies #(
      .Copies(Pairs)
  ) u_enter (
      .clk_i,
      .data_i(enter_next_i),
      .data_o(enter_q)
  );

  // Which of two ways around a block makes, in turn: a copy for each pair of words.
  logic [Stages-1:0][Pairs-1:0] second_q;
  if (Subkeys == 1) begin : gen_turns
    for (genvar k = 0; k < Stages; k++) begin : gen_stage
      logic turn;
      if (k == 0) begin : gen_first
        assign turn = !enter_q[0] && !second_q[Stages-1][0];
      end else begin : gen_other
        assign turn = second_q[k-1][0];
      end
      gh_copies #(
          .Copies(Pairs)
      ) u_second (
          .clk_i,
          .data_i(turn),
          .data_o(second_q[k])
      );
    end
  end else begin : gen_once
    assign second_q = '0;
  end

  for (genvar k = 0; k < Stages; k++) begin : gen_stage
    localparam int unsigned Before = (k + Stages - 1) % Stages;
    localparam stage_t Stage = ring_stage(RoundsPerPass, k);
    localparam stage_t Last = ring_stage(RoundsPerPass, Before);
    if (!Last.whole && Stage.work != Align) begin : gen_check_terms
      $fatal(1, "gh_threefish_ring: three words would meet in the sums of stage %0d", k);
    end
    localparam bit Rotates = Last.work == Mix;  // what the stage before has is before that rotation

    for (genvar j = 0; j < Pairs; j++) begin : gen_pair
      // Word 2 j; word 2 j + 1 as an exclusive-or of up to three.
      word_t x0, b, c, d;
      if (Rotates) begin : gen_rotated
        localparam int unsigned Even = permutation(StateWords, 2 * j) / 2;
        localparam int unsigned Odd = permutation(StateWords, 2 * j + 1) / 2;
        localparam int unsigned First = rotation(StateWords, Last.round, Odd);
        localparam int unsigned Second = rotation(StateWords, Last.round + 4, Odd);
        assign x0 = even_q[Before][Even];
        word_t rotated;
        assign rotated = second_q[Before][j] ? rotl(
            odd_q[Before][Odd], Second
        ) : rotl(
            odd_q[Before][Odd], First
        );
        if (Subkeys == 1) begin : gen_table
          assign {b, c} = {rotated ^ even_q[Before][Odd], 64'd0};
        end else begin : gen_chain
          assign {b, c} = {rotated, even_q[Before][Odd]};
        end
        assign d = Last.whole ? '0 : rotl(part_q[Before][Odd], First);
      end else begin : gen_aligned
        assign {x0, b, c, d} = {even_q[Before][j], odd_q[Before][j], 128'd0};
      end

      if (Stage.work == Align) begin : gen_align
        word_t odd;
        assign odd = b ^ c ^ d;
        assign part_q[k][j] = '0;
        if (k == 0) begin : gen_leaves
          assign block_o[2*j+:2] = {odd, x0};
          always_ff @(posedge clk_i) begin
            {odd_q[k][j], even_q[k][j]} <= enter_q[j] ? '0 : {odd, x0};
            {odd_enters_q[j], even_enters_q[j]} <= enter_q[j] ? block_i[2*j+:2] : '0;
          end
        end else begin : gen_inside
          always_ff @(posedge clk_i) {odd_q[k][j], even_q[k][j]} <= {odd, x0};
        end
      end else begin : gen_adds
        word_t sum;
        gh_add_of_xor #(
            .Width(64)
        ) u_sum (
            .a_i((Stage.work == Inject) ? subkey_i[Stage.subkey][2*j+1] : x0),
            .b_i(b ^ d),  // d is zero: three meet where words are aligned
            .c_i((k == 1) ? odd_enters_q[j] : c),
            .sum_o(sum)
        );
        if (Stage.work == Mix) begin : gen_mix
          always_ff @(posedge clk_i) {odd_q[k][j], even_q[k][j]} <= {Stage.whole ? b ^ c : b, sum};
          if (Stage.whole) begin : gen_whole
            assign part_q[k][j] = '0;
          end else begin : gen_part
            always_ff @(posedge clk_i) part_q[k][j] <= c;
          end
        end else begin : gen_inject
          word_t even_sum;
          gh_add_of_xor #(
              .Width(64)
          ) u_even_sum (
              .a_i  (subkey_i[Stage.subkey][2*j]),
              .b_i  (x0),
              .c_i  ((k == 1) ? even_enters_q[j] : '0),
              .sum_o(even_sum)
          );
          assign part_q[k][j] = '0;
          always_ff @(posedge clk_i) {odd_q[k][j], even_q[k][j]} <= {sum, even_sum};
        end
      end
    end
  end

endmodule

`default_nettype wire
