// SPDX-License-Identifier: Apache-2.0
//
// One round of KECCAK-f[1600] (FIPS 202, section 3.3), combinational. Where absorb_i is high a block
// joins in front of it, those lanes of block_i that lanes_i names: state_o = Rnd(state_i ^ block).
//
// In look-up tables of four inputs theta and chi are one table a bit each: a bit, the block's bit,
// its gate and the effect of two columns; then three such bits of a row and the constant. Two
// halves of a column's parity are made, so that gh_xor4 adds up the effect of two columns.

`default_nettype none

module gh_keccak_round
  import gh_keccak_pkg::*;
(
    input  wire lanes_t        state_i,
    input  wire lanes_t        block_i,
    input  wire logic   [24:0] lanes_i,
    input  wire logic          absorb_i,
    input  wire lane_t         constant_i,
    output wire lanes_t        state_o
);

  lanes_t block;
  for (genvar i = 0; i < 25; i++) begin : gen_block
    assign block[i] = block_i[i] & {64{lanes_i[i]}};
  end

  // Halves of the columns' parities, the block's in the lower one.
  lane_t [4:0] lower, upper, effect;
  for (genvar x = 0; x < 5; x++) begin : gen_column
    localparam int unsigned Before = (x + 4) % 5;
    localparam int unsigned Behind = (x + 1) % 5;
    lane_t sum;
    assign sum = block[x] ^ block[x+5] ^ block[x+10] ^ block[x+15] ^ block[x+20];
    assign lower[x] = (sum & {64{absorb_i}}) ^ state_i[x];
    assign upper[x] = state_i[x+5] ^ state_i[x+10] ^ state_i[x+15] ^ state_i[x+20];

    gh_xor4 u_effect (
        .data_i({
          lower[Before],
          upper[Before],
          {lower[Behind][62:0], lower[Behind][63]},
          {upper[Behind][62:0], upper[Behind][63]}
        }),
        .data_o(effect[x])
    );
  end

  // After theta, and after rho and pi.
  lanes_t theta, moved;
  for (genvar i = 0; i < 25; i++) begin : gen_lane
    localparam int unsigned Source = Sources[i];
    localparam int unsigned Offset = Offsets[Source];
    assign theta[i] = state_i[i] ^ (block_i[i] & {64{lanes_i[i] & absorb_i}}) ^ effect[i%5];
    assign moved[i] = 64'({2{theta[Source]}} >> (64 - Offset));
  end

  for (genvar i = 0; i < 25; i++) begin : gen_chi
    localparam int unsigned Row = i / 5 * 5;
    lane_t chi;
    assign chi = moved[i] ^ (~moved[Row+(i+1)%5] & moved[Row+(i+2)%5]);
    assign state_o[i] = (i == 0) ? chi ^ constant_i : chi;
  end

endmodule

`default_nettype wire
