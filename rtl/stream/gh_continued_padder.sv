// SPDX-License-Identifier: Apache-2.0
//
// gh_message_padder for messages that go on behind other bytes: its length field counts those too.
// Messages of whole blocks, which get neither suffix nor length, may be among them.
//
// Beats leave as those of gh_message_padder. Beats of the length have nothing else: StreamBytes
// divides it and the block. A message that is refused is answered with an error at its end.

`include "gh_assert.svh"

`default_nettype none

module gh_continued_padder
  import gh_stream_pkg::*;
#(
    parameter pad_rule_t Rule = '{9'd64, 8'h80, 8'h00, 6'd8, 1'b0},
    parameter int unsigned StreamBytes = 8,
    localparam int unsigned BlockBytes = 32'(Rule.block_bytes),
    localparam int unsigned Beats = BlockBytes / StreamBytes,
    localparam int unsigned BeatBits = $clog2(Beats)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Of a message, from before its first beat until its last block has left.
    input wire logic        whole_i,   // it is whole blocks, to which nothing is added
    input wire logic        refuse_i,  // it is drained, and answered with an error
    input wire logic [63:0] before_i,  // bytes before it

    input  wire logic [8*StreamBytes-1:0] data_i,
    input  wire logic [  StreamBytes-1:0] keep_i,
    input  wire logic                     last_i,
    input  wire logic                     valid_i,
    output wire logic                     ready_o,

    output wire logic [8*StreamBytes-1:0] data_o,
    output wire logic [BeatBits-1:0] beat_o,
    output wire beat_flags_t flags_o,
    input wire logic ready_i
);

  localparam int unsigned LengthBytes = 32'(Rule.length_bytes);
  if (BlockBytes != 1 << $clog2(BlockBytes) || LengthBytes < 8) begin : gen_check_rule
    $fatal(
        1,
        // The message is one string.
        // verilog_lint: waive line-length
        "gh_continued_padder: Rule has blocks of %0d bytes and a length of %0d; they must be a power of 2, and at least 8",
        BlockBytes,
        LengthBytes
    );
  end
  if (StreamBytes != 1 && StreamBytes != 2 && StreamBytes != 4 && StreamBytes != 8)
  begin : gen_check_stream
    $fatal(1, "gh_continued_padder: StreamBytes is %0d; it must be 1, 2, 4 or 8", StreamBytes);
  end

  // A message without a byte is none of whole blocks: so one is refused.
  pad_rule_t rule;
  always_comb begin
    rule = Rule;
    if (whole_i || refuse_i) begin
      rule = '{block_bytes: Rule.block_bytes, whole: 1'b1, default: '0};
    end
  end

  logic unused_blocks;
  logic [63:0] count;
  logic [StreamBytes-1:0][7:0] padded, bytes;

  gh_message_padder #(
      .StreamBytes  (StreamBytes),
      .MaxBlockBytes(BlockBytes),
      .CountBits    (64)
  ) u_padder (
      .clk_i,
      .rst_i,
      .rule_i  (rule),
      .data_i,
      .keep_i  (refuse_i ? '0 : keep_i),
      .last_i,
      .valid_i,
      .ready_o,
      .data_o  (padded),
      .beat_o,
      .blocks_o(unused_blocks),
      .count_o (count),
      .flags_o,
      .ready_i
  );

  // In the beats of the length its message has ended, and count is that of all its bytes.
  localparam int unsigned LengthBeats = LengthBytes / StreamBytes;
  logic [63:0] total_q;
  logic [LengthBytes-1:0][7:0] length;
  logic in_length;
  always_ff @(posedge clk_i) total_q <= before_i + count;
  assign length = (8 * LengthBytes)'({total_q, 3'b000});
  assign in_length = flags_o.ends && !rule.whole && beat_o >= BeatBits'(Beats - LengthBeats);
  always_comb begin
    bytes = padded;
    for (int unsigned b = 0; b < LengthBeats; b++) begin
      for (int unsigned i = 0; i < StreamBytes; i++) begin
        if (in_length && beat_o == BeatBits'(Beats - 1 - b)) begin
          bytes[i] = length[StreamBytes*(b+1)-1-i];
        end
      end
    end
  end
  assign data_o = bytes;

  `GH_ASSERT(total_in_time,
             !(flags_o.valid && in_length && !flags_o.error) || total_q == before_i + count, clk_i,
             rst_i)

endmodule

`default_nettype wire
