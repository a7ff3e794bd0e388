// SPDX-License-Identifier: Apache-2.0
//
// KECCAK-f[1600] (FIPS 202, section 3) on two states in a ring: a round takes two cycles, and each cycle
// works on both.
//
//   state_q --> parities of columns --> effect_q --+
//      ^   \                                       v
//      |    +-------------------------> late_q --> theta, rho, pi, chi, iota --+--> state_o
//      +------------------------ zeros, if clear_i ----------------------------+
//
// A pass is the two cycles in which a state goes around. A block joins theta in both: its parities in the first
// cycle, its lanes in the second one. Its lanes are written before, one a cycle.
//
// A state that has to wait goes around too. In a pass with still_i it is moved by rho and pi alone, and one lane is
// rotated by Turn bits more: since pi moves 24 lanes in one circle in which rho rotates by 64 - Turn bits in all,
// modulo 64, and leaves lane 0 in its place, the state after 24 such passes is that of before them. Chi's tables of
// four inputs have room for still_i, and so have theta's of a lane that no block has.

`default_nettype none

module gh_keccak_ring
  import gh_keccak_pkg::*;
#(
    parameter int unsigned BlockLanes = 17  // from 2 to MaxRateLanes
) (
    input wire logic clk_i,

    input wire lane_t                  word_i,
    input wire logic  [BlockLanes-1:0] write_i, // the lanes that word_i is written to

    // The first cycle of a pass has these.
    input wire logic absorb_i,  // the block joins
    input wire logic still_i,   // the state waits; no block joins, and iota's constant is zero

    // The second cycle has these.
    input  wire lane_t  constant_i,
    input  wire logic   clear_i,     // the state is zeros from now on
    output wire lanes_t state_o      // behind the pass, without clear_i
);

  localparam int unsigned Turn = 24;
  localparam int unsigned Turned = 24;  // the lane that is rotated by Turn

  if (BlockLanes < 2 || BlockLanes > MaxRateLanes) begin : gen_check_lanes
    $fatal(1, "gh_keccak_ring: BlockLanes is %0d; it must be 2 to %0d", BlockLanes, MaxRateLanes);
  end

  lane_t [BlockLanes-1:0] block_q;
  lanes_t block;
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < BlockLanes; i++) if (write_i[i]) block_q[i] <= word_i;
  end
  assign block = lanes_t'(block_q);

  // Halves of the columns' parities, the block's in the lower one.
  lanes_t state_q, late_q;
  lane_t [4:0] lower, upper, effect, effect_q;
  for (genvar x = 0; x < 5; x++) begin : gen_column
    localparam int unsigned Before = (x + 4) % 5;
    localparam int unsigned Behind = (x + 1) % 5;
    lane_t sum;
    assign sum = block[x] ^ block[x+5] ^ block[x+10] ^ block[x+15] ^ block[x+20];
    assign lower[x] = (sum & {64{absorb_i}}) ^ state_q[x];
    assign upper[x] = state_q[x+5] ^ state_q[x+10] ^ state_q[x+15] ^ state_q[x+20];

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

  // Each lane has a copy of the registers that steer a whole state.
  logic [BlockLanes-1:0] absorb_q;
  logic [24:0] still_q;
  gh_copies #(
      .Copies(BlockLanes)
  ) u_absorb (
      .clk_i,
      .data_i(absorb_i),
      .data_o(absorb_q)
  );
  gh_copies #(
      .Copies(25)
  ) u_still (
      .clk_i,
      .data_i(still_i),
      .data_o(still_q)
  );

  // After theta, and after rho and pi.
  lanes_t theta, moved;
  for (genvar i = 0; i < 25; i++) begin : gen_lane
    localparam int unsigned Source = Sources[i];
    localparam int unsigned Offset = Offsets[Source];
    if (i < BlockLanes) begin : gen_absorbing
      assign theta[i] = late_q[i] ^ (block[i] & {64{absorb_q[i]}}) ^ effect_q[i%5];
    end else if (i == Turned) begin : gen_turned
      assign theta[i] = still_q[i] ? 64'({2{late_q[i]}} >> (64 - Turn)) : late_q[i] ^ effect_q[i%5];
    end else begin : gen_theta
      assign theta[i] = late_q[i] ^ effect_q[i%5];
    end
    assign moved[i] = 64'({2{theta[Source]}} >> (64 - Offset));
  end

  for (genvar i = 0; i < 25; i++) begin : gen_chi
    localparam int unsigned Row = i / 5 * 5;
    lane_t chi;
    gh_chi u_chi (
        .data_i ({moved[Row+(i+2)%5], moved[Row+(i+1)%5], moved[i]}),
        .still_i(still_q[i]),
        .data_o (chi)
    );
    if (i == 0) begin : gen_iota
      assign state_o[i] = chi ^ constant_i;
    end else begin : gen_chi_alone
      assign state_o[i] = chi;
    end
  end

  always_ff @(posedge clk_i) begin
    late_q   <= state_q;
    effect_q <= still_i ? '0 : effect;
    state_q  <= clear_i ? '0 : state_o;
  end

endmodule

`default_nettype wire
