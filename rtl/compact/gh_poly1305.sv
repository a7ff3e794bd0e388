// SPDX-License-Identifier: Apache-2.0
//
// Poly1305 (RFC 8439, section 2.5) of whole blocks, as authenticated ciphers need it: a block is added to
// the accumulator, which is then multiplied by r modulo 2^130 - 5, one digit of it a cycle.
//
//   bytes --> digits --+------------------------------+
//                      |  +---------------------+     v         +-----------------+
//      accumulator h --+--| digit * (r or s word) |--> prod_q --> | acc_q + , >> D | --+
//        ^ digits         +---------------------+               +-----------------+   |
//        +--------------------------------------------------------------------- digits +
//
// The accumulator is h + 2^128 h4, with h of 32-bit words h0 to h3 in digits of DigitBits. r has words
// r0 to r3, and because 2^130 is 5 modulo the prime and r1 to r3 are multiples of 4, word k of the
// product is the sum of h_i r_(k-i) and of h_i s_(4+k-i), where s_j is 5/4 r_j. Each is added digit by
// digit; what passes 2^130 is added five times to the lowest digits of the next sum, which the next
// block's addition is. A pass over all digits adds; before the tag three more reduce the accumulator
// completely: the last product's carry, then h + 5 to see whether it reaches 2^130, then 5 if it does.
//
// Contract: bytes are 16 of r (use_i KeyByte), then of blocks (BlockByte), then 16 of s (TagByte), for
// each of which a byte of the tag comes out before the next one need be there. ready_o does not depend
// on valid_i; a byte stays until it is taken. In 64 cycles of erase_i, in which place_i counts from 0, and
// the next one, in which it is 0 again, everything is erased.
//
// Cycles of a block that is there: 167 with digits of 4 bits, 87 with digits of 8. Not done: an
// incomplete last block.

`include "gh_assert.svh"

`default_nettype none

module gh_poly1305 #(
    parameter bit Dsp = 1'b0  // digits of 8 bits, multiplied by DSP blocks; else of 4, in logic
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       erase_i,
    input wire logic [5:0] place_i,

    input  wire logic [1:0] use_i,    // 0 of r, 1 of a block, 2 of s
    input  wire logic [7:0] data_i,
    input  wire logic       valid_i,
    output wire logic       ready_o,

    output wire logic [7:0] tag_o,
    output wire logic       tag_valid_o
);

  localparam logic [1:0] KeyByte = 2'd0;
  localparam logic [1:0] TagByte = 2'd2;
  localparam int unsigned DigitBits = Dsp ? 8 : 4;
  localparam int unsigned Digits = 128 / DigitBits;  // of h
  localparam int unsigned DigitPlaces = $clog2(Digits);
  localparam int unsigned WordPlaces = $clog2(32 / DigitBits);
  localparam int unsigned XBits = 29;  // of 5/4 r_j
  localparam int unsigned ProductBits = XBits + DigitBits;
  localparam int unsigned AccBits = 32 + DigitBits;
  typedef logic [DigitBits-1:0] digit_t;
  typedef logic [DigitPlaces-1:0] place_t;
  typedef logic [AccBits-1:0] acc_t;

  // Passes over the digits: r comes, a block is added, the product is formed, three times the
  // accumulator is reduced, s is added.
  typedef struct packed {logic load, block, multiply, carry, test, reduce, tag;} state_t;
  state_t state_d, state_q;
  localparam state_t Load = '{load: 1'b1, default: 1'b0};

  // What is done with a digit; its way takes three cycles.
  typedef struct packed {
    logic   valid;
    logic   multiplies;
    logic   loads;       // a digit of r
    logic   top;         // the digit is h4
    logic   shifts;      // the sum goes on at the next digit
    logic   writes;      // the sum's lowest digit is one of h
    logic   shows;       // and of the tag
    logic   ends;        // h4 is what is left of the sum
    logic   folds;       // the sum is a word of r, or what passes 2^128
    logic   stores;      // a word of r
    place_t place;
  } operation_t;
  operation_t now, one_q, two_q, three_q;

  // A pass: place of a digit, behind the last one h4's; word of h that is multiplied.
  logic [DigitPlaces:0] at_q;
  logic [2:0] word_q;
  logic [1:0] wait_q;
  logic bank_q;  // which of two banks has h
  logic last, word_last, issues, waits_for_byte, byte_last;
  logic [1:0] column;
  assign last = at_q[DigitPlaces];
  assign column = at_q[DigitPlaces-1-:2];
  // h4 is multiplied with the lowest digits of words 1 to 3.
  assign word_last = last || word_q == ((at_q[WordPlaces-1:0] == '0 && column != '0) ? 3'd4 : 3'd3);

  // A block's digits wait for their byte, and where a block may begin the first byte of s may come.
  logic finishes, fits;
  assign finishes = state_q.block && use_i == TagByte && at_q == '0;
  assign fits = state_q.load || state_q.tag || state_q.block && !finishes;
  if (Dsp) begin : gen_byte
    assign byte_last = 1'b1;
  end else begin : gen_halves
    assign byte_last = at_q[0];
  end
  assign waits_for_byte = (state_q.load || state_q.block || state_q.tag) && !last;
  assign issues = wait_q == '0 && !erase_i && !finishes && (!waits_for_byte || valid_i);
  assign ready_o = wait_q == '0 && !erase_i && fits && !last && byte_last && !rst_i;

  logic pass_ends;
  logic word_ends;  // of r
  assign word_ends = state_q.load && (&at_q[WordPlaces-1:0]);
  assign pass_ends = issues && (last || state_q.load && (&at_q[DigitPlaces-1:0]));

  always_comb begin
    state_d = state_q;
    if (finishes && valid_i && wait_q == '0) begin
      state_d = '0;
      state_d.carry = 1'b1;
    end
    if (pass_ends) begin
      state_d          = '0;
      state_d.block    = state_q.load || state_q.multiply;
      state_d.multiply = state_q.block;
      state_d.test     = state_q.carry;
      state_d.reduce   = state_q.test;
      state_d.tag      = state_q.reduce || state_q.tag;
    end
    if (erase_i || rst_i) state_d = Load;
  end

  // The digit that is added: of a byte, or a constant.
  logic [3:0] h4_q;
  digit_t given;
  digit_t addend, addend_q;
  if (Dsp) begin : gen_whole
    assign given = data_i;
  end else begin : gen_half
    assign given = at_q[0] ? data_i[7:4] : data_i[3:0];
  end
  // r's bits that are 0: the highest four of bytes 3, 7, 11, 15, the lowest two of 4, 8, 12.
  logic [7:0] kept;
  digit_t kept_digit;
  assign kept = (&at_q[WordPlaces-1-:2]) ? 8'h0f
              : (at_q[WordPlaces-1-:2] == '0 && column != '0) ? 8'hfc : 8'hff;
  if (Dsp) begin : gen_kept
    assign kept_digit = kept;
  end else begin : gen_kept_half
    assign kept_digit = at_q[0] ? kept[7:4] : kept[3:0];
  end
  always_comb begin
    addend = '0;
    if (state_q.load) addend = given & kept_digit;
    if (state_q.block) addend = last ? digit_t'(1) : given;
    if (state_q.tag && !last) addend = given;
    if (at_q == '0 && (state_q.test || state_q.reduce && h4_q[2])) addend = digit_t'(5);
  end

  always_comb begin
    now = '0;
    now.valid = issues;
    now.multiplies = state_q.multiply;
    now.loads = state_q.load;
    now.top = state_q.multiply ? last || word_q[2] : last;
    now.shifts = state_q.multiply ? word_q == '0 : at_q != '0 || !(state_q.block || state_q.carry);
    now.writes = !last && !state_q.load && !state_q.test && (!state_q.multiply || word_last);
    now.shows = state_q.tag && !last;
    now.ends = last && !state_q.multiply;
    now.folds = last && state_q.multiply || word_ends;
    now.stores = word_ends;
    now.place = at_q[DigitPlaces-1:0];
    if (!issues) {now.shifts, now.writes, now.shows, now.ends, now.folds, now.stores} = '0;
  end

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (wait_q != '0) wait_q <= wait_q - 1'b1;
    if (issues) begin
      if (state_q.multiply) word_q <= word_last ? '0 : word_q + 1'b1;
      if (!state_q.multiply || word_last) at_q <= at_q + 1'b1;
      // The sum is folded, or its top is to be known.
      if (state_q.multiply && last) wait_q <= 2'd2;
      if (word_ends || last && !state_q.multiply && !state_q.block) wait_q <= 2'd3;
      if (state_q.multiply && last) bank_q <= !bank_q;
    end
    if (pass_ends || erase_i || rst_i) at_q <= '0;
    if (erase_i || rst_i) {word_q, wait_q, bank_q} <= '0;
  end

  // h: two banks, one of which is read while the other is written.
  localparam int unsigned HPlaces = DigitPlaces + 1;
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  digit_t h_memory [1 << HPlaces];
  logic   h_writes;
  logic [HPlaces-1:0] h_write_at, h_read_at;
  digit_t h_q;
  assign h_read_at = {
    bank_q, state_q.multiply ? {word_q[1:0], at_q[WordPlaces-1:0]} : at_q[DigitPlaces-1:0]
  };
  // The bank changes with the last operation of a product, which is three cycles behind.
  logic three_bank_q;
  acc_t acc_q;
  // What is written is the sum, which is 0 from the second cycle of an erasure on.
  logic erases_q;
  always_ff @(posedge clk_i) erases_q <= erase_i;
  assign h_writes   = erases_q || three_q.writes;
  assign h_write_at = erases_q ? place_i[HPlaces-1:0] : {three_bank_q, three_q.place};
  always_ff @(posedge clk_i) begin
    h_q <= h_memory[h_read_at];
    if (h_writes) h_memory[h_write_at] <= acc_q[DigitBits-1:0];
  end

  // r0 to r3 and, of 1 to 3, 5/4 of them behind them.
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [XBits-1:0] x_memory[8];
  logic x_writes;
  logic [2:0] x_write_at, x_read_at;
  logic [XBits-1:0] x_q;
  logic stored_q;  // the word is stored, and 5/4 of it are the sum
  logic [1:0] fold_word_q;
  assign x_writes = erases_q || three_q.stores || stored_q;
  logic [1:0] stored_word;
  assign stored_word = stored_q ? fold_word_q : three_q.place[DigitPlaces-1-:2];
  assign x_write_at  = erases_q ? place_i[2:0] : {stored_q, stored_word};
  assign x_read_at   = {!last && word_q > {1'b0, column}, column - word_q[1:0]};
  always_ff @(posedge clk_i) begin
    x_q <= x_memory[x_read_at];
    if (x_writes) x_memory[x_write_at] <= acc_q[XBits-1:0];
    if (three_q.stores) fold_word_q <= three_q.place[DigitPlaces-1-:2];
    stored_q <= three_q.stores && !erase_i && !rst_i;
  end

  // A digit and a word are there; their product is; the sum is.
  digit_t digit, factor;
  logic [ProductBits-1:0] product;
  acc_t product_d, product_q;
  logic one_bank_q, two_bank_q;
  assign digit  = one_q.top ? digit_t'(h4_q) : h_q;
  assign factor = one_q.multiplies ? digit : '0;
  gh_digit_product #(
      .Width    (XBits),
      .DigitBits(DigitBits),
      .Dsp      (Dsp)
  ) u_product (
      .word_i   (x_q),
      .digit_i  (factor),
      .product_o(product)
  );
  always_comb begin
    product_d = acc_t'(product);
    if (!one_q.multiplies && !one_q.loads) begin
      product_d[DigitBits:0] = (DigitBits + 1)'(digit) + (DigitBits + 1)'(addend_q);
    end
    if (one_q.loads) product_d[31-:DigitBits] = addend_q;
  end

  acc_t kept_sum, added;
  always_comb begin
    kept_sum = two_q.shifts ? acc_q >> DigitBits : acc_q;
    added = product_q;
    // Four times what passes, and once.
    if (three_q.folds) begin
      kept_sum[1:0] = '0;
      added = acc_q >> 2;
    end
  end

  always_ff @(posedge clk_i) begin
    one_q        <= now;
    two_q        <= one_q;
    three_q      <= two_q;
    one_bank_q   <= bank_q ^ state_q.multiply;
    two_bank_q   <= one_bank_q;
    three_bank_q <= two_bank_q;
    addend_q     <= addend;
    product_q    <= product_d;
    if (two_q.valid || three_q.folds) acc_q <= kept_sum + added;
    // No sum goes on from a word of r.
    if (stored_q || erase_i || rst_i) acc_q <= '0;
    if (three_q.ends) h4_q <= acc_q[3:0];
    if (three_q.folds) h4_q <= {2'b00, acc_q[1:0]};
    if (erase_i || rst_i) begin
      {one_q, two_q, three_q} <= '0;
      {addend_q, product_q, h4_q} <= '0;
    end
  end

  // A byte of the tag.
  if (Dsp) begin : gen_tag_byte
    assign tag_o       = acc_q[7:0];
    assign tag_valid_o = three_q.shows;
  end else begin : gen_tag_halves
    logic [3:0] low_q;
    always_ff @(posedge clk_i) begin
      if (three_q.shows && !three_q.place[0]) low_q <= acc_q[3:0];
      if (erase_i || rst_i) low_q <= '0;
    end
    assign tag_o       = {acc_q[3:0], low_q};
    assign tag_valid_o = three_q.shows && three_q.place[0];
  end

  // Not used by itself.
  logic unused;
  assign unused = ^{three_q.valid, three_q.multiplies, three_q.loads, three_q.top, three_q.shifts,
                    two_q.multiplies, two_q.loads, two_q.top, place_i};

  `GH_REQUIRE(key_first, !(valid_i && ready_o && state_q.load) || use_i == KeyByte, clk_i, rst_i)
  `GH_ASSERT(top_is_small, !three_q.ends || acc_q <= acc_t'(5), clk_i, rst_i)

endmodule

`default_nettype wire
