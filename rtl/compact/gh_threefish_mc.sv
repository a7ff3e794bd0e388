// SPDX-License-Identifier: Apache-2.0
//
// Threefish and Skein (version 1.3) of 256, 512 and 1024 bits on a microcoded coprocessor (paper At):
// message stream in, digest or ciphertext stream out.
//
// Each message has a packet of its own at s_axis_cfg, 64-bit words, which says what becomes of it:
//
//   word 0     bits 1:0 the block, 0, 1, 2 for Nw = 4, 8, 16 words; bits 5:4 what to do, 0 to hash
//              (where Chains), 1 to encrypt, 2 to decrypt (where Decrypts); the others zero
//   to hash    word 1 is the length of the digest in bits, a multiple of 8 from 8 on
//   otherwise  words 1 to Nw are the key, Nw + 1 and Nw + 2 the tweak, byte 0 of each in bits 7:0
//
// One packet at s_axis is one message, one packet at m_axis its answer. A message to be hashed has any
// length. One to be encrypted or decrypted is a positive number of whole blocks; block i has the tweak
// with i added to its low 64 bits. Padding, tweaks, chaining and output transform are done here. Byte 0
// of a message is s_axis_tdata[7:0] of its first beat; every beat but the last is full.
//
// A malformed packet on either side is answered with m_axis_tuser in the answer's last beat, which is
// its only one but where blocks before the fault have been encrypted. Key, tweak and state are
// overwritten with zeros after every message that brings a key, and on aresetn.
//
//   s_axis_cfg ------------> sequencer ----+  key, tweak, constants
//                                          v
//   s_axis --> padder --> blocks ------> core --> words --> gh_fifo --> m_axis
//
// To encrypt or decrypt:
//   Erase --> Config --> [ Take --> Tweak --> Run --> Unload ] a block each --> Erase
// To hash, a configuration block, the message's, and a block for each piece of the digest:
//   Config --> Zero --> Fill, Tweak, Run --> [ Take, Tweak, Run ] --> Save -->
//   [ Fill, Tweak, Run, Unload --> Restore ] --> Config, without Save and Restore for one piece

`default_nettype none

module gh_threefish_mc
  import gh_skein_padding_pkg::*;
  import gh_threefish_padding_pkg::*;
#(
    parameter bit Decrypts = 1'b1,
    parameter bit Chains   = 1'b1
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [63:0] s_axis_cfg_tdata,
    input  wire logic        s_axis_cfg_tlast,
    input  wire logic        s_axis_cfg_tvalid,
    output wire logic        s_axis_cfg_tready,

    input  wire logic [63:0] s_axis_tdata,
    input  wire logic [ 7:0] s_axis_tkeep,
    input  wire logic        s_axis_tlast,
    input  wire logic        s_axis_tvalid,
    output wire logic        s_axis_tready,

    output wire logic [63:0] m_axis_tdata,
    output wire logic [ 7:0] m_axis_tkeep,
    output wire logic        m_axis_tlast,
    output wire logic        m_axis_tuser,
    output wire logic        m_axis_tvalid,
    input  wire logic        m_axis_tready
);

  import gh_threefish_microcode_pkg::BlockBase;
  import gh_threefish_microcode_pkg::KeyBase;
  import gh_threefish_microcode_pkg::TweakBase;

  typedef logic [63:0] word_t;
  typedef logic [6:0] address_t;

  // The state is at address 0; words of a digest's chaining value are kept behind all that the
  // core uses.
  localparam address_t SavedBase = 7'd96;
  localparam address_t LastUsed = TweakBase + 7'd2;
  localparam address_t LastSaved = SavedBase + 7'd15;

  // Skein 1.3, sections 3.4 and 3.5.
  localparam word_t Schema = 64'h0000_0001_3341_4853;
  localparam word_t ConfigBytes = 64'd32;
  localparam word_t OutputBytes = 64'd8;
  localparam logic [5:0] TypeConfig = 6'd4;
  localparam logic [5:0] TypeMessage = 6'd48;
  localparam logic [5:0] TypeOutput = 6'd63;

  function automatic word_t tweak_1(logic final_block, logic first, logic [5:0] kind,
                                    logic [31:0] position);
    return {final_block, first, kind, 24'b0, position};
  endfunction

  typedef enum logic [3:0] {
    Erase,    // overwrite all words
    Config,   // the packet at s_axis_cfg
    Zero,     // the key of the configuration block
    Fill,     // a block of constants: configuration or output
    Take,     // a block of the message
    Tweak,    // its tweak, and start
    Run,
    Save,     // the chaining value that is the key of several output blocks
    Restore,
    Unload,   // the result
    Swallow,  // the message that belongs to a malformed packet at s_axis_cfg
    Fail      // the answer to a malformed packet
  } state_e;
  state_e state_d, state_q;

  typedef enum logic [1:0] {
    Configuration,
    Message,
    Output
  } stage_e;
  stage_e stage_q;

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic   rst_q;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;

  // The configuration, word by word.
  logic [4:0] place_q;  // of the next word
  logic bad_q;  // so far
  logic [1:0] size_q;
  logic hashes_q, decrypts_q;
  word_t tweak_0_q, tweak_1_q;
  logic [60:0] left_q;  // bytes of the digest that have not left

  logic [ 4:0] words;
  logic [ 7:0] block_bytes;
  logic head, head_good, length_good, in_place, config_taken, config_good;
  assign words = 5'd4 << size_q;
  assign block_bytes = 8'd32 << size_q;
  assign head = (place_q == '0);
  assign head_good = (s_axis_cfg_tdata[63:6] == '0) && (s_axis_cfg_tdata[3:2] == '0)
                   && (s_axis_cfg_tdata[1:0] != 2'd3)
                   && (s_axis_cfg_tdata[5:4] == 2'd1
                       || Chains && s_axis_cfg_tdata[5:4] == 2'd0
                       || Decrypts && s_axis_cfg_tdata[5:4] == 2'd2);
  assign length_good = (s_axis_cfg_tdata[63:3] != '0) && (s_axis_cfg_tdata[2:0] == '0);
  assign in_place = s_axis_cfg_tlast == (!head && place_q == (hashes_q ? 5'd1 : words + 5'd2));
  assign config_good = !bad_q && in_place && (head ? head_good : !hashes_q || length_good);
  assign config_taken = s_axis_cfg_tready && s_axis_cfg_tvalid;
  assign s_axis_cfg_tready = (state_q == Config) && !rst_q;

  always_ff @(posedge aclk) begin
    if (config_taken) begin
      place_q <= s_axis_cfg_tlast ? '0 : bad_q ? place_q : place_q + 1'b1;
      bad_q   <= !s_axis_cfg_tlast && !config_good;
      if (head) begin
        size_q     <= s_axis_cfg_tdata[1:0];
        hashes_q   <= Chains && s_axis_cfg_tdata[5:4] == 2'd0;
        decrypts_q <= Decrypts && s_axis_cfg_tdata[5];
      end
    end
    if (rst_q) begin
      place_q <= '0;
      bad_q   <= 1'b0;
    end
  end

  // Message blocks.
  logic [63:0] beat_data;
  logic [ 3:0] beat;
  logic beat_taken, beat_blocks, padder_ready;
  gh_stream_pkg::beat_flags_t beat_flags;
  logic [95:0] beat_count;
  gh_stream_pkg::pad_rule_t rule;
  assign rule = hashes_q ? skein_padding(
      skein_padding_e'(size_q)
  ) : threefish_padding(
      threefish_padding_e'(size_q)
  );
  assign beat_taken = beat_flags.valid && (state_q == Take);
  assign s_axis_tready = padder_ready || (state_q == Swallow) && !rst_q;

  gh_message_padder #(
      .StreamBytes  (8),
      .MaxBlockBytes(128),
      .CountBits    (96)
  ) u_padder (
      .clk_i   (aclk),
      .rst_i   (rst_q),
      .rule_i  (rule),
      .data_i  (s_axis_tdata),
      .keep_i  (s_axis_tkeep),
      .last_i  (s_axis_tlast),
      .valid_i (s_axis_tvalid && state_q != Swallow),
      .ready_o (padder_ready),
      .data_o  (beat_data),
      .beat_o  (beat),
      .blocks_o(beat_blocks),
      .count_o (beat_count),
      .flags_o (beat_flags),
      .ready_i (state_q == Take)
  );
  logic unused;
  assign unused = beat_blocks;

  // What comes next.
  address_t i_q;  // word that is loaded, or address that is read
  logic first_q;  // the next block of the message is its first
  logic final_q;  // the block is the message's last
  word_t piece_q;  // number of the piece of the digest
  word_t load_data;  // for the core
  logic core_busy, core_start;
  logic more, ends, unload_begins, erases, clears, cleared_q, fifo_valid;
  logic [3:0] end_word;  // last word of the result
  assign more          = hashes_q && left_q > 61'(block_bytes);
  assign ends          = hashes_q ? !more : final_q;
  assign end_word      = (hashes_q && !more) ? 4'((left_q - 1'b1) >> 3) : 4'(words - 1'b1);
  // The words of a result fit into the memory behind it.
  assign unload_begins = (i_q != '0) || !fifo_valid;
  // That memory is cleared beside the saved words, when the last answer has left: zeros enter, and
  // each leaves unseen in the next cycle.
  assign erases        = !core_busy && !(i_q == LastUsed && fifo_valid);
  assign clears        = (state_q == Erase) && i_q[6];

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Erase: if (i_q == LastSaved) state_d = Config;
      Config:
      if (config_taken && s_axis_cfg_tlast) begin
        state_d = !config_good ? Swallow : hashes_q ? Zero : Take;
      end
      Zero: if (i_q[4:0] == words - 1'b1) state_d = Fill;
      Fill: if (i_q[4:0] == words - 1'b1) state_d = Tweak;
      Take: if (beat_taken && beat_flags.block_last) state_d = beat_flags.error ? Fail : Tweak;
      Tweak: if (core_start) state_d = Run;
      Run:
      if (!core_busy) begin
        if (!hashes_q || stage_q == Output) state_d = Unload;
        else if (stage_q == Configuration || !final_q) state_d = Take;
        else state_d = more ? Save : Fill;
      end
      // A word comes two cycles after its address.
      Save, Restore: if (i_q == 7'(words) + 7'd1) state_d = Fill;
      Unload:
      if (i_q == 7'(end_word) + 7'd2) begin
        if (hashes_q) state_d = more ? Restore : Config;
        else state_d = final_q ? Erase : Take;
      end
      Swallow: if (s_axis_tvalid && s_axis_tlast) state_d = Fail;
      default: if (!fifo_valid) state_d = Erase;
    endcase
  end

  always_ff @(posedge aclk) begin
    state_q <= rst_q ? Erase : state_d;

    if (rst_q || state_d != state_q) i_q <= '0;
    else begin
      unique case (state_q)
        Erase:   if (erases) i_q <= (i_q == LastUsed) ? SavedBase : i_q + 1'b1;
        Unload:  if (unload_begins) i_q <= i_q + 1'b1;
        default: i_q <= i_q + 1'b1;
      endcase
    end

    if (config_taken) begin
      stage_q <= Configuration;
      first_q <= 1'b1;
      piece_q <= '0;
    end else if (state_q == Run && !core_busy) begin
      if (stage_q == Configuration) stage_q <= Message;
      else if (final_q) stage_q <= Output;
    end

    if (beat_taken) begin
      final_q <= beat_flags.ends;
      if (beat_flags.block_last) first_q <= 1'b0;
    end

    if (config_taken && hashes_q) left_q <= s_axis_cfg_tdata[63:3];
    else if (state_q == Unload && state_d == Restore) begin
      left_q  <= left_q - 61'(block_bytes);
      piece_q <= piece_q + 1'b1;
    end

    if (config_taken) begin
      tweak_0_q <= hashes_q ? ConfigBytes : tweak_1_q;
      tweak_1_q <= hashes_q ? tweak_1(1'b1, 1'b1, TypeConfig, '0) : s_axis_cfg_tdata;
    end else if (hashes_q && beat_taken) begin
      tweak_0_q <= beat_count[63:0];
      tweak_1_q <= tweak_1(beat_flags.ends, first_q, TypeMessage, beat_count[95:64]);
    end else if (hashes_q && state_q == Run && stage_q == Message && final_q) begin
      tweak_0_q <= OutputBytes;
      tweak_1_q <= tweak_1(1'b1, 1'b1, TypeOutput, '0);
    end else if (state_q == Unload && state_d == Take) tweak_0_q <= tweak_0_q + 1'b1;
    // Words of a malformed configuration too may be those of a key.
    if (state_q == Erase) begin
      left_q    <= '0;
      tweak_0_q <= '0;
      tweak_1_q <= '0;
    end
  end

  // Words into the core.
  logic load_valid;
  address_t load_address, read_address;
  word_t read_data;
  always_comb begin
    load_valid   = 1'b1;
    load_address = i_q;
    load_data    = '0;
    unique case (state_q)
      Erase:  load_valid = erases;
      Config: begin
        load_valid   = config_taken && !head && !hashes_q && place_q <= words;
        load_address = KeyBase + 7'(place_q) - 1'b1;
        load_data    = s_axis_cfg_tdata;
      end
      Zero:   load_address = KeyBase + i_q;
      Fill: begin
        load_address = BlockBase + i_q;
        if (stage_q == Output) load_data = (i_q == '0) ? piece_q : '0;
        else if (i_q == '0) load_data = Schema;
        else if (i_q == 7'd1) load_data = {left_q, 3'b000};
      end
      Take: begin
        load_valid   = beat_taken;
        load_address = BlockBase + 7'(beat);
        load_data    = beat_data;
      end
      Tweak: begin
        load_address = TweakBase + i_q;
        load_data    = (i_q == '0) ? tweak_0_q : tweak_1_q;
      end
      Save, Restore: begin
        load_valid   = (i_q >= 7'd2);
        load_address = ((state_q == Save) ? SavedBase : KeyBase) + i_q - 7'd2;
        load_data    = read_data;
      end
      default: load_valid = 1'b0;
    endcase
  end
  assign core_start = (state_q == Tweak) && (i_q == 7'd1);

  always_comb begin
    read_address = i_q;
    if (state_q == Restore) read_address = SavedBase + i_q;
    else if (hashes_q) read_address = KeyBase + i_q;
  end

  logic core_done;
  gh_threefish_mc_core #(
      .Decrypts(Decrypts),
      .Chains  (Chains)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .start_i       (core_start),
      .size_i        (size_q),
      .ubi_i         (hashes_q),
      .decrypt_i     (decrypts_q && !hashes_q),
      .busy_o        (core_busy),
      .done_o        (core_done),
      .load_valid_i  (load_valid),
      .load_address_i(load_address),
      .load_data_i   (load_data),
      .read_address_i(read_address),
      .read_data_o   (read_data)
  );
  logic unused_done;
  assign unused_done = core_done;

  // The answer. A digest's last word may have fewer bytes; the others are zero.
  typedef struct packed {
    logic       error;
    logic       last;
    logic [7:0] keep;
    word_t      data;
  } answer_t;
  answer_t pushed, answer;
  logic push;
  assign push = clears || ((state_q == Unload) ? (i_q >= 7'd2) : (state_q == Fail) && !fifo_valid);
  always_ff @(posedge aclk) cleared_q <= clears && !rst_q;

  always_comb begin
    pushed.error = (state_q == Fail);
    pushed.last  = pushed.error || ends && i_q == 7'(end_word) + 7'd2;
    pushed.keep  = '1;
    if (hashes_q && pushed.last && !pushed.error && left_q[2:0] != '0) begin
      pushed.keep = ~(8'hFF << left_q[2:0]);
    end
    for (int unsigned i = 0; i < 8; i++) begin
      pushed.data[8*i+:8] = (state_q == Unload && pushed.keep[i]) ? read_data[8*i+:8] : '0;
    end
  end

  gh_fifo #(
      .Width($bits(answer_t)),
      .Depth(16)
  ) u_fifo (
      .clk_i  (aclk),
      .rst_i  (rst_q),
      .data_i (pushed),
      .valid_i(push),
      .data_o (answer),
      .valid_o(fifo_valid),
      .ready_i(m_axis_tready || cleared_q)
  );

  assign m_axis_tdata  = answer.data;
  assign m_axis_tkeep  = answer.keep;
  assign m_axis_tlast  = answer.last;
  assign m_axis_tuser  = answer.error;
  assign m_axis_tvalid = fifo_valid && !cleared_q && !rst_q;

endmodule

`default_nettype wire
