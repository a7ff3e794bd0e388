// SPDX-License-Identifier: Apache-2.0
//
// Completes messages to whole padded blocks, one beat in and one beat out a cycle.
//
// Rule as in gh_stream_pkg; it may change between messages. A block is a whole number of beats, or a beat is a whole number of blocks: then every
// rule has blocks of MaxBlockBytes, and a message's last beat may hold fewer blocks than fit.
// Byte 0 of a beat is data[7:0]. No latency: a beat leaves in the cycle in which it enters.
//
// Every beat of a packet but the last must be full, the last holds its bytes from byte 0 on without
// a hole, and only the first beat may be empty, as the whole of an empty message. Anything else is
// malformed: the packet is drained, its block is completed, and the block leaves with error. The
// same holds for a message of incomplete blocks where the rule requires whole ones.
//
//                tlast, message done              +-------+
//        +------------------------------+         | Drain | malformed beat: to the packet's end
//        v                              |         +-------+
//     +------+  tlast, block not done  +-----+        | block not done
//  -->| Data |------------------------>| Pad |        v
//     +------+                         +-----+    +-------+
//        ^   ^----------- block done ------------ | Abort |
//        |                                        +-------+

`include "gh_assert.svh"

`default_nettype none

module gh_message_padder
  import gh_stream_pkg::*;
#(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned MaxBlockBytes = 64,
    // Width of the count of a message's bytes; a longer message wraps it.
    parameter int unsigned CountBits = 64,
    localparam int unsigned Beats = (StreamBytes < MaxBlockBytes) ? MaxBlockBytes / StreamBytes : 1,
    localparam int unsigned BeatBlocks =
        (StreamBytes < MaxBlockBytes) ? 1 : StreamBytes / MaxBlockBytes,
    localparam int unsigned BeatBits = (Beats == 1) ? 1 : $clog2(Beats),
    localparam int unsigned BlocksBits = $clog2(BeatBlocks + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire pad_rule_t rule_i,

    input  wire logic [8*StreamBytes-1:0] data_i,
    input  wire logic [  StreamBytes-1:0] keep_i,
    input  wire logic                     last_i,
    input  wire logic                     valid_i,
    output wire logic                     ready_o,

    output wire logic [8*StreamBytes-1:0] data_o,
    output wire logic [BeatBits-1:0] beat_o,  // place of the beat in its block
    output wire logic [BlocksBits-1:0] blocks_o,  // blocks in the beat, 1 if one's part
    output wire logic [CountBits-1:0] count_o,  // message bytes up to and with this beat
    output wire beat_flags_t flags_o,
    input wire logic ready_i
);

  if (Beats * StreamBytes != BeatBlocks * MaxBlockBytes) begin : gen_check_stream
    $fatal(
        1,
        // The message is one string.
        // verilog_lint: waive line-length
        "gh_message_padder: StreamBytes is %0d; it must divide MaxBlockBytes, %0d, or be a multiple",
        StreamBytes,
        MaxBlockBytes
    );
  end
  if (MaxBlockBytes > 256) begin : gen_check_block
    $fatal(1, "gh_message_padder: MaxBlockBytes is %0d; it must be at most 256", MaxBlockBytes);
  end
  if (CountBits < 10 || CountBits > 128) begin : gen_check_count
    $fatal(1, "gh_message_padder: CountBits is %0d; it must be 10 to 128", CountBits);
  end

  typedef enum logic [1:0] {
    Data,   // the message
    Pad,    // what follows it
    Drain,  // the rest of a malformed packet
    Abort   // the rest of a malformed packet's block
  } padder_e;
  padder_e state_d, state_q;

  localparam int unsigned IndexBits = $clog2(StreamBytes + 1);
  localparam int unsigned MaxTail = 33;  // bytes of a length and the one before it
  // Places where the message's last block may end, and bytes from one to the next.
  localparam int unsigned TailBeats = (MaxTail + StreamBytes - 1) / StreamBytes;
  localparam int unsigned Ends =
      (BeatBlocks > 1) ? BeatBlocks : (TailBeats < Beats) ? TailBeats : Beats;
  localparam int unsigned EndBytes = (BeatBlocks > 1) ? MaxBlockBytes : StreamBytes;

  logic [BeatBits-1:0] beat_q;
  logic first_q;  // no beat of the packet has been taken
  logic suffix_q;  // the suffix is still owed
  logic ends_q;  // the block of the padding is the last
  logic [CountBits-1:0] count_q, count;

  // Bytes kept. Without a hole keep_i is ones, then zeros: bit b of their number is set where it is
  // in a range of 2^b numbers, which two bits of keep_i tell.
  function automatic logic [IndexBits-1:0] number(logic [StreamBytes:0] keep);
    logic [IndexBits-1:0] bits;
    bits = '0;
    for (int unsigned b = 0; b < IndexBits; b++) begin
      for (int unsigned low = 1 << b; low <= StreamBytes; low += 2 << b) begin
        bits[b] |= keep[low-1] && !(low + (1 << b) <= StreamBytes && keep[low+(1<<b)-1]);
      end
    end
    return bits;
  endfunction

  // The beat that arrives; behind its last byte none is kept.
  logic [StreamBytes:0] keep;
  logic full, hole, whole, block_last, malformed;
  assign keep = {1'b0, keep_i};
  assign full = &keep_i;
  assign hole = |(keep[StreamBytes:1] & ~keep_i);
  assign malformed = hole || (last_i ? (!keep_i[0] && !first_q) : !full)
                   || (rule_i.whole && last_i && !whole);

  // Where the message's last block ends, at_end[c]: with block c of this beat
  // where a beat has several, else with the beat c behind this one.
  logic taking, ends, final_block;
  logic [6:0] tail;
  logic [Ends-1:0] at_end;
  assign taking = (state_q == Data);
  assign tail   = 7'(rule_i.length_bytes) + 7'(rule_i.suffix != '0);
  assign count  = count_q + (taking ? CountBits'(number(keep)) : '0);

  if (BeatBlocks == 1) begin : gen_block
    logic [9:0] room, last_beat;  // for the message in its last block; that block's last beat
    assign room = 10'(rule_i.block_bytes) - 10'(tail);
    assign last_beat = 10'(rule_i.block_bytes) / 10'(StreamBytes) - 1'b1;
    assign whole = full && block_last;
    assign block_last = (10'(beat_q) == last_beat);
    assign ends       = (10'(beat_q) < room / 10'(StreamBytes))
        || (10'(beat_q) == room / 10'(StreamBytes)) && !keep[IndexBits'(room%10'(StreamBytes))];
    assign blocks_o = 1'b1;
    for (genvar c = 0; c < Ends; c++) begin : gen_end
      assign at_end[c] = (10'(beat_q) + 10'(c) == last_beat);
    end
    `GH_REQUIRE(whole_beats, 32'(rule_i.block_bytes) % StreamBytes == 0, clk_i, rst_i)
    `GH_ASSERT(beat_in_range, 10'(beat_q) <= last_beat, clk_i, rst_i)
  end else begin : gen_blocks
    logic [BlocksBits-1:0] end_blocks;
    logic [  BeatBlocks:0] over;  // message and tail reach over so many blocks
    always_comb begin
      whole      = 1'b0;
      end_blocks = '0;
      over       = (BeatBlocks + 1)'(1);
      for (int unsigned i = 1; i <= BeatBlocks; i++) begin
        whole |= keep[i*MaxBlockBytes-1] && !keep[i*MaxBlockBytes];
        over[i] = taking && keep[IndexBits'(i*MaxBlockBytes)-IndexBits'(tail)];
        if (over[i-1]) end_blocks = BlocksBits'(i);
      end
    end
    logic unused;
    assign unused = ^rule_i.block_bytes;
    assign block_last = 1'b1;
    assign ends = !over[BeatBlocks];
    assign at_end = over[BeatBlocks-1:0] & ~over[BeatBlocks:1];
    assign blocks_o   = flags_o.error ? BlocksBits'(1) :
        flags_o.ends ? end_blocks : BlocksBits'(BeatBlocks);
  end
  assign final_block = taking ? last_i && ends : ends_q;

  // The beat that leaves: message, suffix, length and closing byte never meet.
  logic [StreamBytes-1:0][7:0] bytes_in, bytes_out;
  logic [MaxTail-1:0][7:0] length;
  logic padding;
  assign padding  = taking ? last_i : (state_q == Pad);
  assign length   = (8 * MaxTail)'({count, 3'b000});
  assign bytes_in = data_i;
  always_comb begin
    for (int unsigned i = 0; i < StreamBytes; i++) begin
      bytes_out[i] = (taking && keep_i[i]) ? bytes_in[i] : 8'h00;
      if (padding && (taking ? !keep_i[i] && (i == 0 || keep_i[(i==0)?0 : i-1])
                             : suffix_q && i == 0)) begin
        bytes_out[i] |= rule_i.suffix;
      end
      for (int unsigned c = 0; c < Ends; c++) begin
        // Bytes from this one to the block's end; a byte of another block counts far.
        automatic int unsigned from_end = (c + 1) * EndBytes - 1 - i;
        if (padding && final_block && at_end[c] && from_end < MaxTail) begin
          if (from_end < 32'(rule_i.length_bytes)) bytes_out[i] |= length[from_end];
          if (from_end == 32'(rule_i.length_bytes)) bytes_out[i] |= rule_i.closing;
        end
      end
    end
  end

  logic taken;
  assign ready_o            = !rst_i && (taking ? ready_i : (state_q == Drain));
  assign flags_o.valid      = taking ? valid_i : (state_q != Drain);
  assign flags_o.block_last = block_last;
  assign flags_o.error      = taking ? malformed : (state_q == Abort);
  assign flags_o.ends       = final_block || flags_o.error;
  assign taken              = flags_o.valid && ready_i;
  assign data_o             = bytes_out;
  assign beat_o             = beat_q;
  assign count_o            = count;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Data: begin
        if (taken && malformed) begin
          if (!last_i) state_d = Drain;
          else if (!block_last) state_d = Abort;
        end else if (taken && last_i && !(block_last && final_block)) begin
          state_d = Pad;
        end
      end
      Pad:   if (taken && block_last && ends_q) state_d = Data;
      // The malformed beat may have completed its block.
      Drain: if (valid_i && last_i) state_d = (beat_q == '0) ? Data : Abort;
      Abort: if (taken && block_last) state_d = Data;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q <= Data;
      beat_q  <= '0;
      first_q <= 1'b1;
      count_q <= '0;
    end else begin
      state_q <= state_d;
      if (taken) begin
        beat_q  <= block_last ? '0 : beat_q + 1'b1;
        count_q <= count;
      end
      if (state_d == Data && state_q != Data || taken && taking && last_i) begin
        first_q <= 1'b1;
      end else if (taken && taking) begin
        first_q <= 1'b0;
      end
      if (state_d == Data && (state_q != Data || taken && last_i)) count_q <= '0;
    end
    if (taken) begin
      suffix_q <= taking && full;
      // A block of padding alone is the last.
      ends_q   <= final_block || block_last;
    end
  end

  `GH_REQUIRE(rule_is_still, taking && first_q || rule_i == $past(rule_i), clk_i, rst_i)
  `GH_REQUIRE(rule_fits, 32'(rule_i.block_bytes) <= MaxBlockBytes, clk_i, rst_i)
  `GH_REQUIRE(rule_is_there, rule_i.block_bytes != '0 || taking && first_q && !valid_i, clk_i,
              rst_i)
  `GH_ASSERT(ends_at_block, taking || state_q == Drain || beat_q != '0 || ends_q, clk_i, rst_i)

endmodule

`default_nettype wire
