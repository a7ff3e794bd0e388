// SPDX-License-Identifier: Apache-2.0
//
// The program of a BLAKE3 coprocessor, which has no loop, and the sequencer: it fetches a control word in
// each cycle, and says when a run has ended.
//
// Contract: control words come in the third cycle after start_i, as those of
// gh_arx_mc_sequencer; done_i is of the word before last, and low while idle_o. While nothing
// runs, what the program begins with is fetched again and again. leave_i ends a run.

`default_nettype none

module gh_blake3_mc_sequencer
  import gh_blake_chacha_microcode_pkg::*, gh_blake3_microcode_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic start_i,
    input wire logic leave_i,
    input wire logic done_i,

    output wire logic                busy_o,
    output wire logic                idle_o,
    output wire logic [WordBits-1:0] word_o
);

  localparam int unsigned AddressBits = $clog2(Blake3Words);

  (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)
  logic [WordBits-1:0] instructions[1 << AddressBits];
  initial begin
    for (int unsigned i = 0; i < 1 << AddressBits; i++) begin
      instructions[i] = '0;
      if (i < Blake3Words) instructions[i] = Blake3Memory[i];
    end
  end

  logic [AddressBits-1:0] pc_q;
  logic [WordBits-1:0] word_q;
  logic busy_q;
  assign idle_o = !busy_q || done_i || rst_i || leave_i;
  assign busy_o = busy_q;
  assign word_o = word_q;

  always_ff @(posedge clk_i) begin
    pc_q   <= idle_o ? '0 : pc_q + 1'b1;
    word_q <= instructions[pc_q];
    busy_q <= !rst_i && (start_i || !idle_o);
  end

endmodule

`default_nettype wire
