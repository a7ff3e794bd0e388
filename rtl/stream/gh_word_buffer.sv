// SPDX-License-Identifier: Apache-2.0
//
// Gathers the beats of padded blocks for a core that reads a block word by word, so that a block
// loads while the core works on the one before.
//
// Like gh_block_buffer, but in memories of look-up tables: a block that is taken comes out in the
// following cycles, a word a cycle. An entry is a word of one or several beats, or a beat of
// several words. Where a beat is at most a word, the next block's first beat may enter in the cycle
// in which a full block is taken, for word i is written no earlier than it is read; a wider beat
// enters when the block has been read.

`include "gh_assert.svh"

`default_nettype none

module gh_word_buffer
  import gh_stream_pkg::*;
#(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned WordBytes = 8,
    parameter int unsigned BlockBytes = 128,
    localparam int unsigned BeatBits = $clog2(BlockBytes / StreamBytes),
    localparam int unsigned StreamBits = 8 * StreamBytes,
    localparam int unsigned WordBits = 8 * WordBytes
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Padded beats, as gh_message_padder makes them.
    input  wire logic        [StreamBits-1:0] data_i,
    input  wire logic        [  BeatBits-1:0] beat_i,
    input  wire beat_flags_t                  flags_i,
    output wire logic                         ready_o,

    output wire logic valid_o,
    output wire logic ends_o,
    output wire logic error_o,
    input  wire logic ready_i,

    // Word i of a block, in the cycle 1 + i after it was taken.
    output wire logic [WordBits-1:0] word_o
);

  localparam int unsigned EntryBytes = (StreamBytes > WordBytes) ? StreamBytes : WordBytes;
  localparam int unsigned Entries = BlockBytes / EntryBytes;
  localparam int unsigned EntryBits = $clog2(Entries);
  localparam int unsigned Parts = EntryBytes / StreamBytes;  // beats of an entry
  localparam int unsigned EntryWords = EntryBytes / WordBytes;
  localparam int unsigned IndexBits = $clog2(BlockBytes / WordBytes);

  if (Entries < 2) begin : gen_check_stream
    $fatal(
        1,
        "gh_word_buffer: StreamBytes is %0d; it must be at most %0d, half a block",
        StreamBytes,
        BlockBytes / 2
    );
  end

  logic [8*EntryBytes-1:0] entry;
  logic [WordBits-1:0] word_q;
  logic [IndexBits-1:0] read_q;
  logic full_q, ends_q, error_q, taken;

  assign ready_o = (EntryWords == 1) ? !full_q || ready_i : !full_q && read_q == '0;
  assign taken   = flags_i.valid && ready_o;
  assign valid_o = full_q;
  assign ends_o  = ends_q;
  assign error_o = error_q;
  assign word_o  = word_q;

  for (genvar i = 0; i < Parts; i++) begin : gen_parts
    (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
    logic [StreamBits-1:0] memory[Entries];
    always_ff @(posedge clk_i) begin
      if (taken && 32'(beat_i) % Parts == i) memory[EntryBits'(32'(beat_i)/Parts)] <= data_i;
    end
    assign entry[StreamBits*i+:StreamBits] = memory[EntryBits'(32'(read_q)/EntryWords)];
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) full_q <= 1'b0;
    else if (taken) full_q <= flags_i.block_last;
    else if (ready_i) full_q <= 1'b0;

    if (taken && flags_i.block_last) begin
      ends_q  <= flags_i.ends;
      error_q <= flags_i.error;
    end

    word_q <= entry[WordBits*(32'(read_q)%EntryWords)+:WordBits];
    if (rst_i) read_q <= '0;
    else if ((full_q && ready_i) || read_q != '0) read_q <= read_q + 1'b1;
  end

  `GH_REQUIRE(takes_when_read, !(valid_o && ready_i) || read_q == '0, clk_i, rst_i)
  // While a block is read a beat comes to words that have been read.
  `GH_ASSERT(written_after_it_is_read, 32'(beat_i) / Parts <= 32'(read_q), clk_i,
             rst_i || EntryWords > 1 || !taken || !full_q && read_q == '0)
  `GH_ASSERT(written_when_all_is_read, !taken || !full_q && read_q == '0, clk_i,
             rst_i || EntryWords == 1)
  `GH_STABLE(held, valid_o, ready_i, {error_o, ends_o}, clk_i, rst_i)

endmodule

`default_nettype wire
