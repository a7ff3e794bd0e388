// SPDX-License-Identifier: Apache-2.0
//
// Microcoded coprocessor for BLAKE's compression function (version 1.3, 14 and 16 rounds) and ChaCha's
// block function (Bernstein 2008, 8, 12 and 20 rounds; paper At, sections VI.B and VI.C): one word
// operation a cycle, two words read and one written.
//
//   +--> register file ---- a, b ---> ALU ---+--> register file, at the place of a
//   |      ^ addresses          load --^     |
//   +-- instruction memory, sequencer        +--> ALU, four cycles later
//
// The datapath has 64 bits if there is BLAKE of 64-bit words, else 32. With words of 32 bits a datapath
// of 64 works for two messages at once, one in each half; lanes_i says which take part, and the
// register file's words of the other half stay as they are.
//
// The register file, in words for each algorithm:
//    0  state, of 16 words; ChaCha's block of key stream is left here
//   16  what the state is made of, 16 words
//         BLAKE: h of 8 words (the next one is left here), salt of 4, t0, t0, t1, t1: each twice
//         ChaCha: constants (there from the start), key of 8 words, counter (low word first; the
//           next block's is left here), nonce
//   32  BLAKE: message block, of 16 words
//   48  BLAKE: the constants c (there from the start)
// What is left needs no loading for the next run. Byte order is not told here: words are words.
//
// While nothing runs, load_valid_i writes halves of load_data_i to load_address_i, and read_data_o
// shows the word at read_address_i two cycles later; both in the register file of algorithm_i.
// start_i may come with the last load.
//
// Cycles from start_i to done_o, both counted, whatever the pipeline: 1148 for BLAKE-224 and -256,
// 1308 for BLAKE-384 and -512, and 282, 410 and 666 for ChaCha's 8, 12 and 20 rounds. With Three, 928
// and 1056 for BLAKE.

`default_nettype none

module gh_blake_chacha_mc_core
  import gh_blake_chacha_microcode_pkg::*;
#(
    parameter bit Blake32 = 1,  // which algorithms: BLAKE-224 and -256,
    parameter bit Blake64 = 1,  // BLAKE-384 and -512,
    parameter bit ChaCha  = 1,  // ChaCha

    parameter int unsigned Pipeline = 1,  // 1, 2 or 3: where a register is placed, see the ALU
    parameter bit Three = 0  // BLAKE adds three words at once, and is faster by a fifth
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic       start_i,      // while nothing runs
    input  wire logic [1:0] algorithm_i,  // BLAKE-224 and -256, -384 and -512, ChaCha; these and
    input  wire logic [1:0] rounds_i,     // ChaCha: 8, 12, 20; what else is asked for stays
    input  wire logic [1:0] lanes_i,      // while busy_o; both for BLAKE of 64-bit words
    output wire logic       busy_o,       // nothing can be loaded, read or started
    output wire logic       done_o,       // the last cycle of a run

    input wire logic [ 1:0] load_valid_i,    // for each half
    input wire logic [ 5:0] load_address_i,
    input wire logic [63:0] load_data_i,

    input  wire logic [ 5:0] read_address_i,
    output wire logic [63:0] read_data_o
);

  if (!Blake32 && !Blake64 && !ChaCha) begin : gen_check_algorithms
    $fatal(1, "gh_blake_chacha_mc_core: Blake32, Blake64 and ChaCha are 0; one of them must be 1");
  end
  if (Pipeline < 1 || Pipeline > 3) begin : gen_check_pipeline
    $fatal(1, "gh_blake_chacha_mc_core: Pipeline is %0d; it must be 1, 2 or 3", Pipeline);
  end
  if (Three && !Blake32 && !Blake64) begin : gen_check_three
    $fatal(1, "gh_blake_chacha_mc_core: Three is 1; it must be 0 where there is no BLAKE");
  end

  localparam int unsigned Halves = Blake64 ? 2 : 1;
  localparam bit Blake = Blake32 || Blake64;
  localparam bit Several = 32'(Blake32) + 32'(Blake64) + 32'(ChaCha) > 1;

  algorithm_e algorithm;
  if (Several) begin : gen_several
    assign algorithm = algorithm_e'(algorithm_i & {ChaCha, Blake64});
  end else begin : gen_single
    logic unused;
    assign unused    = ^algorithm_i;
    assign algorithm = ChaCha ? RunChaCha : Blake64 ? RunBlake64 : RunBlake32;
  end

  // Control words: address, memory and register take a cycle each.
  localparam int unsigned BlakeEnd = Three ? BlakeThreeWords : BlakeWords;
  localparam int unsigned ChaChaBegin = Blake ? BlakeEnd : 0;
  localparam int unsigned Words = ChaChaBegin + (ChaCha ? ChaChaWords : 0);
  localparam int unsigned AddressBits = $clog2(Words);
  typedef logic [AddressBits-1:0] address_t;

  (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)
  logic [WordBits-1:0] instructions[1 << AddressBits];
  initial begin
    for (int unsigned i = 0; i < 1 << AddressBits; i++) begin
      instructions[i] = '0;
      if (Blake && i < BlakeEnd) instructions[i] = Three ? BlakeThreeMemory[i] : BlakeMemory[i];
      else if (ChaCha && i < Words) instructions[i] = ChaChaMemory[i-ChaChaBegin];
    end
  end

  address_t pc_d, pc_q, begin_address, loop_address, last_address;
  word_t word_q, told, control_q;
  logic [4:0] command;
  logic [3:0] left_q;
  logic busy_q, idle;

  // A word that reads nothing at B tells something here instead.
  assign command = control_q.b_use ? '0 : control_q.b;
  assign done_o  = command[DoneBit];
  assign busy_o  = busy_q;
  assign idle    = !busy_q || done_o || rst_i;

  always_comb begin
    begin_address = '0;
    loop_address  = address_t'(Three ? BlakeThreeLoop : BlakeLoop);
    last_address  = address_t'(Three ? BlakeThreeLast : BlakeLast);
    if (algorithm == RunChaCha) begin
      begin_address = address_t'(ChaChaBegin);
      loop_address  = address_t'(ChaChaBegin + ChaChaLoop);
      last_address  = address_t'(ChaChaBegin + ChaChaLast);
    end

    pc_d = pc_q + 1'b1;
    if (command[AgainBit]) pc_d = loop_address;
    if (command[RoundEndsBit] && left_q == '0) pc_d = last_address;
    if (idle) pc_d = begin_address;
  end

  // While nothing runs, what the program begins with is fetched again and again. When a run starts
  // its first word may act twice: it has no command, and nobody reads what it writes.
  always_ff @(posedge clk_i) begin
    pc_q   <= pc_d;
    word_q <= instructions[pc_q];

    if (idle) left_q <= loops(algorithm, rounds_i);
    else if (command[RoundEndsBit]) left_q <= left_q - 1'b1;

    busy_q <= !rst_i && (start_i || (busy_q && !done_o));
  end

  // A word of the block is told in the place of what is always the same when it takes part.
  logic adds_block_q;
  logic [3:0] m_place_q;
  always_comb begin
    told = word_q;
    if (Three && word_q.operation == AddBlock) begin
      {told.to_input, told.write, told.feedback, told.b_use} = 4'b0111;
    end
  end
  always_ff @(posedge clk_i) begin
    adds_block_q <= (word_q.operation == AddBlock);
    m_place_q    <= {word_q.to_input, word_q.write, word_q.feedback, word_q.b_use};
  end

  // Addresses. A result is written to the place of its first operand, in its own region.
  localparam int unsigned WriteDelay = 5;
  logic [5:0] a_address_q, b_address_q, w_address, load_address_q;
  logic [WriteDelay:1] write_q, to_input_q;
  logic [WriteDelay:1][3:0] place_q;
  logic [1:0] load_valid_q, write;
  always_ff @(posedge clk_i) begin
    control_q   <= told;
    a_address_q <= busy_q ? word_q.a : read_address_i;
    b_address_q <= {word_q.b[4], 1'b1, word_q.b[3:0]};
    write_q     <= {write_q[WriteDelay-1:1], control_q.write};
    to_input_q  <= {to_input_q[WriteDelay-1:1], control_q.to_input};
    place_q     <= {place_q[WriteDelay-1:1], control_q.a[3:0]};
    if (idle) begin
      control_q.write <= 1'b0;
      control_q.b     <= '0;
      control_q.b_use <= 1'b0;
      write_q         <= '0;
    end

    load_valid_q   <= rst_i ? '0 : load_valid_i;
    load_address_q <= load_address_i;
  end
  assign w_address = (|load_valid_q) ? load_address_q :
                     (to_input_q[WriteDelay] ? InputBase : StateBase) | 6'(place_q[WriteDelay]);
  // Some words are constants, so nothing is written before the first reset is over.
  assign write = rst_i ? '0 : load_valid_q | (lanes_i & {2{write_q[WriteDelay]}});

  // The register file: two copies, a read port each, for each half. No program needs a word that is
  // read while it is written.
  localparam int unsigned FileBits = 6 + (!Several ? 0 : ChaCha ? 2 : 1);
  logic [1:0] algorithm_q;
  logic [FileBits-1:0] a_at, b_at, w_at;
  always_ff @(posedge clk_i) algorithm_q <= algorithm;
  assign a_at = FileBits'({algorithm_q, a_address_q});
  assign b_at = FileBits'({algorithm_q, b_address_q});
  assign w_at = FileBits'({algorithm_q, w_address});

  function automatic logic [31:0] constant(int unsigned address, int unsigned half);
    algorithm_e owner;
    owner = Several ? algorithm_e'(address / 64) : ChaCha ? RunChaCha :
            Blake64 ? RunBlake64 : RunBlake32;
    if (owner == RunChaCha) begin
      if (address % 64 - 32'(InputBase) < 4) return ChaChaConstants[address[1:0]];
    end else if (address % 64 >= 32'(ConstantBase)) begin
      return (owner == RunBlake64) ? C64[address[3:0]][32*half+:32] : C32[address[3:0]];
    end
    return '0;
  endfunction

  logic [Halves-1:0][31:0] a_q, b_q, m_q, result;
  for (genvar half = 0; half < Halves; half++) begin : gen_half
    (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
       ramstyle = "no_rw_check", no_rw_check *)
    logic [31:0] file_a[1 << FileBits];
    (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
       ramstyle = "no_rw_check", no_rw_check *)
    logic [31:0] file_b[1 << FileBits];
    initial begin
      for (int unsigned i = 0; i < 1 << FileBits; i++) begin
        file_a[i] = constant(i, half);
        file_b[i] = constant(i, half);
      end
    end
    always @(posedge clk_i) begin
      a_q[half] <= file_a[a_at];
      if (write[half]) file_a[w_at] <= result[half];
    end
    always @(posedge clk_i) begin
      b_q[half] <= file_b[b_at];
      if (write[half]) file_b[w_at] <= result[half];
    end

    // The block once more, so that it can be read beside two other words.
    if (Three) begin : gen_block
      (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
      logic [31:0] block[32];
      always_ff @(posedge clk_i) begin
        m_q[half] <= adds_block_q ? block[{algorithm_q[0], m_place_q}] : '0;
        if (write[half] && w_address[5]) block[{algorithm_q[0], w_address[3:0]}] <= result[half];
      end
    end else begin : gen_no_block
      assign m_q[half] = '0;
    end
  end
  assign read_data_o = 64'(a_q);

  if (!Three) begin : gen_two
    logic unused;
    assign unused = ^{adds_block_q, m_place_q};
  end
  if (!Blake64) begin : gen_narrow
    logic unused;
    assign unused = ^{load_data_i[63:32], write[1]};
  end

  gh_blake_chacha_mc_alu #(
      .Blake32 (Blake32),
      .Blake64 (Blake64),
      .ChaCha  (ChaCha),
      .Pipeline(Pipeline),
      .Three   (Three)
  ) u_alu (
      .clk_i,
      .idle_i     (idle),
      .algorithm_i(algorithm),
      .b_use_i    (control_q.b_use),
      .feedback_i (control_q.feedback),
      .operation_i(control_q.operation),
      .a_i        (a_q),
      .b_i        (b_q),
      .m_i        (m_q),
      .load_i     (load_data_i[32*Halves-1:0]),
      .result_o   (result)
  );

endmodule

`default_nettype wire
