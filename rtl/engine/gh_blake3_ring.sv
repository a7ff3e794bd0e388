// SPDX-License-Identifier: Apache-2.0
//
// BLAKE3's round (BLAKE3.pdf of 2021-11-05, section 2.2) in nine stages, and one in which a block enters. The
// words of the block go along with the state. A stage is a word operation of four quarter rounds:
//
//   a += m;  a += b;  c += d = (d ^ a) >>> 16, a += m;  a += b = (b ^ c) >>> 12;  c += d = (d ^ a) >>> 8
//
// The first sum is a stage of its own for the columns. The diagonals' is in the stage before, where a waits.
// The fourth exclusive-or, b = (b ^ c) >>> 7, is the next stage's, so that each sum takes an exclusive-or
// into its carry chain. All stages move in each cycle.

`default_nettype none

module gh_blake3_ring (
    input wire logic clk_i,

    input wire logic              enter_next_i,  // a block enters in the next cycle
    input wire logic [ 7:0][31:0] h_i,
    input wire logic [15:0][31:0] m_i,
    input wire logic [63:0]       t_i,
    input wire logic [ 6:0]       size_i,
    input wire logic [ 6:0]       flags_i,

    // Both halves of the state of the last stage, behind whole rounds.
    output wire logic [7:0][31:0] first_o,
    output wire logic [7:0][31:0] second_o
);

  import gh_blake3_microcode_pkg::Vector;

  typedef logic [3:0][31:0] row_t;
  typedef struct packed {
    row_t d;
    row_t c;
    row_t b;
    row_t a;
  } state_t;
  typedef logic [15:0][31:0] block_t;

  localparam int unsigned Permutation[16] = '{2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};

  function automatic row_t rotr(row_t x, int unsigned distance);
    row_t y;
    for (int unsigned i = 0; i < 4; i++) y[i] = 32'({x[i], x[i]} >> distance);
    return y;
  endfunction

  // Word i of the result is word i + by.
  function automatic row_t turned(row_t x, int unsigned by);
    row_t y;
    for (int unsigned i = 0; i < 4; i++) y[i] = x[(i+by)%4];
    return y;
  endfunction

  // Words first, first + 2, first + 4 and first + 6 of a block.
  function automatic row_t every_second(block_t m, int unsigned first);
    row_t y;
    for (int unsigned i = 0; i < 4; i++) y[i] = m[first+2*i];
    return y;
  endfunction

  // Stage 0 is that in which a block enters; stage k is behind operation k.
  state_t [9:0] state_q;
  block_t [9:0] block_q;
  state_t whole, entering;
  block_t permuted;

  // A copy for each 64 bits of state and block.
  logic [15:0] enter_q;
  gh_copies #(
      .Copies(16)
  ) u_enter (
      .clk_i,
      .data_i(enter_next_i),
      .data_o(enter_q)
  );

  assign whole = '{
          a: state_q[9].a,
          b: turned(rotr(state_q[9].b ^ state_q[9].c, 7), 3),
          c: turned(state_q[9].c, 2),
          d: turned(state_q[9].d, 1)
      };
  assign {second_o, first_o} = whole;

  for (genvar i = 0; i < 16; i++) begin : gen_permuted
    assign permuted[i] = block_q[9][Permutation[i]];
  end

  assign entering = {25'd0, flags_i, 25'd0, size_i, t_i, Vector[3:0], h_i};
  for (genvar i = 0; i < 8; i++) begin : gen_enter
    always_ff @(posedge clk_i) begin
      state_q[0][64*i+:64] <= enter_q[i] ? entering[64*i+:64] : whole[64*i+:64];
      block_q[0][2*i+:2]   <= enter_q[8+i] ? m_i[2*i+:2] : permuted[2*i+:2];
    end
  end

  for (genvar k = 1; k <= 9; k++) begin : gen_stage
    state_t from, to;
    row_t sum, of, b, x;
    for (genvar i = 0; i < 4; i++) begin : gen_lane
      gh_add_of_xor #(
          .Width(32)
      ) u_sum (
          .a_i  (of[i]),
          .b_i  (b[i]),
          .c_i  (x[i]),
          .sum_o(sum[i])
      );
    end

    // The diagonals are columns of words that are turned.
    if (k == 6) begin : gen_diagonals
      assign from = '{
              a: state_q[5].a,
              b: turned(rotr(state_q[5].b, 7), 1),
              c: turned(state_q[5].c, 2),
              d: turned(state_q[5].d, 3)
          };
    end else begin : gen_same
      assign from = state_q[k-1];
    end

    if (k == 1) begin : gen_word
      assign {of, b, x} = {from.a, every_second(block_q[0], 0), 128'd0};
      assign to = '{a: sum, b: from.b, c: from.c, d: from.d};
    end else if (k % 2 == 0) begin : gen_a
      // a += b, where the columns' first has a b without an exclusive-or.
      if (k == 2) begin : gen_known
        assign {b, x} = {from.b, 128'd0};
      end else if (k == 6) begin : gen_turned
        assign {b, x} = {from.b, turned(rotr(state_q[5].c, 7), 1)};
      end else begin : gen_second
        assign {b, x} = {rotr(from.b, 12), rotr(from.c, 12)};
      end
      assign of = from.a;
      assign to = '{a: sum, b: b ^ x, c: from.c, d: from.d};
    end else begin : gen_c
      localparam int unsigned Distance = (k % 4 == 3) ? 16 : 8;
      row_t next;
      assign {b, x} = {rotr(from.d, Distance), rotr(from.a, Distance)};
      assign of = from.c;
      // The next a += m: the second of the columns, the first and the second of the diagonals.
      if (k == 9) begin : gen_last
        assign next = from.a;
      end else begin : gen_next
        localparam int unsigned First = (k == 3) ? 1 : (k == 5) ? 8 : 9;
        row_t words;
        assign words = every_second(block_q[k-1], First);
        for (genvar i = 0; i < 4; i++) begin : gen_lane
          assign next[i] = from.a[i] + words[i];
        end
      end
      assign to = '{a: next, b: from.b, c: sum, d: b ^ x};
    end

    always_ff @(posedge clk_i) begin
      state_q[k] <= to;
      block_q[k] <= block_q[k-1];
    end
  end

endmodule

`default_nettype wire
