// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 (FIPS 180-4) of messages of several streams at once, each with its own tid: message stream
// in, digest stream out, as gh_tid_shell has them. SHA-224 and -256 on words of 32 bits, SHA-384,
// -512, -512/224 and -512/256 on words of 64 bits.
//
// Three blocks enter in 252 cycles, in 204 of words of 32 bits, as long as there are blocks of four streams.

`default_nettype none

module gh_sha2_piped
  import gh_sha2_padding_pkg::*;
#(
    parameter int unsigned WordBits = 64,  // 32 or 64
    parameter int unsigned Streams = 4,  // a power of 2
    parameter int unsigned DigestBits = 8 * WordBits,  // 224, 256; 384 and 512 where WordBits is 64
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
  logic rst, block_first, block_ends, block_error, block_valid, block_ready;
  logic done_valid, result_valid, answer_valid, answer_error;
  logic [IdBits-1:0] block_stream, done_stream, result_stream, answer_stream;
  logic [NumberBits-1:0] word_number, result_number;
  logic [63:0] block_position, word_data, result_data;

  gh_tid_shell #(
      .Streams        (Streams),
      .BlockWords     (BlockWords),
      .Rule           (sha2_padding((WordBits == 32) ? PadSha256 : PadSha512)),
      .DigestBits     (DigestBits),
      .OutputRegisters(1'b1),
      .Registered     (Registered)
  ) u_shell (
      .may('1),
      .*
  );

  gh_sha2_piped_core #(
      .WordBits  (WordBits),
      .Streams   (Streams),
      .DigestBits(DigestBits)
  ) u_core (
      .clk_i          (aclk),
      .rst_i          (rst),
      .stream_i       (block_stream),
      .first_i        (block_first),
      .ends_i         (block_ends),
      .error_i        (block_error),
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

  logic unused;
  assign unused = ^block_position;

endmodule

`default_nettype wire
