// SPDX-License-Identifier: Apache-2.0
//
// KECCAK-f[1600] (FIPS 202, section 3) on a state in distributed memory, four slices a cycle. A round takes a
// pass of 20 cycles.
//
//   25 memories --> rho, pi --> registers --> chi, iota, block --> registers --> theta --> 25 memories
//    of a lane      by wires     a_q                                b_q
//
// The memories hold theta(A): a pass is rho, pi, chi and iota of a round, the addition of a block, and theta
// of the round that follows. A lane is 16 words of four bits, and rho rotates it by Offset: the word of step
// z is read Offset / 4 addresses before z, and the last Offset % 4 bits of the word before join it. A word is
// written where one of the same step was read: words move on by Offset / 4 addresses in each pass that writes.
// The address of step z is z - Offset / 4 * turns_q, and turns_q counts these passes. Pi is the choice of the
// memory that a lane is read from.
//
//   cycle of the pass   0   1   2   3   4  ...  17  18  19
//   step z that is read 14  15  0   1   2  ...  15   -   -     two steps before the first one: a word's last
//   step z written      -   -   -   -   0  ...  13  14  15     bits, and the parity of slice 63 for theta
//
// slices_o are the slices of the step that is written, before theta: those of the last round are the result
// of the permutation. A pass that does not write can be repeated.

`default_nettype none

module gh_keccak_slices
  import gh_keccak_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       advance_i,  // a cycle of a pass; otherwise the addresses hold
    input wire logic [3:0] step_i,     // the step that is read in the next cycle
    input wire logic       turn_i,     // in a pass's last cycle but one: it writes
    input wire logic       clear_i,    // the pass begins with a state of zeros
    input wire logic       write_i,

    // Lanes of a block and iota's constant, of the step that was read in the cycle before.
    input  wire logic [MaxRateLanes-1:0][3:0] block_i,
    output wire logic [            24:0][3:0] slices_o
);

  typedef logic [24:0][3:0] slices_t;

  logic [3:0] turns_q;
  always_ff @(posedge clk_i) begin
    if (turn_i) turns_q <= turns_q + 1'b1;
    // Any number would do; a simulator of four states needs one.
    if (rst_i) turns_q <= '0;
  end

  // Words that a lane has moved by after so many turns, a table of constants.
  function automatic logic [3:0] moved(int unsigned words, logic [3:0] turns);
    moved = '0;
    for (int unsigned i = 0; i < 16; i++) if (turns == 4'(i)) moved = -4'(words * i);
  endfunction

  // Addresses, by the words that rho rotates by. Bit k of words * turns depends on k + 1 bits of words: where
  // these are equal two addresses share it.
  logic [15:0][3:0] read_at, write_at;
  for (genvar q = 0; q < 16; q++) begin : gen_address
    for (genvar k = 0; k < 4; k++) begin : gen_bit
      if (q < 2 ** (k + 1)) begin : gen_own
        logic bit_q;
        always_ff @(posedge clk_i) if (advance_i) bit_q <= 1'((step_i + moved(q, turns_q)) >> k);
        assign read_at[q][k] = bit_q;
      end else begin : gen_shared
        assign read_at[q][k] = read_at[q%2**(k+1)][k];
      end
    end
    assign write_at[q] = read_at[q] - 4'd2;
  end

  slices_t read, rho, theta, a_q, b_q;
  for (genvar i = 0; i < 25; i++) begin : gen_lane
    localparam int unsigned Words = Offsets[i] / 4;
    localparam int unsigned Bits = Offsets[i] % 4;
    (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
    logic [3:0] lane_q[16];
    always_ff @(posedge clk_i) begin
      if (write_i) lane_q[write_at[Words]] <= theta[i];
    end
    assign read[i] = lane_q[read_at[Words]];

    if (Bits == 0) begin : gen_whole
      assign rho[i] = read[i];
    end else begin : gen_parts
      logic [Bits-1:0] before_q;
      always_ff @(posedge clk_i) before_q <= read[i][3:4-Bits];
      assign rho[i] = {read[i][3-Bits:0], before_q};
    end
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 25; i++) a_q[i] <= rho[Sources[i]];
    if (clear_i) a_q <= '0;
  end

  for (genvar i = 0; i < 25; i++) begin : gen_chi
    localparam int unsigned Row = i / 5 * 5;
    logic [3:0] block;
    if (i < MaxRateLanes) begin : gen_rate
      assign block = block_i[i];
    end else begin : gen_capacity
      assign block = '0;
    end
    always_ff @(posedge clk_i) begin
      b_q[i] <= a_q[i] ^ (~a_q[Row+(i+1)%5] & a_q[Row+(i+2)%5]) ^ block;
    end
  end
  assign slices_o = b_q;

  // Parities of columns, and of those of the slice before the four.
  logic [4:0][3:0] parity;
  logic [4:0] parity_q;
  for (genvar x = 0; x < 5; x++) begin : gen_column
    assign parity[x] = b_q[x] ^ b_q[x+5] ^ b_q[x+10] ^ b_q[x+15] ^ b_q[x+20];
    always_ff @(posedge clk_i) parity_q[x] <= parity[x][3];
  end
  for (genvar i = 0; i < 25; i++) begin : gen_theta
    localparam int unsigned Behind = (i + 1) % 5;
    assign theta[i] = b_q[i] ^ parity[(i+4)%5] ^ {parity[Behind][2:0], parity_q[Behind]};
  end

endmodule

`default_nettype wire
