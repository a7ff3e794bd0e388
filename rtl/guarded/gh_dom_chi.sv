// SPDX-License-Identifier: Apache-2.0
//
// Masked rows of chi, the nonlinear step of Keccak (FIPS 202, section 3.2.4), in two shares
// (domain-oriented masking).
//
// Latency 1, 5 * Width random bits a cycle, which must be uniform and fresh in each cycle. Bit i of a
// row is the word i of a port; row z has the bits z of its words.
//
//   a ^ (~b & c)  =  a ^ c ^ (b & c)
//
// The complement is written as a sum. In the usual form, ~b in one share alone, the first share of bit i
// and the second one of bits i + 2 and i + 3 together depend on the state, and a round whose logic sees
// these leaks. Other sets of bits leak in both forms: such logic needs a check of its own.

`default_nettype none

module gh_dom_chi #(
    parameter int unsigned Width = 1
) (
    input wire logic                  clk_i,
    input wire logic                  clear_i,   // erase
    input wire logic                  enable_i,
    input wire logic [4:0][Width-1:0] d0_i,
    input wire logic [4:0][Width-1:0] d1_i,
    input wire logic [4:0][Width-1:0] rnd_i,

    output wire logic [4:0][Width-1:0] q0_o,
    output wire logic [4:0][Width-1:0] q1_o
);

  // Tools must neither merge these registers nor move logic across them.
  (* keep = "true", dont_merge, syn_preserve *)
  logic [4:0][Width-1:0] inner0_q, inner1_q, cross0_q, cross1_q;

  for (genvar i = 0; i < 5; i++) begin : gen_bit
    localparam int unsigned B = (i + 1) % 5;
    localparam int unsigned C = (i + 2) % 5;
    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        inner0_q[i] <= '0;
        inner1_q[i] <= '0;
        cross0_q[i] <= '0;
        cross1_q[i] <= '0;
      end else if (enable_i) begin
        inner0_q[i] <= d0_i[i] ^ d0_i[C] ^ (d0_i[B] & d0_i[C]);
        inner1_q[i] <= d1_i[i] ^ d1_i[C] ^ (d1_i[B] & d1_i[C]);
        cross0_q[i] <= (d0_i[B] & d1_i[C]) ^ rnd_i[i];
        cross1_q[i] <= (d1_i[B] & d0_i[C]) ^ rnd_i[i];
      end
    end
  end

  assign q0_o = inner0_q ^ cross0_q;
  assign q1_o = inner1_q ^ cross1_q;

endmodule

`default_nettype wire
