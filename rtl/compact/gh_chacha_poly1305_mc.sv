// SPDX-License-Identifier: Apache-2.0
//
// ChaCha20-Poly1305 (RFC 8439) and XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03) on a microcoded
// coprocessor: messages are encrypted and get a tag, or their tag is checked and they are decrypted.
//
// All streams are StreamBits wide; the default is the width inside. Each message has a packet of its own
// at s_axis_cfg, whole 64-bit words, byte 0 first:
//
//   word 0        what to do: 0 encrypt, 1 decrypt; 2, 3 the same with XChaCha20
//   words 1 to 4  the key
//   words 5, 6    four bytes of zeros and the nonce of 12 bytes; of XChaCha20 words 5 to 7 are the nonce
//   the next one  the number of bytes of associated data, below 2^40
//   the others    the associated data; what is left of the last word is not used
//
// One packet at s_axis is one message of any length; encrypted ones end in the 16 bytes of the tag. One
// packet at m_axis is the answer: encrypted, with its tag, or decrypted, without. Byte 0 is tdata[7:0] of
// the first beat; every beat but the last is full.
//
// A decrypted message leaves before its tag is known, but for its last byte. If the tag is wrong, the
// answer's last beat has m_axis_tuser, and is zero: a receiver must discard the whole packet then, and use
// nothing of it before. The comparison takes as long whatever differs.
//
// A malformed packet on either side is answered with m_axis_tuser in the answer's last beat too, and so is
// a message that is shorter than a tag, or needs a block behind number 2^32 - 1. Keys, nonce and message
// are overwritten with zeros after every message, and on aresetn.

`default_nettype none

module gh_chacha_poly1305_mc #(
    parameter int unsigned Pipeline = 1,  // of ChaCha: 1, 2 or 3
    parameter bit Dsp = 1'b0,  // Poly1305 multiplies with DSP blocks, else in logic
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

  logic [7:0] config_byte, byte_in, byte_out;
  logic config_last, config_valid, config_ready, config_open;
  logic in_keep, in_last, in_valid, in_ready;
  logic out_keep, out_last, out_error, out_valid, out_ready;
  gh_byte_pins #(.StreamBits(StreamBits)) u_pins (.*);

  gh_chacha_poly1305_mc_core #(
      .Pipeline(Pipeline),
      .Dsp     (Dsp)
  ) u_core (
      .clk_i         (aclk),
      .rst_ni        (aresetn),
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
      .keep_o        (out_keep),
      .last_o        (out_last),
      .error_o       (out_error),
      .valid_o       (out_valid),
      .ready_i       (out_ready)
  );

endmodule

`default_nettype wire
