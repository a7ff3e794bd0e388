// SPDX-License-Identifier: Apache-2.0
//
// Gathers the beats of padded blocks for a core that reads a block word by word, so that a block
// loads while the core works on the one before.
//
// As gh_block_buffer, but in a memory of look-up tables: a block that is taken comes out in the
// following cycles, a word a cycle. The next block's first beat may enter in the cycle in which a
// full block is taken, for word i is written no earlier than it is read.

`default_nettype none

module gh_word_buffer
  import gh_stream_pkg::*;
#(
    parameter int unsigned WordBytes = 8,  // a beat is a word
    parameter int unsigned Words = 16,
    localparam int unsigned WordBits = $clog2(Words)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Padded beats, as gh_message_padder makes them.
    input  wire logic        [8*WordBytes-1:0] data_i,
    input  wire logic        [   WordBits-1:0] beat_i,
    input  wire beat_flags_t                   flags_i,
    output wire logic                          ready_o,

    output wire block_flags_t flags_o,
    input wire logic ready_i,

    // Word i of a block, in the cycle 1 + i after it was taken.
    output wire logic [8*WordBytes-1:0] word_o
);

  if (Words < 2 || Words != 1 << WordBits) begin : gen_check_words
    $fatal(1, "gh_word_buffer: Words is %0d; it must be a power of 2 from 2 on", Words);
  end

  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [8*WordBytes-1:0] memory[Words];

  logic [8*WordBytes-1:0] word_q;
  logic [WordBits-1:0] read_q;
  logic full_q, ends_q, error_q, taken;

  assign ready_o = !full_q || ready_i;
  assign taken   = flags_i.valid && ready_o;
  assign flags_o = '{valid: full_q, ends: ends_q, error: error_q};
  assign word_o  = word_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) full_q <= 1'b0;
    else if (taken) full_q <= flags_i.block_last;
    else if (ready_i) full_q <= 1'b0;

    if (taken) begin
      memory[beat_i] <= data_i;
      if (flags_i.block_last) begin
        ends_q  <= flags_i.ends;
        error_q <= flags_i.error;
      end
    end

    word_q <= memory[read_q];
    if (rst_i) read_q <= '0;
    else if ((full_q && ready_i) || read_q != '0) read_q <= read_q + 1'b1;
  end

endmodule

`default_nettype wire
