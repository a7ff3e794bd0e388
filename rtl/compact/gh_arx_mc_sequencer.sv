// SPDX-License-Identifier: Apache-2.0
//
// The programs of the ARX coprocessor, and the sequencer: it fetches a control word in each cycle, passes
// a loop until the run has its rounds, and says when it has ended.
//
// BLAKE and BLAKE2 pass one loop, and so do ChaCha and HChaCha; BLAKE3 has none.
//
// Contract: control words come in the third cycle after their addresses; command_i is of the word before
// last, and zero while idle_o. While nothing runs, what the program of run_i begins with is fetched again
// and again: run_i stays from two cycles before start_i to the end of busy_o. When a run starts its first
// word may act twice: it has no command, and nobody reads what it writes. leave_i ends a run.

`default_nettype none

module gh_arx_mc_sequencer
  import gh_arx_microcode_pkg::*;
#(
    parameter bit Blake  = 1'b1,
    parameter bit ChaCha = 1'b1,
    parameter bit Blake3 = 1'b1
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       start_i,
    input wire run_e       run_i,
    input wire logic [1:0] rounds_i,
    input wire logic       leave_i,
    input wire logic [4:0] command_i,

    output wire logic                busy_o,
    output wire logic                idle_o,
    output wire logic [WordBits-1:0] word_o
);

  // Control words: address, memory and register take a cycle each. Programs that are not there are the
  // last ones, or are left out in between.
  localparam int unsigned Words = Blake3 ? ArxWords : ChaCha ? Blake3First :
                                  Blake ? ChaChaFirst : BlakeFirst;
  localparam int unsigned AddressBits = $clog2(Words);
  typedef logic [AddressBits-1:0] address_t;

  (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)
  logic [WordBits-1:0] instructions[1 << AddressBits];
  initial begin
    for (int unsigned i = 0; i < 1 << AddressBits; i++) begin
      instructions[i] = '0;
      if (i < Words) instructions[i] = ArxMemory[i];
    end
  end

  address_t pc_d, pc_q, begin_address, loop_address, last_address;
  logic [WordBits-1:0] word_q;
  logic [3:0] left_q;  // rounds behind this one
  logic busy_q, ends;

  assign ends   = command_i[EndsBit] && left_q == '0;
  assign idle_o = !busy_q || command_i[DoneBit] || rst_i || leave_i;
  assign busy_o = busy_q;
  assign word_o = word_q;

  always_comb begin
    begin_address = address_t'(Blake2First);
    last_address  = address_t'(Blake2Last);
    loop_address  = address_t'(BlakeLoop);
    if (Blake && (run_i == RunBlake32 || run_i == RunBlake64)) begin
      begin_address = address_t'(BlakeFirst);
      last_address  = address_t'(BlakeLast);
    end
    if (ChaCha && (run_i == RunChaCha || run_i == RunHChaCha)) begin
      begin_address = address_t'(ChaChaFirst);
      loop_address  = address_t'(ChaChaLoop);
      last_address  = address_t'((run_i == RunChaCha) ? ChaChaLast : HChaChaLast);
    end
    if (Blake3 && run_i == RunBlake3) begin_address = address_t'(Blake3First);

    pc_d = pc_q + 1'b1;
    if (command_i[AgainBit]) pc_d = loop_address;
    if (ends) pc_d = last_address;
    if (idle_o) pc_d = begin_address;
  end

  always_ff @(posedge clk_i) begin
    pc_q   <= pc_d;
    word_q <= instructions[pc_q];

    if (idle_o) left_q <= rounds_behind(run_i, rounds_i);
    else if (command_i[EndsBit]) left_q <= left_q - 1'b1;

    busy_q <= !rst_i && (start_i || !idle_o);
  end

  logic unused;
  assign unused = ^command_i;

endmodule

`default_nettype wire
