// SPDX-License-Identifier: Apache-2.0
//
// Threefish and Skein (version 1.3) of 256, 512 and 1024 bits on a microcoded coprocessor (paper At):
// message stream in, digest or ciphertext stream out.
//
// Each message has a packet of its own at s_axis_cfg, a whole number of 64-bit words, byte 0 of each
// first, with tlast in the last beat of the last word. It says what becomes of the message:
//
//   word 0     bits 1:0 the block, 0, 1, 2 for Nw = 4, 8, 16 words; bits 5:4 what to do, 0 to hash
//              (where Chains), 1 to encrypt, 2 to decrypt (where Decrypts); the others zero
//   to hash    word 1 is the length of the digest in bits, a multiple of 8 from 8 on
//   otherwise  words 1 to Nw are the key, Nw + 1 and Nw + 2 the tweak
//
// One packet at s_axis is one message, one packet at m_axis its answer. A message to be hashed has any
// length. One to be encrypted or decrypted is a positive number of whole blocks; block i has the tweak
// with i added to its low 64 bits. Padding, tweaks, chaining and output transform are done here. Byte 0
// of a message is s_axis_tdata[7:0] of its first beat; every beat but the last is full.
//
// A malformed packet on either side is answered with m_axis_tuser in the answer's last beat, which is
// its only one but where blocks before the fault have been encrypted. Key, tweak, message and state are
// overwritten with zeros after every message, and on aresetn.
//
// Inside all streams are 16 bits wide. Four beats gather to a word, which goes to its place in the
// core's register file; words of the answer come straight out of it. Nothing else holds a block:
//
//   s_axis_cfg ---+
//   s_axis -------+--> word, 4 beats --> core's register file --> word, 4 beats --+--> m_axis
//   tweak counter-+                                                               |
//         ^-------+---------------------------------------------------------------+
//
// To encrypt or decrypt; the next block enters while the last one's result leaves:
//   Erase --> Config --> [ Take --> Tweak --> Start --> Run --> Unload ] a block each --> Erase
// To hash, a configuration block, the message's, and a block for each piece of the digest:
//   Config --> Copy, Tweak, Start, Run --> [ Take, Tweak, Start, Run ] --> Tweak, Wipe, Left -->
//   [ Piece, Save, Start, Run, Unload --> Restore ] --> Erase
//
// Cycles from a run's last to the next one's first, in between: 4 Nw + 7 in a long message.

`default_nettype none

module gh_threefish_mc
  import gh_serial_pkg::*;
  import gh_skein_padding_pkg::*;
  import gh_threefish_padding_pkg::*;
#(
    parameter bit Decrypts = 1'b1,
    parameter bit Chains = 1'b1,
    parameter int unsigned StreamBits = 16,  // 8, 16, 32 or 64, of all three streams
    localparam int unsigned StreamBytes = StreamBits / 8
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [StreamBits-1:0] s_axis_cfg_tdata,
    input  wire logic                  s_axis_cfg_tlast,
    input  wire logic                  s_axis_cfg_tvalid,
    output wire logic                  s_axis_cfg_tready,

    input  wire logic [ StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBytes-1:0] s_axis_tkeep,
    input  wire logic                   s_axis_tlast,
    input  wire logic                   s_axis_tvalid,
    output wire logic                   s_axis_tready,

    output wire logic [ StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBytes-1:0] m_axis_tkeep,
    output wire logic                   m_axis_tlast,
    output wire logic                   m_axis_tuser,
    output wire logic                   m_axis_tvalid,
    input  wire logic                   m_axis_tready
);

  if (!(StreamBits inside {8, 16, 32, 64})) begin : gen_check
    $fatal(1, "gh_threefish_mc: StreamBits is %0d; it must be 8, 16, 32 or 64", StreamBits);
  end

  localparam int unsigned Bytes = 2;
  typedef logic [15:0] beat_t;

  // Skein 1.3, sections 3.4 and 3.5: the configuration block's first word; lengths and types in the
  // tweaks of the blocks around a message.
  localparam logic [3:0][15:0] Schema = 64'h0000_0001_3341_4853;
  localparam beat_t ConfigBytes = 16'd32;
  localparam beat_t OutputBytes = 16'd8;
  localparam logic [5:0] TypeConfig = 6'd4;
  localparam logic [5:0] TypeMessage = 6'd48;
  localparam logic [5:0] TypeOutput = 6'd63;
  localparam logic [6:0] LastUsed = gh_threefish_microcode_pkg::TweakBase + 7'd2;

  // Where words lie in the register file, see gh_threefish_mc_core: bits 6:4 of their addresses.
  localparam logic [2:0] StateWords = 3'd0;
  localparam logic [2:0] KeyWords = 3'd2;
  localparam logic [2:0] ZeroWords = 3'd4;
  localparam logic [2:0] SavedWords = 3'd6;  // the chaining value of several output blocks
  localparam logic [2:0] HashWords = 3'd7;  // word 1: the digest's length

  typedef enum logic [3:0] {
    Erase,    // overwrite all words
    Config,   // the packet at s_axis_cfg
    Copy,     // the words of the configuration block
    Take,     // a block of the message
    Tweak,
    Start,    // as soon as the last result has been read
    Run,
    Unload,   // the result: the first cycle where a block follows, else all of it
    Wipe,     // the block, for the digest's pieces
    Left,     // the number before the first piece's, and the digest's length, into the counter
    Piece,    // its number to the block; what of the digest is left behind it
    Save,     // the chaining value, if there is a second piece
    Restore,
    Fail      // the answer to a malformed packet
  } state_e;
  state_e state_d, state_q;

  // A hash function's blocks.
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

  // The streams, 16 bits wide.
  beat_t config_data, message_data, part;
  logic [1:0] config_keep, message_keep, part_keep;
  logic config_last, config_valid, config_ready;
  logic message_last, message_valid, message_ready;
  logic part_last, part_error, part_valid, part_ready, answer_valid, answer_ready;
  logic [1:0] unused_user;

  gh_width #(
      .InBytes (StreamBytes),
      .OutBytes(Bytes),
      .Erase   (1'b1)
  ) u_config (
      .clk_i  (aclk),
      .rst_i  (!aresetn),
      .open_i (config_ready),
      .data_i (s_axis_cfg_tdata),
      .keep_i ('1),
      .last_i (s_axis_cfg_tlast),
      .user_i (1'b0),
      .valid_i(s_axis_cfg_tvalid),
      .ready_o(s_axis_cfg_tready),
      .data_o (config_data),
      .keep_o (config_keep),
      .last_o (config_last),
      .user_o (unused_user[0]),
      .valid_o(config_valid),
      .ready_i(config_ready)
  );
  gh_width #(
      .InBytes (StreamBytes),
      .OutBytes(Bytes),
      .Erase   (1'b1)
  ) u_message (
      .clk_i  (aclk),
      .rst_i  (!aresetn),
      .open_i (1'b1),
      .data_i (s_axis_tdata),
      .keep_i (s_axis_tkeep),
      .last_i (s_axis_tlast),
      .user_i (1'b0),
      .valid_i(s_axis_tvalid),
      .ready_o(s_axis_tready),
      .data_o (message_data),
      .keep_o (message_keep),
      .last_o (message_last),
      .user_o (unused_user[1]),
      .valid_o(message_valid),
      .ready_i(message_ready)
  );
  gh_width #(
      .InBytes (Bytes),
      .OutBytes(StreamBytes),
      .Erase   (1'b1)
  ) u_answer (
      .clk_i  (aclk),
      .rst_i  (!aresetn),
      .open_i (1'b1),
      .data_i (part),
      .keep_i (part_keep),
      .last_i (part_last),
      .user_i (part_error),
      .valid_i(answer_valid),
      .ready_o(answer_ready),
      .data_o (m_axis_tdata),
      .keep_o (m_axis_tkeep),
      .last_o (m_axis_tlast),
      .user_o (m_axis_tuser),
      .valid_o(m_axis_tvalid),
      .ready_i(m_axis_tready)
  );

  // The configuration, beat by beat. A count that all states share is the place of the beat.
  logic [6:0] count_q;
  logic head_q;  // in word 0
  logic bad_q;  // so far, and then the message is malformed
  logic filled_q;  // the length of the digest is not zero
  logic [1:0] size_q;
  logic hashes_q, decrypts_q, hashes;
  logic any, head_good, config_end, config_good, eighth;
  assign hashes = Chains && hashes_q;
  assign any = (config_data != '0);
  assign eighth = &count_q[2:0];
  assign head_good = (config_data[15:6] == '0) && (config_data[3:2] == '0)
                   && (config_data[1:0] != 2'd3)
                   && (config_data[5:4] == 2'd1 || Chains && config_data[5:4] == 2'd0
                       || Decrypts && config_data[5:4] == 2'd2);
  assign config_end = !head_q && eighth && (hashes || count_q[3'd4+3'(size_q)]);
  always_comb begin
    config_good = !bad_q && (&config_keep) && config_last == config_end;
    if (head_q) config_good &= (count_q[1:0] == '0) ? head_good : !any;
    else if (hashes) begin
      if (!eighth) config_good &= (count_q[1:0] != '0) || (config_data[2:0] == '0);
      else config_good &= any || filled_q;
    end
  end
  assign config_ready = (state_q == Config) && !rst_q;

  logic room, moves, full_q, core_busy;
  // Message blocks.
  serial_rule_t rule;
  gh_stream_pkg::beat_flags_t flags;
  logic [5:0] place, place_q;
  logic is_message, from_message, final_q;
  logic [1:0] kept, kept_q;
  always_comb begin
    unique case (size_q)
      2'd0:    rule = serial_rule(threefish_padding(PadThreefish256), Bytes);
      2'd1:    rule = serial_rule(threefish_padding(PadThreefish512), Bytes);
      default: rule = serial_rule(threefish_padding(PadThreefish1024), Bytes);
    endcase
    if (hashes) begin
      unique case (size_q)
        2'd0:    rule = serial_rule(skein_padding(PadSkein256), Bytes);
        2'd1:    rule = serial_rule(skein_padding(PadSkein512), Bytes);
        default: rule = serial_rule(skein_padding(PadSkein1024), Bytes);
      endcase
    end
  end

  // What is no byte of the message is zero: see the choice of beats.
  beat_t unused_data;
  logic  unused_length;
  gh_serial_padder #(
      .Bytes        (Bytes),
      .MaxBlockBytes(128)
  ) u_padder (
      .clk_i    (aclk),
      .rst_i    (rst_q),
      .rule_i   (rule),
      .refuse_i (bad_q),
      .data_i   (message_data),
      .keep_i   (message_keep),
      .last_i   (message_last),
      .valid_i  (message_valid),
      .ready_o  (message_ready),
      .data_o   (unused_data),
      .place_o  (place),
      .message_o(is_message),
      .length_o (unused_length),
      .length_i ('0),
      .flags_o  (flags),
      .ready_i  (from_message && room)
  );
  assign kept = message_keep & {2{is_message}};

  // What comes next.
  logic first_q, second_q;  // of the message's blocks; first_q too: no piece has left
  logic more;  // pieces behind this one
  logic offered, block_end, op_end, internal, skips, reads, entered_q, reading_q, over, core_start;
  assign block_end  = (&count_q[3:0]) && (count_q[4] || size_q == '0) && (count_q[5] || !size_q[1]);
  assign skips      = !more || !first_q;
  assign over       = !entered_q && !reading_q && !part_valid && !m_axis_tvalid;
  assign core_start = (state_q == Start) && !reading_q && !bad_q;

  always_comb begin
    unique case (state_q)
      Erase:   op_end = (count_q == LastUsed);
      Config:  op_end = config_last;
      Take:    op_end = flags.block_last;
      Wipe, Save, Restore: op_end = block_end;
      Run, Unload: op_end = 1'b0;
      default: op_end = eighth;
    endcase
    op_end  = op_end && moves;

    state_d = state_q;
    unique case (state_q)
      Erase:   if (op_end) state_d = Config;
      Config:  if (op_end) state_d = (hashes && config_good) ? Copy : Take;
      Copy:    if (op_end) state_d = Tweak;
      Take:    if (op_end) state_d = flags.error ? Start : Tweak;
      Tweak:   if (op_end) state_d = (hashes && stage_q == Output) ? Wipe : Start;
      Start:   if (!reading_q) state_d = bad_q ? Fail : Run;
      Run:
      if (!core_busy) begin
        if (!hashes || stage_q == Output) state_d = Unload;
        else state_d = (stage_q == Message && final_q) ? Tweak : Take;
      end
      Unload: begin
        if (!hashes && !final_q) state_d = Take;
        else if (over) state_d = (hashes && more) ? Restore : Erase;
      end
      Wipe:    if (op_end) state_d = Left;
      Left:    if (op_end) state_d = Piece;
      Piece:   if (op_end) state_d = Save;
      Save:    if (skips || op_end) state_d = Start;
      Restore: if (op_end) state_d = Piece;
      default: if (over) state_d = Erase;
    endcase
  end

  always_ff @(posedge aclk) begin
    state_q   <= rst_q ? Erase : state_d;
    entered_q <= state_d != state_q;

    if (moves) count_q <= count_q + 1'b1;
    // The key is counted from its own first word.
    if (rst_q || op_end || moves && head_q && state_q == Config && !hashes && (&count_q[1:0])) begin
      count_q <= '0;
    end

    if (state_q == Config && moves) begin
      bad_q    <= !config_good;
      filled_q <= any || (filled_q && count_q[1:0] != '0);
      if (count_q[1:0] == '1) head_q <= 1'b0;
      if (head_q && count_q[1:0] == '0) begin
        size_q     <= config_data[1:0];
        hashes_q   <= config_data[5:4] == 2'd0;
        decrypts_q <= config_data[5];
      end
    end
    if (op_end && state_q == Take && flags.error) bad_q <= 1'b1;
    if (state_q == Erase) begin
      head_q   <= 1'b1;
      bad_q    <= 1'b0;
      filled_q <= 1'b0;
    end

    if (moves && from_message && is_message) begin
      place_q <= place;
      kept_q  <= kept;
    end
    if (state_q == Config) final_q <= 1'b0;
    else if (op_end && state_q == Take) final_q <= flags.ends;

    if (state_q == Config) stage_q <= Configuration;
    else if (state_q == Run && !core_busy) begin
      if (stage_q == Configuration) stage_q <= Message;
      else if (final_q) stage_q <= Output;
    end
    if (core_start) begin
      first_q  <= 1'b0;
      second_q <= first_q && stage_q == Message;
    end
    if (state_q == Config || state_q == Left
        || hashes && state_q == Run && stage_q == Configuration) begin
      first_q <= 1'b1;
    end
  end

  // Beats, from where they come.
  typedef enum logic [1:0] {
    FromMessage,
    FromConfig,
    FromCounter,
    FromFile
  } source_e;
  source_e source;
  source_e [1:0] sources;
  beat_t beat, sum;
  always_comb begin
    source   = FromMessage;
    offered  = from_message && flags.valid;
    internal = 1'b0;
    reads    = 1'b0;
    unique case (state_q)
      Erase:  offered = 1'b1;
      Config: begin
        source  = FromConfig;
        offered = config_valid;
      end
      Tweak, Piece: begin
        source  = FromCounter;
        offered = 1'b1;
      end
      Save, Restore: begin
        source   = FromFile;
        offered  = part_valid;
        internal = 1'b1;
        reads    = (state_q == Restore) || !skips;
      end
      // Of two words that are read the second counts, the digest's length.
      Copy, Left: begin
        source   = count_q[2] ? FromFile : FromCounter;
        offered  = part_valid;
        internal = 1'b1;
        reads    = 1'b1;
      end
      // Nothing is held there: zeros.
      Wipe: begin
        source  = FromFile;
        offered = 1'b1;
      end
      Unload, Fail: reads = 1'b1;
      default: ;
    endcase
    // Nor is anything there when a message is padded.
    for (int unsigned i = 0; i < Bytes; i++) begin
      sources[i] = (hashes && source == FromMessage && !kept[i]) ? FromFile : source;
    end
  end
  assign from_message = !final_q && (state_q == Take || state_q == Run || state_q == Unload);
  assign room = !full_q || !core_busy;
  assign moves = offered && room;
  for (genvar i = 0; i < Bytes; i++) begin : gen_beat
    gh_mux4 #(
        .Width(8)
    ) u_beat (
        .data_i  ({part[8*i+:8], sum[8*i+:8], config_data[8*i+:8], message_data[8*i+:8]}),
        .select_i(sources[i]),
        .data_o  (beat[8*i+:8])
    );
  end

  // The tweak, word 0 in the lower four parts; or a piece's number, and the bits left but one.
  beat_t addend, number_part;
  beat_t [7:0] number;
  logic carry_in, clears, steps;
  always_comb begin
    addend   = '0;
    carry_in = 1'b0;
    unique case (state_q)
      Copy: addend = Schema[count_q[1:0]];
      Left: addend = '1;
      Piece: begin
        if (count_q[2]) addend = (count_q[1:0] == '0) ? ~(16'd256 << size_q) : '1;
        carry_in = !count_q[2] || !first_q;
      end
      default: begin
        if (!hashes) carry_in = !first_q && !count_q[2];
        else if (count_q[2:0] == '0) begin
          unique case (stage_q)
            Configuration: addend = ConfigBytes;
            Output: addend = OutputBytes;
            // 2 place_q + 1 + 1 where both bytes are the message's.
            default: begin
              addend   = 16'({place_q, kept_q[0]});
              carry_in = kept_q[1];
            end
          endcase
        end else if (eighth) begin
          unique case (stage_q)
            Configuration: addend = {2'b11, TypeConfig, 8'b0};
            Output: addend = {2'b11, TypeOutput, 8'b0};
            default: begin
              // Bits 15 and 14, final and first, are added to those of the block before.
              addend = {
                final_q ^ second_q, first_q || second_q, first_q ? TypeMessage : 6'd0, 8'b0
              };
            end
          endcase
        end
      end
    endcase
    clears = (state_q == Erase) || (state_q == Copy) || (state_q == Wipe)
           || hashes && state_q == Run
           && (stage_q == Configuration || stage_q == Message && final_q);
    steps = moves && (state_q == Config || state_q == Tweak || state_q == Left || state_q == Piece);
  end

  gh_serial_counter #(
      .Bytes(Bytes),
      .Words(8)
  ) u_counter (
      .clk_i   (aclk),
      .clear_i (clears),
      .step_i  (steps),
      .first_i (count_q[1:0] == '0 && (!count_q[2] || !hashes || state_q == Piece)),
      .carry_i (carry_in),
      .add_i   (addend),
      .data_o  (number_part),
      .sum_o   (sum),
      .carry_o (more),
      .next_i  (beat),
      .number_o(number)
  );

  // Four beats are a word, and its address waits with it.
  logic [3:0][15:0] word_q;
  logic [6:0] address, address_q;
  logic completes;
  always_comb begin
    address = {3'b001, count_q[5:2]};  // the block
    unique case (state_q)
      Erase:   address = count_q;
      Config:  address = hashes ? {HashWords, count_q[5:2]} : {2'b01, count_q[6:2]};
      Tweak:   address = {gh_threefish_microcode_pkg::TweakBase[6:1], count_q[2]};
      Left:    address[4] = 1'b0;
      Piece:   address[4] = !count_q[2];
      Save:    address[6:4] = SavedWords;
      Restore: address[6:4] = KeyWords;
      default: ;
    endcase
    completes = (state_q == Erase)
              || (&count_q[1:0]) && !(state_q == Config && (head_q || !config_good));
  end
  always_ff @(posedge aclk) begin
    if (moves) begin
      word_q    <= {beat, word_q[3:1]};
      address_q <= address;
    end
    if (state_q == Erase) word_q <= '0;
    full_q <= !rst_q && (moves && completes || full_q && core_busy);
  end

  // Words that are read: one comes two cycles after its address.
  logic [2:0] region_q;
  logic [3:0] index_q, limit;
  logic [1:0] age_q;
  logic at_limit, word_valid, word_ready, word_taken, last_piece;
  logic [63:0] read_data;
  logic [ 3:0] bytes;
  assign last_piece = (state_q == Unload) && !(hashes && more);
  assign at_limit   = (index_q == limit);
  assign word_valid = reading_q && age_q[1];
  assign word_taken = word_valid && word_ready;
  always_comb begin
    limit = {size_q[1], |size_q, 2'b11};
    if (state_q == Copy || state_q == Left) limit = 4'd1;
    else if (state_q == Fail) limit = '0;
    else if (hashes && last_piece) limit &= number[4][9:6];

    bytes = 4'd8;
    if (state_q == Fail) bytes = 4'(StreamBytes);
    else if (hashes) bytes = {1'b0, number[4][5:3]} + 1'b1;
  end
  always_ff @(posedge aclk) begin
    age_q <= {age_q[0], 1'b1};
    if (word_taken) begin
      index_q   <= index_q + 1'b1;
      reading_q <= !at_limit;
      age_q     <= '0;
    end
    if (entered_q && reads) begin
      index_q   <= '0;
      reading_q <= 1'b1;
      age_q     <= '0;
      unique case (state_q)
        Copy, Left: region_q <= HashWords;
        Restore:    region_q <= SavedWords;
        Fail:       region_q <= ZeroWords;
        default:    region_q <= hashes ? KeyWords : StateWords;
      endcase
    end
    if (rst_q) reading_q <= 1'b0;
  end

  gh_word_unload #(
      .WordBytes(8),
      .Bytes    (Bytes)
  ) u_unload (
      .clk_i  (aclk),
      .rst_i  (rst_q),
      .order_i('0),
      .word_i (read_data),
      .count_i(bytes),
      .last_i (at_limit && (state_q == Fail || last_piece)),
      .error_i(state_q == Fail),
      .valid_i(word_valid),
      .ready_o(word_ready),
      .data_o (part),
      .keep_o (part_keep),
      .last_o (part_last),
      .user_o (part_error),
      .valid_o(part_valid),
      .ready_i(part_ready)
  );
  assign answer_valid = part_valid && !internal && !rst_q;
  assign part_ready   = internal ? moves : answer_ready;

  logic core_done;
  gh_threefish_mc_core #(
      .Decrypts(Decrypts),
      .Chains  (Chains)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .start_i       (core_start),
      .size_i        (size_q),
      .ubi_i         (hashes),
      .decrypt_i     (decrypts_q && !hashes),
      .busy_o        (core_busy),
      .done_o        (core_done),
      .load_valid_i  (full_q && !core_busy),
      .load_address_i(address_q),
      .load_data_i   (word_q),
      .read_address_i({region_q, index_q}),
      .read_data_o   (read_data)
  );

  logic unused;
  assign unused = ^{unused_user, unused_data, unused_length, core_done, number_part, number[7:5],
                    number[4][15:10], number[4][2:0], number[3:0]};

endmodule

`default_nettype wire
