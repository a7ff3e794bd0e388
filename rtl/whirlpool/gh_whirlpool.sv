// SPDX-License-Identifier: Apache-2.0
//
// Whirlpool (ISO/IEC 10118-3:2004, the final version), message stream in, digest stream out.
//
// One packet in is one message, one packet out is its digest; padding (0x80, zeros, the length in
// bits as 32 bytes, big endian) is done here. Byte 0 of a message is s_axis_tdata[7:0] of its first
// beat; every beat but the last is full. A malformed packet is answered with one beat that has
// m_axis_tuser set.
//
// 10 cycles a block of 64 bytes; the next block loads meanwhile, the next message may follow at
// once. Messages of 2^64 bytes and more are not for this design: their length wraps.

`default_nettype none

module gh_whirlpool
  import gh_whirlpool_pkg::*;
  import gh_whirlpool_padding_pkg::*;
#(
    parameter int unsigned SBox = SBoxLut,
    parameter int unsigned MixRows = MixLogic,
    parameter int unsigned StreamBits = 64
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

  if (StreamBits % 8 != 0 || 512 % StreamBits != 0) begin : gen_check_stream
    $fatal(1, "gh_whirlpool: StreamBits is %0d; it must be whole bytes and divide 512", StreamBits);
  end

  logic rst, position, block_ready, digest_ready;
  state_t block, digest;
  gh_stream_pkg::block_flags_t flags;
  gh_stream_pkg::piece_flags_t digest_flags;

  gh_hash_shell #(
      .StreamBits(StreamBits)
  ) u_shell (
      .rst_o        (rst),
      .rule_i       (whirlpool_padding(PadWhirlpool)),
      .data_o       (block),
      .position_o   (position),
      .blocks_o     (flags),
      .take_i       (block_ready),
      .piece_i      (digest),
      .piece_flags_i(digest_flags),
      .piece_ready_o(digest_ready),
      .*
  );

  assign digest_flags.last = 1'b1;
  gh_whirlpool_core #(
      .SBox   (SBox),
      .MixRows(MixRows)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst),
      .block_i       (block),
      .final_i       (flags.ends),
      .error_i       (flags.error),
      .valid_i       (flags.valid),
      .ready_o       (block_ready),
      .digest_o      (digest),
      .digest_error_o(digest_flags.error),
      .digest_valid_o(digest_flags.valid),
      .digest_ready_i(digest_ready)
  );

  logic unused;
  assign unused = position;

endmodule

`default_nettype wire
