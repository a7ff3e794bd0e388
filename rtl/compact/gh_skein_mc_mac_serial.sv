// SPDX-License-Identifier: Apache-2.0
//
// Skein with the arguments before a message, with streams of 16 bits, on the coprocessor's core;
// contract and packet are in gh_skein_mc_mac. Places and states are those of gh_threefish_mc_serial:
// four beats gather to a word, which goes to its place in the core's register file, and nothing else
// holds a block. stage_q distinguishes the blocks of arguments, of the message and of the digest:
//
//   Erase --> Config --> [ Tweak, Take, Start, Run ] an argument's block each (--> Save) -----+
//                +-----> Restore ---------------------------------------------------------- + |
//   +---------------------------------------------------------------------------------------+-+
//   +--> [ Take, Tweak, Start, Run ] a message's block each --> Tweak, Wipe, Left -->
//        [ Piece, Save, Start, Run, Unload --> Restore ] a piece of the digest each --> Erase
//
// In the stage of arguments Save holds the chaining value behind them, and Restore fetches it.

`include "gh_assert.svh"

`default_nettype none

module gh_skein_mc_mac_serial
  import gh_serial_pkg::*;
  import gh_skein_padding_pkg::*;
  import gh_threefish_mc_pkg::*;
#(
    parameter int unsigned StateBits = 512,
    parameter int unsigned DigestBits = StateBits,
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

  localparam logic [1:0] Size = (StateBits == 256) ? 2'd0 : (StateBits == 512) ? 2'd1 : 2'd2;
  localparam skein_padding_e Padding =
      (StateBits == 256) ? PadSkein256 : (StateBits == 512) ? PadSkein512 : PadSkein1024;
  localparam serial_rule_t Rule = serial_rule(skein_padding(Padding), Bytes);
  localparam logic [6:0] LastBeat = 7'(StateBits / 16 - 1);
  localparam logic [3:0][15:0] Length = 64'(DigestBits);

  // What is erased: to the end of the tweak; from the chaining value of several output blocks on. Last
  // of all, from HeldWords on, lies the chaining value behind arguments that are held.
  localparam logic [6:0] LastUsed = gh_threefish_microcode_pkg::TweakBase + 7'd2;
  localparam logic [2:0] HeldWords = HashWords;

  state_e state_d, state_q;
  stage_e stage_d, stage_q;

  // The configuration, beat by beat. A count that all states share is the place of the beat.
  logic [6:0] count_q;
  logic head_q;  // in word 0
  logic bad_q;  // so far, and then the message is malformed
  logic keyed_q;  // blocks follow
  logic hold_q;  // their chaining value is held, or to be held
  logic [7:0] blocks_q;  // that follow
  logic [7:0] kind_q;  // upper byte of a tweak
  logic arguments, configures, config_end, config_good, config_taken;
  logic block_end, eighth;
  assign arguments = (stage_q == Configuration);
  assign eighth    = &count_q[2:0];
  assign block_end = (count_q == LastBeat);
  always_comb begin
    configures = (state_q == Config);
    if (arguments) configures |= (state_q == Take) || (state_q == Tweak && !count_q[2]);
    // Where the packet is to end; what follows word 0 is told by keyed_q.
    config_end  = (state_q == Take) && block_end && (blocks_q == 8'd1);
    config_good = !bad_q && (&config_keep_i);
    if (state_q == Config) begin
      config_end = (&count_q[1:0]) && !keyed_q;
      unique case (count_q[1:0])
        2'd0: config_good &= (config_data_i[15:2] == '0) && (config_data_i[0] || hold_q);
        2'd1: begin
          config_good &= (config_data_i[15:8] == '0) && ((config_data_i[7:0] != '0) == keyed_q);
        end
        default: config_good &= (config_data_i == '0);
      endcase
    end
    config_good &= (config_last_i == config_end);
  end
  assign config_ready_o = configures && !rst_i;

  logic room, moves, full_q, core_busy;

  // Message blocks. What is no byte of the message is zero: see the choice of beats.
  gh_stream_pkg::beat_flags_t flags;
  logic [5:0] place, place_q;
  logic is_message, from_message, final_q;
  logic [1:0] kept, kept_q;
  beat_t unused_data;
  logic  unused_length;
  gh_serial_padder #(
      .Bytes        (Bytes),
      .MaxBlockBytes(128)
  ) u_padder (
      .clk_i,
      .rst_i,
      .rule_i   (Rule),
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
  beat_t given, beat, sum, part;
  logic offered, op_end, internal, skips, reads, entered_q, reading, over, core_start;
  assign skips        = !arguments && (!more || !first_i);
  assign over         = !entered_q && !reading && !part_valid && !answer_waits_i;
  assign core_start   = (state_q == Start) && !reading && !bad_q;
  assign config_taken = configures && moves;

  always_comb begin
    unique case (state_q)
      Erase: op_end = (count_q == '1) || hold_q && (count_q == {HeldWords, 4'd0} - 1'b1);
      Config: op_end = config_last_i || head_q && (&count_q[1:0]);
      Take: op_end = arguments ? block_end : flags.block_last;
      Wipe, Save, Restore: op_end = block_end;
      Run, Unload: op_end = 1'b0;
      default: op_end = eighth;
    endcase
    // A packet that is wrong, or too long, is left at once.
    if (configures && !config_good && state_q != Config) op_end = 1'b1;
    op_end  = op_end && moves;

    state_d = state_q;
    stage_d = stage_q;
    unique case (state_q)
      Erase: begin
        stage_d = Configuration;
        if (op_end) state_d = Config;
      end
      Config: begin
        if (op_end && config_good) state_d = keyed_q ? Tweak : Restore;
        else if (op_end && config_last_i) {state_d, stage_d} = {Take, Message};
      end
      Take: begin
        if (!arguments) begin
          if (op_end) state_d = flags.error ? Start : Tweak;
        end else if (op_end && config_good) state_d = Start;
        else if (op_end) begin
          if (config_last_i) {state_d, stage_d} = {Take, Message};
          else state_d = Config;
        end
      end
      Tweak: begin
        if (configures && op_end) begin
          if (config_last_i) {state_d, stage_d} = {Take, Message};
          else state_d = Config;
        end else if (op_end) begin
          state_d = arguments ? Take : (stage_q == Output) ? Wipe : Start;
        end
      end
      Start: if (!reading) state_d = bad_q ? Fail : Run;
      Run:
      if (!core_busy) begin
        unique case (stage_q)
          Configuration: begin
            if (blocks_q != '0) state_d = Tweak;
            else if (hold_q) state_d = Save;
            else {state_d, stage_d} = {Take, Message};
          end
          Message: begin
            state_d = final_q ? Tweak : Take;
            if (final_q) stage_d = Output;
          end
          default: state_d = Unload;
        endcase
      end
      Unload: if (over) state_d = more ? Restore : Erase;
      Wipe: if (op_end) state_d = Left;
      Left: if (op_end) state_d = Piece;
      Piece: if (op_end) state_d = Save;
      Save: begin
        if (arguments && op_end) {state_d, stage_d} = {Take, Message};
        else if (skips || op_end) state_d = Start;
      end
      Restore: begin
        if (arguments && op_end) {state_d, stage_d} = {Take, Message};
        else if (op_end) state_d = Piece;
      end
      default: if (over) state_d = Erase;
    endcase
  end

  always_ff @(posedge clk_i) begin
    state_q   <= rst_i ? Erase : state_d;
    stage_q   <= stage_d;
    entered_q <= (state_d != state_q) || (stage_d != stage_q);

    if (moves) count_q <= count_q + 1'b1;
    if (moves && state_q == Erase && count_q == LastUsed) count_q <= {SavedWords, 4'd0};
    if (rst_i || op_end) count_q <= '0;

    if (config_taken) begin
      bad_q <= !config_good;
      if (state_q == Config && head_q) begin
        if (count_q[1:0] == 2'd0) {hold_q, keyed_q} <= config_data_i[1:0];
        if (count_q[1:0] == 2'd1) blocks_q <= config_data_i[7:0];
        if (&count_q[1:0]) head_q <= 1'b0;
      end
      if (state_q == Tweak && (&count_q[1:0])) kind_q <= config_data_i[15:8];
      if (state_q == Take && block_end) blocks_q <= blocks_q - 1'b1;
      // What was held is erased with all else.
      if (!config_good) hold_q <= 1'b0;
    end
    if (op_end && state_q == Take && !arguments && flags.error) bad_q <= 1'b1;
    if (state_q == Erase) begin
      head_q   <= 1'b1;
      bad_q    <= 1'b0;
      keyed_q  <= 1'b0;
      blocks_q <= '0;
      kind_q   <= '0;
    end
    if (rst_i) hold_q <= 1'b0;

    if (moves && from_message && is_message) begin
      place_q <= place;
      kept_q  <= kept;
    end
    if (state_q == Erase) final_q <= 1'b0;
    else if (op_end && state_q == Take && !arguments) final_q <= flags.ends;

    if (core_start) begin
      first_i  <= 1'b0;
      second_q <= first_i && stage_q == Message;
    end
    if (arguments || state_q == Left) first_i <= 1'b1;
    if (state_q == Erase) second_q <= 1'b0;
  end

  // What is given: the packet, with a tweak's word in two, or the digest's length.
  always_comb begin
    given = config_data_i;
    if (state_q == Left) given = Length[count_q[1:0]];
    else if (state_q == Tweak) begin
      if (&count_q[1:0]) given = count_q[2] ? {kind_q, 8'b0} : {8'b0, config_data_i[7:0]};
      else if (count_q[2]) given = '0;
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
      Erase: offered = 1'b1;
      Config: begin
        source  = FromConfig;
        offered = config_valid_i;
      end
      Take: begin
        if (arguments) begin
          source  = FromConfig;
          offered = config_valid_i;
        end
      end
      Tweak: begin
        source  = arguments ? FromConfig : FromCounter;
        offered = !configures || config_valid_i;
      end
      Left: begin
        source  = count_q[2] ? FromConfig : FromCounter;
        offered = 1'b1;
      end
      Piece: begin
        source  = FromCounter;
        offered = 1'b1;
      end
      Save, Restore: begin
        source   = FromFile;
        offered  = part_valid;
        internal = 1'b1;
        reads    = (state_q == Restore) || !skips;
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
      sources[i] = (source == FromMessage && !kept[i]) ? FromFile : source;
    end
  end
  assign from_message = !final_q && (stage_q == Message) && (state_q == Take || state_q == Run);
  assign room = !full_q || !core_busy;
  assign moves = offered && room;
  for (genvar i = 0; i < Bytes; i++) begin : gen_beat
    gh_mux4 #(
        .Width(8)
    ) u_beat (
        .data_i  ({part[8*i+:8], sum[8*i+:8], given[8*i+:8], message_data_i[8*i+:8]}),
        .select_i(sources[i]),
        .data_o  (beat[8*i+:8])
    );
  end

  gh_threefish_mc_tweak u_tweak (
      .clk_i,
      .state_i    (state_q),
      .stage_i    (stage_q),
      .hashes_i   (1'b1),
      .size_i     (Size),
      .part_i     (count_q[2:0]),
      // Tweaks of arguments are not counted here.
      .moves_i    (moves && !arguments),
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
      Erase: address = count_q;
      Tweak: address = {gh_threefish_microcode_pkg::TweakBase[6:1], count_q[2]};
      Left: address[4] = 1'b0;
      Piece: address[4] = !count_q[2];
      Save: address[6:4] = arguments ? HeldWords : SavedWords;
      Restore: address[6:4] = KeyWords;
      default: ;
    endcase
    completes = (state_q == Erase) || (&count_q[1:0]) && (state_q != Config);
  end
  always_ff @(posedge clk_i) begin
    if (moves) begin
      word_q    <= {beat, word_q[3:1]};
      address_q <= address;
    end
    if (state_q == Erase) word_q <= '0;
    full_q <= !rst_i && (moves && completes || full_q && core_busy);
  end

  logic [6:0] place_read, read_address;
  logic [63:0] read_data;
  gh_threefish_mc_reader #(
      .ErrorBytes(ErrorBytes)
  ) u_reader (
      .clk_i,
      .rst_i,
      .state_i    (state_q),
      .start_i    (entered_q && reads),
      .hashes_i   (1'b1),
      .size_i     (Size),
      .more_i     (more),
      .last_byte_i(last_byte),
      .reading_o  (reading),
      .address_o  (place_read),
      .word_i     (read_data),
      .data_o     (part),
      .keep_o     (answer_keep_o),
      .last_o     (answer_last_o),
      .error_o    (answer_error_o),
      .valid_o    (part_valid),
      // What is read here enters at once: moves would lead the packet's path there.
      .ready_i    (internal ? room : answer_ready_i)
  );
  always_comb begin
    read_address = place_read;
    if (arguments && state_q == Restore) read_address[6:4] = HeldWords;
  end
  assign answer_data_o  = part;
  assign answer_valid_o = part_valid && !internal && !rst_i;

  logic core_done;
  gh_threefish_mc_core #(
      .Decrypts(1'b0),
      .Chains  (1'b1)
  ) u_core (
      .clk_i,
      .rst_i,
      .start_i       (core_start),
      .size_i        (Size),
      .ubi_i         (1'b1),
      .decrypt_i     (1'b0),
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

  `GH_ASSERT(constants_stay, !(moves && completes) || address <= LastUsed || address[6:5] == 2'b11,
             clk_i, rst_i)
  `GH_ASSERT(blocks_are_told, !(state_q == Take && arguments) || blocks_q != '0, clk_i, rst_i)

endmodule

`default_nettype wire
