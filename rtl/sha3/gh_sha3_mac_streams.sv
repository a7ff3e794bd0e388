// SPDX-License-Identifier: Apache-2.0
//
// The streams of gh_sha3_mac and gh_sha3_mac_fd around their core: HMAC with SHA-3, KMAC, cSHAKE and SHAKE.

`include "gh_assert.svh"

`default_nettype none

module gh_sha3_mac_streams
  import gh_keccak_pkg::*;
  import gh_sha3_padding_pkg::*;
#(
    parameter int unsigned Function = 32'(Sha3Bits256),  // a function_e; SHAKE where not Nested
    parameter bit Nested = 1'b1,
    parameter int unsigned DigestBits = 256,
    parameter int unsigned RoundsPerCycle = 1,
    parameter bit Checked = 1'b0,
    parameter int unsigned StreamBits = 64,  // 32 or 64
    parameter bit Registered = 1'b0
) (
    input wire logic aclk,
    input wire logic aresetn,

    output wire logic alarm,  // where Checked, see gh_sha3_core

    input  wire logic [StreamBits-1:0] s_axis_cfg_tdata,
    input  wire logic                  s_axis_cfg_tlast,
    input  wire logic                  s_axis_cfg_tvalid,
    output wire logic                  s_axis_cfg_tready,

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

  localparam gh_stream_pkg::pad_rule_t Plain = sha3_padding(sha3_padding_e'(Function));
  // SP 800-185, section 3.3: bits 00 and the first one of the padding.
  localparam gh_stream_pkg::pad_rule_t Rule = '{
      block_bytes: Plain.block_bytes,
      suffix: Nested ? Plain.suffix : 8'h04,
      closing: Plain.closing,
      length_bytes: Plain.length_bytes,
      whole: 1'b0
  };
  // right_encode(DigestBits), section 2.3.1: bytes of the number, the greatest first, and their count.
  localparam logic [23:0] Bits = 24'(DigestBits);
  localparam int unsigned LengthBytes =
      (DigestBits >= 1 << 16) ? 3 : (DigestBits >= 1 << 8) ? 2 : 1;
  localparam logic [31:0] Length = (LengthBytes == 3) ? {8'd3, Bits[7:0], Bits[15:8], Bits[23:16]}
      : (LengthBytes == 2) ? {16'd2, Bits[7:0], Bits[15:8]} : {24'd1, Bits[7:0]};
  localparam int unsigned RateBits = 8 * 32'(Rule.block_bytes);
  localparam int unsigned Pieces = (DigestBits + RateBits - 1) / RateBits;
  localparam int unsigned CountBits = $clog2(Pieces + 1);

  if (Function > 32'(Shake256) || Nested != (Function < 32'(Shake128))) begin : gen_check_function
    $fatal(
        1,
        "gh_sha3_mac_streams: Function is %0d; it must be 0 to %0d where Nested, %0d or %0d else",
        Function,
        32'(Shake128) - 1,
        32'(Shake128),
        32'(Shake256)
    );
  end
  if (Nested && DigestBits != (1600 - RateBits) / 2
      || DigestBits < 8 || DigestBits % 8 != 0 || DigestBits >= 1 << 24) begin : gen_check_digest
    $fatal(
        1,
        // The message is one string.
        // verilog_lint: waive line-length
        "gh_sha3_mac_streams: DigestBits is %0d; it must be %0d where Nested, a positive multiple of 8 else",
        DigestBits,
        (1600 - RateBits) / 2
    );
  end

  logic rst, block_valid, block_ends, block_error, take;
  logic piece_valid, piece_last, piece_error, piece_ready;
  logic [32'(Checked):0] piece_found;
  logic [RateBits-1:0] block_data, piece_data;

  gh_prefix_shell #(
      .Rule      (Rule),
      .StreamBits(StreamBits),
      .Blocks    (Nested ? 1 : 2),
      .Nested    (Nested),
      .TailBytes (Nested ? 0 : LengthBytes + 1),
      .Tail      (Length),
      .BareSuffix(Plain.suffix),
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
      .RateBytes     (RateBits / 8),
      .Checked       (Checked)
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
      .piece_error_o(piece_found),
      .piece_valid_o(piece_valid),
      .piece_ready_i(piece_ready)
  );

  assign piece_error = piece_found[0];
  if (Checked) begin : gen_alarm
    assign alarm = piece_found[1];
  end else begin : gen_no_alarm
    assign alarm = 1'b0;
  end

  `GH_ASSERT(left_in_range, 32'(left_q) < Pieces, aclk, rst)

endmodule

`default_nettype wire
