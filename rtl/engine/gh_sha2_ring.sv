// SPDX-License-Identifier: Apache-2.0
//
// Rounds of SHA-2 (FIPS 180-4, section 6) of three blocks at once, each of which makes a round in three
// cycles; no stage holds more than one adder, or one exclusive-or of three.
//
//   cycle -2   K + W
//         -1   h + (K + W)
//          0   d + (h + K + W)       S1(e) + Ch(e, f, g)       S0(a)
//          1   T1                    the new e                 S0(a) + Maj(a, b, c)
//          2   the new a             S1(new e)
//
// Variables are in shift registers: b, c and d are a of three, six and nine cycles before, f, g and h so of e.
// The chaining value enters and leaves a word of each in a round: in four rounds with state_next_i the new
// words are e_i, in the order H7 to H4, and a_i, H3 to H0. The variables that leave meanwhile go to e_o and
// a_o, in the same order.

`default_nettype none

module gh_sha2_ring
  import gh_sha2_constants_pkg::*;
#(
    parameter int unsigned WordBits = 64,  // 32 or 64
    localparam int unsigned RoundBits = $clog2(rounds(WordBits))
) (
    input wire logic clk_i,

    // Message schedule: a word of the block enters in the cycle behind load_next_i.
    input wire logic load_next_i,
    input wire logic [WordBits-1:0] word_i,
    input wire logic [RoundBits-1:0] round_next_i,  // of what enters in the next cycle

    // In cycle 0 of a round; e_i is of cycle 1, a_i of cycle 2. e_o and a_o are of cycle 0.
    input  wire logic                state_next_i,
    input  wire logic [WordBits-1:0] e_i,
    input  wire logic [WordBits-1:0] a_i,
    output wire logic [WordBits-1:0] e_o,
    output wire logic [WordBits-1:0] a_o
);

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_sha2_ring: WordBits is %0d; it must be 32 or 64", WordBits);
  end

  localparam int unsigned Jobs = 3;
  localparam int unsigned Words = 16;
  // The second word where the first is 1, else the third; the majority of the three.
  localparam logic [7:0] Choice = 8'hd8;
  localparam logic [7:0] Majority = 8'he8;

  typedef logic [WordBits-1:0] word_t;

  function automatic word_t rotr(word_t x, int unsigned n);
    return (x >> n) | (x << (WordBits - n));
  endfunction

  function automatic word_t rotations(word_t x, distances_t n);
    return rotr(x, n[0]) ^ rotr(x, n[1]) ^ rotr(x, n[2]);
  endfunction

  function automatic word_t rotations_and_shift(word_t x, distances_t n);
    return rotr(x, n[0]) ^ rotr(x, n[1]) ^ (x >> n[2]);
  endfunction

  // W_t of the three blocks; w_q[3 * i + k] entered 3 * i + k cycles ago. In the cycle before W_t enters,
  // W_(t-i) is in w_q[3 * i - 1].
  word_t w_q[Jobs*Words-2];
  word_t sigma0_q, sigma1_q, early_q, later_q, w;
  logic load_q;
  gh_add_of_table #(
      .Width(WordBits),
      .Table(Choice)
  ) u_w (
      .a_i  (later_q),
      .b_i  ({WordBits{load_q}}),
      .c_i  (word_i),
      .d_i  (sigma1_q),
      .sum_o(w)
  );
  always_ff @(posedge clk_i) begin
    load_q <= load_next_i;
    sigma0_q <= rotations_and_shift(
        w_q[15*Jobs-4], (WordBits == 32) ? SmallSigma0Of32 : SmallSigma0Of64
    );
    early_q <= sigma0_q + w_q[16*Jobs-3];
    later_q <= early_q + w_q[7*Jobs-2];
    // The sum is then the word alone.
    if (load_next_i) later_q <= '0;
    sigma1_q <= rotations_and_shift(
        w_q[2*Jobs-2], (WordBits == 32) ? SmallSigma1Of32 : SmallSigma1Of64
    );
    w_q[0] <= w;
    for (int unsigned i = 1; i < Jobs * Words - 2; i++) w_q[i] <= w_q[i-1];
  end

  word_t e_q[3*Jobs+1], a_q[3*Jobs+1];
  word_t
      constant,
      constant_q,
      kw_q,
      s_early_q,
      s_q,
      sd_q,
      u_q,
      t1_q,
      v_q,
      big_sigma0_q,
      big_sigma1_q,
      e_new_q;
  word_t u, v, e_new, a_new;
  logic state_q, state_later_q;

  gh_add_of_table #(
      .Width(WordBits),
      .Table(Choice)
  ) u_choice (
      .a_i  (big_sigma1_q),
      .b_i  (e_q[0]),
      .c_i  (e_q[Jobs]),
      .d_i  (e_q[2*Jobs]),
      .sum_o(u)
  );
  gh_add_of_table #(
      .Width(WordBits),
      .Table(Majority)
  ) u_majority (
      .a_i  (big_sigma0_q),
      .b_i  (a_q[1]),
      .c_i  (a_q[Jobs+1]),
      .d_i  (a_q[2*Jobs+1]),
      .sum_o(v)
  );
  gh_add_of_table #(
      .Width(WordBits),
      .Table(Choice)
  ) u_e (
      .a_i  (sd_q),
      .b_i  ({WordBits{state_q}}),
      .c_i  (e_i),
      .d_i  (u_q),
      .sum_o(e_new)
  );
  gh_add_of_table #(
      .Width(WordBits),
      .Table(Choice)
  ) u_a (
      .a_i  (t1_q),
      .b_i  ({WordBits{state_later_q}}),
      .c_i  (a_i),
      .d_i  (v_q),
      .sum_o(a_new)
  );

  // The memory's output is late in its cycle.
  gh_sha2_constants #(
      .WordBits   (WordBits),
      .BlockMemory(1'b1)
  ) u_constants (
      .clk_i,
      .round_i   (round_next_i),
      .constant_o(constant)
  );

  always_ff @(posedge clk_i) begin
    {state_q, state_later_q} <= {state_next_i, state_q};
    constant_q               <= constant;
    kw_q                     <= constant_q + w_q[0];
    s_early_q                <= kw_q + e_q[3*Jobs-1];

    s_q                      <= s_early_q;
    sd_q                     <= s_early_q + a_q[3*Jobs];
    // The sums are then the chaining value's words alone.
    if (state_next_i) sd_q <= '0;
    u_q <= u;
    big_sigma0_q <= rotations(a_q[0], (WordBits == 32) ? BigSigma0Of32 : BigSigma0Of64);

    t1_q <= s_q + u_q;
    if (state_q) t1_q <= '0;
    v_q <= v;
    e_new_q <= e_new;

    big_sigma1_q <= rotations(e_new_q, (WordBits == 32) ? BigSigma1Of32 : BigSigma1Of64);
    e_q[0] <= e_new_q;
    a_q[0] <= a_new;
    for (int unsigned i = 1; i <= 3 * Jobs; i++) {e_q[i], a_q[i]} <= {e_q[i-1], a_q[i-1]};
  end
  assign {e_o, a_o} = {e_q[3*Jobs], a_q[3*Jobs]};

endmodule

`default_nettype wire
