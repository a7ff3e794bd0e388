// SPDX-License-Identifier: Apache-2.0
//
// The programs of an ARX coprocessor, and the sequencer: it fetches a control word in each cycle, passes
// a loop until the run has its rounds, and says when it has ended.
//
// BLAKE3 has no loop. With Mixed BLAKE and BLAKE2 pass one loop, and so do ChaCha and HChaCha.
//
// Contract: control words come in the third cycle after their addresses; command_i is of the word before
// last, and zero while idle_o. While nothing runs, what the program of run_i begins with is fetched again
// and again: with Mixed run_i stays from two cycles before start_i to the end of busy_o. When a run starts
// its first word may act twice: it has no command, and nobody reads what it writes. leave_i ends a run.

`default_nettype none

module gh_arx_mc_sequencer
  import gh_arx_microcode_pkg::*, gh_blake_chacha_microcode_pkg::*;
  // Both packages define these names with the same values.
  import gh_arx_microcode_pkg::WordBits, gh_arx_microcode_pkg::RunBlake32,
      gh_arx_microcode_pkg::RunBlake64, gh_arx_microcode_pkg::RunChaCha,
      gh_arx_microcode_pkg::EndsBit, gh_arx_microcode_pkg::AgainBit,
      gh_arx_microcode_pkg::DoneBit, gh_arx_microcode_pkg::LongEndsBit;
#(
    parameter bit Blake32 = 1'b1,
    parameter bit Blake64 = 1'b1,
    parameter bit ChaCha  = 1'b1,
    parameter bit Blake2  = 1'b0,  // in place of BLAKE
    parameter bit Blake3  = 1'b0,  // with Mixed
    parameter bit Mixed   = 1'b0,  // the programs of gh_arx_mc_core
    parameter bit Three   = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic             start_i,
    input wire algorithm_e       algorithm_i,  // without Mixed
    input wire run_e             run_i,        // with Mixed
    input wire logic       [1:0] rounds_i,
    input wire logic             leave_i,
    input wire logic       [4:0] command_i,

    output wire logic                busy_o,
    output wire logic                idle_o,
    output wire logic [WordBits-1:0] word_o
);

  localparam bit Blake = Blake32 || Blake64;

  // Control words: address, memory and register take a cycle each. Without Mixed there are programs of
  // BLAKE or BLAKE2, and ChaCha's behind them; with Mixed those that are not there are the
  // last ones, or are left out in between.
  localparam int unsigned BlakeEnd = Blake2 ? Blake2Words : Three ? BlakeThreeWords : BlakeWords;
  localparam int unsigned ChaChaBegin = Blake ? BlakeEnd : 0;
  localparam int unsigned MixedWords = Blake3 ? ArxWords : ChaCha ? ArxBlake3First :
                                       Blake2 ? ArxBlakeFirst : ArxChaChaFirst;
  localparam int unsigned Words = Mixed ? MixedWords : ChaChaBegin + (ChaCha ? ChaChaWords : 0);
  localparam int unsigned AddressBits = $clog2(Words);
  typedef logic [AddressBits-1:0] address_t;
  localparam algorithm_e Long = gh_blake_chacha_microcode_pkg::RunBlake64;

  (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)
  logic [WordBits-1:0] instructions[1 << AddressBits];
  initial begin
    for (int unsigned i = 0; i < 1 << AddressBits; i++) begin
      instructions[i] = '0;
      if (i >= Words) continue;
      if (Mixed) instructions[i] = ArxMemory[i];
      else if (i + 1 > ChaChaBegin) instructions[i] = ChaChaMemory[i-ChaChaBegin];
      else if (Blake2) instructions[i] = Blake2Memory[i];
      else instructions[i] = Three ? BlakeThreeMemory[i] : BlakeMemory[i];
    end
  end

  // Without ChaCha and Mixed a run passes the loop at most twice.
  localparam int unsigned PassBits = (ChaCha || Mixed) ? 4 : 1;
  address_t pc_d, pc_q, begin_address, loop_address, last_address;
  logic [WordBits-1:0] word_q;
  logic [PassBits-1:0] left_q;  // whole passes of the loop; with Mixed, rounds behind this one
  logic busy_q, ends;

  assign ends   = command_i[(!Mixed&&Blake64&&algorithm_i==Long)?LongEndsBit : EndsBit];
  assign idle_o = !busy_q || command_i[DoneBit] || rst_i || leave_i;
  assign busy_o = busy_q;
  assign word_o = word_q;

  always_comb begin
    begin_address = '0;
    loop_address  = address_t'(Blake2 ? Blake2Loop : Three ? BlakeThreeLoop : BlakeLoop);
    last_address  = address_t'(Blake2 ? Blake2Last : Three ? BlakeThreeLast : BlakeLast);
    if (Mixed) begin
      begin_address = address_t'(ArxBlake2First);
      loop_address  = address_t'(ArxBlakeLoop);
      last_address  = address_t'(ArxBlake2Last);
      if (!Blake2 && (run_i == RunBlake32 || run_i == RunBlake64)) begin
        begin_address = address_t'(ArxBlakeFirst);
        last_address  = address_t'(ArxBlakeLast);
      end
      if (ChaCha && (run_i == RunChaCha || run_i == RunHChaCha)) begin
        begin_address = address_t'(ArxChaChaFirst);
        loop_address  = address_t'(ArxChaChaLoop);
        last_address  = address_t'((run_i == RunChaCha) ? ArxChaChaLast : ArxHChaChaLast);
      end
      if (Blake3 && run_i == RunBlake3) begin_address = address_t'(ArxBlake3First);
    end else if (algorithm_i == gh_blake_chacha_microcode_pkg::RunChaCha) begin
      begin_address = address_t'(ChaChaBegin);
      loop_address  = address_t'(ChaChaBegin + ChaChaLoop);
      last_address  = address_t'(ChaChaBegin + ChaChaLast);
    end

    pc_d = pc_q + 1'b1;
    if (command_i[AgainBit]) pc_d = loop_address;
    if (ends && left_q == '0) pc_d = last_address;
    if (idle_o) pc_d = begin_address;
  end

  always_ff @(posedge clk_i) begin
    pc_q   <= pc_d;
    word_q <= instructions[pc_q];

    if (idle_o) begin
      if (Mixed) left_q <= PassBits'(rounds_behind(run_i, rounds_i));
      else if (Blake2) left_q <= PassBits'(Blake2Passes[Blake64]);
      else left_q <= PassBits'(passes(algorithm_i, rounds_i));
    end else if (ends) left_q <= left_q - 1'b1;

    busy_q <= !rst_i && (start_i || !idle_o);
  end

  logic unused;
  assign unused = ^{algorithm_i, run_i, rounds_i, command_i};

endmodule

`default_nettype wire
