// SPDX-License-Identifier: Apache-2.0
//
// The programs of a BLAKE and ChaCha coprocessor, and the sequencer: it fetches a control word in each
// cycle, passes the loop as often as the algorithm has rounds, and says when a run has ended.
//
// Contract: control words come in the third cycle after their addresses; command_i is of the word before
// last, and zero while idle_o. While nothing runs, what the program begins with is fetched again and
// again. When a run starts its first word may act twice: it has no command, and nobody reads what it
// writes. leave_i ends a run.

`default_nettype none

module gh_blake_chacha_mc_sequencer
  import gh_blake_chacha_microcode_pkg::*;
#(
    parameter bit Blake32 = 1'b1,
    parameter bit Blake64 = 1'b1,
    parameter bit ChaCha  = 1'b1,
    parameter bit Blake2  = 1'b0,
    parameter bit Three   = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic             start_i,
    input wire algorithm_e       algorithm_i,
    input wire logic       [1:0] rounds_i,
    input wire logic             leave_i,
    input wire logic       [4:0] command_i,

    output wire logic                busy_o,
    output wire logic                idle_o,
    output wire logic [WordBits-1:0] word_o
);

  localparam bit Blake = Blake32 || Blake64;

  // Control words: address, memory and register take a cycle each.
  localparam int unsigned BlakeEnd = Blake2 ? Blake2Words : Three ? BlakeThreeWords : BlakeWords;
  localparam int unsigned ChaChaBegin = Blake ? BlakeEnd : 0;
  localparam int unsigned Words = ChaChaBegin + (ChaCha ? ChaChaWords : 0);
  localparam int unsigned AddressBits = $clog2(Words);
  typedef logic [AddressBits-1:0] address_t;

  (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)
  logic [WordBits-1:0] instructions[1 << AddressBits];
  initial begin
    for (int unsigned i = 0; i < 1 << AddressBits; i++) begin
      instructions[i] = '0;
      if (Blake && i < BlakeEnd) begin
        instructions[i] = Blake2 ? Blake2Memory[i] : Three ? BlakeThreeMemory[i] : BlakeMemory[i];
      end else if (ChaCha && i < Words) instructions[i] = ChaChaMemory[i-ChaChaBegin];
    end
  end

  // Of BLAKE it is one.
  localparam int unsigned PassBits = ChaCha ? 4 : 1;
  address_t pc_d, pc_q, begin_address, loop_address, last_address;
  logic [WordBits-1:0] word_q;
  logic [PassBits-1:0] left_q;  // whole passes of the loop
  logic busy_q, ends;

  assign ends   = command_i[(Blake64&&algorithm_i==RunBlake64)?LongEndsBit : EndsBit];
  assign idle_o = !busy_q || command_i[DoneBit] || rst_i || leave_i;
  assign busy_o = busy_q;
  assign word_o = word_q;

  always_comb begin
    begin_address = '0;
    loop_address  = address_t'(Blake2 ? Blake2Loop : Three ? BlakeThreeLoop : BlakeLoop);
    last_address  = address_t'(Blake2 ? Blake2Last : Three ? BlakeThreeLast : BlakeLast);
    if (algorithm_i == RunChaCha) begin
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
      left_q <= PassBits'(Blake2 ? Blake2Passes[Blake64] : 32'(passes(algorithm_i, rounds_i)));
    end else if (ends) left_q <= left_q - 1'b1;

    busy_q <= !rst_i && (start_i || !idle_o);
  end

endmodule

`default_nettype wire
