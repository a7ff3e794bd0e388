// SPDX-License-Identifier: Apache-2.0
//
// MixRows of Whirlpool on one row: a byte in a cycle, and then a byte out a cycle.
//
// The sums turn by a byte a cycle, so that the multiples of a byte always join at the same places: with s_k
// the byte of cycle k, place p then has column j = p + k of the row, and s_k times entry j - k of the
// circulant joins there, which is entry p. In the eight cycles behind the last byte columns 0 to 7 stand at
// place 1, one after the other; the next row may begin with the cycle behind these. Eight cycles without a
// byte leave zeros.

`default_nettype none

module gh_whirlpool_mix_serial
  import gh_whirlpool_pkg::*;
(
    input wire logic clk_i,

    input  wire row_t  multiples_i,  // of the byte: with entry p of the circulant
    input  wire logic  add_i,
    output wire byte_t column_o
);

  row_t sums_q;
  logic turn_q;  // place 0 has a sum that is needed
  always_ff @(posedge clk_i) begin
    turn_q <= add_i;
    for (int unsigned p = 0; p < 8; p++) begin
      sums_q[p] <= ((p == 7 && !turn_q) ? '0 : sums_q[(p+1)%8]) ^ (add_i ? multiples_i[p] : '0);
    end
  end
  assign column_o = sums_q[1];

endmodule

`default_nettype wire
