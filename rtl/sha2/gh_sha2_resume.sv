// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 or SHA-512 (FIPS 180-4) of messages in parts: each brings a packet at s_axis_cfg, see
// gh_part_padder. A part may begin with any chaining value and number of bytes before, and end with
// its chaining value in the place of the digest. One core thus serves many interrupted messages,
// and with their initial values also the other functions on words of the same length.
//
// Cycles as gh_sha2; a message begins when the answer to the one before it has left.

`default_nettype none

module gh_sha2_resume
  import gh_stream_pkg::*;
  import gh_sha2_padding_pkg::*;
#(
    parameter int unsigned WordBits = 64,  // 32 or 64
    parameter bit BlockMemory = 1'b0,  // round constants in block memory, not in logic
    parameter int unsigned StreamBits = 64,  // 8, 16, 32 or 64
    parameter bit Registered = 1'b0
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

  localparam pad_rule_t Rule = sha2_padding((WordBits == 32) ? PadSha256 : PadSha512);
  localparam int unsigned StreamBytes = StreamBits / 8;
  localparam int unsigned WordBytes = WordBits / 8;
  localparam int unsigned BlockBytes = 32'(Rule.block_bytes);
  localparam int unsigned SliceMode = Registered ? 3 : 0;

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q, rst_pins;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;
  // The pins are silent as soon as rst_q is set.
  assign rst_pins = rst_q || !aresetn;

  typedef struct packed {
    logic                   user;
    logic                   last;
    logic [StreamBytes-1:0] keep;
    logic [StreamBits-1:0]  data;
  } stream_t;
  stream_t entering, leaving;
  logic entering_valid, entering_ready, leaving_valid, leaving_ready, unused_user;
  assign unused_user = entering.user;

  gh_register_slice #(
      .Width($bits(stream_t)),
      .Mode (SliceMode)
  ) u_in (
      .clk_i  (aclk),
      .rst_i  (rst_pins),
      .data_i ({1'b0, s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
      .valid_i(s_axis_tvalid),
      .ready_o(s_axis_tready),
      .data_o (entering),
      .valid_o(entering_valid),
      .ready_i(entering_ready)
  );

  logic [StreamBits-1:0] beat_data;
  logic [$clog2(BlockBytes/StreamBytes)-1:0] beat;
  beat_flags_t beat_flags;
  logic beat_ready, load_valid;
  logic [2:0] load_place;
  logic [WordBits-1:0] load_word;

  gh_part_padder #(
      .Rule       (Rule),
      .StreamBytes(StreamBytes),
      .WordBytes  (WordBytes),
      .Registered (Registered)
  ) u_padder (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .rst_pins_i    (rst_pins),
      .config_data_i (s_axis_cfg_tdata),
      .config_last_i (s_axis_cfg_tlast),
      .config_valid_i(s_axis_cfg_tvalid),
      .config_ready_o(s_axis_cfg_tready),
      .data_i        (entering.data),
      .keep_i        (entering.keep),
      .last_i        (entering.last),
      .valid_i       (entering_valid),
      .ready_o       (entering_ready),
      .answered_i    (leaving_valid && leaving_ready && leaving.last),
      .load_valid_o  (load_valid),
      .load_place_o  (load_place),
      .load_word_o   (load_word),
      .data_o        (beat_data),
      .beat_o        (beat),
      .flags_o       (beat_flags),
      .ready_i       (beat_ready)
  );

  gh_sha2_blocks #(
      .WordBits   (WordBits),
      .BlockMemory(BlockMemory),
      .StreamBytes(StreamBytes)
  ) u_blocks (
      .clk_i       (aclk),
      .rst_i       (rst_q),
      .load_valid_i(load_valid),
      .load_place_i(load_place),
      .load_word_i (load_word),
      .data_i      (beat_data),
      .beat_i      (beat),
      .flags_i     (beat_flags),
      .ready_o     (beat_ready),
      .data_o      (leaving.data),
      .keep_o      (leaving.keep),
      .last_o      (leaving.last),
      .user_o      (leaving.user),
      .valid_o     (leaving_valid),
      .ready_i     (leaving_ready)
  );

  gh_register_slice #(
      .Width($bits(stream_t)),
      .Mode (SliceMode)
  ) u_out (
      .clk_i  (aclk),
      .rst_i  (rst_pins),
      .data_i (leaving),
      .valid_i(leaving_valid),
      .ready_o(leaving_ready),
      .data_o ({m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata}),
      .valid_o(m_axis_tvalid),
      .ready_i(m_axis_tready)
  );

endmodule

`default_nettype wire
