// SPDX-License-Identifier: Apache-2.0
//
// HMAC (FIPS 198-1, RFC 2104) a byte a cycle, around the streams of a hash core in little area. A packet
// gives each message its key, byte 0 of each 64-bit word first:
//
//   word 0   bit 0: a key follows; without it the packet ends here, and the message has the key that
//            the message before held
//            bit 1: hold the key for the next message
//   words 1  the key block K0: the key, or its digest if it is longer than a block, and zeros
//
// All other bits are zero. A malformed packet is drained, and its message answered with an error; so
// is one without a key where none is held.
//
//   config  --> memory of K0 --> K0 ^ ipad, K0 ^ opad --+
//   message --------------------------------------------+--> hash --+--> digest
//                                memory of a digest ----+           |
//                                        ^--------------------------+
//
// A message is two packets of the hash: K0 ^ ipad and the message, then K0 ^ opad and the digest of the
// first. The last byte of K0 ^ ipad waits for a beat of the message, which may be empty.
//
// A key that is not held is erased when the answer has left, and so it is by a malformed packet and by
// reset: a K0 of zeros is hashed in its place, with an empty message. It overwrites both memories, and in
// the hash all that depended on key and message. The next packet may come when that is done.

`include "gh_assert.svh"

`default_nettype none

module gh_byte_hmac #(
    parameter int unsigned BlockBytes  = 64,
    parameter int unsigned DigestBytes = 32
) (
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

  localparam int unsigned CountBits = $clog2(BlockBytes);
  localparam int unsigned DigestBits = $clog2(DigestBytes);
  localparam logic [7:0] Ipad = 8'h36, Opad = 8'h5c;
  if (BlockBytes < 16 || 2 ** CountBits != BlockBytes
      || DigestBytes < 2 || DigestBytes > BlockBytes) begin : gen_check_bytes
    $fatal(
        1,
        // The message is one string.
        // verilog_lint: waive line-length
        "gh_byte_hmac: BlockBytes is %0d and DigestBytes %0d; the first must be a power of two from 16 on, the second 2 to the first",
        BlockBytes,
        DigestBytes
    );
  end

  typedef struct packed {
    logic head;  // a packet's first word
    logic key;  // its key block
    logic skip;  // beats behind its end
    logic inner_key;  // K0 ^ ipad, into the hash
    logic inner;  // the message
    logic save;  // the inner digest, into its memory
    logic outer_key;  // K0 ^ opad, into the hash
    logic outer;  // the inner digest
    logic reply;  // the outer digest
    logic drain;  // a message whose packet was malformed
    logic fail;  // an error
  } state_t;
  state_t state_d, state_q;
  logic [CountBits-1:0] count_q;  // bytes in this state; zero where none are counted
  logic last_q, digest_last_q;  // the byte is the last one of a block, or of a digest
  logic hold_q, key_q, malformed_q, erasing_q;

  // The packet with the key.
  logic configured, config_ends, first, head_ends, key_ends, malformed;
  assign config_open_o  = state_q.head || state_q.key || state_q.skip;
  assign config_ready_o = config_open_o && !rst_i;
  assign configured     = config_valid_i && config_ready_o;
  assign config_ends    = configured && config_last_i;
  assign first          = (count_q[2:0] == '0);
  assign head_ends      = state_q.head && (&count_q[2:0]);
  assign key_ends       = state_q.key && last_q;
  always_comb begin
    malformed = malformed_q || config_last_i != (head_ends && !key_q || key_ends);
    if (state_q.head) begin
      if (first ? config_data_i[7:2] != '0 : config_data_i != '0) malformed = 1'b1;
      if (first && !config_data_i[0] && !hold_q) malformed = 1'b1;
    end
  end

  // K0, and the inner digest.
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [7:0] key_bytes_q[BlockBytes];
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [7:0] digest_bytes_q[1 << DigestBits];
  logic [7:0] key_byte, digest_byte;
  logic hash_taken, answered;
  assign key_byte    = key_bytes_q[count_q];
  assign digest_byte = digest_bytes_q[count_q[DigestBits-1:0]];
  always_ff @(posedge clk_i) begin
    if (state_q.key && config_valid_i || state_q.inner_key && erasing_q) begin
      key_bytes_q[count_q] <= erasing_q ? '0 : config_data_i;
    end
    if (state_q.save && answer_valid_i) begin
      digest_bytes_q[count_q[DigestBits-1:0]] <= answer_data_i;
    end
  end

  // The hash takes pads, a message or a digest. An empty message has one beat without a byte.
  logic keys, inner_ends, empty;
  assign keys       = state_q.inner_key || state_q.outer_key;
  assign inner_ends = state_q.inner_key && last_q;
  assign empty      = inner_ends && (erasing_q || valid_i && last_i && !keep_i);
  typedef struct packed {
    logic       last;
    logic       keep;
    logic [7:0] data;
  } beat_t;
  beat_t hash, next_q;
  logic hash_valid, hash_ready, next_valid_q;
  always_comb begin
    hash = '{last_i, keep_i, data_i};
    hash_valid = state_q.inner && valid_i || state_q.outer || state_q.outer_key
              || state_q.inner_key && (!last_q || erasing_q || valid_i);
    if (keys) begin
      hash.data = (erasing_q ? '0 : key_byte) ^ (state_q.inner_key ? Ipad : Opad);
      hash.keep = 1'b1;
      hash.last = empty;
    end
    if (state_q.outer) hash = '{digest_last_q, 1'b1, digest_byte};
  end
  assign hash_taken = hash_valid && hash_ready;
  assign ready_o = !rst_i && (state_q.inner && hash_ready || state_q.drain
                 || empty && !erasing_q && hash_ready);
  // A register of its own: in the cycle in which a reset begins the message's sender may withdraw a beat.
  assign hash_ready = !next_valid_q || hash_ready_i;
  always_ff @(posedge clk_i) begin
    if (hash_ready) begin
      next_q       <= hash;
      next_valid_q <= hash_valid;
    end
    if (rst_i) next_valid_q <= 1'b0;
  end
  assign hash_valid_o = next_valid_q;
  assign {hash_last_o, hash_keep_o, hash_data_o} = next_q;

  // The answer.
  logic answer_ends;
  assign answer_ready_o = state_q.save || state_q.reply && (ready_i || erasing_q);
  assign answered       = answer_valid_i && answer_ready_o;
  assign answer_ends    = answered && answer_last_i;
  assign data_o         = state_q.fail ? '0 : answer_data_i;
  assign last_o         = state_q.fail || answer_last_i;
  assign error_o        = state_q.fail;
  assign valid_o        = !rst_i && (state_q.fail || state_q.reply && answer_valid_i && !erasing_q);

  logic inner_taken, outer_taken, erases, rests;
  assign inner_taken = inner_ends && hash_taken;
  assign outer_taken = state_q.outer && digest_last_q && hash_taken;
  assign rests       = state_q.reply && answer_ends && (erasing_q || hold_q)
                    || state_q.fail && ready_i && hold_q && !malformed_q;
  assign erases      = state_q.reply && answer_ends && !erasing_q && !hold_q
                    || state_q.fail && ready_i && (!hold_q || malformed_q);
  always_comb begin
    state_d.head = state_q.head && !(configured && (head_ends || config_last_i)) || rests;
    state_d.key = state_q.key && !(configured && (last_q || config_last_i))
               || state_q.head && configured && head_ends && key_q && !config_last_i;
    state_d.skip = config_open_o && configured && !config_last_i
                && (state_q.skip || key_ends || head_ends && !key_q) || state_q.skip && !configured;
    state_d.inner_key = state_q.inner_key && !inner_taken || config_ends && !malformed || erases;
    state_d.inner = inner_taken && !empty || state_q.inner && !(hash_taken && last_i);
    state_d.save = inner_taken && empty || state_q.inner && hash_taken && last_i
                || state_q.save && !answer_ends;
    state_d.outer_key = state_q.save && answer_ends && !answer_error_i
                     || state_q.outer_key && !(last_q && hash_taken);
    state_d.outer = state_q.outer_key && last_q && hash_taken || state_q.outer && !outer_taken;
    state_d.reply = outer_taken || state_q.reply && !answer_ends;
    state_d.drain = config_ends && malformed || state_q.drain && !(valid_i && last_i);
    state_d.fail = state_q.drain && valid_i && last_i
                || state_q.save && answer_ends && answer_error_i || state_q.fail && !ready_i;
  end
  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (configured || (keys || state_q.outer) && hash_taken || state_q.save && answered) begin
      count_q       <= count_q + 1'b1;
      last_q        <= (count_q == CountBits'(BlockBytes - 2));
      digest_last_q <= (count_q == CountBits'(DigestBytes - 2));
    end
    if (state_q.head && configured && (head_ends || config_last_i) || state_q.save && answer_ends
        || state_q.skip || state_q.key && config_ends || state_q.inner || state_q.reply
        || state_q.drain || state_q.fail) begin
      count_q       <= '0;
      last_q        <= 1'b0;
      digest_last_q <= 1'b0;
    end
    if (configured) malformed_q <= malformed;
    if (configured && state_q.head && first) {hold_q, key_q} <= config_data_i[1:0];
    if (erases) erasing_q <= 1'b1;
    if (rests) begin
      malformed_q <= 1'b0;
      erasing_q   <= 1'b0;
    end
    if (erasing_q) hold_q <= 1'b0;
    if (rst_i) begin
      state_q       <= '{inner_key: 1'b1, default: 1'b0};
      count_q       <= '0;
      last_q        <= 1'b0;
      digest_last_q <= 1'b0;
      malformed_q   <= 1'b0;
      erasing_q     <= 1'b1;
    end
  end

  `GH_ASSERT(one_state, $onehot(state_q), clk_i, rst_i)
  `GH_ASSERT(last_of_a_block, last_q == (&count_q), clk_i, rst_i)
  `GH_ASSERT(last_of_a_digest, digest_last_q == (count_q == CountBits'(DigestBytes - 1)), clk_i,
             rst_i)
  `GH_REQUIRE(answer_is_due,
              !answer_valid_i || state_q.inner || state_q.save || state_q.outer || state_q.reply,
              clk_i, rst_i)
  `GH_REQUIRE(keys_have_answers,
              !answer_valid_i || !answer_error_i || state_q.inner || state_q.save, clk_i, rst_i)
  `GH_REQUIRE_STABLE(answer_held, answer_valid_i, answer_ready_o, {answer_error_i, answer_last_i,
                                                                   answer_data_i}, clk_i, rst_i)
  `GH_STABLE(held, valid_o, ready_i, {error_o, last_o, data_o}, clk_i, rst_i)

endmodule

`default_nettype wire
