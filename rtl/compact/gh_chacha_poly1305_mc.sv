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

  if (StreamBits != 8 && StreamBits != 16 && StreamBits != 32 && StreamBits != 64) begin : gen_check
    $fatal(1, "gh_chacha_poly1305_mc: StreamBits is %0d; it must be 8, 16, 32 or 64", StreamBits);
  end
  localparam int unsigned Bytes = StreamBits / 8;

  logic [7:0] config_byte, byte_in, byte_out;
  logic config_last, config_valid, config_ready, config_open;
  logic in_keep, in_last, in_valid, in_ready;
  logic out_keep, out_last, out_error, out_valid, out_ready;
  logic [2:0] unused_width;
  logic [StreamBits-1:0] wide_data;
  logic [Bytes-1:0] wide_keep;
  // An error's beat is full, and zero.
  assign m_axis_tdata = (Bytes > 1 && m_axis_tuser) ? '0 : wide_data;
  assign m_axis_tkeep = (Bytes > 1 && m_axis_tuser) ? '1 : wide_keep;

  gh_width #(
      .InBytes (Bytes),
      .OutBytes(1),
      .Erase   (1'b1)
  ) u_config (
      .clk_i  (aclk),
      .rst_i  (!aresetn),
      .open_i (Bytes == 1 || config_open),
      .data_i (s_axis_cfg_tdata),
      .keep_i ('1),
      .last_i (s_axis_cfg_tlast),
      .user_i (1'b0),
      .valid_i(s_axis_cfg_tvalid),
      .ready_o(s_axis_cfg_tready),
      .data_o (config_byte),
      .keep_o (unused_width[0]),
      .last_o (config_last),
      .user_o (unused_width[1]),
      .valid_o(config_valid),
      .ready_i(config_ready)
  );
  gh_width #(
      .InBytes (Bytes),
      .OutBytes(1),
      .Erase   (1'b1)
  ) u_in (
      .clk_i  (aclk),
      .rst_i  (!aresetn),
      .open_i (1'b1),
      .data_i (s_axis_tdata),
      .keep_i (s_axis_tkeep),
      .last_i (s_axis_tlast),
      .user_i (1'b0),
      .valid_i(s_axis_tvalid),
      .ready_o(s_axis_tready),
      .data_o (byte_in),
      .keep_o (in_keep),
      .last_o (in_last),
      .user_o (unused_width[2]),
      .valid_o(in_valid),
      .ready_i(in_ready)
  );
  gh_width #(
      .InBytes (1),
      .OutBytes(Bytes),
      .Erase   (1'b1)
  ) u_out (
      .clk_i  (aclk),
      .rst_i  (!aresetn),
      .open_i (1'b1),
      .data_i (byte_out),
      .keep_i (out_keep),
      .last_i (out_last),
      .user_i (out_error),
      .valid_i(out_valid),
      .ready_o(out_ready),
      .data_o (wide_data),
      .keep_o (wide_keep),
      .last_o (m_axis_tlast),
      .user_o (m_axis_tuser),
      .valid_o(m_axis_tvalid),
      .ready_i(m_axis_tready)
  );

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
