// SPDX-License-Identifier: Apache-2.0
//
// Half a round of BLAKE (version 1.3, sections 2.1.2 and 2.2.2) or of BLAKE2 (RFC 7693, section 3.1) at once:
// four G, of columns or of diagonals, behind the addition of their first words. Units are those of gh_blake_ring:
// unit i has column i, or diagonal -i modulo 4, and the rows that leave are turned over, so that the next half is
// the same.
//
// d' and b' are made twice from what they are made of: in the carry chain of a sum, and in the table of the
// next exclusive-or. The second word is added while d and c are made.

`default_nettype none

module gh_blake_half
  import gh_blake_constants_pkg::*;
#(
    parameter int unsigned WordBits = 32,  // 32 or 64
    parameter bit Two = 1'b0  // BLAKE2's rotations
) (
    input wire logic [3:0][WordBits-1:0] a_i,  // with the first word that G adds
    input wire logic [3:0][WordBits-1:0] b_i,
    input wire logic [3:0][WordBits-1:0] c_i,
    input wire logic [3:0][WordBits-1:0] d_i,

    // The second word, the exclusive-or of two.
    input wire logic [3:0][WordBits-1:0] even_i,
    input wire logic [3:0][WordBits-1:0] odd_i,

    output wire logic [3:0][WordBits-1:0] a_o,
    output wire logic [3:0][WordBits-1:0] b_o,
    output wire logic [3:0][WordBits-1:0] c_o,
    output wire logic [3:0][WordBits-1:0] d_o
);

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_blake_half: WordBits is %0d; it must be 32 or 64", WordBits);
  end

  typedef logic [3:0][WordBits-1:0] row_t;

  // Rotated to the right by distance number i of G.
  function automatic row_t rotr(row_t x, int unsigned i);
    row_t y;
    for (int unsigned j = 0; j < 4; j++)
    y[j] = WordBits'({x[j], x[j]} >> rotation(WordBits, i, Two));
    return y;
  endfunction

  // Row number r from columns to diagonals, and back.
  function automatic row_t over(row_t x, int unsigned r);
    row_t y;
    for (int unsigned i = 0; i < 4; i++) y[i] = x[(4+r-i)%4];
    return y;
  endfunction

  row_t a1, a2, a3, b1, b2, c1, c2, d1, d2;
  gh_blake_sum #(
      .WordBits(WordBits)
  ) u_a1 (
      .a_i  (a_i),
      .b_i  (b_i),
      .c_i  ('0),
      .sum_o(a1)
  );
  assign d1 = rotr(d_i ^ a1, 0);
  gh_blake_sum #(
      .WordBits(WordBits)
  ) u_c1 (
      .a_i  (c_i),
      .b_i  (rotr(d_i, 0)),
      .c_i  (rotr(a1, 0)),
      .sum_o(c1)
  );
  assign b1 = rotr(b_i ^ c1, 1);
  gh_blake_sum #(
      .WordBits(WordBits)
  ) u_a2 (
      .a_i  (a1),
      .b_i  (even_i),
      .c_i  (odd_i),
      .sum_o(a2)
  );
  gh_blake_sum #(
      .WordBits(WordBits)
  ) u_a3 (
      .a_i  (a2),
      .b_i  (rotr(b_i, 1)),
      .c_i  (rotr(c1, 1)),
      .sum_o(a3)
  );
  assign d2 = rotr(d1 ^ a3, 2);
  gh_blake_sum #(
      .WordBits(WordBits)
  ) u_c2 (
      .a_i  (c1),
      .b_i  (rotr(d1, 2)),
      .c_i  (rotr(a3, 2)),
      .sum_o(c2)
  );
  assign b2  = rotr(b1 ^ c2, 3);

  assign a_o = over(a3, 0);
  assign b_o = over(b2, 1);
  assign c_o = over(c2, 2);
  assign d_o = over(d2, 3);

endmodule

`default_nettype wire
