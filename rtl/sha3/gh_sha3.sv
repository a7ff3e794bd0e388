// SPDX-License-Identifier: Apache-2.0
//
// SHA3-224, -256, -384, -512, SHAKE128 and SHAKE256 (FIPS 202), message stream in, digest stream
// out, as gh_hash_shell has them.
//
// 24 / RoundsPerCycle cycles a block, and as many for each rate of digest after the first one: SHA-3
// has one, SHAKE's digest any length. Stream beats must not outnumber these cycles to run at full
// rate. A stream of 64 bits fits every rate, 128 bits that of SHA3-224 alone.

`include "gh_assert.svh"

`default_nettype none

module gh_sha3
  import gh_keccak_pkg::*;
  import gh_sha3_padding_pkg::*;
#(
    parameter int unsigned Function = 32'(Sha3Bits256),  // a function_e
    // Half the capacity for SHA-3, any whole bytes for SHAKE.
    parameter int unsigned DigestBits = 256,
    parameter int unsigned RoundsPerCycle = 1,
    parameter int unsigned StreamBits = 64,
    parameter bit Registered = 1'b0
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [  StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBits/8-1:0] s_axis_tkeep,
    input  wire logic                    s_axis_tlast,
    input  wire logic                    s_axis_tvalid,
    output wire logic                    s_axis_tready,

    output wire logic [  StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBits/8-1:0] m_axis_tkeep,
    output wire logic                    m_axis_tlast,
    output wire logic                    m_axis_tuser,
    output wire logic                    m_axis_tvalid,
    input  wire logic                    m_axis_tready
);

  localparam gh_stream_pkg::pad_rule_t Rule = sha3_padding(sha3_padding_e'(Function));
  localparam int unsigned RateBits = 8 * 32'(Rule.block_bytes);
  localparam int unsigned Pieces = (DigestBits + RateBits - 1) / RateBits;
  localparam int unsigned CountBits = $clog2(Pieces + 1);

  if (Function > 32'(Shake256)) begin : gen_check_function
    $fatal(1, "gh_sha3: Function is %0d; it must be 0 to %0d", Function, 32'(Shake256));
  end
  if (Function < 32'(Shake128) && DigestBits != (1600 - RateBits) / 2
      || DigestBits < 8 || DigestBits % 8 != 0) begin : gen_check_digest
    $fatal(
        1,
        "gh_sha3: DigestBits is %0d; it must be %0d for SHA-3, a positive multiple of 8 for SHAKE",
        DigestBits,
        (1600 - RateBits) / 2
    );
  end

  logic rst, block_valid, block_ends, block_error, take;
  logic piece_valid, piece_last, piece_error, piece_ready;
  logic [RateBits-1:0] block_data, piece_data;

  gh_hash_shell #(
      .Rule      (Rule),
      .StreamBits(StreamBits),
      .PieceBits (RateBits),
      .DigestBits(DigestBits),
      .Registered(Registered)
  ) u_shell (
      .*
  );

  logic [CountBits-1:0] left_q;  // pieces after the one that is due
  assign piece_last = (left_q == '0);
  always_ff @(posedge aclk) begin
    if (rst) left_q <= CountBits'(Pieces - 1);
    else if (piece_valid && piece_ready && !piece_error) begin
      left_q <= piece_last ? CountBits'(Pieces - 1) : left_q - 1'b1;
    end
  end

  gh_sha3_core #(
      .RoundsPerCycle(RoundsPerCycle),
      .RateBytes     (RateBits / 8)
  ) u_core (
      .clk_i        (aclk),
      .rst_i        (rst),
      .function_i   (function_e'(Function)),
      .block_i      (block_data),
      .final_i      (block_ends),
      .error_i      (block_error),
      .valid_i      (block_valid),
      .ready_o      (take),
      .piece_last_i (piece_last),
      .piece_o      (piece_data),
      .piece_error_o(piece_error),
      .piece_valid_o(piece_valid),
      .piece_ready_i(piece_ready)
  );

  `GH_ASSERT(left_in_range, 32'(left_q) < Pieces, aclk, rst)

endmodule

`default_nettype wire
