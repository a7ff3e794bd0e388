// SPDX-License-Identifier: Apache-2.0
//
// Whirlpool (ISO/IEC 10118-3:2004, the final version): the S-box and products
// in GF(2^8); see gh_whirlpool_constants_pkg.
//
// A state is 8 rows of 8 bytes; byte 8i + j of a block is row i, column j, and byte 0 is bits 7:0.

`default_nettype none

package gh_whirlpool_pkg;

  import gh_whirlpool_constants_pkg::*;

  typedef logic [3:0] nibble_t;
  typedef logic [7:0] byte_t;
  typedef byte_t [7:0] row_t;
  typedef row_t [7:0] state_t;
  // All bits alike: one for each row, and the last for what the rows share.
  typedef logic [8:0] row_flags_t;
  // verilator lint_off UNUSEDPARAM
  // How the S-box is made: in block memory, of mini-boxes in look-up tables, of mini-boxes in
  // Boolean equations.
  localparam int unsigned SBoxBram = 0;
  localparam int unsigned SBoxLut = 1;
  localparam int unsigned SBoxLogic = 2;

  // The mini-boxes.
  localparam int unsigned BoxE = 0;
  localparam int unsigned BoxEInverse = 1;
  localparam int unsigned BoxR = 2;

  // How rows are mixed: with tables of products, or with sums of doubled bytes, of which some are shared.
  localparam int unsigned MixTable = 0;
  localparam int unsigned MixLogic = 1;
  localparam int unsigned MixParity = 2;
  // verilator lint_on UNUSEDPARAM
  typedef nibble_t [15:0] mini_box_t;

  // One output of a mini-box, for all inputs.
  function automatic logic [15:0] mini_box_bit(mini_box_t box, logic [1:0] place);
    logic [15:0] result;
    for (int unsigned u = 0; u < 16; u++) result[u] = box[u][place];
    return result;
  endfunction

  // The S-box between its two halves: both nibbles behind their first mini-box, and R of their sum.
  typedef struct packed {
    nibble_t x;
    nibble_t y;
    nibble_t r;
  } half_t;

  // The mini-boxes as minimal sums of products.
  function automatic nibble_t e_logic(nibble_t u);
    return {
      (~u[3] & ~u[2] & u[0]) | (~u[3] & u[1] & ~u[0]) | (u[2] & ~u[1] & ~u[0])
          | (u[3] & ~u[2] & ~u[1]),
      (~u[2] & u[1] & u[0]) | (~u[3] & u[2] & ~u[1]) | (u[2] & u[1] & ~u[0])
          | (u[3] & ~u[2] & ~u[0]),
      (~u[3] & ~u[1] & u[0]) | (~u[3] & u[2] & u[1]) | (u[3] & ~u[2] & ~u[0])
          | (u[3] & u[2] & ~u[1]),
      (~u[3] & ~u[2] & ~u[1]) | (~u[3] & ~u[0]) | (u[1] & ~u[0]) | (~u[3] & u[2] & u[1])
    };
  endfunction

  function automatic nibble_t e_inverse_logic(nibble_t u);
    return {
      (~u[3] & ~u[1] & ~u[0]) | (~u[2] & ~u[0]) | (~u[3] & u[2] & u[0]) | (u[3] & u[1] & ~u[0]),
      (~u[3] & ~u[2] & ~u[0]) | (~u[3] & ~u[2] & u[1]) | (~u[3] & u[1] & ~u[0])
          | (~u[2] & u[1] & ~u[0]) | (u[2] & ~u[1] & u[0]) | (u[3] & u[2] & u[0]),
      (~u[3] & ~u[1] & ~u[0]) | (~u[3] & u[1] & u[0]) | (~u[3] & u[2] & ~u[1])
          | (u[2] & ~u[1] & ~u[0]) | (u[2] & u[1] & u[0]) | (u[3] & ~u[2] & ~u[1] & u[0]),
      (~u[3] & ~u[0]) | (~u[1] & ~u[0]) | (~u[2] & u[1] & u[0])
    };
  endfunction

  function automatic nibble_t r_logic(nibble_t u);
    return {
      (~u[3] & ~u[2] & u[0]) | (~u[3] & u[1]) | (~u[2] & u[1]) | (~u[3] & u[2] & ~u[0]),
      (~u[3] & ~u[1]) | (~u[2] & ~u[1] & ~u[0]) | (~u[3] & u[0]) | (u[2] & ~u[1] & u[0]),
      (~u[3] & ~u[2] & ~u[0]) | (~u[1] & ~u[0]) | (~u[3] & u[2] & u[1] & u[0])
          | (u[3] & ~u[2] & u[0]),
      (~u[3] & ~u[2] & ~u[0]) | (~u[3] & u[1]) | (u[2] & u[1] & ~u[0]) | (u[3] & ~u[1] & u[0])
    };
  endfunction

  // The whole S-box, for tables that are filled when a design is elaborated.
  function automatic byte_t substitute(byte_t u);
    nibble_t x, y, r;
    x = E[u[7:4]];
    y = EInverse[u[3:0]];
    r = R[x^y];
    return {E[x^r], EInverse[y^r]};
  endfunction

  typedef byte_t [255:0] table_t;
  function automatic table_t sbox_table();
    table_t result;
    for (int unsigned u = 0; u < 256; u++) result[u] = substitute(8'(u));
    return result;
  endfunction

  // In GF(2^8).
  function automatic byte_t double(byte_t u);
    return {u[6:0], 1'b0} ^ (u[7] ? Polynomial : 8'h00);
  endfunction

  // A sum of bytes times 1, 2, 4 and 8, reduced.
  typedef logic [10:0] sum_t;
  function automatic byte_t reduced(sum_t sum);
    return sum[7:0] ^ (sum[8] ? Polynomial : 8'h00) ^ (sum[9] ? Polynomial << 1 : 8'h00)
        ^ (sum[10] ? Polynomial << 2 : 8'h00);
  endfunction

  function automatic byte_t product(byte_t u, nibble_t c);
    byte_t sum, power;
    sum   = 8'h00;
    power = u;
    for (int unsigned i = 0; i < 4; i++) begin
      if (c[i]) sum ^= power;
      power = double(power);
    end
    return sum;
  endfunction

  // Products of a low nibble in the lower half, of a high nibble in the upper.
  typedef byte_t [1:0][15:0] products_t;
  function automatic products_t products(nibble_t c);
    products_t result;
    for (int unsigned u = 0; u < 16; u++) begin
      result[0][u] = product({4'h0, nibble_t'(u)}, c);
      result[1][u] = product({nibble_t'(u), 4'h0}, c);
    end
    return result;
  endfunction

  // Row 0 of the constant of round r, numbered from 0; its other rows are zero.
  function automatic row_t round_constant(int unsigned r);
    row_t row;
    for (int unsigned j = 0; j < 8; j++) row[j] = substitute(8'(8 * r + j));
    return row;
  endfunction

endpackage

`default_nettype wire
