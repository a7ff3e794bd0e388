// SPDX-License-Identifier: Apache-2.0
//
// SHA3-224, -256, -384, -512, SHAKE128 and SHAKE256 (FIPS 202) in little area, a function and a digest's
// length for each message; the state stands in distributed memory, and four of its slices pass a cycle.
//
// All streams are StreamBits wide; the default is the width inside. Each message has a packet of its own
// at s_axis_cfg, two 64-bit words, byte 0 first, which says what becomes of it:
//
//   word 0   a code of gh_keccak_pkg::function_e: 0 SHA3-224, 1 SHA3-256, 2 SHA3-384, 3 SHA3-512,
//            4 SHAKE128, 5 SHAKE256
//   word 1   bits of the digest: those of SHA-3; for SHAKE a multiple of 8, 8 to 2**24 - 8
//
// One packet at s_axis is one message of any length, one packet at m_axis its digest. Byte 0 of a message
// is s_axis_tdata[7:0] of its first beat; every beat but the last is full.
//
// A malformed packet on either side is answered with one beat with m_axis_tuser. The next packet may come
// when the answer has left; messages are not erased.
//
// A long message takes 480 cycles a block.

`default_nettype none

module gh_sha3_mc #(
    parameter int unsigned StreamBits = 8  // 8, 16, 32 or 64
) (
    input wire logic aclk,
    input wire logic aresetn,

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

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;

  // Bytes inside, what the parameter says outside.
  logic [7:0] config_byte, byte_in, byte_out;
  logic config_last, config_valid, config_ready, config_open;
  logic in_keep, in_last, in_valid, in_ready;
  logic out_last, out_error, out_valid, out_ready;
  gh_byte_pins #(
      .StreamBits(StreamBits),
      .Erase     (1'b0)
  ) u_pins (
      .out_keep(1'b1),
      .*
  );

  gh_sha3_mc_stream u_stream (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .config_data_i (config_byte),
      .config_last_i (config_last),
      .config_valid_i(config_valid),
      .config_ready_o(config_ready),
      .config_open_o (config_open),
      .data_i        (byte_in),
      .keep_i        (in_keep),
      .last_i        (in_last),
      .valid_i       (in_valid),
      .ready_o       (in_ready),
      .data_o        (byte_out),
      .last_o        (out_last),
      .error_o       (out_error),
      .valid_o       (out_valid),
      .ready_i       (out_ready)
  );

endmodule

`default_nettype wire
