// SPDX-License-Identifier: Apache-2.0
//
// Microcoded coprocessor for Threefish and Skein's UBI on blocks of 256, 512 and 1024 bits (Skein
// 1.3; paper At, section VI.A): one word operation a cycle, two words read and one written.
//
//   load --------------------------+
//                                  v
//   +--> register file --- a, b -> ALU --> result --> register file (W)
//   |    128 words, twice
//   |      ^ addresses
//   |      |
//   +-- instruction memory, decoder, subkey counter
//
// While nothing runs, load_valid_i writes load_data_i to load_address_i, and read_data_o shows the
// word at read_address_i two cycles later. start_i may come with the last load. A run takes its
// block from addresses 16 on, its key from 32 on, its tweak from 52 on (two words), and leaves the
// encrypted or decrypted block at addresses 0 on, UBI's chaining value in the key's place. It
// changes the words behind key and tweak.
//
// Cycles from start_i to done_o for 4, 8 and 16 words: encryption 448, 817 and 1750, decryption 449,
// 826 and 1770, UBI 455, 828 and 1769.
// Byte order is that of Skein: byte 0 of a word is bits 7:0.

`include "gh_assert.svh"

`default_nettype none

module gh_threefish_mc_core
  import gh_threefish_microcode_pkg::*;
#(
    parameter bit Decrypts = 1'b0,  // whether decrypt_i can be set
    parameter bit Chains   = 1'b1   // whether ubi_i can be set
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic       start_i,
    input  wire logic [1:0] size_i,     // words of a block: 4, 8 or 16
    input  wire logic       ubi_i,      // feed the block forward
    input  wire logic       decrypt_i,
    output wire logic       busy_o,     // nothing can be loaded, read or started
    output wire logic       done_o,     // the last cycle of a run

    input wire logic        load_valid_i,
    input wire logic [ 6:0] load_address_i,
    input wire logic [63:0] load_data_i,

    input  wire logic [ 6:0] read_address_i,
    output wire logic [63:0] read_data_o
);

  localparam int unsigned Used = Decrypts ? Words : EncryptionWords;
  localparam int unsigned PcBits = $clog2(Used);
  typedef logic [PcBits-1:0] pc_t;

  // Control words: address, memory, decoder and addresses take a cycle each.
  (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)
  logic [WordBits-1:0] instructions[1 << PcBits];
  initial begin
    for (int unsigned i = 0; i < 1 << PcBits; i++) begin
      instructions[i] = (i < Used) ? Memory[i] : Memory[0];
    end
  end

  pc_t pc_d, pc_q;
  word_t word_q;
  control_t decoded, control_q;
  logic w_enable, w_enable_q;
  logic [5:0] rotation_q;
  logic [6:0] a_address_q, b_address_q, w_address_q;

  // The subkey that is being added, or taken away: then they come from the last one down.
  subkey_t last, subkey_q;
  logic first_q, last_pass;
  logic [4:0] ending_q;
  logic busy_q, again, halt, stale;

  run_t run;
  assign run       = {Decrypts && decrypt_i, Chains && ubi_i};

  assign last      = last_subkey(size_i);
  assign last_pass = subkey_q.s == (run[1] ? '0 : last.s);

  function automatic subkey_t beside(subkey_t subkey, logic [1:0] size, logic down);
    logic [4:0] words;
    words    = 5'd4 << size;
    beside.s = down ? subkey.s - 1'b1 : subkey.s + 1'b1;
    if (down) begin
      beside.key   = (subkey.key == '0) ? words : subkey.key - 1'b1;
      beside.tweak = (subkey.tweak == '0) ? 2'd2 : subkey.tweak - 1'b1;
    end else begin
      beside.key   = (subkey.key == words) ? '0 : subkey.key + 1'b1;
      beside.tweak = subkey.tweak[1] ? '0 : subkey.tweak + 1'b1;
    end
  endfunction

  // The two control words that are under way at a reset steer nothing.
  assign stale = ending_q[2] || ending_q[3];
  assign again = control_q.again && !stale;
  assign halt  = control_q.halt && !stale;

  always_comb begin
    pc_d = (pc_q == '0) ? '0 : pc_q + 1'b1;
    if (again) begin
      pc_d = pc_t'(last_pass ? end_address(run, size_i) : loop_address(run, size_i));
    end
    if (start_i) pc_d = pc_t'(start_address(run, size_i));
    if (halt || rst_i) pc_d = '0;
  end

  always_ff @(posedge clk_i) begin
    pc_q   <= pc_d;
    word_q <= instructions[pc_q];

    if (start_i) first_q <= 1'b1;
    else if (again) first_q <= 1'b0;

    if (start_i) subkey_q <= run[1] ? last : '0;
    else if (control_q.advance) subkey_q <= beside(subkey_q, size_i, run[1]);

    // Two control words are under way when the last jump is decided on; then the idle one must have
    // made R1 zero before anything can be loaded.
    ending_q <= {ending_q[3:0], halt};
    if (rst_i) ending_q <= 5'b00100;
    if (rst_i || start_i) busy_q <= 1'b1;
    else if (ending_q[4]) busy_q <= 1'b0;
  end

  // That is for the addresses, a cycle earlier.
  logic unused;
  assign unused = ^control_q.a_mode;

  assign busy_o = busy_q;
  assign done_o = ending_q[1];

  // Addresses.
  logic [5:0] key_sum, key_wrapped;
  logic [2:0] tweak_sum, tweak_wrapped;
  logic [6:0] a_address, b_address;
  assign decoded       = decode(word_q.pattern);
  assign key_sum       = {1'b0, word_q.a_address[4:0]} + {1'b0, subkey_q.key};
  assign key_wrapped   = key_sum - 6'd1 - (6'd4 << size_i);
  assign tweak_sum     = {1'b0, word_q.b_address[1:0]} + {1'b0, subkey_q.tweak};
  assign tweak_wrapped = tweak_sum - 3'd3;

  always_comb begin
    a_address = word_q.a_address;
    if (decoded.a_mode == ModeKey) begin
      a_address = KeyBase | 7'(key_wrapped[5] ? key_sum[4:0] : key_wrapped[4:0]);
    end else if (decoded.a_mode == ModeFirst && first_q) a_address = word_q.a_address | BlockBase;

    b_address = word_q.b_address;
    if (word_q.b_mode == ModeTweak) begin
      b_address = TweakBase | 7'(tweak_wrapped[2] ? tweak_sum[1:0] : tweak_wrapped[1:0]);
    end else if (word_q.b_mode == ModeCounter) b_address = CounterBase | 7'(subkey_q.s);
    else if (word_q.b_mode == ModeFirst && first_q) b_address = word_q.b_address | BlockBase;
    if (!busy_q) b_address = read_address_i;
  end

  // What is loaded goes through the ALU, where R1 is zero between runs.
  logic load_valid_q;
  logic [6:0] load_address_q;
  always_ff @(posedge clk_i) begin
    load_valid_q   <= load_valid_i && !rst_i;
    load_address_q <= load_address_i;
  end

  always_ff @(posedge clk_i) begin
    a_address_q <= a_address;
    b_address_q <= b_address;
    w_address_q <= load_valid_q ? load_address_q : word_q.w_address;
    rotation_q  <= word_q.rotation;
    control_q   <= decoded;
    w_enable_q  <= (load_valid_q || word_q.w_enable) && !rst_i;
  end

  // The register file: two copies, a read port each. No program needs a word that is read while it is
  // written. Some words are constants, so nothing is written before the first reset is over.
  assign w_enable = w_enable_q && !rst_i;
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [63:0] file_a[128];
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [63:0] file_b[128];
  function automatic logic [63:0] constant(int unsigned address);
    if (address == 32'(ConstantBase)) return C240;
    if (address >= 32'(CounterBase)) return 64'(address - 32'(CounterBase));
    return '0;
  endfunction
  initial begin
    for (int unsigned i = 0; i < 128; i++) begin
      file_a[i] = constant(i);
      file_b[i] = constant(i);
    end
  end

  logic [63:0] a_q, b_q, result;
  always @(posedge clk_i) begin
    a_q <= file_a[a_address_q];
    if (w_enable) file_a[w_address_q] <= result;
  end
  always @(posedge clk_i) begin
    b_q <= file_b[b_address_q];
    if (w_enable) file_b[w_address_q] <= result;
  end
  assign read_data_o = b_q;

  gh_threefish_mc_alu #(
      .Decrypts(Decrypts)
  ) u_alu (
      .clk_i,
      .r1_keep_i        (control_q.r1_keep),
      .r1_source_i      (control_q.r1_source),
      .r2_keep_i        (control_q.r2_keep),
      .r2_source_i      (control_q.r2_source),
      .r6_keep_i        (control_q.r6_keep),
      .rotation_source_i(control_q.rotation_source),
      .rotation_i       (rotation_q),
      .alu_operands_i   (control_q.alu_operands),
      .alu_xor_i        (control_q.alu_xor),
      .result_source_i  (control_q.w_source),
      .a_i              (a_q),
      .b_i              (b_q),
      .load_i           (load_data_i),
      .result_o         (result)
  );

  `GH_FLAG(runs, start_i, done_o, clk_i, rst_i)
  `GH_REQUIRE(starts_at_rest, !start_i || !busy_o, clk_i, rst_i)
  `GH_REQUIRE(loads_at_rest, !load_valid_i || !busy_o, clk_i, rst_i)
  `GH_REQUIRE(known_size, !start_i || size_i != 2'd3, clk_i, rst_i)
  `GH_REQUIRE(one_function, !(start_i && ubi_i && decrypt_i), clk_i, rst_i)
  `GH_REQUIRE(size_stays, !runs || size_i == $past(size_i), clk_i, rst_i)
  `GH_REQUIRE(function_stays, !runs || run == $past(run), clk_i, rst_i)
  `GH_REQUIRE(constants_stay, !load_valid_i || load_address_i != ConstantBase, clk_i, rst_i)
  `GH_ASSERT(pc_in_range, 32'(pc_q) < Used, clk_i, rst_i)
  `GH_ASSERT(busy_while_it_runs, !runs || busy_q, clk_i, rst_i)

endmodule

`default_nettype wire
