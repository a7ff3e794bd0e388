// SPDX-License-Identifier: Apache-2.0
//
// BLAKE3 (BLAKE3.pdf of 2021-11-05) with ten compressions in flight, or ten in each of several lanes: hash,
// keyed hash and both steps of a derived key, with any bytes of the extendable output from a block on, of
// messages of up to 2**64 - 1 bytes.
//
// Each message has a packet of 64-bit words at s_axis_cfg, as the coprocessors with BLAKE3 take it:
//
//   word 0      0 hash, 1 keyed hash, 2 the key of a context, whose string is the message, 3 what is
//               derived from the message with the key of a context
//   word 1      bits of the output, a multiple of 8, not 0
//   word 2      number of the output's first block of 64 bytes
//   words 3-6   the key, with 1 and 3 only
//
// A beat of a packet has 64 bits at most. A malformed packet on either side is answered with one beat with
// m_axis_tuser. After every message and on aresetn all is overwritten that depends on the key, the message or
// the answer: in 64 cycles after a message of one chunk, else in 1024, of several lanes in 512.

`include "gh_assert.svh"

`default_nettype none

module gh_blake3_piped #(
    parameter int unsigned Lanes = 1,  // 1, 2 or 4
    parameter int unsigned StreamBits = 64 * Lanes,  // 8, 16, 32, 64 and so on to 64 for each lane
    parameter bit Registered = 1'b0,
    localparam int unsigned StreamBytes = StreamBits / 8,
    localparam int unsigned ConfigBits = (StreamBits < 64) ? StreamBits : 64
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [ConfigBits-1:0] s_axis_cfg_tdata,
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

  import gh_blake3_microcode_pkg::Vector;

  if (!(Lanes inside {1, 2, 4})) begin : gen_check_lanes
    $fatal(1, "gh_blake3_piped: Lanes is %0d; it must be 1, 2 or 4", Lanes);
  end
  if (!(StreamBits inside {8, 16, 32, 64, 128, 256}) || StreamBits > 64 * Lanes
  ) begin : gen_check_stream
    $fatal(
        1,
        // The message is one string.
        // verilog_lint: waive line-length
        "gh_blake3_piped: StreamBits is %0d; it must be 8, 16, 32, 64 and so on to 64 for each of %0d lanes",
        StreamBits,
        Lanes
    );
  end

  localparam int unsigned Bytes = 8;
  localparam int unsigned BeatBytes = Bytes * Lanes;
  localparam int unsigned SizeBits = $clog2(BeatBytes + 1);
  // An error is one beat at the pins.
  localparam logic [Bytes-1:0] Error = Bytes'({StreamBytes{1'b1}});
  localparam int unsigned ErrorWords = (StreamBytes > Bytes) ? StreamBytes / Bytes : 1;
  // Rows of the memories, and those that a message of one chunk has written.
  localparam int unsigned Rows = (Lanes == 1) ? 1024 : 512;
  localparam int unsigned FewRows = 64;

  typedef enum logic [2:0] {
    Packet,
    Key,  // the rest of the key is loaded, or the initial value
    Message,
    Output,
    Drain,  // the rest of a malformed message
    Reply,  // an answer of one beat with an error
    Erase
  } state_e;
  state_e state_q, state_d;

  logic rst, clear;
  logic [8*Bytes-1:0] config_data, digest_data;
  logic [8*BeatBytes-1:0] message_data;
  logic [  BeatBytes-1:0] message_keep;
  logic [Bytes-1:0] config_keep, digest_keep;
  logic config_last, config_valid, config_ready;
  logic message_open, message_last, message_valid, message_ready;
  logic digest_last, digest_user, digest_valid, digest_ready, digest_waits;
  gh_keyed_pins #(
      .PinBytes    (StreamBytes),
      .ConfigBytes (ConfigBits / 8),
      .Bytes       (Bytes),
      .MessageBytes(BeatBytes),
      .Registered  (Registered)
  ) u_pins (
      .*
  );

  // The packet: what a word says is taken from a register a cycle later.
  logic [63:0] packet_q, number_q;
  logic [60:0] left_q;  // bytes of the output behind the next one
  logic [2:0] count_q, place_q;  // the word that comes, up to 7; the one in packet_q
  logic [1:0] mode_q, fed_q;
  logic held_q, bad_q, rest_q, keyed, taken, feeds;
  assign config_ready = !rst && state_q == Packet && rest_q && !digest_waits;
  assign taken = config_valid && config_ready;
  assign keyed = mode_q[0];
  // Words of the key as they come, or those of the initial value when the packet has.
  assign feeds = keyed ? held_q && place_q inside {3'd3, 3'd4, 3'd5, 3'd6} : state_q == Key;

  always_ff @(posedge aclk) begin
    packet_q <= taken ? config_data : '0;
    held_q   <= taken && !rst;
    place_q  <= count_q;
    rest_q   <= !rst && state_q != Erase;
    if (clear || rst) begin
      {count_q, fed_q, bad_q, mode_q, number_q, left_q} <= '0;
    end else begin
      if (taken && count_q != '1) count_q <= count_q + 1'b1;
      if (feeds) fed_q <= fed_q + 1'b1;
      if (taken && count_q == '0) mode_q <= config_data[1:0];
      if (taken && count_q == '0 && config_data[63:2] != '0
          || held_q && place_q == 3'd1 && (packet_q[2:0] != '0 || packet_q == '0)
          || taken && config_last && (count_q != (keyed ? 3'd6 : 3'd2) || !(&config_keep)))
        bad_q <= 1'b1;
      if (held_q && place_q == 3'd1 && !bad_q) left_q <= packet_q[63:3] - 1'b1;
      if (held_q && place_q == 3'd2) number_q <= packet_q;
      if (digest_valid && digest_ready) left_q[60:3] <= left_q[60:3] - 1'b1;
    end
  end

  // A beat of the message. The bytes of a last beat begin at byte 0, and only a message without bytes has a
  // beat without.
  logic [BeatBytes-1:0][7:0] bytes;
  logic [SizeBits-1:0] size;
  logic begun_q, odd;
  assign odd = message_last
      ? (message_keep & (message_keep + 1'b1)) != '0 || !message_keep[0] && begun_q
      : !(&message_keep);
  always_comb begin
    size = '0;
    for (int unsigned i = 0; i < BeatBytes; i++) size += SizeBits'(message_keep[i]);
    bytes = {Lanes{keyed ? packet_q : Vector[2*fed_q+:2]}};
    if (state_q == Message) begin
      for (int unsigned i = 0; i < BeatBytes; i++) begin
        bytes[i] = message_keep[i] ? message_data[8*i+:8] : 8'd0;
      end
    end
  end

  logic core_ready, core_many, core_valid, all_q;
  logic [63:0] output_word;
  logic [$clog2(Rows)-1:0] row_q;
  logic core_rst, core_wipe, enters;
  logic [2:0] mode;
  assign core_rst  = rst || state_q != Message && state_q != Output;
  assign core_wipe = clear && !rst;
  assign mode      = {mode_q == 2'd3, mode_q == 2'd2, mode_q == 2'd1};
  assign enters    = (state_q == Message) ? message_valid && !odd : feeds;
  if (Lanes == 1) begin : gen_one
    gh_blake3_piped_core u_core (
        .clk_i   (aclk),
        .rst_i   (core_rst),
        .wipe_i  (core_wipe),
        .row_i   (row_q),
        .mode_i  (mode),
        .number_i(number_q),
        .key_i   (state_q != Message),
        .data_i  (bytes),
        .size_i  (size),
        .last_i  (message_last),
        .valid_i (enters),
        .ready_o (core_ready),
        .many_o  (core_many),
        .data_o  (output_word),
        .valid_o (core_valid),
        .ready_i (state_q == Output && digest_ready)
    );
  end else begin : gen_lanes
    gh_blake3_lanes_core #(
        .Lanes(Lanes)
    ) u_core (
        .clk_i   (aclk),
        .rst_i   (core_rst),
        .wipe_i  (core_wipe),
        .row_i   (row_q),
        .mode_i  (mode),
        .number_i(number_q),
        .key_i   (state_q != Message),
        .data_i  (bytes),
        .size_i  (size),
        .last_i  (message_last),
        .valid_i (enters),
        .ready_o (core_ready),
        .many_o  (core_many),
        .data_o  (output_word),
        .valid_o (core_valid),
        .ready_i (state_q == Output && digest_ready)
    );
  end

  assign message_open  = !rst && (state_q == Message || state_q == Drain);
  assign message_ready = (state_q == Drain) || (state_q == Message) && core_ready;

  logic ends_q;  // the next word of the output is the last one
  logic replied;  // and that of an error
  if (ErrorWords == 1) begin : gen_error_word
    assign replied = 1'b1;
  end else begin : gen_error_words
    logic [$clog2(ErrorWords)-1:0] words_q;
    assign replied = &words_q;
    always_ff @(posedge aclk) begin
      if (state_q != Reply) words_q <= '0;
      else if (digest_ready) words_q <= words_q + 1'b1;
    end
  end
  always_comb begin
    digest_valid = !rst && state_q == Output && core_valid;
    digest_data  = '0;
    digest_keep  = ends_q ? ~(8'hfe << left_q[2:0]) : '1;
    digest_last  = ends_q;
    digest_user  = 1'b0;
    for (int unsigned i = 0; i < Bytes; i++) begin
      if (digest_keep[i]) digest_data[8*i+:8] = output_word[8*i+:8];
    end
    if (state_q == Reply) begin
      digest_valid = !rst;
      {digest_data, digest_keep, digest_last, digest_user} = {64'd0, Error, replied, 1'b1};
    end
  end

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Packet: if (taken && config_last) state_d = Key;
      // A word of a key enters one cycle later than it comes.
      Key: if (keyed ? !held_q : fed_q == '1) state_d = bad_q ? Drain : Message;
      Message: begin
        if (message_valid && message_ready) begin
          if (odd) state_d = message_last ? Reply : Drain;
          else if (message_last) state_d = Output;
        end
      end
      Output: if (digest_ready && core_valid && ends_q) state_d = Erase;
      Drain: if (message_valid && message_last) state_d = Reply;
      Reply: if (digest_ready && replied) state_d = Erase;
      default: if (32'(row_q) == (all_q ? Rows : FewRows) - 1) state_d = Packet;
    endcase
  end

  assign clear = (state_q == Erase);
  always_ff @(posedge aclk) begin
    ends_q <= left_q[60:3] == 58'(digest_valid && digest_ready);
    if (rst) begin
      state_q <= Erase;
      row_q   <= '0;
      all_q   <= 1'b1;
    end else begin
      state_q <= state_d;
      row_q   <= clear ? row_q + 1'b1 : '0;
      if (state_q == Packet) all_q <= 1'b0;
      else if (core_many) all_q <= 1'b1;
    end
    if (state_q != Message) begun_q <= 1'b0;
    else if (message_valid && message_ready) begun_q <= 1'b1;
  end

  `GH_ASSERT(erased,
             state_q != Packet || rest_q || left_q == '0 && number_q == '0 && packet_q == '0, aclk,
             rst)

endmodule

`default_nettype wire
