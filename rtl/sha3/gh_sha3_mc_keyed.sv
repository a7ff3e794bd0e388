// SPDX-License-Identifier: Apache-2.0
//
// Names and keys around the streams of gh_sha3_mc_stream, a byte a cycle: blocks of a packet before a
// message, a length behind it, and the second message of HMAC. The packet is in gh_sha3_mc_mac.
//
//   config --+--> hash's configuration
//            +-----------------------------+
//            +--> memory --> K0 ^ ipad or  |
//                   ^        opad, a digest, a length --+
//   message ------- | --------------------+-------------+--> hash --+--> digest
//                   +-----------------------------------------------+
//
// The memory has K0 and, behind it, the digest of HMAC's first message; for KMAC it has the packet's head,
// whose length is written behind the message as right_encode has it (NIST SP 800-185, section 2.3.1). The
// last byte before a message waits in a register for the message's first beat, which may be empty.
//
// When an answer has left, and in reset, everything is erased: zeros as long as the memory are written into
// it and hashed by SHAKE128, whose blocks are the longest, which overwrites in the hash all that depended on
// key and message. The next packet may come when that is done.

`include "gh_assert.svh"

`default_nettype none

module gh_sha3_mc_keyed
  import gh_keccak_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [7:0] config_data_i,
    input  wire logic       config_last_i,
    input  wire logic       config_valid_i,
    output wire logic       config_ready_o,
    output wire logic       config_open_o,

    input  wire logic [7:0] data_i,
    input  wire logic       keep_i,
    input  wire logic       last_i,
    input  wire logic       valid_i,
    output wire logic       ready_o,

    output wire logic [7:0] hash_config_data_o,
    output wire logic       hash_config_last_o,
    output wire logic       hash_config_valid_o,
    input  wire logic       hash_config_ready_i,

    output wire logic [7:0] hash_data_o,
    output wire logic       hash_keep_o,
    output wire logic       hash_last_o,
    output wire logic       hash_valid_o,
    input  wire logic       hash_ready_i,

    input  wire logic [7:0] answer_data_i,
    input  wire logic       answer_last_i,
    input  wire logic       answer_error_i,
    input  wire logic       answer_valid_i,
    output wire logic       answer_ready_o,

    output wire logic [7:0] data_o,
    output wire logic       last_o,
    output wire logic       error_o,
    output wire logic       valid_o,
    input  wire logic       ready_i
);

  localparam logic [7:0] Ipad = 8'h36, Opad = 8'h5c;
  localparam int unsigned MemoryBytes = 176;  // of K0 and a digest, at most 144 + 28
  localparam logic [2:0] Erasing = 3'(Shake128);

  typedef struct packed {
    logic head;  // a packet's first two words
    logic key;  // K0
    logic blocks;  // the packet's blocks, into the hash
    logic inner;  // K0 ^ ipad, into the hash
    logic message;
    logic tail;  // the length, into the hash
    logic save;  // the inner digest, into the memory
    logic replay;  // the hash's configuration once more
    logic outer;  // K0 ^ opad and the inner digest, into the hash
    logic reply;  // the digest
  } state_t;
  state_t state_d, state_q;
  logic [7:0] count_q;
  logic [2:0] function_q;
  typedef struct packed {
    logic fixed;   // right_encode(0), that of KMACXOF
    logic length;
    logic nested;  // HMAC
  } flags_t;
  flags_t flags_q;
  logic   erasing_q;

  // The last places of a block, and of K0 with a digest.
  logic [7:0] block_last, whole_last;
  logic at_block_last, at_whole_last;
  always_comb begin
    unique case (function_q)
      3'd0: block_last = 8'd143;
      3'd2: block_last = 8'd103;
      3'd3: block_last = 8'd71;
      3'd4, 3'd6: block_last = 8'd167;
      default: block_last = 8'd135;
    endcase
    unique case (function_q[1:0])
      2'd0:    whole_last = 8'd171;
      2'd1:    whole_last = 8'd167;
      2'd2:    whole_last = 8'd151;
      default: whole_last = 8'd135;
    endcase
  end
  assign at_block_last = (count_q == block_last);
  assign at_whole_last = (count_q == whole_last);

  // The packet.
  logic
      configured, config_ends, head_last, at_length, flags_good, key_good, blocks_good, hash_ready;
  logic first_block_q;  // no block of K0, or of the packet, has ended
  assign config_open_o = state_q.head || state_q.key || state_q.blocks;
  assign config_ready_o = !rst_i && (state_q.head && hash_config_ready_i || state_q.key
                        || state_q.blocks && hash_ready);
  assign configured = config_valid_i && config_ready_o;
  assign config_ends = configured && config_last_i;
  assign head_last = (&count_q[3:0]);
  assign at_length = (count_q[3:2] == 2'd2);  // of the head's bytes
  always_comb begin
    flags_good = flags_q.nested ? !function_q[2] : &function_q[2:1];
    if (config_last_i) flags_good = !flags_q.nested && !(&function_q[2:1]);
    if (flags_q.length && !(&function_q[2:1])) flags_good = 1'b0;
    if (flags_q.fixed && !flags_q.length) flags_good = 1'b0;
  end
  assign key_good = at_block_last && first_block_q;
  // The last of KMAC's blocks is not the first: there is a key.
  assign blocks_good = at_block_last && !(flags_q.length && first_block_q);

  // The hash's configuration: the head's, whose last byte makes it malformed, or that of HMAC's second
  // message and of zeros, whose length is a digest's of SHA-3.
  logic [7:0] head_byte, length_byte;
  always_comb begin
    head_byte = config_data_i;
    if (count_q[3:0] == 4'd1) head_byte[2:0] = '0;
    if (head_last && !flags_good) head_byte[0] = 1'b1;
    length_byte = '0;
    if (count_q[3:0] == 4'd0) length_byte = 8'(function_q);
    if (count_q[3:0] == 4'd8) length_byte = {!function_q[0], {2{function_q[1:0] == '0}}, 5'd0};
    if (count_q[3:0] == 4'd9) length_byte = {6'd0, &function_q[1:0], ^function_q[1:0]};
  end
  assign hash_config_data_o  = state_q.replay ? length_byte : head_byte;
  assign hash_config_last_o  = head_last || !state_q.replay && config_last_i;
  assign hash_config_valid_o = state_q.replay || state_q.head && config_valid_i && !rst_i;

  // K0 and the digest, or the head.
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [7:0] bytes_q[MemoryBytes];
  logic [7:0] place, memory_byte;
  logic memory_write;
  // The head has the last byte of four first, as its length behind a message.
  assign place = count_q ^ {6'd0, {2{state_q.head}}};
  assign memory_byte = bytes_q[count_q];
  assign memory_write = config_valid_i && (state_q.head || state_q.key && first_block_q)
                     || answer_valid_i && state_q.save || state_q.outer && erasing_q;
  always_ff @(posedge clk_i) begin
    if (memory_write) begin
      bytes_q[place] <= state_q.save ? answer_data_i : config_data_i;
      if (state_q.outer || state_q.head && flags_q.fixed) bytes_q[place] <= '0;
    end
  end

  // Behind a message: the length from its first byte on that is not zero, and how many bytes that are.
  logic [1:0] encoded_q;
  logic tail_last;
  assign tail_last = count_q[2] && count_q[3];

  typedef struct packed {
    logic       joint;  // goes with the message's first beat
    logic       last;
    logic       keep;
    logic [7:0] data;
  } beat_t;
  beat_t next_d, next_q;
  logic next_valid_q, hash_valid, from_memory, empty, joint_empty, first_q, skipped, message_ends;
  assign from_memory = state_q.inner || state_q.outer || state_q.tail;
  assign empty       = last_i && !keep_i;
  assign joint_empty = next_q.joint && empty;
  // An empty beat has nothing for the hash where the length follows.
  assign skipped     = first_q && empty && flags_q.length;
  always_comb begin
    hash_valid = from_memory || state_q.blocks && config_valid_i
              || state_q.key && config_ends && !key_good
              || state_q.message && valid_i && !skipped && !(next_valid_q && joint_empty);
    next_d.joint = state_q.inner && at_block_last
                || state_q.blocks && config_last_i && !flags_q.length;
    next_d.last = state_q.message && last_i && !flags_q.length || state_q.outer && at_whole_last
               || state_q.tail && tail_last;
    // A beat without a byte that is not the last makes the message a malformed one.
    next_d.keep = from_memory || state_q.message && keep_i
               || state_q.blocks && (!config_last_i || blocks_good);
    next_d.data = memory_byte;
    if (state_q.inner) next_d.data ^= Ipad;
    if (state_q.outer && first_block_q) next_d.data ^= Opad;
    if (state_q.outer && erasing_q) next_d.data = '0;
    if (state_q.tail && tail_last) next_d.data = 8'(encoded_q);
    if (state_q.blocks) next_d.data = config_data_i;
    if (state_q.message) next_d.data = data_i;
  end
  assign hash_valid_o = next_valid_q && (!next_q.joint || state_q.message && valid_i);
  assign hash_last_o  = next_q.last || joint_empty;
  assign hash_keep_o  = next_q.keep;
  assign hash_data_o  = next_q.data;
  assign hash_ready   = !next_valid_q || hash_valid_o && hash_ready_i;
  assign ready_o      = !rst_i && state_q.message && hash_ready;
  assign message_ends = ready_o && valid_i && last_i;
  always_ff @(posedge clk_i) begin
    if (hash_ready) begin
      next_q       <= next_d;
      next_valid_q <= hash_valid;
    end
    if (rst_i) next_valid_q <= 1'b0;
  end

  // The answer.
  logic answer_ends;
  assign answer_ready_o = state_q.save && !answer_error_i
                       || (state_q.save || state_q.reply) && (ready_i || erasing_q);
  assign answer_ends = answer_valid_i && answer_ready_o && answer_last_i;
  assign data_o = answer_data_i;
  assign last_o = answer_last_i;
  assign error_o = answer_error_i;
  assign valid_o        = !rst_i && answer_valid_i && !erasing_q
                       && (state_q.reply || state_q.save && answer_error_i);

  logic counts, head_ends, replayed, erases, rests, saves;
  assign saves = state_q.save && answer_valid_i && !answer_error_i;
  assign counts = configured || hash_ready && (state_q.inner || state_q.outer || state_q.tail)
               || state_q.replay && hash_config_ready_i || saves;
  assign head_ends = state_q.head && configured && (head_last || config_last_i);
  assign replayed = state_q.replay && hash_config_ready_i && head_last;
  assign erases = answer_ends && !erasing_q && (state_q.reply || answer_error_i);
  assign rests = answer_ends && erasing_q;
  always_comb begin
    state_d.head = state_q.head && !head_ends || rests;
    state_d.key = state_q.key && !config_ends || head_ends && !config_last_i && flags_q.nested;
    state_d.blocks = state_q.blocks && !config_ends
                  || head_ends && !config_last_i && !flags_q.nested;
    state_d.inner = state_q.inner && !(hash_ready && at_block_last)
                 || state_q.key && config_ends && key_good;
    state_d.message = state_q.message && !message_ends
                   || state_q.inner && hash_ready && at_block_last
                   || config_ends && !(state_q.key && key_good);
    state_d.tail = state_q.tail && !(hash_ready && tail_last) || message_ends && flags_q.length;
    state_d.save = state_q.save && !answer_ends
                || message_ends && flags_q.nested && !flags_q.length;
    state_d.replay = state_q.replay && !replayed || state_q.save && answer_ends || erases;
    state_d.outer = state_q.outer && !(hash_ready && at_whole_last) || replayed;
    state_d.reply = state_q.reply && !answer_ends || state_q.outer && hash_ready && at_whole_last
                 || state_q.tail && hash_ready && tail_last
                 || message_ends && !flags_q.length && !flags_q.nested;
  end
  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (counts) count_q <= count_q + 1'b1;
    if (head_ends || state_q.key && config_ends || state_q.blocks && configured && at_block_last
        || replayed || answer_ends || state_q.reply) begin
      count_q <= '0;
    end
    // The tail's first place, of which two bits are turned: the length's last byte comes first.
    if (message_ends && flags_q.length) count_q <= {6'd2, ^encoded_q, encoded_q[0]};
    if (counts && at_block_last) first_block_q <= 1'b0;
    if (state_q.head || state_q.replay) first_block_q <= 1'b1;
    if (state_q.head && configured && at_length
        && (count_q[1:0] == '0 || config_data_i != '0 && !flags_q.fixed)) begin
      encoded_q <= count_q[1:0] + 1'b1;
    end
    if (state_q.message && valid_i && hash_ready) first_q <= 1'b0;
    if (state_q.head) first_q <= 1'b1;
    if (state_q.head && configured && count_q[3:0] == '0) function_q <= config_data_i[2:0];
    if (state_q.head && configured && count_q[3:0] == 4'd1) flags_q <= config_data_i[2:0];
    if (rests) erasing_q <= 1'b0;
    if (erases || rst_i) begin
      function_q <= Erasing;
      erasing_q  <= 1'b1;
    end
    if (rst_i) begin
      state_q <= '{replay: 1'b1, default: 1'b0};
      count_q <= '0;
    end
  end

  `GH_ASSERT(one_state, $onehot(state_q), clk_i, rst_i)
  `GH_ASSERT(in_memory, !memory_write || 32'(place) < MemoryBytes, clk_i, rst_i)
  `GH_REQUIRE(answer_is_due, !answer_valid_i || !(state_q.head || state_q.key || state_q.replay),
              clk_i, rst_i)
  // The first digest of HMAC has the length of its function.
  `GH_REQUIRE(digest_ends, !saves || !function_q[2] && answer_last_i == at_whole_last, clk_i, rst_i)
  `GH_REQUIRE_STABLE(answer_held, answer_valid_i, answer_ready_o, {answer_error_i, answer_last_i,
                                                                   answer_data_i}, clk_i, rst_i)
  `GH_STABLE(held, valid_o, ready_i, {error_o, last_o, data_o}, clk_i, rst_i)

endmodule

`default_nettype wire
