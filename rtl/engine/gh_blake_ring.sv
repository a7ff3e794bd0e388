// SPDX-License-Identifier: Apache-2.0
//
// BLAKE's round (version 1.3, sections 2.1.2 and 2.2.2) in a ring of 13 stages, a word operation of four G in
// each, or half a round in a ring of seven. Stages for columns, and then for diagonals, with half a
// round in turns:
//
//   stage     1  a += b                         7
//             2  c += d' = (d ^ a) >>> r0       8   and a += m ^ c, which stage 0 and 6 have of the other half
//             3  a += b' = (b ^ c) >>> r1       9
//             4  d = (d' ^ a) >>> r2           10
//             5  c += d                        11
//             6  b = (b' ^ c) >>> r3           12
//
// d' and b' are made twice from what they are made of: in the carry chain of the sum, and in the table of the
// next exclusive-or, which takes three words in the place of two. x is the word that waits for that: a of
// stage 1, c of stage 2. All stages move in each cycle.
//
// Between halves rows are turned over: unit i has column i, or diagonal -i modulo 4, and from the one to the other
// and back the wires are the same. Half a round therefore needs no choice between them.
//
// A block enters with row a in the last stage, and with the others in stage 0, a cycle later. When
// it leaves, rows a and c are whole after the stage before the last.

`default_nettype none

module gh_blake_ring
  import gh_blake_constants_pkg::*;
#(
    parameter int unsigned WordBits = 32,  // 32 or 64
    parameter int unsigned Halves   = 2    // of a round, 1 or 2
) (
    input wire logic clk_i,

    // A block enters: words 0 to 3 of h in the next cycle, the others and t in the one behind it.
    input wire logic                     enter_next_i,
    input wire logic [7:0][WordBits-1:0] h_i,
    input wire logic [1:0][WordBits-1:0] t_i,

    // Words that are added, of each unit: the first and the second one of columns, then those of diagonals. Each
    // is the exclusive-or of two. They are here in the cycle in which a block is in the last stage, 1, 5 and 7.
    input wire logic [2*Halves-1:0][3:0][WordBits-1:0] even_i,
    input wire logic [2*Halves-1:0][3:0][WordBits-1:0] odd_i,

    // Rows of a block that is in the stage before the last, and in the last, in the order of columns.
    output wire logic [3:0][WordBits-1:0] a_o,
    output wire logic [3:0][WordBits-1:0] c_o,
    output wire logic [3:0][WordBits-1:0] b_o,
    output wire logic [3:0][WordBits-1:0] d_o
);

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_blake_ring: WordBits is %0d; it must be 32 or 64", WordBits);
  end
  if (Halves != 1 && Halves != 2) begin : gen_check_halves
    $fatal(1, "gh_blake_ring: Halves is %0d; it must be 1 or 2", Halves);
  end

  localparam int unsigned Half = 6;
  localparam int unsigned Stages = Halves * Half + 1;

  typedef logic [WordBits-1:0] word_t;
  typedef word_t [3:0] row_t;
  typedef struct packed {
    row_t x;
    row_t d;
    row_t c;
    row_t b;
    row_t a;
  } state_t;

  // Rotated to the right by distance number i of G.
  function automatic row_t rotr(row_t x, int unsigned i);
    row_t y;
    for (int unsigned j = 0; j < 4; j++) y[j] = WordBits'({x[j], x[j]} >> rotation(WordBits, i));
    return y;
  endfunction

  // Row number r from columns to diagonals, and back.
  function automatic row_t over(row_t x, int unsigned r);
    row_t y;
    for (int unsigned i = 0; i < 4; i++) y[i] = x[(4+r-i)%4];
    return y;
  endfunction

  // Constants first to first + 3.
  function automatic row_t constants(int unsigned first);
    row_t y;
    for (int unsigned i = 0; i < 4; i++) y[i] = WordBits'(constant(WordBits, first + i));
    return y;
  endfunction

  state_t [Stages-1:0] state_q;

  // A copy for each word of a row.
  logic entered_q;
  logic [3:0] enter_a_q, enter_b_q, enter_c_q, enter_d_q;
  always_ff @(posedge clk_i) entered_q <= enter_next_i;
  gh_copies #(
      .Copies(4)
  ) u_enter_first (
      .clk_i,
      .data_i(enter_next_i),
      .data_o(enter_a_q)
  );
  gh_copies #(
      .Copies(12)
  ) u_enter (
      .clk_i,
      .data_i(entered_q),
      .data_o({enter_d_q, enter_c_q, enter_b_q})
  );

  // Stage 0: columns again.
  localparam row_t Constants = constants(0);
  row_t first_a, first_b, first_c, first_d, counter;
  assign first_b = over(state_q[Stages-1].b, 1);
  assign first_c = over(state_q[Stages-1].c, 2);
  assign first_d = over(state_q[Stages-1].d, 3);
  assign counter = {t_i[1], t_i[1], t_i[0], t_i[0]} ^ constants(4);
  gh_blake_sum #(
      .WordBits(WordBits)
  ) u_first (
      .a_i  (over(state_q[Stages-1].a, 0)),
      .b_i  (even_i[0]),
      .c_i  (odd_i[0]),
      .sum_o(first_a)
  );
  for (genvar i = 0; i < 4; i++) begin : gen_first
    always_ff @(posedge clk_i) begin
      state_q[0].b[i] <= enter_b_q[i] ? h_i[4+i] : first_b[i];
      if (enter_c_q[i]) state_q[0].c[i] <= Constants[i];
      else state_q[0].c[i] <= first_c[i];
      state_q[0].d[i] <= enter_d_q[i] ? counter[i] : first_d[i];
    end
  end
  always_ff @(posedge clk_i) {state_q[0].a, state_q[0].x} <= {first_a, state_q[Stages-1].x};

  for (genvar k = 1; k < Stages; k++) begin : gen_stage
    localparam int unsigned Step = (k - 1) % Half + 1;
    state_t from, to;
    if (k == Half + 1) begin : gen_diagonals
      assign from = '{
              x: state_q[k-1].x,
              d: over(state_q[k-1].d, 3),
              c: over(state_q[k-1].c, 2),
              b: over(state_q[k-1].b, 1),
              a: over(state_q[k-1].a, 0)
          };
    end else begin : gen_same
      assign from = state_q[k-1];
    end

    // What is added to a: behind it, of columns and of diagonals, and before diagonals.
    row_t added;
    if (Step == 2) begin : gen_second
      localparam int unsigned Group = (k < Half) ? 1 : 3;
      gh_blake_sum #(
          .WordBits(WordBits)
      ) u_added (
          .a_i  (from.a),
          .b_i  (even_i[Group]),
          .c_i  (odd_i[Group]),
          .sum_o(added)
      );
    end else if (k == Stages - 1) begin : gen_enter
      for (genvar i = 0; i < 4; i++) begin : gen_word
        assign added[i] = enter_a_q[i] ? h_i[(4-i)%4] : from.a[i];
      end
    end else if (k == Half) begin : gen_first
      gh_blake_sum #(
          .WordBits(WordBits)
      ) u_added (
          .a_i  (from.a),
          .b_i  (over(even_i[2], 0)),
          .c_i  (over(odd_i[2], 0)),
          .sum_o(added)
      );
    end else begin : gen_none
      assign added = from.a;
    end

    // The operation of the stage.
    row_t sum;
    if (Step == 1 || Step == 3) begin : gen_a
      gh_blake_sum #(
          .WordBits(WordBits)
      ) u_sum (
          .a_i  (added),
          .b_i  ((Step == 1) ? from.b : rotr(from.b, 1)),
          .c_i  ((Step == 1) ? '0 : rotr(from.c, 1)),
          .sum_o(sum)
      );
      assign to = '{x: from.x, d: from.d, c: from.c, b: from.b, a: sum};
    end else if (Step == 2 || Step == 5) begin : gen_c
      gh_blake_sum #(
          .WordBits(WordBits)
      ) u_sum (
          .a_i  (from.c),
          .b_i  ((Step == 2) ? rotr(from.d, 0) : from.d),
          .c_i  ((Step == 2) ? rotr(from.a, 0) : '0),
          .sum_o(sum)
      );
      assign to = '{x: (Step == 2) ? from.a : from.c, d: from.d, c: sum, b: from.b, a: added};
      logic unused;
      assign unused = ^from.x;
    end else if (Step == 4) begin : gen_d
      assign sum = rotr(rotr(from.d ^ from.x, 0) ^ from.a, 2);
      assign to  = '{x: from.x, d: sum, c: from.c, b: from.b, a: added};
    end else begin : gen_b
      assign sum = rotr(rotr(from.b ^ from.x, 1) ^ from.c, 3);
      assign to  = '{x: from.x, d: from.d, c: from.c, b: sum, a: added};
    end

    always_ff @(posedge clk_i) state_q[k] <= to;
  end

  assign a_o = over(state_q[Stages-2].a, 0);
  assign c_o = over(state_q[Stages-2].c, 2);
  assign b_o = first_b;
  assign d_o = first_d;

endmodule

`default_nettype wire
