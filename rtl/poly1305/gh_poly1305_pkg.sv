// SPDX-License-Identifier: Apache-2.0
//
// Numbers modulo 2^130 - 5 in eight limbs: weights, lengths and the limbs of a message's blocks.
//
//   limb          0    1    2    3    4    5    6    7
//   weight      2^0   17   33   49   65   81   98  114   (130)
//   bits         17   16   16   16   16   17   16   16
//
// A limb of a reduced number may be greater by what was carried into it, and then has a bit more. A
// factor is one half of a number: four limbs of weights 2^0, 17, 33 and 49, for bits 0 to 63 of a
// block and, with a power that is 2^64 times the other one, for bits 64 to 128.

`default_nettype none

package gh_poly1305_pkg;

  localparam int unsigned Limbs = 8;
  localparam int unsigned FactorLimbs = 4;

  // Reduced: limbs with their carry, in halves.
  typedef struct packed {
    logic [16:0] l3, l2, l1;
    logic [17:0] l0;
  } low_t;
  typedef struct packed {
    logic [16:0] l7, l6;
    logic [17:0] l5;
    logic [16:0] l4;
  } high_t;
  typedef struct packed {
    high_t high;
    low_t  low;
  } number_t;

  typedef logic [17:0] limb_t;
  typedef limb_t [Limbs-1:0] limbs_t;
  typedef limb_t [FactorLimbs-1:0] factor_t;

  // Limbs of 129 bits, a block and the bit behind its last byte.
  function automatic limbs_t limbs_of_block(logic [128:0] block);
    return {
      {3'b000, block[128:114]},
      {2'b00, block[113:98]},
      {1'b0, block[97:81]},
      {2'b00, block[80:65]},
      {2'b00, block[64:49]},
      {2'b00, block[48:33]},
      {2'b00, block[32:17]},
      {1'b0, block[16:0]}
    };
  endfunction

  function automatic limbs_t limbs_of(number_t number);
    return {
      {1'b0, number.high.l7},
      {1'b0, number.high.l6},
      number.high.l5,
      {1'b0, number.high.l4},
      {1'b0, number.low.l3},
      {1'b0, number.low.l2},
      {1'b0, number.low.l1},
      number.low.l0
    };
  endfunction

  // Half a block, and the bit 2^64 of it.
  function automatic factor_t factor_of(logic [64:0] half);
    return {{2'b00, half[64:49]}, {2'b00, half[48:33]}, {2'b00, half[32:17]}, {1'b0, half[16:0]}};
  endfunction

  // Halves of a number: its upper limbs have weights of 2^64 and, but for the second, twice those of a
  // factor.
  function automatic factor_t factor_of_low(low_t half);
    return {{1'b0, half.l3}, {1'b0, half.l2}, {1'b0, half.l1}, half.l0};
  endfunction
  function automatic factor_t factor_of_high(high_t half);
    return {{half.l7, 1'b0}, {half.l6, 1'b0}, half.l5, {half.l4, 1'b0}};
  endfunction

endpackage

`default_nettype wire
