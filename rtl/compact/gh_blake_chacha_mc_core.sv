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
// of 64 works for two streams at once, one in each half; streams_i says which take part, BLAKE of 64-bit
// words with both, and may withdraw a stream: what is not written by then stays as it is. With Overlap a
// run without streams ends.
//
// The register file of each half has an address of 9 bits, {algorithm, bank, region, word}:
//   region 0  state, of 16 words; ChaCha's block of key stream is left here, in bank bank_i
//   region 1  what the state is made of, 16 words, in bank 0
//         BLAKE: h of 8 words (the next one is left here), salt of 4, t0, t0, t1, t1: each twice
//         ChaCha: constants (there from the start), key of 8 words, counter (low word first; the
//           next block's is left here), nonce; with rounds_i 3, which is 20 rounds, the counter has
//           one word and the nonce three (RFC 8439)
//   region 1, bank 1  BLAKE: the initial values (there from the start), of the longer digest first;
//         initial_i reads h here, with shorter_i the second ones.
//   region 2  BLAKE: message block, of 16 words, in bank bank_i
//   region 3  BLAKE: the constants c (there from the start)
//   BLAKE2 has in region 1 h, or the parameter block with initial_i, then 4 words of zeros, t0, t1, f0,
//         f1; in region 3 the initialization vector behind 8 words of zeros. shorter_i is not used.
// Words that are left there need no loading for the next run. The loader chooses the byte order. A
// load is taken in a cycle of load_valid_i, which has a bit for each byte, and load_ready_o; its
// load_data_i follows in the next cycle, and is zero in others of a run. start_i may come in the
// cycle after the last load was taken. Unless read_busy_o, read_data_o is in the next cycle the
// word at read_address_i, {algorithm, bank, word} of a result: of ChaCha's region 0, of BLAKE's
// region 1.
//   Overlap = 0  Words are loaded while nothing runs, whole: load_valid_i[half][0] is for all bytes.
//         Addresses of half 0 are for both halves, with algorithm_i as their algorithm; it stands since
//         the cycle before a read. All banks are bank 0; bank_i, initial_i, shorter_i are not used, and
//         wrapped_o is 0.
//   Overlap = 1  Each half has its addresses, or half 0's where there is one stream. Where there is
//         BLAKE, words are loaded during runs too, in cycles in which the program leaves the memory's
//         port; with Three that is hardly any, but the block has a memory of its own. A run's own
//         words stay as they are, but for t from its cycle 28 on.
//
// Cycles from start_i to done_o, both counted: 1148 for BLAKE-224 and -256, 1308 for BLAKE-384 and -512
// (with Three 928 and 1056), 828 for BLAKE2s, 988 for BLAKE2b, and 282, 410 and 666 for ChaCha's 8, 12
// and 20 rounds.

`default_nettype none

module gh_blake_chacha_mc_core
  import gh_blake_chacha_microcode_pkg::*;
#(
    parameter bit Blake32 = 1,  // which algorithms: BLAKE-224 and -256,
    parameter bit Blake64 = 1,  // BLAKE-384 and -512,
    parameter bit ChaCha  = 1,  // ChaCha
    parameter bit Blake2  = 0,  // BLAKE2s and BLAKE2b in the place of BLAKE, one of them alone

    parameter int unsigned Pipeline = 1,  // 1, 2 or 3: where a register is placed, see the ALU
    parameter bit Three = 0,  // BLAKE adds three words at once, and is faster by a fifth
    parameter bit Overlap = 0  // words are loaded during runs too, by a multiplexer of their own
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic       start_i,      // while nothing runs
    input  wire logic [1:0] algorithm_i,  // BLAKE-224 and -256, -384 and -512, ChaCha; these and
    input  wire logic [1:0] rounds_i,     // ChaCha: 8, 12, 20, short; what else is asked for stays
    input  wire logic [1:0] streams_i,    // while busy_o; both for BLAKE of 64-bit words
    input  wire logic [1:0] bank_i,
    input  wire logic [1:0] initial_i,
    input  wire logic [1:0] shorter_i,
    output wire logic       busy_o,
    output wire logic       done_o,       // the last cycle of a run
    output wire logic [1:0] wrapped_o,    // ChaCha's counter was at its end in the last run

    // For each half.
    input  wire logic [1:0][ 3:0] load_valid_i,
    input  wire logic [1:0][ 8:0] load_address_i,
    input  wire logic [1:0][31:0] load_data_i,
    output wire logic [1:0]       load_ready_o,

    input  wire logic [1:0][ 6:0] read_address_i,
    output wire logic             read_busy_o,
    output wire logic [1:0][31:0] read_data_o
);

  if (!Blake32 && !Blake64 && !ChaCha) begin : gen_check_algorithms
    $fatal(1, "gh_blake_chacha_mc_core: Blake32, Blake64 and ChaCha are 0; one of them must be 1");
  end
  if (Pipeline < 1 || Pipeline > 3) begin : gen_check_pipeline
    $fatal(1, "gh_blake_chacha_mc_core: Pipeline is %0d; it must be 1, 2 or 3", Pipeline);
  end
  if (Three && (Blake2 || !Blake32 && !Blake64)) begin : gen_check_three
    $fatal(1, "gh_blake_chacha_mc_core: Three is 1; it must be 0 where there is no BLAKE");
  end
  if (Blake2 && (ChaCha || Blake32 == Blake64)) begin : gen_check_blake2
    $fatal(
        1,
        "gh_blake_chacha_mc_core: Blake2 is 1; it takes one of Blake32 and Blake64, and no ChaCha"
    );
  end

  localparam int unsigned Halves = Blake64 ? 2 : 1;
  localparam bit Blake = Blake32 || Blake64;
  localparam bit LoadsLate = !(Overlap && Blake);
  localparam bit Several = 32'(Blake32) + 32'(Blake64) + 32'(ChaCha) > 1;
  localparam int unsigned Streams = (Blake64 && Several) ? 2 : 1;

  algorithm_e algorithm;
  if (Several) begin : gen_several
    assign algorithm = algorithm_e'(algorithm_i & {ChaCha, Blake64});
  end else begin : gen_single
    logic unused;
    assign unused    = ^algorithm_i;
    assign algorithm = ChaCha ? RunChaCha : Blake64 ? RunBlake64 : RunBlake32;
  end

  // The program, and where it is.
  logic [WordBits-1:0] fetched;
  word_t word_q, told, control_q;
  logic [4:0] command_q;
  logic busy_q, idle;
  assign done_o = command_q[DoneBit];
  assign busy_o = busy_q;
  assign word_q = word_t'(fetched);
  gh_arx_mc_sequencer #(
      .Blake32(Blake32),
      .Blake64(Blake64),
      .ChaCha (ChaCha),
      .Blake2 (Blake2),
      .Three  (Three)
  ) u_sequencer (
      .clk_i,
      .rst_i,
      .start_i,
      .algorithm_i(algorithm),
      .run_i      (gh_arx_microcode_pkg::RunBlake32),
      .rounds_i,
      .leave_i    (Overlap && streams_i == '0),
      .command_i  (command_q),
      .busy_o     (busy_q),
      .idle_o     (idle),
      .word_o     (fetched)
  );

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

  // A result is written to the place of its first operand, in its own region.
  localparam int unsigned WriteDelay = 5;
  logic [WriteDelay-1:1] writes_q, to_input_q;
  logic [WriteDelay-1:1][3:0] place_q;
  logic [5:0] a_address_q;
  logic [4:0] b_address_q;
  always_ff @(posedge clk_i) begin
    control_q   <= told;
    a_address_q <= word_q.a;
    b_address_q <= word_q.b;
    // A word that reads nothing at B tells something here instead.
    command_q  <= (idle || told.b_use) ? '0 : told.b;
    writes_q   <= {writes_q[WriteDelay-2:1], control_q.write};
    to_input_q <= {to_input_q[WriteDelay-2:1], control_q.to_input};
    place_q    <= {place_q[WriteDelay-2:1], control_q.a[3:0]};
    if (idle) begin
      control_q.write <= 1'b0;
      control_q.b_use <= 1'b0;
      writes_q        <= '0;
    end
  end
  assign read_busy_o = control_q.b_use;

  // The register file: two copies, a read port each, for each half. No program needs a word that is
  // read while it is written.
  localparam int unsigned FileBits = 7 + (!Several ? 0 : ChaCha ? 2 : 1);
  localparam int unsigned BankWords = 64;
  logic [1:0] algorithm_q;
  always_ff @(posedge clk_i) algorithm_q <= algorithm;

  // What is there from the start.
  function automatic logic [31:0] constant(int unsigned address, int unsigned half);
    algorithm_e  owner;
    int unsigned place;
    owner = Several ? algorithm_e'(address / (2 * BankWords)) : ChaCha ? RunChaCha :
            Blake64 ? RunBlake64 : RunBlake32;
    place = address % (2 * BankWords);
    if (Blake2) begin
      // The initialization vector has the places of the state that begins as it.
      if (place % BankWords - 32'(ConstantBase) - 8 < 8)
        return Blake64 ? H64[address[2:0]][32*half+:32] : H32[address[2:0]];
    end else if (owner == RunChaCha) begin
      if (place - 32'(InputBase) < 4) return ChaChaConstants[address[1:0]];
    end else if (place - 32'(ConstantBase) < 16) begin
      return (owner == RunBlake64) ? C64[address[3:0]][32*half+:32] : C32[address[3:0]];
    end else if (place - BankWords - 32'(InputBase) < 16) begin
      return (owner == RunBlake64) ? H64[address[3:0]][32*half+:32] : H32[address[3:0]];
    end
    return '0;
  endfunction

  logic [Halves-1:0][31:0] a_q, b_q, m_q, load, result;
  logic [1:0] wrapped;
  for (genvar half = 0; half < Halves; half++) begin : gen_half
    // Who tells what this half does.
    localparam int unsigned Own = (Overlap && Streams == 2) ? half : 0;
    logic initial_h, chacha_bank, a_initial, b_initial;
    assign initial_h   = Overlap && Blake && initial_i[Own];
    assign chacha_bank = Overlap && (algorithm == RunChaCha) && bank_i[Own];
    assign a_initial   = !Blake2 && initial_h && a_address_q[5:3] == {InputBase[5:4], 1'b0};
    assign b_initial   = !Blake2 && initial_h && b_address_q[4:3] == 2'b00;

    logic [6:0] a_place, b_place, program_place;
    logic [FileBits-1:0] a_at, b_at;
    always_comb begin
      a_place    = {a_initial, Blake && a_address_q[5], a_address_q[4:0]};
      a_place[3] = a_address_q[3] || a_initial && shorter_i[Own];
      if (Blake && a_address_q[5]) a_place[6] = Overlap && bank_i[Own];
      else if (!a_address_q[4] && chacha_bank) a_place[6] = 1'b1;
      b_place    = {b_initial, Blake && b_address_q[4], 1'b1, b_address_q[3:0]};
      b_place[3] = b_address_q[3] || b_initial && shorter_i[Own];
      // In the place of zeros.
      if (Blake2 && initial_h && b_address_q[4]) b_place[3] = 1'b1;
    end
    assign a_at = FileBits'({algorithm_q, a_place});
    // A digest is read in region 1, key stream in region 0.
    logic reads_chacha;
    logic [8:0] read_at, load_at;
    assign reads_chacha = ChaCha && (!Blake || (Overlap ? read_address_i[Own][6] : algorithm_q[1]));
    assign read_at = {
      Overlap ? read_address_i[Own][6:5] : algorithm_q,
      Overlap && reads_chacha && read_address_i[Own][4],
      1'b0,
      !reads_chacha,
      read_address_i[Own][3:0]
    };
    assign b_at = control_q.b_use ? FileBits'({algorithm_q, b_place}) : FileBits'(read_at);

    // The program's words and what is loaded take turns: who writes is known a cycle before.
    logic writes_own_q, program_next, program_writes, to_block;  // which needs no port of the file
    logic [3:0] strobe, strobe_q;
    logic [FileBits-1:0] w_at_q;
    logic [31:0] written;
    assign program_place[6:5] = {chacha_bank && !to_input_q[WriteDelay-1], 1'b0};
    assign program_place[4:0] = {to_input_q[WriteDelay-1], place_q[WriteDelay-1]};
    assign program_next = (LoadsLate ? writes_q[WriteDelay-1] : writes_own_q)
                       && (Streams == 1 || streams_i[half]);
    assign to_block = Three && Overlap && load_address_i[Own][5];
    assign load_ready_o[half] = LoadsLate ? !busy_q : !writes_own_q || to_block;
    if (LoadsLate) begin : gen_later
      always_ff @(posedge clk_i) begin
        strobe <= Overlap ? load_valid_i[half] : {4{load_valid_i[half][0]}};
        if (rst_i || busy_q) strobe <= '0;
        load_at <= load_address_i[Own];
      end
    end else begin : gen_now
      assign strobe  = load_ready_o[half] ? load_valid_i[half] : '0;
      assign load_at = load_address_i[Own];
    end
    initial strobe_q = '0;
    always @(posedge clk_i) begin
      writes_own_q   <= !idle && writes_q[WriteDelay-2] && (Streams == 1 || streams_i[half]);
      program_writes <= program_next;
      w_at_q         <= FileBits'({Overlap ? load_at[8:7] : algorithm_q, load_at[6:0]});
      if (program_next) w_at_q <= FileBits'({algorithm_q, program_place});
      // Some words are constants, so nothing is written before the first reset is over.
      strobe_q <= rst_i ? '0 : {4{program_next}} | (to_block ? '0 : strobe);
    end
    assign load[half] = LoadsLate ? load_data_i[half] : '0;
    assign written    = (LoadsLate || program_writes) ? result[half] : load_data_i[half];

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
      b_q[half] <= file_b[b_at];
      for (int unsigned i = 0; i < 4; i++) begin
        if (strobe_q[i]) file_a[w_at_q][8*i+:8] <= written[8*i+:8];
        if (strobe_q[i]) file_b[w_at_q][8*i+:8] <= written[8*i+:8];
      end
    end

    // With Overlap the block is here only, and has a port of its own; without, it is written as the
    // register file is.
    if (Three) begin : gen_block
      logic [ 3:0] strobes;
      logic [ 5:0] at;
      logic [31:0] data;
      if (Overlap) begin : gen_own_port
        always_ff @(posedge clk_i) begin
          strobes <= to_block ? strobe : '0;
          at      <= {load_at[7:6], load_at[3:0]};
        end
        assign data = load_data_i[half];
      end else begin : gen_same_port
        assign strobes = {4{strobe_q[0] && w_at_q[5]}};
        assign at      = {Several && w_at_q[Several?7 : 0], 1'b0, w_at_q[3:0]};
        assign data    = written;
      end
      gh_blake_chacha_mc_block #(
          .Several(Several),
          .Banks  (Overlap)
      ) u_block (
          .clk_i,
          .read_i      (adds_block_q),
          .read_place_i({algorithm_q[0], bank_i[Own], m_place_q}),
          .word_o      (m_q[half]),
          .load_valid_i(strobes),
          .load_place_i(at),
          .load_data_i (data)
      );
    end else begin : gen_no_block
      assign m_q[half] = '0;
    end
    logic unused;
    assign unused = ^{read_at, load_at, adds_block_q, m_place_q, control_q.b};
    assign read_data_o[half] = b_q[half];
    logic wrapped_q, begins_q;  // other runs in between change nothing
    always_ff @(posedge clk_i) begin
      begins_q <= start_i;
      if (algorithm == RunChaCha && (Streams == 1 || streams_i[half]))
        wrapped_q <= !begins_q && (wrapped_q || wrapped[half]);
    end
    assign wrapped_o[half] = Overlap && ChaCha && wrapped_q;
  end

  if (!Blake64) begin : gen_narrow
    logic unused;
    assign unused = ^{streams_i, bank_i, initial_i, shorter_i, load_valid_i, load_address_i,
                      load_data_i, read_address_i, wrapped};
    assign load_ready_o[1] = 1'b1;
    assign read_data_o[1] = '0;
    assign wrapped_o[1] = 1'b0;
  end

  gh_arx_mc_alu #(
      .Blake32 (Blake32),
      .Blake64 (Blake64),
      .ChaCha  (ChaCha),
      .Blake2  (Blake2),
      .Pipeline(Pipeline),
      .Three   (Three),
      .Loads   (LoadsLate)
  ) u_alu (
      .clk_i,
      .idle_i     (!busy_q),
      .algorithm_i(algorithm),
      .run_i      (gh_arx_microcode_pkg::RunBlake32),
      .b_use_i    (control_q.b_use),
      .feedback_i (control_q.feedback),
      .operation_i(control_q.operation),
      .short_i    (rounds_i == ShortCounter),
      .a_i        (a_q),
      .b_i        (b_q),
      .m_i        (m_q),
      .load_i     (load),
      .result_o   (result),
      .wrapped_o  (wrapped)
  );

  gh_blake_chacha_mc_contract #(
      .Blake  (Blake),
      .Blake2 (Blake2),
      .Several(Several),
      .Streams(Streams == 2),
      .Overlap(Overlap)
  ) u_contract (
      .*
  );

endmodule

`default_nettype wire
