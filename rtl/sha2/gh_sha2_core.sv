// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 compression and chaining (FIPS 180-4, section 6): padded words in, digest out. SHA-224 and
// SHA-256 with words of 32 bits; SHA-384, SHA-512, SHA-512/224 and SHA-512/256 with words of 64.
//
// 64 or 80 cycles a block, one a round, while a message's blocks follow one another, 6 more at a
// message's end. A block is taken whole and then read a word a cycle. Digests of 224 and 384 bits
// are the first bytes of digest_o, as are those of 256 bits with words of 64.
//
// One round is spread over several cycles so that no loop holds more than two adders in a row:
//
//   cycle   -3   W_n into w                       word, or schedule: one adder ahead of w
//           -2   kw  = K_n + W_n
//           -1   s   = kw + h_n,  sd = s + d_n    (operation rescheduling; h_n = e_{n-3})
//            0   e_{n+1} = sd + S1(e) + Ch(e, f, g),  t1 = s + S1(e) + Ch(e, f, g)
//            1   a_{n+1} = t1 + S0(a) + Maj(a, b, c)
//
// Therefore e runs one cycle ahead of a, and three words of each are kept: e, f, g and a, b, c. The
// fourth ones, h and d, went into s and sd a cycle before they would be there.
//
// The chaining value joins as the last words of a block pass. H4 and H0 are added through sd and s
// of the last round, N - 1; H7, H6, H5 and H3, H2, H1 rotate past one adder on each side, in cycles
// N - 3 to N - 1 and N - 2 to N, and what comes of them replaces f, g, h and b, c, d of the next block's first round.
// Where a block does not follow at once, e and a are cleared and the same steps, adding to zero,
// begin it from the chaining value alone; at a message's end that is set to its initial value.
//
// With Resumes a chaining value may be loaded at rest, a word every second cycle or more rarely. A word
// takes the way of h, for at rest all that it meets is zero, and what it becomes beside itself is
// cleared. From e and a it replaces H4 or H0, or a word of a ring, which turns twice for each word and
// a third time for its last one: so each of three words in ascending order finds its place.
//
//   cycle    0   load_word_i                  3   e: H4, or the ring takes it
//            1   loaded                       4   a: H0, or the ring takes it; the other ring turns
//            2   s, sd                        5   both have turned twice, the first one a third time

`include "gh_assert.svh"

`default_nettype none

module gh_sha2_core
  import gh_sha2_constants_pkg::*;
#(
    parameter int unsigned WordBits = 64,
    parameter int unsigned DigestBits = 8 * WordBits,
    parameter bit BlockMemory = 1'b0,
    parameter bit Resumes = 1'b0  // a message may begin with a chaining value that is loaded
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // With Resumes: word H_i of the chaining value that the next message begins with, in the place of
    // the initial one. All of them come from H_0 to H_7, none in the cycle behind another, while
    // nothing runs, and no block before the last one.
    input wire logic                load_valid_i,
    input wire logic [         2:0] load_place_i,
    input wire logic [WordBits-1:0] load_word_i,

    // Blocks, as gh_word_buffer holds them.
    input  wire logic                final_i,
    input  wire logic                error_i,  // abandon the message, answer with an error
    input  wire logic                valid_i,
    output wire logic                ready_o,
    input  wire logic [WordBits-1:0] word_i,

    output wire logic [7:0][WordBits-1:0] digest_o,        // element 0 is H0
    output wire logic                     digest_error_o,
    output wire logic                     digest_valid_o,
    input  wire logic                     digest_ready_i
);

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_sha2_core: WordBits is %0d; it must be 32 or 64", WordBits);
  end
  if (DigestBits != 224 && DigestBits != 256
      && (WordBits == 32 || DigestBits != 384 && DigestBits != 512)) begin : gen_check_digest
    $fatal(
        1,
        "gh_sha2_core: DigestBits is %0d; it must be 224 or 256, or 384 or 512 with WordBits 64",
        DigestBits
    );
  end

  localparam int unsigned Rounds = rounds(WordBits);
  localparam int unsigned CountBits = $clog2(Rounds);
  localparam words_t Initial = initial_value(WordBits, DigestBits);

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

  function automatic word_t big_sigma0(word_t x);
    return rotations(x, (WordBits == 32) ? BigSigma0Of32 : BigSigma0Of64);
  endfunction

  function automatic word_t big_sigma1(word_t x);
    return rotations(x, (WordBits == 32) ? BigSigma1Of32 : BigSigma1Of64);
  endfunction

  function automatic word_t small_sigma0(word_t x);
    return rotations_and_shift(x, (WordBits == 32) ? SmallSigma0Of32 : SmallSigma0Of64);
  endfunction

  function automatic word_t small_sigma1(word_t x);
    return rotations_and_shift(x, (WordBits == 32) ? SmallSigma1Of32 : SmallSigma1Of64);
  endfunction

  function automatic word_t ch(word_t x, word_t y, word_t z);
    return (x & y) ^ (~x & z);
  endfunction

  function automatic word_t maj(word_t x, word_t y, word_t z);
    return (x & y) ^ (x & z) ^ (y & z);
  endfunction

  // Rest: e and a are zero, the chaining value is complete. Run: words come in.
  // Drain: the last words have come and no block follows at once.
  typedef enum logic [1:0] {
    Rest,
    Run,
    Drain
  } core_e;
  core_e core_d, core_q;

  // Cycles N - 3 to N + 1 of a block, in which the chaining value joins.
  localparam int unsigned Steps = 5;
  logic [CountBits-1:0] count_d, count_q;  // words that have come
  logic [Steps-1:0] step_q;  // one of those cycles, and
  logic [2:0] fresh_q;  // the first of them, of a block that starts from rest
  logic final_q, owes_q;  // the block is its message's last; a digest is to leave
  logic last_q;  // the last word comes in this cycle of a run
  logic last_word, take, refuse, restart, begins, from_rest, loading;

  assign last_word = (core_q == Run) && last_q;
  assign from_rest = (core_q == Rest) && (!owes_q || digest_ready_i) && !loading;
  assign take      = valid_i && !error_i && (from_rest || last_word && !final_q);
  assign refuse    = valid_i && error_i && (core_q == Rest) && !owes_q && digest_ready_i;
  assign ready_o   = take || refuse;
  assign begins    = take || last_word;
  assign restart   = rst_i || refuse || ((core_q == Rest) && owes_q && digest_ready_i);

  always_comb begin
    core_d = core_q;
    unique case (core_q)
      Run:     if (last_word) core_d = Drain;
      Drain:   if (step_q[Steps-1]) core_d = Rest;
      default: ;
    endcase
    if (take) core_d = Run;
  end

  assign count_d = begins ? '0 : count_q + 1'b1;

  always_ff @(posedge clk_i) begin
    core_q  <= rst_i ? Rest : core_d;
    count_q <= count_d;
    last_q  <= (core_q == Run) && (count_q == CountBits'(Rounds - 2));
    step_q  <= rst_i ? '0 : {step_q[Steps-2:0], begins};
    fresh_q <= {fresh_q[1:0], take && (core_q == Rest)};

    if (take) final_q <= final_i;

    if (restart) owes_q <= 1'b0;
    else if ((core_q == Drain) && step_q[Steps-1]) owes_q <= final_q;
  end

  // Words of a chaining value on their way, by the cycles since they came, and what becomes of them.
  typedef struct packed {
    logic       valid;
    logic [2:0] place;
  } load_t;
  load_t [6:1] load_q;
  logic e_comes, e_enters, e_turns, h4_comes, a_comes, a_enters, a_turns, h0_comes;

  function automatic logic is_h(load_t one, logic [2:0] place);
    return one.valid && one.place == place;
  endfunction

  // Whether it is one of the ring's three.
  function automatic logic in_ring(load_t one, logic of_e);
    return one.valid && one.place[2] == of_e && one.place[1:0] != '0;
  endfunction

  assign loading  = load_q[1].valid || load_q[2].valid || load_q[3].valid || load_q[4].valid;
  assign e_comes  = load_q[2].valid && load_q[2].place[2];
  assign h4_comes = is_h(load_q[3], 3'd4);
  assign e_enters = in_ring(load_q[3], 1'b1);
  assign e_turns  = e_enters || in_ring(load_q[4], 1'b1) || is_h(load_q[5], 3'd7);
  assign a_comes  = load_q[3].valid && !load_q[3].place[2];
  assign h0_comes = is_h(load_q[4], 3'd0);
  assign a_enters = in_ring(load_q[4], 1'b0);
  assign a_turns  = a_enters || in_ring(load_q[5], 1'b0) || is_h(load_q[6], 3'd3);

  word_t load_word_q;
  if (Resumes) begin : gen_load
    always_ff @(posedge clk_i) begin
      load_q <= rst_i ? '0 : {load_q[5:1], load_valid_i, load_place_i};
      // Zero but where a word is: it is or-ed to h.
      load_word_q <= load_valid_i ? load_word_i : '0;
    end
  end else begin : gen_no_load
    logic unused;
    assign unused = ^{load_valid_i, load_place_i, load_word_i};
    assign load_q = '0;
    assign load_word_q = '0;
  end

  // Message schedule; x[i] is the word that came i cycles before the last one.
  word_t x_q[14];
  word_t early_q, later_q;
  logic load;
  assign load = (count_q[CountBits-1:4] == '0);

  always_ff @(posedge clk_i) begin
    early_q <= small_sigma0(x_q[12]) + x_q[13];
    later_q <= early_q + x_q[5];
    x_q[0]  <= load ? word_i : later_q + small_sigma1(x_q[1]);
    for (int unsigned i = 1; i < 14; i++) x_q[i] <= x_q[i-1];
  end

  // A block memory is slow, so its word waits in a register, and is asked for a cycle earlier.
  word_t constant, read, kw_q;
  gh_sha2_constants #(
      .WordBits   (WordBits),
      .BlockMemory(BlockMemory)
  ) u_constants (
      .clk_i,
      .round_i   (BlockMemory ? count_d : count_q),
      .constant_o(read)
  );
  if (BlockMemory) begin : gen_waits
    always_ff @(posedge clk_i) constant <= read;
  end else begin : gen_at_once
    assign constant = read;
  end

  // Working variables, and the chaining value: H4, H0 and the two rings H7 H6 H5 and H3 H2 H1.
  word_t e_q[3], a_q[3], ring_e_q[3], ring_a_q[3];
  word_t h4_q, h0_q, h4_joins_q, h0_joins_q;
  word_t s_q, sd_q, t1_q;

  word_t ring_e_sum, ring_a_sum, h, d, sum, p;
  assign ring_e_sum = ring_e_q[0] + e_q[0];
  assign ring_a_sum = ring_a_q[0] + a_q[0];

  assign h = step_q[2] ? ring_e_q[1] : (e_q[2] | load_word_q);
  assign d = (step_q[2] || step_q[3]) ? ring_a_q[2] : a_q[1];
  assign sum = kw_q + h;
  assign p = big_sigma1(e_q[0]) + ch(e_q[0], e_q[1], e_q[2]);

  always_ff @(posedge clk_i) begin
    if (core_q == Rest || fresh_q[0]) kw_q <= '0;
    else kw_q <= constant + x_q[0];

    // Zero but in the cycle in which they join.
    h4_joins_q <= step_q[0] ? h4_q : '0;
    h0_joins_q <= step_q[0] ? h0_q : '0;

    s_q <= sum + h0_joins_q;
    sd_q <= sum + (d + h4_joins_q);

    t1_q <= p + s_q;
    if (core_q == Rest && !e_comes || fresh_q[0] || fresh_q[1]) begin
      for (int unsigned i = 0; i < 3; i++) e_q[i] <= '0;
    end else begin
      e_q[0] <= p + sd_q;
      e_q[1] <= step_q[2] ? ring_e_sum : e_q[0];
      e_q[2] <= step_q[2] ? ring_e_q[2] : e_q[1];
    end

    if (core_q == Rest && !a_comes || fresh_q != '0) begin
      for (int unsigned i = 0; i < 3; i++) a_q[i] <= '0;
    end else begin
      a_q[0] <= t1_q + (big_sigma0(a_q[0]) + maj(a_q[0], a_q[1], a_q[2]));
      a_q[1] <= step_q[3] ? ring_a_sum : a_q[0];
      a_q[2] <= step_q[3] ? ring_a_q[2] : a_q[1];
    end

    if (restart) begin
      ring_e_q <= '{word_t'(Initial[7]), word_t'(Initial[6]), word_t'(Initial[5])};
      ring_a_q <= '{word_t'(Initial[3]), word_t'(Initial[2]), word_t'(Initial[1])};
      h4_q     <= word_t'(Initial[4]);
      h0_q     <= word_t'(Initial[0]);
    end else begin
      if (step_q[2:0] != '0 || e_turns) begin
        ring_e_q <= '{ring_e_q[1], ring_e_q[2], e_enters ? e_q[0] : ring_e_sum};
      end
      if (step_q[3:1] != '0 || a_turns) begin
        ring_a_q <= '{ring_a_q[1], ring_a_q[2], a_enters ? a_q[0] : ring_a_sum};
      end
      if (step_q[3] || h4_comes) h4_q <= e_q[0];
      if (step_q[4] || h0_comes) h0_q <= a_q[0];
    end
  end

  assign digest_o = {
    ring_e_q[0], ring_e_q[1], ring_e_q[2], h4_q, ring_a_q[0], ring_a_q[1], ring_a_q[2], h0_q
  };
  assign digest_error_o = refuse;
  assign digest_valid_o = refuse || ((core_q == Rest) && owes_q);

  `GH_ASSERT(last_word_in_time, core_q != Run || last_q == (count_q == CountBits'(Rounds - 1)),
             clk_i, rst_i)
  `GH_REQUIRE(loads_at_rest, !load_valid_i || core_q == Rest && !owes_q && !valid_i, clk_i, rst_i)
  `GH_ASSERT(one_step, $onehot0(step_q), clk_i, rst_i)
  `GH_REQUIRE(loads_in_turn, !load_valid_i || !load_q[1].valid, clk_i, rst_i)
  `GH_ASSERT(rests_at_zero, core_q != Rest || $past(core_q != Rest || rst_i || e_comes || a_comes)
             || (e_q[0] | e_q[1] | e_q[2] | a_q[0] | a_q[1] | a_q[2]) == '0, clk_i, rst_i)
  `GH_STABLE(held, core_q == Rest && owes_q, digest_ready_i, digest_o, clk_i, rst_i)

endmodule

`default_nettype wire
