// SPDX-License-Identifier: Apache-2.0
//
// Whirlpool (ISO/IEC 10118-3:2004, the final version) of messages of several streams at once, each
// with its own tid: message stream in, digest stream out, as gh_tid_shell has them.
//
// A block enters the ring every 11 cycles, as long as there are blocks of enough streams: ten rounds, and the way
// to enter. Messages of 2^64 bytes and more are not for this design: their length wraps.

`default_nettype none

module gh_whirlpool_piped
  import gh_whirlpool_padding_pkg::*;
#(
    parameter int unsigned Streams = 8,  // a power of 2
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

  logic rst, block_first, block_ends, block_error, block_valid, block_ready;
  logic done_valid, result_valid, answer_valid, answer_error;
  logic [IdBits-1:0] block_stream, done_stream, result_stream, answer_stream;
  logic [2:0] word_number, result_number;
  logic [63:0] block_position, word_data, result_data;

  gh_tid_shell #(
      .Streams        (Streams),
      .Rule           (whirlpool_padding(PadWhirlpool)),
      .OutputRegisters(1'b1),
      .Registered     (Registered)
  ) u_shell (
      .may('1),
      .*
  );

  gh_whirlpool_piped_core #(
      .Streams(Streams)
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
