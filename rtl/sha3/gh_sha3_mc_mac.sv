// SPDX-License-Identifier: Apache-2.0
//
// SHA-3, SHAKE (FIPS 202), cSHAKE, KMAC (NIST SP 800-185) and HMAC with SHA-3 (FIPS 198-1) in little area:
// gh_sha3_mc with names and keys, the function and a digest's length for each message.
//
// All streams are StreamBits wide; the default is the width inside. Each message has a packet of its own
// at s_axis_cfg, of 64-bit words, byte 0 first:
//
//   word 0   bits 2:0    0 SHA3-224, 1 SHA3-256, 2 SHA3-384, 3 SHA3-512, 4 SHAKE128, 5 SHAKE256,
//                        6 cSHAKE128 or KMAC128, 7 cSHAKE256 or KMAC256
//            bit 8       HMAC with a function of SHA-3
//            bit 9       KMAC: right_encode(word 1) behind the message
//            bit 10      with bit 9, KMACXOF: right_encode(0) in its place
//   word 1   bits of the digest: those of SHA-3; otherwise a multiple of 8, 8 to 2**24 - 8
//   then     HMAC: one block, K0 (the key, or its digest if it is longer than a block, and zeros)
//            cSHAKE: one block or more, bytepad(encode_string(N) || encode_string(S), rate)
//            KMAC: two blocks or more, the same with "KMAC" as N, and bytepad(encode_string(K), rate)
//
// All other bits are zero. One packet at s_axis is one message of any length, one packet at m_axis its
// digest. Byte 0 of a message is s_axis_tdata[7:0] of its first beat; every beat but the last is full.
//
// A malformed packet on either side is answered with one beat with m_axis_tuser. Keys and messages are
// erased when the answer has left; s_axis_cfg_tready is low until then.
//
// A long message takes 480 cycles a block.

`default_nettype none

module gh_sha3_mc_mac #(
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

  // Bytes inside, what the parameter says outside. The next packet waits for what stands at the pins.
  logic [7:0] config_byte, byte_in, byte_out;
  logic config_last, config_valid, config_ready, config_open, keyed_open;
  logic in_keep, in_last, in_valid, in_ready;
  logic out_last, out_error, out_valid, out_ready;
  assign config_open = keyed_open && !m_axis_tvalid;
  gh_byte_pins #(
      .StreamBits(StreamBits)
  ) u_pins (
      .out_keep(1'b1),
      .*
  );

  logic [7:0] hash_config, hash_byte, answer_byte;
  logic hash_config_last, hash_config_valid, hash_config_ready, hash_config_open;
  logic hash_keep, hash_last, hash_valid, hash_ready;
  logic answer_last, answer_error, answer_valid, answer_ready;
  gh_sha3_mc_keyed u_keyed (
      .clk_i              (aclk),
      .rst_i              (rst_q),
      .config_data_i      (config_byte),
      .config_last_i      (config_last),
      .config_valid_i     (config_valid),
      .config_ready_o     (config_ready),
      .config_open_o      (keyed_open),
      .data_i             (byte_in),
      .keep_i             (in_keep),
      .last_i             (in_last),
      .valid_i            (in_valid),
      .ready_o            (in_ready),
      .hash_config_data_o (hash_config),
      .hash_config_last_o (hash_config_last),
      .hash_config_valid_o(hash_config_valid),
      .hash_config_ready_i(hash_config_ready),
      .hash_data_o        (hash_byte),
      .hash_keep_o        (hash_keep),
      .hash_last_o        (hash_last),
      .hash_valid_o       (hash_valid),
      .hash_ready_i       (hash_ready),
      .answer_data_i      (answer_byte),
      .answer_last_i      (answer_last),
      .answer_error_i     (answer_error),
      .answer_valid_i     (answer_valid),
      .answer_ready_o     (answer_ready),
      .data_o             (byte_out),
      .last_o             (out_last),
      .error_o            (out_error),
      .valid_o            (out_valid),
      .ready_i            (out_ready)
  );

  gh_sha3_mc_stream #(
      .Named(1'b1)
  ) u_stream (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .config_data_i (hash_config),
      .config_last_i (hash_config_last),
      .config_valid_i(hash_config_valid),
      .config_ready_o(hash_config_ready),
      .config_open_o (hash_config_open),
      .data_i        (hash_byte),
      .keep_i        (hash_keep),
      .last_i        (hash_last),
      .valid_i       (hash_valid),
      .ready_o       (hash_ready),
      .data_o        (answer_byte),
      .last_o        (answer_last),
      .error_o       (answer_error),
      .valid_o       (answer_valid),
      .ready_i       (answer_ready)
  );

  logic unused;
  assign unused = hash_config_open;

endmodule

`default_nettype wire
