// SPDX-License-Identifier: Apache-2.0
//
// Instructions of gh_sha2_mc_core, from a memory; see gh_sha2_mc_pkg.
//
// instruction_o holds while go_i is low. The step that follows is chosen two cycles ahead: with next_i the
// first one of phase_i is. After reset no instruction does anything for two cycles.

`default_nettype none

module gh_sha2_mc_program
  import gh_sha2_constants_pkg::rounds;
  import gh_sha2_mc_pkg::*;
#(
    parameter int unsigned WordBits = 32
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic               go_i,
    input  wire logic               next_i,
    input  wire phase_e             phase_i,
    output wire phase_e             phase_o,       // two steps ahead of the instruction
    output wire logic         [4:0] step_o,
    output wire instruction_t       instruction_o
);

  localparam int unsigned Rounds = rounds(WordBits);
  (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)
  logic [$bits(instruction_t)-1:0] program_q[256];
  initial begin
    for (int unsigned i = 0; i < 256; i++) begin
      program_q[i] = instruction(phase_e'(i / 32), StepBits'(i), Rounds);
    end
  end

  phase_e phase_q;
  logic [StepBits-1:0] step_q;
  logic started_q;
  logic [$bits(instruction_t)-1:0] fetched_q;
  instruction_t instruction_q;
  always_ff @(posedge clk_i) begin
    started_q <= !rst_i;
    if (go_i) begin
      fetched_q     <= program_q[{phase_q, step_q}];
      instruction_q <= instruction_t'(fetched_q);
      step_q        <= step_q + 1'b1;
      if (next_i) begin
        phase_q <= phase_i;
        step_q  <= '0;
      end
    end
    if (rst_i || !started_q) begin
      instruction_q.write <= 1'b0;
      instruction_q.waits <= 1'b0;
      instruction_q.sends <= 1'b0;
      instruction_q.turn  <= 1'b0;
      instruction_q.ends  <= 1'b0;
    end
    if (rst_i) begin
      phase_q <= Initial;
      step_q  <= '0;
    end
  end

  assign phase_o       = phase_q;
  assign step_o        = step_q;
  assign instruction_o = instruction_q;

endmodule

`default_nettype wire
