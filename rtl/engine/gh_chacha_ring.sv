// SPDX-License-Identifier: Apache-2.0
//
// ChaCha's double round in eight stages, and one in which a block enters. A stage is a word operation
// of four quarter rounds (Bernstein, "ChaCha, a variant of Salsa20", section 2):
//
//   a += b;  c += d = (d ^ a) <<< 16;  a += b = (b ^ c) <<< 12;  c += d = (d ^ a) <<< 8
//
// The fourth exclusive-or, b = (b ^ c) <<< 7, is the next stage's: that of the next quarter round's
// first sum, or that in which a block enters. Each sum thus takes an exclusive-or into its carry
// chain.

`default_nettype none

module gh_chacha_ring (
    input wire logic clk_i,
    input wire logic go_next_i, // the stages move in the next cycle

    input wire logic              enter_i,
    input wire logic [15:0][31:0] block_i,

    output wire logic [15:0][31:0] state_o  // of the last stage, behind whole double rounds
);

  typedef logic [3:0][31:0] row_t;
  typedef struct packed {
    row_t d;
    row_t c;
    row_t b;
    row_t a;
  } state_t;

  function automatic row_t rotl(row_t x, int unsigned distance);
    row_t y;
    for (int unsigned i = 0; i < 4; i++) y[i] = 32'({x[i], x[i]} >> (32 - distance));
    return y;
  endfunction

  // Word i of the result is word i + by.
  function automatic row_t turned(row_t x, int unsigned by);
    row_t y;
    for (int unsigned i = 0; i < 4; i++) y[i] = x[(i+by)%4];
    return y;
  endfunction

  // Stage 0 is that in which a block enters; stage k is behind operation k.
  state_t [8:0] state_q;
  state_t entering, whole;

  logic [8:0] go_q;
  gh_copies #(
      .Copies(9)
  ) u_go (
      .clk_i,
      .data_i(go_next_i),
      .data_o(go_q)
  );

  assign whole = '{
          a: state_q[8].a,
          b: turned(rotl(state_q[8].b ^ state_q[8].c, 7), 3),
          c: turned(state_q[8].c, 2),
          d: turned(state_q[8].d, 1)
      };
  assign state_o = whole;
  assign entering = enter_i ? block_i : whole;

  for (genvar k = 1; k <= 8; k++) begin : gen_stage
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
    if (k == 5) begin : gen_diagonals
      assign from = '{
              a: state_q[4].a,
              b: turned(rotl(state_q[4].b, 7), 1),
              c: turned(state_q[4].c, 2),
              d: turned(state_q[4].d, 3)
          };
    end else begin : gen_same
      assign from = state_q[k-1];
    end

    if (k % 2 == 1) begin : gen_a
      // a += b, where the first stage has a b without an exclusive-or.
      if (k == 1) begin : gen_known
        assign {b, x} = {from.b, 128'd0};
      end else if (k == 5) begin : gen_turned
        assign {b, x} = {from.b, turned(rotl(state_q[4].c, 7), 1)};
      end else begin : gen_second
        assign {b, x} = {rotl(from.b, 12), rotl(from.c, 12)};
      end
      assign of = from.a;
      assign to = '{a: sum, b: b ^ x, c: from.c, d: from.d};
    end else begin : gen_c
      localparam int unsigned Distance = (k % 4 == 2) ? 16 : 8;
      assign {b, x} = {rotl(from.d, Distance), rotl(from.a, Distance)};
      assign of = from.c;
      assign to = '{a: from.a, b: from.b, c: sum, d: b ^ x};
    end

    always_ff @(posedge clk_i) if (go_q[k]) state_q[k] <= to;
  end

  always_ff @(posedge clk_i) if (go_q[0]) state_q[0] <= entering;

endmodule

`default_nettype wire
