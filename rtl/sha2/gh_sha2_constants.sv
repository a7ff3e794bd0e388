// SPDX-License-Identifier: Apache-2.0
//
// Round constants of SHA-2 (FIPS 180-4, section 4.2), in logic or in block memory; K_t is there a
// cycle after t.

`default_nettype none

module gh_sha2_constants
  import gh_sha2_constants_pkg::*;
#(
    parameter int unsigned WordBits = 64,
    parameter bit BlockMemory = 1'b0,
    localparam int unsigned Rounds = rounds(WordBits),
    localparam int unsigned RoundBits = $clog2(Rounds)
) (
    input  wire logic                 clk_i,
    input  wire logic [RoundBits-1:0] round_i,
    output wire logic [ WordBits-1:0] constant_o
);

  typedef logic [WordBits-1:0] word_t;

  word_t constant_q;
  assign constant_o = constant_q;

  if (BlockMemory) begin : gen_block_memory
    (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)
    word_t memory[1 << RoundBits];
    initial begin
      for (int unsigned t = 0; t < 1 << RoundBits; t++) begin
        memory[t] = (t < Rounds) ? K[t%Rounds][63-:WordBits] : '0;
      end
    end
    always_ff @(posedge clk_i) constant_q <= memory[round_i];
  end else begin : gen_logic
    word_t constant;
    always_comb begin
      constant = '0;
      for (int unsigned t = 0; t < Rounds; t++) begin
        if (round_i == RoundBits'(t)) constant = constant | K[t][63-:WordBits];
      end
    end
    always_ff @(posedge clk_i) constant_q <= constant;
  end

endmodule

`default_nettype wire
