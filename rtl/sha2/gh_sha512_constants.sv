// SPDX-License-Identifier: Apache-2.0
//
// Round constants of SHA-512 (FIPS 180-4, section 4.2.3), in logic or in block memory; K_t is there
// a cycle after t.

`default_nettype none

module gh_sha512_constants
  import gh_sha512_pkg::*;
#(
    parameter bit BlockMemory = 1'b0
) (
    input  wire logic        clk_i,
    input  wire logic  [6:0] round_i,
    output wire word_t       constant_o
);

  word_t constant_q;
  assign constant_o = constant_q;

  if (BlockMemory) begin : gen_block_memory
    (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom", romstyle = "M9K" *)
    word_t memory[128];
    initial begin
      for (int unsigned t = 0; t < 128; t++) memory[t] = (t < Rounds) ? K[t%Rounds] : '0;
    end
    always_ff @(posedge clk_i) constant_q <= memory[round_i];
  end else begin : gen_logic
    word_t constant;
    always_comb begin
      constant = '0;
      for (int unsigned t = 0; t < Rounds; t++) begin
        if (round_i == 7'(t)) constant = constant | K[t];
      end
    end
    always_ff @(posedge clk_i) constant_q <= constant;
  end

endmodule

`default_nettype wire
