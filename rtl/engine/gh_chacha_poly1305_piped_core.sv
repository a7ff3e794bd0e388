// SPDX-License-Identifier: Apache-2.0
//
// ChaCha20-Poly1305 (RFC 8439) and XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), eight bytes at a time:
// the ring of ChaCha beside Poly1305 with four blocks in eight cycles. Streams are those of
// gh_chacha_poly1305_piped.
//
//                   +---- associated data, zeros, lengths ---> gh_poly1305_x4_core
//                   |                                              ^      | tag
//   configuration --+--> key, nonce --> gh_chacha_piped_core       |      v
//                                           | key stream           |    turned
//                                           v                      |      v
//   message --> two beats of a ciphertext --^----------------------+--> a beat --> answer
//
//   Head --> Words --> Length --> Key --> Ad --> Pad --> Data --> Pad --> Sizes --> Fill --> Tag --> Reply
//             ^ |                                                                                     v
//             | v                                                                           Head <-- Erase
//            Derive                                                    HChaCha20, for a nonce of 24 bytes
//   Head, Words, Length, Ad, Data --> Skip --> Drain --> Fail --> Erase                         malformed
//
// Block 0 of the key stream has Poly1305's key. A ciphertext passes two registers of a beat each: when it ends,
// the tag, its last 16 bytes, is in these and in the rest of the beat before. The answer's last beat waits for
// the tag. Poly1305's tag is turned by as many bytes as that beat has, and either goes behind them or is
// compared.

`include "gh_assert.svh"

`default_nettype none

module gh_chacha_poly1305_piped_core #(
    parameter int unsigned PinBytes = 8  // of a beat at the pins, as which an error leaves
) (
    input wire logic clk_i,
    input wire logic rst_i,
    // rst_i, and the cycle before it, in which what is offered may be withdrawn.
    input wire logic rst_pins_i,

    input  wire logic [63:0] config_data_i,
    input  wire logic        config_whole_i,  // the word has all its bytes
    input  wire logic        config_last_i,
    input  wire logic        config_valid_i,
    output wire logic        config_ready_o,

    input  wire logic [7:0][7:0] data_i,
    input  wire logic [7:0]      keep_i,
    input  wire logic            last_i,
    input  wire logic            valid_i,
    output wire logic            ready_o,
    output wire logic            open_o,   // a message is due, or has begun

    output wire logic [7:0][7:0] data_o,
    output wire logic [7:0]      keep_o,
    output wire logic            last_o,
    output wire logic            error_o,
    output wire logic            valid_o,
    input  wire logic            ready_i,
    input  wire logic            waits_i   // a beat of an answer is behind these pins, or at them
);

  typedef logic [7:0][7:0] beat_t;
  typedef enum logic [3:0] {
    Head,
    Words,   // key and nonce
    Derive,  // HChaCha20
    Length,  // of associated data
    Key,     // block 0
    Ad,
    Pad,
    Data,
    Sizes,   // of associated data and message
    Fill,    // zeros behind a message's last block
    Tag,
    Reply,   // the answer's last beat
    Skip,    // words behind a malformed packet's fault
    Drain,   // the rest of a malformed message
    Fail,    // an answer of one beat with an error, or the last one
    Erase
  } state_e;
  state_e state_d, state_q;

  localparam logic [7:0] Error = 8'((1 << PinBytes) - 1);
  localparam logic [4:0] Wipe = 5'd25;  // cycles less one
  localparam logic [3:0] Passes = 4'd10;
  localparam int unsigned CountBits = 40;

  logic decrypts_q, extends_q, body_q;

  // The configuration: words of key and nonce go through shift registers.
  logic [3:0][63:0] key_q;
  logic [1:0][63:0] nonce_q;
  logic [2:0] count_q;  // words
  logic config_taken, config_wrong, key_comes, nonce_comes, words_end;
  logic [CountBits-1:0] ad_bytes_q;
  logic ad_ends_q;
  assign key_comes   = (count_q < 3'd4);
  assign nonce_comes = !key_comes;
  assign words_end   = (count_q == 3'd5) || (count_q == 3'd6);
  always_comb begin
    config_wrong = !config_whole_i;
    unique case (state_q)
      Head: config_wrong |= (|config_data_i[63:2]) || config_last_i;
      Words: begin
        // A nonce of 12 bytes has the counter in front.
        config_wrong |= config_last_i || (count_q == 3'd4) && !extends_q && (|config_data_i[31:0]);
      end
      Length: begin
        config_wrong |= (|config_data_i[63:CountBits])
            || config_last_i != (config_data_i[CountBits-1:0] == '0);
      end
      default: config_wrong |= config_last_i != ad_ends_q;
    endcase
  end

  logic code_ready, code_key_ready;
  assign config_ready_o = !rst_i && ((state_q == Head) && !waits_i && !valid_o
      || (state_q inside {Words, Length, Skip}) || (state_q == Ad) && code_ready);
  assign config_taken = config_valid_i && config_ready_o;

  // The key stream. It stands still for a cycle at least before a key or a nonce is another one.
  logic run_q, erase, wipe;
  logic [63:0] stream;
  logic stream_valid, stream_wrapped, stream_ready;
  assign erase = (state_q == Erase);
  initial run_q = 1'b0;
  always @(posedge clk_i) begin
    run_q <= !rst_i && (state_q inside {Derive, Length, Key, Ad, Pad, Data});
  end
  assign wipe = erase && !run_q;
  gh_chacha_piped_core #(
      .Raw(1'b1)
  ) u_cipher (
      .clk_i,
      .run_i    (run_q),
      .wipe_i   (wipe),
      .passes_i (Passes),
      .short_i  ({state_q == Derive, 1'b1}),
      .key_i    (key_q),
      .last_i   (nonce_q),
      .data_o   (stream),
      .wrapped_o(stream_wrapped),
      .valid_o  (stream_valid),
      .ready_i  (stream_ready)
  );

  // Words of block 0, or beats of 64 bytes for Poly1305.
  logic [2:0] place_q;
  logic [3:0] block_q;  // words of block 0 and, at first, the one in front of Poly1305's key
  logic derives;  // a word of HChaCha20 that is one of the new key
  assign derives = (state_q == Derive) && stream_valid
      && (block_q[2:0] inside {3'd0, 3'd1, 3'd6, 3'd7});

  // The message. The bytes of its last beat begin at byte 0, and only a message without bytes has a beat
  // without. Beats wait in front of the cipher for the packet's end.
  typedef struct packed {
    logic       odd;
    logic       last;
    logic [7:0] keep;
    beat_t      data;
  } message_t;
  message_t next;
  logic next_valid, next_ready, begun_q, odd, room_in, lasted_q;
  assign odd = last_i ? (keep_i & (keep_i + 1'b1)) != '0 || !keep_i[0] && begun_q : !(&keep_i);
  assign open_o = !rst_i && !lasted_q && (state_q inside {Key, Ad, Pad, Data, Skip, Drain});
  assign ready_o = open_o && room_in;
  gh_register_slice #(
      .Width($bits(message_t)),
      .Mode (3),
      .Erase(1'b1)
  ) u_message (
      .clk_i,
      .rst_i  (rst_pins_i),
      .data_i ({odd, last_i, keep_i, data_i}),
      .valid_i(valid_i && open_o),
      .ready_o(room_in),
      .data_o (next),
      .valid_o(next_valid),
      .ready_i(next_ready)
  );

  beat_t [1:0] line_q;  // the oldest beat first
  logic  [1:0] fill_q;
  beat_t source, sum, cipher;
  logic answer_ready;
  logic [7:0] mask, mask_q;  // bytes of a beat that are neither tag nor nothing; of the last one
  logic short_message, uses_stream, refused, passes, step, held_q, room;
  assign short_message = decrypts_q && next.last && !(fill_q[1] || fill_q[0] && next.keep[7]);
  assign uses_stream = decrypts_q ? fill_q[1] : next.keep[0];
  assign refused = next.odd || short_message || uses_stream && stream_wrapped;
  assign room = !held_q || answer_ready;
  assign step = (state_q == Data) && next_valid && (stream_valid || !uses_stream) && code_ready
      && room;
  assign passes = uses_stream && !refused;
  assign next_ready = step || (state_q == Drain);
  assign stream_ready = step && uses_stream || (state_q == Derive)
      || (state_q == Key) && block_q != '0 && (code_key_ready || block_q > 4'd4);

  assign source = decrypts_q ? line_q[0] : next.data;
  assign mask = (decrypts_q && next.keep[7]) ? '1 : next.keep;
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) begin
      sum[i] = source[i] ^ (stream[8*i+:8] & {8{mask[i]}});
      cipher[i] = (decrypts_q ? source[i] : sum[i]) & {8{mask[i]}};
    end
  end

  // Bytes of associated data that are to come, or of the message that have come.
  logic [CountBits-1:0] bytes_q, change;
  logic [3:0] size, size_q;
  // The next word is the last one: at most eight bytes are left, or sixteen of which eight are taken now.
  always_ff @(posedge clk_i) begin
    ad_ends_q <= (bytes_q[CountBits-1:4] == '0) && (!bytes_q[3] || bytes_q[2:0] == '0);
    if (state_q == Ad && config_taken) begin
      ad_ends_q <= (bytes_q[CountBits-1:5] == '0) && (!bytes_q[4] || bytes_q[3:0] == '0);
    end
  end
  // Poly1305 takes the message's length two cycles behind the last beat at the earliest.
  always_comb begin
    size = '0;
    for (int unsigned i = 0; i < 8; i++) if (mask[i]) size = 4'(i + 1);
    change = (state_q == Ad) ? {{CountBits - 3{1'b1}}, 3'b000} : CountBits'(size_q);
  end
  always_ff @(posedge clk_i) size_q <= (step && uses_stream) ? size : '0;

  beat_t ad;
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) begin
      ad[i] = config_data_i[8*i+:8] & {8{!ad_ends_q || bytes_q[3] || 4'(i) < bytes_q[3:0]}};
    end
  end

  // What Poly1305 gets, each beat with what it is.
  typedef struct packed {
    logic       ends;
    logic       chunk_last;
    logic [1:0] blocks;
    logic       whole;
    beat_t      data;
  } code_t;
  code_t code, code_taken;
  logic code_valid, code_in_valid, code_in_ready, code_steps;
  logic [1:0] blocks_q;
  always_comb begin
    code = '0;
    code.whole = place_q[0];
    code_valid = 1'b0;
    unique case (state_q)
      Ad: begin
        code.data  = ad;
        code_valid = config_valid_i && !config_wrong;
      end
      Pad: code_valid = 1'b1;
      Data: begin
        code.data  = cipher;
        code_valid = next_valid && (stream_valid || !uses_stream) && room && passes;
      end
      Sizes: begin
        code.data   = place_q[0] ? 64'(bytes_q) : 64'(ad_bytes_q);
        code.blocks = place_q[2:1] + 1'b1;
        code.ends   = place_q[0];
        code_valid  = 1'b1;
      end
      Fill: begin
        code.whole  = 1'b0;
        code.blocks = blocks_q;
        code.ends   = 1'b1;
        code_valid  = 1'b1;
      end
      default: ;
    endcase
    code.chunk_last = &place_q;
    if (rst_i) code_valid = 1'b0;
  end
  assign code_steps = code_valid && code_ready;
  gh_register_slice #(
      .Width($bits(code_t)),
      .Mode (3),
      .Erase(1'b1)
  ) u_beats (
      .clk_i,
      .rst_i  (rst_pins_i || erase),
      .data_i (code),
      .valid_i(code_valid),
      .ready_o(code_ready),
      .data_o (code_taken),
      .valid_o(code_in_valid),
      .ready_i(code_in_ready)
  );

  localparam logic [63:0] KeyFollows = 64'd1;
  logic [4:0] wipe_q;
  logic code_reset_q;
  initial code_reset_q = 1'b1;
  always @(posedge clk_i) code_reset_q <= rst_i || erase && wipe_q == Wipe;
  logic tag_last, tag_valid, tag_ready;
  logic [1:0] unused_code;
  beat_t tag;
  gh_poly1305_x4_core u_code (
      .clk_i,
      .rst_i       (code_reset_q),
      .key_i       (block_q == '0 ? KeyFollows : stream),
      .key_last_i  (block_q == 4'd4),
      .key_valid_i (state_q == Key && (block_q == '0 || stream_valid && block_q <= 4'd4)),
      .key_ready_o (code_key_ready),
      .open_o      (unused_code[0]),
      .data_i      (code_taken.data),
      .whole_i     (code_taken.whole),
      .blocks_i    (code_taken.blocks),
      .chunk_last_i(code_taken.chunk_last),
      .ends_i      (code_taken.ends),
      .refuse_i    (1'b0),
      .valid_i     (code_in_valid),
      .ready_o     (code_in_ready),
      .tag_o       (tag),
      .tag_last_o  (tag_last),
      .tag_error_o (unused_code[1]),
      .tag_valid_o (tag_valid),
      .tag_ready_i (tag_ready)
  );

  // The tag, turned by the bytes of the message's last beat: byte i is byte i less so many.
  beat_t turned, hold_q;
  logic [2:0] turn, turn_q;
  always_comb begin
    turn = '0;
    for (int unsigned i = 0; i < 7; i++) if (mask_q[i] && !mask_q[i+1]) turn = 3'(i + 1);
    turned = tag;
    for (int unsigned place = 0; place < 3; place++) begin
      if (turn_q[place]) turned = 64'({2{turned}} >> (64 - (8 << place)));
    end
  end
  always_ff @(posedge clk_i) turn_q <= turn;

  // The received tag begins behind the last beat's bytes and goes on in the beats after it.
  logic second_q, wrong, tag_steps;
  logic [7:0] differs_q;  // bytes
  beat_t lower, upper;
  assign lower = line_q[second_q];
  assign upper = second_q ? line_q[0] : hold_q;
  assign wrong = |differs_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 8; i++) begin
      if (erase) differs_q[i] <= 1'b0;
      else if (tag_steps && decrypts_q && turned[i] != (mask_q[i] ? lower[i] : upper[i])) begin
        differs_q[i] <= 1'b1;
      end
    end
  end

  // The answer. A beat leaves when there is another one, or the tag.
  assign tag_ready = (state_q == Tag) && (decrypts_q || room);
  assign tag_steps = tag_valid && tag_ready;
  typedef struct packed {
    logic       error;
    logic       last;
    logic [7:0] keep;
    beat_t      data;
  } answer_t;
  answer_t answer;
  logic answer_valid;
  always_comb begin
    answer = '{keep: '1, default: '0};
    answer_valid = 1'b0;
    unique case (state_q)
      Data: begin
        answer.data  = hold_q;
        answer_valid = step && passes && held_q;
      end
      Tag: begin
        for (int unsigned i = 0; i < 8; i++) answer.data[i] = mask_q[i] ? hold_q[i] : turned[i];
        answer_valid = held_q && tag_valid && !decrypts_q;
      end
      Reply: begin
        for (int unsigned i = 0; i < 8; i++) begin
          answer.data[i] = hold_q[i] & {8{mask_q[i] && !wrong}};
        end
        answer.keep  = wrong ? Error : held_q ? mask_q : '0;
        answer.last  = 1'b1;
        answer.error = wrong;
        answer_valid = 1'b1;
      end
      Fail: begin
        answer.keep  = Error;
        answer.last  = 1'b1;
        answer.error = 1'b1;
        answer_valid = 1'b1;
      end
      default: ;
    endcase
  end
  gh_register_slice #(
      .Width($bits(answer_t)),
      .Mode (3),
      .Erase(1'b1)
  ) u_answer (
      .clk_i,
      .rst_i,
      .data_i (answer),
      .valid_i(answer_valid && !rst_i),
      .ready_o(answer_ready),
      .data_o ({error_o, last_o, keep_o, data_o}),
      .valid_o(valid_o),
      .ready_i(ready_i)
  );

  logic key_ends, data_ends;
  assign key_ends  = (state_q == Key) && block_q[3] && stream_valid;
  assign data_ends = step && next.last;
  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Head: if (config_taken) state_d = Words;
      Words: if (config_taken && words_end) state_d = (extends_q && !count_q[1]) ? Derive : Length;
      Derive: if (stream_valid && (&block_q[2:0])) state_d = Words;
      Length: if (config_taken) state_d = Key;
      Key: if (key_ends) state_d = (ad_bytes_q == '0) ? Data : Ad;
      Ad: if (config_taken && ad_ends_q) state_d = place_q[0] ? Data : Pad;
      Pad: if (code_ready) state_d = body_q ? Sizes : Data;
      Data: begin
        if (data_ends) state_d = (place_q[0] ^ uses_stream) ? Pad : Sizes;
        if (step && refused) state_d = next.last ? Fail : Drain;
      end
      Sizes: if (code_ready && place_q[0]) state_d = (&place_q) ? Tag : Fill;
      Fill: if (code_ready && (&place_q)) state_d = Tag;
      Tag: if (tag_steps && tag_last) state_d = Reply;
      Skip: if (config_taken && config_last_i) state_d = Drain;
      Drain: if (next_valid && next.last) state_d = Fail;
      Reply, Fail: if (answer_ready) state_d = Erase;
      default: if (wipe_q == '0) state_d = Head;
    endcase
    if (state_q != Skip && config_taken && config_wrong) state_d = config_last_i ? Drain : Skip;
  end

  always_ff @(posedge clk_i) begin
    state_q <= rst_i ? Erase : state_d;
    wipe_q  <= (rst_i || !erase) ? Wipe : wipe_q - 1'b1;

    if (config_taken && state_q == Head) {extends_q, decrypts_q} <= config_data_i[1:0];
    if (config_taken && state_q == Words) count_q <= count_q + 1'b1;
    if (state_q == Head) count_q <= '0;
    if (erase) key_q <= '0;
    else if (derives) key_q <= {stream, key_q[3:1]};
    else if (config_taken && state_q == Words && key_comes) key_q <= {config_data_i, key_q[3:1]};
    if (erase) nonce_q <= '0;
    else if (config_taken && state_q == Words && nonce_comes) begin
      nonce_q <= {config_data_i, count_q[1] ? 64'd0 : nonce_q[1]};
    end

    if (config_taken && state_q == Length) ad_bytes_q <= config_data_i[CountBits-1:0];
    if (config_taken && state_q == Length) bytes_q <= config_data_i[CountBits-1:0];
    else if (state_q == Key && ad_bytes_q == '0 || config_taken && ad_ends_q && state_q == Ad) begin
      bytes_q <= '0;
    end else if (config_taken || state_q != Ad) bytes_q <= bytes_q + change;

    if ((state_q == Derive || state_q == Key) && (stream_valid && stream_ready)
        || state_q == Key && block_q == '0 && code_key_ready)
      block_q <= block_q + 1'b1;
    if (state_q inside {Head, Length}) block_q <= '0;
    if (code_steps) place_q <= place_q + 1'b1;
    if (state_q == Key) place_q <= '0;
    if (state_q == Sizes) blocks_q <= code.blocks;

    if (valid_i && ready_o) {begun_q, lasted_q} <= {1'b1, last_i};
    if (step && decrypts_q) begin
      line_q <= {next.data, line_q[1]};
      fill_q <= {|fill_q, !fill_q[0]};
    end
    if (step && passes) {held_q, hold_q} <= {1'b1, sum};
    if (tag_steps && !decrypts_q) {held_q, hold_q} <= {1'b1, turned};
    // A message without bytes ends as one with a whole last beat.
    if (step && next.last) mask_q <= uses_stream || decrypts_q ? next.keep : '1;
    if (state_q == Data) body_q <= 1'b1;
    if (tag_steps) second_q <= 1'b1;
    if (erase) begin
      {line_q, hold_q, bytes_q, ad_bytes_q} <= '0;
      {begun_q, lasted_q, held_q, body_q, second_q} <= '0;
      fill_q <= '0;
    end
  end

  logic unused;
  assign unused = ^unused_code;

  `GH_ASSERT(erased, state_q != Head || {key_q, nonce_q, line_q, hold_q} == '0, clk_i, rst_i)
  `GH_ASSERT(cipher_rests, !(state_q inside {Head, Reply}) || !run_q, clk_i, rst_i)

endmodule

`default_nettype wire
