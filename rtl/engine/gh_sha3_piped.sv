// SPDX-License-Identifier: Apache-2.0
//
// SHA3-224, -256, -384, -512, SHAKE128 and SHAKE256 (FIPS 202) of messages of two streams at once, each with its own
// tid: message stream in, digest stream out, as gh_tid_shell has them.
//
// Each stream takes 48 cycles a block, and as many for each rate of digest behind the first one: SHA-3 has one,
// SHAKE's digest any length. A block that is not there when it could join waits for the next 48 cycles.

`default_nettype none

module gh_sha3_piped
  import gh_keccak_pkg::*;
  import gh_sha3_padding_pkg::*;
#(
    parameter int unsigned Function = 32'(Sha3Bits256),  // a function_e
    // Half the capacity for SHA-3, any whole bytes for SHAKE.
    parameter int unsigned DigestBits = 256,
    parameter bit Registered = 1'b0
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [63:0] s_axis_tdata,
    input  wire logic [ 7:0] s_axis_tkeep,
    input  wire logic        s_axis_tid,
    input  wire logic        s_axis_tlast,
    input  wire logic        s_axis_tvalid,
    output wire logic        s_axis_tready,

    output wire logic [63:0] m_axis_tdata,
    output wire logic [ 7:0] m_axis_tkeep,
    output wire logic        m_axis_tid,
    output wire logic        m_axis_tlast,
    output wire logic        m_axis_tuser,
    output wire logic        m_axis_tvalid,
    input  wire logic        m_axis_tready
);

  localparam gh_stream_pkg::pad_rule_t Rule = sha3_padding(sha3_padding_e'(Function));
  localparam int unsigned RateBytes = 32'(Rule.block_bytes);
  localparam int unsigned BlockWords = RateBytes / 8;
  localparam int unsigned DigestWords = (DigestBits + 63) / 64;
  localparam int unsigned NumberBits = $clog2(BlockWords);
  localparam int unsigned ResultBits = $clog2(
      (DigestWords > BlockWords) ? DigestWords : BlockWords
  );

  if (Function > 32'(Shake256)) begin : gen_check_function
    $fatal(1, "gh_sha3_piped: Function is %0d; it must be 0 to %0d", Function, 32'(Shake256));
  end
  if (Function < 32'(Shake128) && DigestBits != (1600 - 8 * RateBytes) / 2
      || DigestBits < 8 || DigestBits % 8 != 0) begin : gen_check_digest
    $fatal(
        1,
        "gh_sha3_piped: DigestBits is %0d; it must be %0d for SHA-3, whole bytes for SHAKE",
        DigestBits,
        (1600 - 8 * RateBytes) / 2
    );
  end

  logic rst, block_stream, block_first, block_ends, block_error, block_valid, block_ready;
  logic done_valid, done_stream, result_valid, result_stream;
  logic answer_valid, answer_stream, answer_error;
  logic [1:0] may;
  logic [NumberBits-1:0] word_number;
  logic [ResultBits-1:0] result_number;
  logic [63:0] block_position, word_data, result_data;

  gh_tid_shell #(
      .Streams        (2),
      .BlockWords     (BlockWords),
      .Rule           (Rule),
      .DigestBits     (DigestBits),
      .Answers        (2),
      .OutputRegisters(1'b1),
      .Registered     (Registered)
  ) u_shell (
      .*
  );

  // The next block of a stream is asked for when it can be taken.
  assign done_valid  = block_valid && block_ready;
  assign done_stream = block_stream;

  gh_sha3_piped_core #(
      .RateBytes (RateBytes),
      .DigestBits(DigestBits)
  ) u_core (
      .clk_i          (aclk),
      .rst_i          (rst),
      .stream_i       (block_stream),
      .ends_i         (block_ends),
      .error_i        (block_error),
      .valid_i        (block_valid),
      .ready_o        (block_ready),
      .number_o       (word_number),
      .word_i         (word_data),
      .may_o          (may),
      .result_valid_o (result_valid),
      .result_stream_o(result_stream),
      .result_number_o(result_number),
      .result_o       (result_data),
      .answer_o       (answer_valid),
      .answer_stream_o(answer_stream),
      .answer_error_o (answer_error)
  );

  logic unused;
  assign unused = ^{block_first, block_position};

endmodule

`default_nettype wire
