// SPDX-License-Identifier: Apache-2.0
//
// Microcoded coprocessor for the compression functions of BLAKE (version 1.3), BLAKE2s and BLAKE2b
// (RFC 7693) and BLAKE3 (BLAKE3.pdf of 2021-11-05), and for the block functions of ChaCha (Bernstein 2008,
// RFC 8439) and HChaCha20 (draft-irtf-cfrg-xchacha-03), after paper At, section VI.B: one word operation a
// cycle, two words read and one written.
//
//   +--> register file ---- a, b ---> ALU ---+--> register file, at the place of a
//   |      ^ addresses                       |
//   +-- instruction memory, sequencer        +--> ALU, four cycles later
//
// The datapath has 64 bits. With words of 32 bits it works for two streams at once, one in each half;
// streams_i says which take part, both with words of 64 bits, and may withdraw a stream: what is not
// written by then stays as it is. A run without streams ends. BLAKE3 is for stream 0 alone.
//
// The register file of each half has an address of 9 bits, {part, bank, region, word}. Part 0 is of BLAKE-224,
// -256 and BLAKE2s, 1 of BLAKE-384, -512 and BLAKE2b, 2 of ChaCha and HChaCha20.
//   region 0  state, of 16 words; ChaCha's block of key stream is left here, in bank bank_i
//   region 1  what the state is made of, 16 words, in bank 0
//         BLAKE: h of 8 words (the next one is left here), salt of 4, t0, t0, t1, t1: each twice
//         BLAKE2: h, or the parameter block with initial_i, then 4 words that are not read, t0, t1, f0, f1
//         ChaCha: constants (there from the start), key of 8 words, counter (low word first; the
//           next block's is left here), nonce; with rounds_i 3, which is 20 rounds, the counter has
//           one word and the nonce three (RFC 8439)
//         HChaCha20: constants, key, nonce of 4 words; the key that it makes is left over the key
//   region 1, bank 1  BLAKE: the initial values (there from the start), of the longer digest first;
//         initial_i reads h here, with shorter_i the second ones.
//   region 2  message block of BLAKE and BLAKE2, of 16 words, in bank bank_i
//   region 3  BLAKE: the constants c (there from the start), in bank 0; BLAKE2: 8 words of zeros and the
//         initialization vector (there from the start), in bank 1; HChaCha20: zeros
// Half 0 has another 512 words for BLAKE3, with an address of 10 bits, {1, entry, word}, as those of
// gh_blake3_mc_core: 64 entries of 8 words, of which chaining_i, low_i, high_i and result_i select
// those that a run works on.
//
// Words that are left there need no loading for the next run. The loader chooses the byte order. A
// load is taken in a cycle of load_valid_i, which has a bit for each byte, and load_ready_o; its
// load_data_i follows in the next cycle. start_i may come in the cycle after the last load was
// taken. Unless read_busy_o, read_data_o is in the next cycle the word at read_address_i, {part,
// bank, word} of a result: of ChaCha's region 0, of BLAKE's and BLAKE2's region 1, with part 3 of
// BLAKE3's state. Words are loaded during runs too, in cycles in which the program leaves the
// memory's port. A run's own words stay as they are, but for t from its cycle 28 on.
//
// Cycles from start_i to done_o, both counted: 1148 for BLAKE-224 and -256, 1308 for BLAKE-384 and -512,
// 828 for BLAKE2s, 988 for BLAKE2b, 588 for BLAKE3, 282, 410 and 666 for ChaCha's 8, 12 and 20 rounds, and
// 664 for HChaCha20.

`include "gh_assert.svh"

`default_nettype none

module gh_arx_mc_core
  import gh_arx_microcode_pkg::*;
  import gh_blake_chacha_microcode_pkg::algorithm_e;
  import gh_blake3_microcode_pkg::StateEntry, gh_blake3_microcode_pkg::VectorEntry,
      gh_blake3_microcode_pkg::InputEntry, gh_blake3_microcode_pkg::Vector;
#(
    // Which algorithms besides BLAKE2s and BLAKE2b:
    parameter bit Blake  = 1'b1,  // BLAKE-224, -256, -384 and -512
    parameter bit ChaCha = 1'b1,  // ChaCha and HChaCha20
    parameter bit Blake3 = 1'b1   // BLAKE3
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic start_i,  // while nothing runs
    input wire logic [2:0] run_i,  // which algorithm, since two cycles before start_i; this and
    input wire logic [1:0] rounds_i,  // ChaCha: 8, 12, 20, short; what else is asked for stays
    input wire logic [1:0] streams_i,  // while busy_o; both with words of 64 bits
    input wire logic [1:0] bank_i,
    input wire logic [1:0] initial_i,
    input wire logic [1:0] shorter_i,
    input wire logic [5:0] chaining_i,  // BLAKE3
    input wire logic [5:0] low_i,
    input wire logic [5:0] high_i,
    input wire logic [5:0] result_i,
    output wire logic busy_o,
    output wire logic done_o,  // the last cycle of a run
    output wire logic [1:0] wrapped_o,  // ChaCha's counter was at its end in the last run

    // For each half.
    input  wire logic [1:0][ 3:0] load_valid_i,
    input  wire logic [1:0][ 9:0] load_address_i,
    input  wire logic [1:0][31:0] load_data_i,
    output wire logic [1:0]       load_ready_o,

    input  wire logic [1:0][ 6:0] read_address_i,
    output wire logic             read_busy_o,
    output wire logic [1:0][31:0] read_data_o
);

  // What runs.
  localparam bit Full = Blake || ChaCha || Blake3;
  run_e run;
  logic two, ciphers, three, wide;
  assign run     = run_e'(run_i | 3'(!Full) << 2);
  assign wide    = run[1:0] == RunBlake64[1:0];
  assign two     = !Full || run == RunBlake2s || run == RunBlake2b;
  assign ciphers = ChaCha && run[1:0] == RunChaCha[1:0];
  assign three   = Blake3 && run == RunBlake3;

  // The program, and where it is.
  logic [WordBits-1:0] fetched;
  word_t word_q, control_q;
  logic [4:0] command_q;
  logic busy_q, idle;
  assign done_o = command_q[DoneBit];
  assign busy_o = busy_q;
  assign word_q = word_t'(fetched);
  gh_arx_mc_sequencer #(
      .ChaCha(ChaCha),
      .Blake2(!Blake),
      .Blake3(Blake3),
      .Mixed (1'b1)
  ) u_sequencer (
      .clk_i,
      .rst_i,
      .start_i,
      .algorithm_i(algorithm_e'(run[1:0])),
      .run_i      (run),
      .rounds_i,
      .leave_i    (streams_i == '0),
      .command_i  (command_q),
      .busy_o     (busy_q),
      .idle_o     (idle),
      .word_o     (fetched)
  );

  // A result is written to the place of its first operand, in its own region.
  localparam int unsigned WriteDelay = 5;
  logic [WriteDelay-1:1] writes_q, to_input_q;
  logic [WriteDelay-1:1][3:0] place_q;
  always_ff @(posedge clk_i) begin
    control_q  <= word_q;
    // A word that reads nothing at B tells something here instead.
    command_q  <= (idle || word_q.b_use) ? '0 : word_q.b;
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

  // BLAKE2 adds words of the block by themselves.
  logic in_block, b_use;
  assign in_block = control_q.a[5:4] == 2'b10;
  assign b_use    = control_q.b_use && !(two && in_block);

  // BLAKE3's entries.
  logic [5:0] a_entry;
  logic [9:0] three_a, three_b, three_w;
  always_comb begin
    a_entry = {StateEntry[5:1], control_q.a[3]};
    unique case (control_q.a[5:3])
      3'b010:  a_entry = chaining_i;
      3'b011:  a_entry = InputEntry;
      3'b100:  a_entry = low_i;
      3'b101:  a_entry = high_i;
      default: ;
    endcase
  end
  assign three_a = {1'b1, a_entry, control_q.a[2:0]};
  assign three_b = {1'b1, chaining_i, control_q.b[2:0]};
  assign three_w = {
    1'b1,
    to_input_q[WriteDelay-1] ? result_i : {StateEntry[5:1], place_q[WriteDelay-1][3]},
    place_q[WriteDelay-1][2:0]
  };

  // The register file: two copies, a read port each, for each half. No program needs a word that is
  // read while it is written.
  localparam int unsigned PartBits = ChaCha ? 2 : 1;
  localparam int unsigned BankWords = 64;

  // What is there from the start.
  function automatic logic [31:0] constant(int unsigned address, int unsigned half);
    int unsigned part, bank, region, word;
    part   = address / (2 * BankWords);
    bank   = address / BankWords % 2;
    region = address / 16 % 4;
    word   = address % 16;
    if (part >= 4) begin
      if (address / 8 % 64 == 32'(VectorEntry)) return Vector[word%8];
      if (address / 8 % 64 == 32'(InputEntry) && word % 8 < 4) return Vector[word%8];
    end else if (part == 32'(RunChaCha)) begin
      if (ChaCha && bank == 0 && region == 1 && word < 4) return ChaChaConstants[word];
    end else if (part < 2) begin
      if (Blake && bank == 0 && region == 3)
        return (part == 1) ? C64[word][32*half+:32] : C32[word];
      if (Blake && bank == 1 && region == 1)
        return (part == 1) ? H64[word][32*half+:32] : H32[word];
      // The initialization vector has the places of the state that begins as it.
      if (bank == 1 && region == 3 && word >= 8)
        return (part == 1) ? H64[word-8][32*half+:32] : H32[word-8];
    end
    return '0;
  endfunction

  logic [1:0][31:0] a_q, b_q, result;
  logic [1:0] wrapped;
  for (genvar half = 0; half < 2; half++) begin : gen_half
    localparam bit Entries = Blake3 && half == 0;
    localparam int unsigned FileBits = Entries ? 10 : PartBits + 7;
    typedef logic [FileBits-1:0] address_t;

    // Where the program reads and writes.
    logic key_stream_bank, a_initial, b_initial;
    logic [6:0] a_place, b_place, w_place;
    logic [9:0] a_full, b_full, w_full, read_at;
    assign key_stream_bank = ciphers && bank_i[half];
    assign a_initial = Blake && !two && initial_i[half] && control_q.a[5:3] == 3'b010;
    assign b_initial = Blake && !two && initial_i[half] && control_q.b[4:3] == 2'b00;
    always_comb begin
      a_place = {1'b0, control_q.a};
      unique case (control_q.a[5:4])
        2'b00:   a_place[6] = key_stream_bank;
        2'b01:   a_place[6] = a_initial;
        2'b10:   a_place[6] = bank_i[half];
        default: a_place[6] = two;
      endcase
      if (a_initial && shorter_i[half]) a_place[3] = 1'b1;
      b_place = {control_q.b[4] ? two : b_initial, control_q.b[4], 1'b1, control_q.b[3:0]};
      // In the place of zeros.
      if (control_q.b[4] ? two && initial_i[half] : b_initial && shorter_i[half]) b_place[3] = 1'b1;
    end
    assign w_place = {
      key_stream_bank && !to_input_q[WriteDelay-1],
      1'b0,
      to_input_q[WriteDelay-1],
      place_q[WriteDelay-1]
    };
    // A digest is read in region 1, key stream in region 0.
    always_comb begin
      read_at = {1'b0, read_address_i[half][6:5], 3'b001, read_address_i[half][3:0]};
      if (ChaCha && read_address_i[half][6]) read_at[6:4] = {read_address_i[half][4], 2'b00};
      if (Entries && &read_address_i[half][6:5]) read_at[9:4] = {1'b1, StateEntry[5:1]};
    end
    assign a_full = (Entries && three) ? three_a : {1'b0, run[1:0], a_place};
    assign b_full = !control_q.b_use ? read_at :
                    (Entries && three) ? three_b : {1'b0, run[1:0], b_place};
    assign w_full = (Entries && three) ? three_w : {1'b0, run[1:0], w_place};

    // The program's words and what is loaded take turns: who writes is known a cycle before.
    logic writes_own_q, program_writes_q;
    logic [3:0] strobe_q;
    address_t a_at, b_at, w_at_q;
    logic [31:0] written;
    assign a_at = address_t'(a_full);
    assign b_at = address_t'(b_full);
    assign load_ready_o[half] = !writes_own_q;
    initial strobe_q = '0;
    always @(posedge clk_i) begin
      writes_own_q     <= !idle && writes_q[WriteDelay-2] && streams_i[half];
      program_writes_q <= writes_own_q && streams_i[half];
      w_at_q           <= address_t'(writes_own_q ? w_full : load_address_i[half]);
      // Some words are constants, so nothing is written before the first reset is over.
      strobe_q         <= rst_i ? '0 : writes_own_q ? {4{streams_i[half]}} : load_valid_i[half];
    end
    assign written = program_writes_q ? result[half] : load_data_i[half];

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
    assign read_data_o[half] = b_q[half];

    logic wrapped_q, begins_q;  // other runs in between change nothing
    always_ff @(posedge clk_i) begin
      begins_q <= start_i;
      if (ciphers && streams_i[half]) wrapped_q <= !begins_q && (wrapped_q || wrapped[half]);
    end
    assign wrapped_o[half] = ChaCha && wrapped_q;

    // Part of an address, where there are fewer words.
    logic unused;
    assign unused = ^{a_full, b_full, w_full, read_at, load_address_i[half]};
  end

  gh_arx_mc_alu #(
      .ChaCha(ChaCha),
      .Blake2(!Full),
      .Mixed (1'b1),
      .Loads (1'b0)
  ) u_alu (
      .clk_i,
      .idle_i     (1'b0),
      .algorithm_i(algorithm_e'(run[1:0])),
      .run_i      (run),
      .b_use_i    (b_use),
      .feedback_i (control_q.feedback),
      .operation_i(control_q.operation),
      .short_i    (rounds_i == ShortCounter),
      .a_i        (a_q),
      .b_i        (b_q),
      .m_i        ('0),
      .load_i     ('0),
      .result_o   (result),
      .wrapped_o  (wrapped)
  );

  logic unused_here;
  assign unused_here = ^{shorter_i, three, three_a, three_b, three_w, wide};

  `GH_REQUIRE(starts_at_rest, !(start_i && busy_q), clk_i, rst_i)
  `GH_REQUIRE(words_of_64_bits_take_both_halves,
              !(busy_q && wide) || streams_i == '0 || streams_i == '1, clk_i, rst_i)

endmodule

`default_nettype wire
