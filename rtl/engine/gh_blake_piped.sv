// SPDX-License-Identifier: Apache-2.0
//
// BLAKE-256 and -224, or BLAKE-512 and -384 (version 1.3, without salt) of messages of several
// streams at once, each with its own tid: message stream in, digest stream out, as gh_tid_shell has
// them.
//
// A block enters the ring every 14 or 16 cycles, with a round in one way around, or every 29 or 32, with half a
// round, as long as there are blocks of enough streams.

`default_nettype none

module gh_blake_piped
  import gh_blake_padding_pkg::*;
#(
    parameter int unsigned WordBits = 32,  // 32 or 64
    parameter int unsigned Streams = 16,  // a power of 2
    parameter int unsigned DigestBits = 8 * WordBits,  // that, or 224 or 384
    parameter int unsigned Halves = 2,  // of a round in one way around, 1 or 2
    parameter bit Registered = 1'b0,
    localparam int unsigned IdBits = $clog2(Streams)
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [      63:0] s_axis_tdata,
    input  wire logic [       7:0] s_axis_tkeep,
    input  wire logic [IdBits-1:0] s_axis_tid,
    input  wire logic              s_axis_tlast,
    input  wire logic              s_axis_tvalid,
    output wire logic              s_axis_tready,

    output wire logic [      63:0] m_axis_tdata,
    output wire logic [       7:0] m_axis_tkeep,
    output wire logic [IdBits-1:0] m_axis_tid,
    output wire logic              m_axis_tlast,
    output wire logic              m_axis_tuser,
    output wire logic              m_axis_tvalid,
    input  wire logic              m_axis_tready
);

  localparam int unsigned BlockWords = WordBits / 4;
  localparam int unsigned NumberBits = $clog2(BlockWords);
  localparam blake_padding_e Padding = (DigestBits == 224) ? PadBlake224 :
      (DigestBits == 256) ? PadBlake256 : (DigestBits == 384) ? PadBlake384 : PadBlake512;

  logic rst, block_first, block_ends, block_error, block_valid, block_ready;
  logic done_valid, result_valid, answer_valid, answer_error;
  logic [IdBits-1:0] block_stream, done_stream, result_stream, answer_stream;
  logic [NumberBits-1:0] word_number, result_number;
  logic [63:0] block_position, word_data, result_data;

  gh_tid_shell #(
      .Streams   (Streams),
      .BlockWords(BlockWords),
      .Rule      (blake_padding(Padding)),
      .DigestBits(DigestBits),
      .Registered(Registered)
  ) u_shell (
      .may('1),
      .*
  );

  gh_blake_piped_core #(
      .WordBits  (WordBits),
      .Streams   (Streams),
      .DigestBits(DigestBits),
      .Halves    (Halves)
  ) u_core (
      .clk_i          (aclk),
      .rst_i          (rst),
      .stream_i       (block_stream),
      .first_i        (block_first),
      .ends_i         (block_ends),
      .error_i        (block_error),
      .position_i     (block_position),
      .valid_i        (block_valid),
      .ready_o        (block_ready),
      .number_o       (word_number),
      .word_i         (word_data),
      .done_o         (done_valid),
      .done_stream_o  (done_stream),
      .result_valid_o (result_valid),
      .result_stream_o(result_stream),
      .result_number_o(result_number),
      .result_o       (result_data),
      .answer_o       (answer_valid),
      .answer_stream_o(answer_stream),
      .answer_error_o (answer_error)
  );

endmodule

`default_nettype wire
