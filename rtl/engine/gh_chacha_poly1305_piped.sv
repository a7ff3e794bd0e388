// SPDX-License-Identifier: Apache-2.0
//
// ChaCha20-Poly1305 (RFC 8439) and XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), nine blocks of a message in
// flight: messages are encrypted and get a tag, or their tag is checked and they are decrypted.
//
// Each message has a packet of its own at s_axis_cfg, whole 64-bit words, byte 0 first, as
// gh_chacha_poly1305_mc takes it:
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
// A decrypted message leaves before its tag is known, but for its last eight bytes or fewer. If the tag is
// wrong, these are one beat of zeros with m_axis_tuser: a receiver must discard the whole packet then, and use
// nothing of it before. The comparison takes as long whatever differs.
//
// A malformed packet on either side is answered with m_axis_tuser in the answer's last beat too, and so is
// a message that is shorter than a tag, or needs a block behind number 2^32 - 1. Keys, nonce and message
// are overwritten with zeros after every message, and on aresetn.
//
// Cycles: ten for each 64 bytes of a long message. Packets do not overlap.

`default_nettype none

module gh_chacha_poly1305_piped #(
    parameter int unsigned StreamBits = 64,  // 8, 16, 32 or 64, of all three streams
    parameter bit Registered = 1'b0,
    localparam int unsigned StreamBytes = StreamBits / 8
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [StreamBits-1:0] s_axis_cfg_tdata,
    input  wire logic                  s_axis_cfg_tlast,
    input  wire logic                  s_axis_cfg_tvalid,
    output wire logic                  s_axis_cfg_tready,

    input  wire logic [ StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBytes-1:0] s_axis_tkeep,
    input  wire logic                   s_axis_tlast,
    input  wire logic                   s_axis_tvalid,
    output wire logic                   s_axis_tready,

    output wire logic [ StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBytes-1:0] m_axis_tkeep,
    output wire logic                   m_axis_tlast,
    output wire logic                   m_axis_tuser,
    output wire logic                   m_axis_tvalid,
    input  wire logic                   m_axis_tready
);

  if (!(StreamBits inside {8, 16, 32, 64})) begin : gen_check_stream
    $fatal(
        1, "gh_chacha_poly1305_piped: StreamBits is %0d; it must be 8, 16, 32 or 64", StreamBits
    );
  end

  localparam int unsigned Bytes = 8;
  logic [8*Bytes-1:0] config_data, message_data, digest_data;
  logic [Bytes-1:0] config_keep, message_keep, digest_keep;
  logic config_last, config_valid, config_ready;
  logic message_open, message_last, message_valid, message_ready;
  logic digest_last, digest_user, digest_valid, digest_ready, digest_waits;
  logic rst;
  gh_keyed_pins #(
      .PinBytes  (StreamBytes),
      .Bytes     (Bytes),
      .Registered(Registered)
  ) u_pins (
      .*
  );

  gh_chacha_poly1305_piped_core #(
      .PinBytes(StreamBytes)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst),
      .rst_pins_i    (rst || !aresetn),
      .config_data_i (config_data),
      .config_whole_i(&config_keep),
      .config_last_i (config_last),
      .config_valid_i(config_valid),
      .config_ready_o(config_ready),
      .data_i        (message_data),
      .keep_i        (message_keep),
      .last_i        (message_last),
      .valid_i       (message_valid),
      .ready_o       (message_ready),
      .open_o        (message_open),
      .data_o        (digest_data),
      .keep_o        (digest_keep),
      .last_o        (digest_last),
      .error_o       (digest_user),
      .valid_o       (digest_valid),
      .ready_i       (digest_ready),
      .waits_i       (digest_waits)
  );

endmodule

`default_nettype wire
