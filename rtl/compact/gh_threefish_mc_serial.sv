// SPDX-License-Identifier: Apache-2.0
//
// The Threefish and Skein coprocessor with streams of 16 bits; contract and packets are in
// gh_threefish_mc. Four beats gather to a word, which goes to its place in the core's register file;
// words of the answer come straight out of it. Nothing else holds a block:
//
//   config ---+
//   message --+--> word, 4 beats --> core's register file --> word, 4 beats --+--> answer
//   tweak ----+                                                               |
//         ^---+---------------------------------------------------------------+
//
// To encrypt or decrypt; the next block enters while the last one's result leaves:
//   Erase --> Config --> [ Take --> Tweak --> Start --> Run --> Unload ] a block each --> Erase
// To hash, a configuration block, the message's, and a block for each piece of the digest:
//   Config --> Copy, Tweak, Start, Run --> [ Take, Tweak, Start, Run ] --> Tweak, Wipe, Left -->
//   [ Piece, Save, Start, Run, Unload --> Restore ] --> Erase
//
// Cycles from a run's last to the next one's first, in between: 4 Nw + 7 in a long message.

`default_nettype none

module gh_threefish_mc_serial
  import gh_serial_pkg::*;
  import gh_skein_padding_pkg::*;
  import gh_threefish_mc_pkg::*;
  import gh_threefish_padding_pkg::*;
#(
    parameter bit Decrypts = 1'b1,
    parameter bit Chains = 1'b1,
    parameter int unsigned ErrorBytes = 2  // of the one beat that answers a malformed packet
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire beat_t       config_data_i,
    input  wire logic  [1:0] config_keep_i,
    input  wire logic        config_last_i,
    input  wire logic        config_valid_i,
    output wire logic        config_ready_o,

    input  wire beat_t       message_data_i,
    input  wire logic  [1:0] message_keep_i,
    input  wire logic        message_last_i,
    input  wire logic        message_valid_i,
    output wire logic        message_ready_o,

    output wire beat_t       answer_data_o,
    output wire logic  [1:0] answer_keep_o,
    output wire logic        answer_last_o,
    output wire logic        answer_error_o,
    output wire logic        answer_valid_o,
    input  wire logic        answer_ready_i,
    input  wire logic        answer_waits_i   // a beat of it is at the pins
);

  localparam logic [6:0] LastUsed = gh_threefish_microcode_pkg::TweakBase + 7'd2;

  state_e state_d, state_q;
  stage_e stage_q;

  // The configuration, beat by beat. A count that all states share is the place of the beat.
  logic [6:0] count_q;
  logic head_q;  // in word 0
  logic bad_q;  // so far, and then the message is malformed
  logic filled_q;  // the length of the digest is not zero
  logic [1:0] size_q;
  logic hashes_q, decrypts_q, hashes;
  logic any, head_good, config_end, config_good, eighth;
  assign hashes = Chains && hashes_q;
  assign any = (config_data_i != '0);
  assign eighth = &count_q[2:0];
  assign head_good = (config_data_i[15:6] == '0) && (config_data_i[3:2] == '0)
                   && (config_data_i[1:0] != 2'd3)
                   && (config_data_i[5:4] == 2'd1 || Chains && config_data_i[5:4] == 2'd0
                       || Decrypts && config_data_i[5:4] == 2'd2);
  assign config_end = !head_q && eighth && (hashes || count_q[3'd4+3'(size_q)]);
  always_comb begin
    config_good = !bad_q && (&config_keep_i) && config_last_i == config_end;
    if (head_q) config_good &= (count_q[1:0] == '0) ? head_good : !any;
    else if (hashes) begin
      if (!eighth) config_good &= (count_q[1:0] != '0) || (config_data_i[2:0] == '0);
      else config_good &= any || filled_q;
    end
  end
  assign config_ready_o = (state_q == Config) && !rst_i;

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
      .clk_i,
      .rst_i,
      .rule_i   (rule),
      .refuse_i (bad_q),
      .data_i   (message_data_i),
      .keep_i   (message_keep_i),
      .last_i   (message_last_i),
      .valid_i  (message_valid_i),
      .ready_o  (message_ready_o),
      .data_o   (unused_data),
      .place_o  (place),
      .message_o(is_message),
      .length_o (unused_length),
      .length_i ('0),
      .flags_o  (flags),
      .ready_i  (from_message && room)
  );
  assign kept = message_keep_i & {2{is_message}};

  // What comes next.
  logic first_i, second_q;  // of the message's blocks; first_i too: no piece has left
  logic more;  // pieces behind this one
  logic [6:0] last_byte;  // of the last
  logic part_valid;
  beat_t beat, sum, part;
  logic offered, block_end, op_end, internal, skips, reads, entered_q, reading, over, core_start;
  assign block_end  = (&count_q[3:0]) && (count_q[4] || size_q == '0) && (count_q[5] || !size_q[1]);
  assign skips      = !more || !first_i;
  assign over       = !entered_q && !reading && !part_valid && !answer_waits_i;
  assign core_start = (state_q == Start) && !reading && !bad_q;

  always_comb begin
    unique case (state_q)
      Erase:   op_end = (count_q == LastUsed);
      Config:  op_end = config_last_i;
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
      Start:   if (!reading) state_d = bad_q ? Fail : Run;
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

  always_ff @(posedge clk_i) begin
    state_q   <= rst_i ? Erase : state_d;
    entered_q <= state_d != state_q;

    if (moves) count_q <= count_q + 1'b1;
    // The key is counted from its own first word.
    if (rst_i || op_end || moves && head_q && state_q == Config && !hashes && (&count_q[1:0])) begin
      count_q <= '0;
    end

    if (state_q == Config && moves) begin
      bad_q    <= !config_good;
      filled_q <= any || (filled_q && count_q[1:0] != '0);
      if (count_q[1:0] == '1) head_q <= 1'b0;
      if (head_q && count_q[1:0] == '0) begin
        size_q     <= config_data_i[1:0];
        hashes_q   <= config_data_i[5:4] == 2'd0;
        decrypts_q <= config_data_i[5];
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
      first_i  <= 1'b0;
      second_q <= first_i && stage_q == Message;
    end
    if (state_q == Config || state_q == Left
        || hashes && state_q == Run && stage_q == Configuration) begin
      first_i <= 1'b1;
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
  always_comb begin
    source   = FromMessage;
    offered  = from_message && flags.valid;
    internal = 1'b0;
    reads    = 1'b0;
    unique case (state_q)
      Erase:  offered = 1'b1;
      Config: begin
        source  = FromConfig;
        offered = config_valid_i;
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
        .data_i  ({part[8*i+:8], sum[8*i+:8], config_data_i[8*i+:8], message_data_i[8*i+:8]}),
        .select_i(sources[i]),
        .data_o  (beat[8*i+:8])
    );
  end

  gh_threefish_mc_tweak u_tweak (
      .clk_i,
      .state_i    (state_q),
      .stage_i    (stage_q),
      .hashes_i   (hashes),
      .size_i     (size_q),
      .part_i     (count_q[2:0]),
      .moves_i    (moves),
      .first_i    (first_i),
      .second_i   (second_q),
      .final_i    (final_q),
      .place_i    (place_q),
      .kept_i     (kept_q),
      .beat_i     (beat),
      .sum_o      (sum),
      .more_o     (more),
      .last_byte_o(last_byte)
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
  always_ff @(posedge clk_i) begin
    if (moves) begin
      word_q    <= {beat, word_q[3:1]};
      address_q <= address;
    end
    if (state_q == Erase) word_q <= '0;
    full_q <= !rst_i && (moves && completes || full_q && core_busy);
  end

  logic [ 6:0] read_address;
  logic [63:0] read_data;
  gh_threefish_mc_reader #(
      .ErrorBytes(ErrorBytes)
  ) u_reader (
      .clk_i,
      .rst_i,
      .state_i    (state_q),
      .start_i    (entered_q && reads),
      .hashes_i   (hashes),
      .size_i     (size_q),
      .more_i     (more),
      .last_byte_i(last_byte),
      .reading_o  (reading),
      .address_o  (read_address),
      .word_i     (read_data),
      .data_o     (part),
      .keep_o     (answer_keep_o),
      .last_o     (answer_last_o),
      .error_o    (answer_error_o),
      .valid_o    (part_valid),
      .ready_i    (internal ? moves : answer_ready_i)
  );
  assign answer_data_o  = part;
  assign answer_valid_o = part_valid && !internal && !rst_i;

  logic core_done;
  gh_threefish_mc_core #(
      .Decrypts(Decrypts),
      .Chains  (Chains)
  ) u_core (
      .clk_i,
      .rst_i,
      .start_i       (core_start),
      .size_i        (size_q),
      .ubi_i         (hashes),
      .decrypt_i     (decrypts_q && !hashes),
      .busy_o        (core_busy),
      .done_o        (core_done),
      .load_valid_i  (full_q && !core_busy),
      .load_address_i(address_q),
      .load_data_i   (word_q),
      .read_address_i(read_address),
      .read_data_o   (read_data)
  );

  logic unused;
  assign unused = ^{unused_data, unused_length, core_done};

endmodule

`default_nettype wire
