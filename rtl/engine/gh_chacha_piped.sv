// SPDX-License-Identifier: Apache-2.0
//
// ChaCha with 8, 12 or 20 rounds (Bernstein, "ChaCha, a variant of Salsa20"; RFC 8439), nine blocks of a
// message in flight: message stream in, ciphertext stream out, which is the message again if that is a
// ciphertext.
//
// Each message has a packet of 64-bit words at s_axis_cfg, as the coprocessors with ChaCha take it:
//
//   word 0     4, 5, 6: ChaCha8, 12, 20 with a counter and a nonce of 64 bits; 7: ChaCha20 as in RFC
//              8439, with a counter of 32 bits and a nonce of 96
//   words 1-4  key
//   words 5-6  words 12 to 15 of the first block: counter and nonce
//
// The blocks enter as soon as the packet has come. A malformed packet on either side is answered with
// m_axis_tuser in the answer's last beat, behind the bytes up to the fault; so is a message that is
// longer than the counter goes. After every message and on aresetn all is overwritten.

`include "gh_assert.svh"

`default_nettype none

module gh_chacha_piped #(
    parameter int unsigned StreamBits = 64,  // 8, 16, 32 or 64, of all three streams
    parameter bit Registered = 1'b0,
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

  if (!(StreamBits inside {8, 16, 32, 64})) begin : gen_check_stream
    $fatal(1, "gh_chacha_piped: StreamBits is %0d; it must be 8, 16, 32 or 64", StreamBits);
  end

  localparam int unsigned Bytes = 8;
  localparam logic [Bytes-1:0] Error = Bytes'({StreamBytes{1'b1}});  // one beat at the pins
  localparam logic [4:0] Wipe = 5'd17;  // cycles less one

  typedef enum logic [2:0] {
    Head,
    Body,
    Skip,  // what is behind a malformed packet's fault
    Message,
    Drain,  // the rest of a malformed message
    Reply,  // an answer of one beat with an error
    Erase
  } state_e;
  state_e state_q, state_d;

  logic rst, clear;
  logic [8*Bytes-1:0] config_data, message_data, digest_data;
  logic [Bytes-1:0] config_keep, message_keep, digest_keep;
  logic config_last, config_valid, config_ready;
  logic message_open, message_last, message_valid, message_ready;
  logic digest_last, digest_user, digest_valid, digest_ready, digest_waits;
  gh_keyed_pins #(
      .PinBytes  (StreamBytes),
      .Bytes     (Bytes),
      .Registered(Registered)
  ) u_pins (
      .message_open(message_open && !rst),
      .*
  );

  // The packet: words 1 to 6 go through one register into another of six words.
  logic [5:0][63:0] words_q;
  logic [63:0] word_q;
  logic shift_q, clear_q;
  logic [2:0] count_q;
  logic [1:0] function_q;
  logic taken, malformed;
  assign config_ready = !rst
      && (state_q == Head && !digest_waits || state_q == Body || state_q == Skip);
  assign taken = config_valid && config_ready;
  assign malformed = (state_q == Head) ? config_data[63:2] != 62'd1 || config_last
      : (state_q == Body) ? config_last != (count_q == 3'd5) || !(&config_keep) : 1'b1;

  logic [3:0] passes;
  always_comb begin
    unique case (function_q)
      2'd0: passes = 4'd4;
      2'd1: passes = 4'd6;
      default: passes = 4'd10;
    endcase
  end

  // The core runs from two cycles after the packet on, when its last word is there, to one behind the message.
  logic begins_q, run_q;
  initial run_q = 1'b0;
  always @(posedge aclk) begin
    begins_q <= (state_q == Message);
    run_q    <= !rst && begins_q && state_q == Message;
  end

  logic [63:0] stream;
  logic stream_valid, stream_wrapped, stream_ready;
  gh_chacha_piped_core u_core (
      .clk_i    (aclk),
      .run_i    (run_q),
      .wipe_i   (clear && !run_q),
      .passes_i (passes),
      .short_i  (&function_q),
      .key_i    (words_q[3:0]),
      .last_i   (words_q[5:4]),
      .data_o   (stream),
      .wrapped_o(stream_wrapped),
      .valid_o  (stream_valid),
      .ready_i  (stream_ready)
  );

  // A beat and its key stream. The bytes of a last beat begin at byte 0, and only a message without
  // bytes has a beat without.
  logic [Bytes-1:0][7:0] sum;
  logic begun_q, odd, refused, passes_on, silent;
  assign odd = message_last
      ? (message_keep & (message_keep + 1'b1)) != '0 || !message_keep[0] && begun_q
      : !(&message_keep);
  assign refused = odd || stream_wrapped && message_keep[0];
  always_comb begin
    sum = message_data ^ stream;
    for (int unsigned i = 0; i < Bytes; i++) if (!message_keep[i]) sum[i] = '0;
  end

  assign message_open  = !rst && (state_q == Message || state_q == Drain);
  assign passes_on     = (state_q == Message) && message_valid && stream_valid;
  assign silent        = refused && !message_last;  // a beat that no beat of the answer follows
  assign message_ready = (state_q == Drain) || passes_on && (digest_ready || silent);
  assign stream_ready  = (state_q == Message) && message_valid && digest_ready;

  always_comb begin
    digest_valid = !rst && passes_on && !silent;
    digest_data  = refused ? '0 : sum;
    digest_keep  = refused ? Error : message_keep;
    digest_last  = message_last;
    digest_user  = refused;
    if (state_q == Reply) begin
      digest_valid = !rst;
      {digest_data, digest_keep, digest_last, digest_user} = {64'd0, Error, 1'b1, 1'b1};
    end
  end

  logic [4:0] wipe_q;
  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Head, Body, Skip: begin
        if (taken && config_last) state_d = malformed ? Drain : Message;
        else if (taken) state_d = malformed ? Skip : Body;
      end
      Message: begin
        if (message_valid && stream_valid) begin
          if (silent) state_d = Drain;
          else if (message_last && digest_ready) state_d = Erase;
        end
      end
      Drain:   if (message_valid && message_last) state_d = Reply;
      Reply:   if (digest_ready) state_d = Erase;
      default: if (wipe_q == '0) state_d = Head;
    endcase
  end

  assign clear = (state_q == Erase);
  always_ff @(posedge aclk) begin
    if (rst) begin
      state_q <= Erase;
      wipe_q  <= Wipe;
    end else begin
      state_q <= state_d;
      if (!clear) wipe_q <= Wipe;
      else if (wipe_q != '0) wipe_q <= wipe_q - 1'b1;
    end

    if (taken) count_q <= (state_q == Head) ? '0 : count_q + 1'b1;
    clear_q <= clear;
    shift_q <= taken && state_q == Body;
    word_q  <= config_data;
    if (clear_q) words_q <= '0;
    else if (shift_q) words_q <= {word_q, words_q[5:1]};
    if (clear) function_q <= '0;
    else if (taken && state_q == Head) function_q <= config_data[1:0];
    if (state_q != Message) begun_q <= 1'b0;
    else if (message_valid && message_ready) begun_q <= 1'b1;
  end

  `GH_ASSERT(erased, state_q != Head || words_q == '0 && function_q == '0, aclk, rst)
  `GH_ASSERT(core_rests, state_q inside {Message, Drain, Erase} || !run_q, aclk, rst)

endmodule

`default_nettype wire
