// SPDX-License-Identifier: Apache-2.0
//
// Gathers the beats of padded blocks for a core that reads a block word by word, so that a block
// loads while the core works on the one before.
//
// As gh_block_buffer, but in a memory of look-up tables: a block that is taken comes out in the
// following cycles, a word a cycle. The next block's first beat may enter in the cycle in which a
// full block is taken, for word i is written no earlier than it is read.

`default_nettype none

module gh_word_buffer #(
    parameter int unsigned WordBytes = 8,  // a beat is a word
    parameter int unsigned Words = 16,
    localparam int unsigned WordBits = $clog2(Words)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Padded beats, as gh_message_padder makes them.
    input  wire logic [8*WordBytes-1:0] data_i,
    input  wire logic [   WordBits-1:0] beat_i,
    input  wire logic                   valid_i,
    output wire logic                   ready_o,
    input  wire logic                   block_last_i,
    input  wire logic                   final_i,
    input  wire logic                   error_i,

    output wire logic final_o,
    output wire logic error_o,
    output wire logic valid_o,
    input  wire logic ready_i,

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
  logic full_q, final_q, error_q;

  assign ready_o = !full_q || ready_i;
  assign final_o = final_q;
  assign error_o = error_q;
  assign valid_o = full_q;
  assign word_o  = word_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) full_q <= 1'b0;
    else if (valid_i && ready_o) full_q <= block_last_i;
    else if (ready_i) full_q <= 1'b0;

    if (valid_i && ready_o) begin
      memory[beat_i] <= data_i;
      if (block_last_i) begin
        final_q <= final_i;
        error_q <= error_i;
      end
    end

    word_q <= memory[read_q];
    if (rst_i) read_q <= '0;
    else if ((valid_o && ready_i) || read_q != '0) read_q <= read_q + 1'b1;
  end

endmodule

`default_nettype wire
