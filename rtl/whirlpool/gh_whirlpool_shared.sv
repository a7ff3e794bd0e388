// SPDX-License-Identifier: Apache-2.0
//
// Whirlpool (ISO/IEC 10118-3:2004, the final version) with one round for key and data, message stream in,
// digest stream out, as gh_hash_shell has them. The length in bits takes 32 bytes, big endian.
//
// 21 cycles a block of 64 bytes. Messages of 2^64 bytes and more are not for this design: their length
// wraps.

`default_nettype none

module gh_whirlpool_shared
  import gh_whirlpool_pkg::*;
  import gh_whirlpool_padding_pkg::*;
#(
    parameter int unsigned SBox = SBoxLut,
    parameter int unsigned MixRows = MixParity,
    parameter int unsigned StreamBits = 64,  // 32 or more: fewer beats in a block than cycles
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

  if (StreamBits < 32) begin : gen_check_stream
    $fatal(1, "gh_whirlpool_shared: StreamBits is %0d; it must be 32 or more", StreamBits);
  end

  logic rst, block_valid, block_ends, block_error, take;
  logic piece_valid, piece_error, piece_ready;
  state_t block_data, piece_data;

  gh_hash_shell #(
      .Rule(whirlpool_padding(PadWhirlpool)),
      .StreamBits(StreamBits),
      .Registered(Registered),
      .AtOnce(1'b0)
  ) u_shell (
      .piece_last(1'b1),
      .*
  );

  gh_whirlpool_shared_core #(
      .SBox   (SBox),
      .MixRows(MixRows)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst),
      .block_i       (block_data),
      .valid_i       (block_valid),
      .final_i       (block_ends),
      .error_i       (block_error),
      .ready_o       (take),
      .digest_o      (piece_data),
      .digest_error_o(piece_error),
      .digest_valid_o(piece_valid),
      .digest_ready_i(piece_ready)
  );

endmodule

`default_nettype wire
