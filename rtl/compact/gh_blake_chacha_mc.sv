// SPDX-License-Identifier: Apache-2.0
//
// BLAKE (version 1.3: -224, -256, -384, -512), ChaCha (8, 12, 20 rounds, 64-bit nonce and counter),
// BLAKE2s or BLAKE2b (RFC 7693) on a microcoded coprocessor (paper At): one stream of messages.
//
// All streams are StreamBits wide; the default is the width inside. Each message has a packet of its own
// at s_axis_cfg, whole 64-bit words, byte 0 first, which says what becomes of it:
//
//   word 0     what to do: 0 to 3 for BLAKE-224, -256, -384, -512, 4 to 6 for ChaCha8, 12, 20, 7 for
//              ChaCha20 as in RFC 8439; a design has those of its parameters
//   BLAKE      words 1 and 2 are the salt; of BLAKE-384 and -512 words 1 to 4
//   ChaCha     words 1 to 4 are the key, 5 the number of the first block, 6 the nonce; with 7 the low
//              half of word 5 is that number, and the nonce follows
//   BLAKE2s    word 0 is 0, or 1 for a tree's last node; words 1 to 4 are the parameter block; words 5
//              to 12 are the key and zeros if the parameter block has a key's length
//   BLAKE2b    word 0 is 2 or 3; words 1 to 8, and 9 to 24
//
// One packet at s_axis is one message of any length, one packet at m_axis its digest, or the message
// encrypted, which is decrypted in the same way. Padding, counters and byte order are done here. Byte 0
// of a message is s_axis_tdata[7:0] of its first beat; every beat but the last is full.
//
// A malformed packet on either side is answered with m_axis_tuser in the answer's last beat, which is
// its only one but where bytes before the fault have been encrypted; so is a message of ChaCha that
// needs a block behind number 2**64 - 1, or with 7 2**32 - 1. Key and state of ChaCha and BLAKE2 are overwritten with zeros
// after every message, and on aresetn.
//
// A long message takes the core's cycles for each block; with Three seven more.

`default_nettype none

module gh_blake_chacha_mc #(
    parameter bit Blake32 = 1'b1,  // BLAKE-224, BLAKE-256
    parameter bit Blake64 = 1'b0,  // BLAKE-384, BLAKE-512
    parameter bit ChaCha = 1'b0,
    parameter bit Blake2 = 1'b0,  // BLAKE2s, BLAKE2b in place of BLAKE, one of them
    parameter int unsigned Pipeline = 1,  // 1, 2 or 3
    parameter bit Three = 1'b0,  // BLAKE adds three words at a time
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

  gh_arx_mc_streams #(
      .Blake32 (Blake32),
      .Blake64 (Blake64),
      .ChaCha  (ChaCha),
      .Blake2  (Blake2),
      .Pipeline(Pipeline),
      .Three   (Three),
      .StreamBits(StreamBits),
      .Streams (1)
  ) u_streams (
      .aclk,
      .aresetn,
      .config_data_i (s_axis_cfg_tdata),
      .config_last_i (s_axis_cfg_tlast),
      .config_valid_i(s_axis_cfg_tvalid),
      .config_ready_o(s_axis_cfg_tready),
      .data_i        (s_axis_tdata),
      .keep_i        (s_axis_tkeep),
      .last_i        (s_axis_tlast),
      .valid_i       (s_axis_tvalid),
      .ready_o       (s_axis_tready),
      .data_o        (m_axis_tdata),
      .keep_o        (m_axis_tkeep),
      .last_o        (m_axis_tlast),
      .error_o       (m_axis_tuser),
      .valid_o       (m_axis_tvalid),
      .ready_i       (m_axis_tready)
  );

endmodule

`default_nettype wire
