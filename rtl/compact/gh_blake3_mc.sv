// SPDX-License-Identifier: Apache-2.0
//
// BLAKE3 (BLAKE3.pdf of 2021-11-05) on a microcoded coprocessor: hash, keyed hash and both steps of a
// derived key, with any bytes of the extendable output from a block on, of messages of up to 2**64 - 1
// bytes. Chunks, parents and their stack are handled here.
//
// All streams are StreamBits wide; the default is the width inside. Each message has a packet of its own
// at s_axis_cfg, whole 64-bit words, byte 0 first, which says what becomes of it:
//
//   word 0      0 hash, 1 keyed hash, 2 the key of a context, whose string is the message, 3 what is
//               derived from the message with the key of a context
//   word 1      bits of the output, a multiple of 8, not 0
//   word 2      number of the output's first block of 64 bytes
//   words 3-6   the key, with 1 and 3 only
//
// One packet at s_axis is one message of any length, one packet at m_axis its output. Byte 0 of a message
// is s_axis_tdata[7:0] of its first beat; every beat but the last is full.
//
// A malformed packet on either side is answered with one beat with m_axis_tuser. Key, message, chaining
// values and state are overwritten with zeros after every message, and on aresetn.
//
// A long message takes 588 cycles for each block of 64 bytes and for each parent, of which there is one for
// 1024 bytes. Lanes for chunks side by side are not built.

`default_nettype none

module gh_blake3_mc #(
    parameter int unsigned Pipeline   = 1,  // 1, 2 or 3
    parameter int unsigned StreamBits = 8   // 8, 16, 32 or 64
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
      .StreamBits(StreamBits)
  ) u_pins (
      .out_keep(1'b1),
      .*
  );

  logic start, leaves, busy;
  logic [5:0] chaining, low, high, result;
  logic [3:0] load_valid, read_address;
  logic [8:0] load_address;
  logic [7:0] load_data;
  logic load_ready;
  logic [31:0] read_data;
  gh_blake3_mc_stream u_stream (
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
      .ready_i       (out_ready),
      .start_o       (start),
      .running_i     (busy),
      .leaves_o      (leaves),
      .chaining_o    (chaining),
      .low_o         (low),
      .high_o        (high),
      .result_o      (result),
      .load_valid_o  (load_valid),
      .load_address_o(load_address),
      .load_data_o   (load_data),
      .load_ready_i  (load_ready),
      .read_address_o(read_address),
      .read_data_i   (read_data)
  );

  logic [1:0] unused;
  gh_blake3_mc_core #(
      .Pipeline(Pipeline),
      .Overlap (1'b1)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .start_i       (start),
      .leave_i       (leaves),
      .chaining_i    (chaining),
      .low_i         (low),
      .high_i        (high),
      .result_i      (result),
      .busy_o        (busy),
      .done_o        (unused[0]),
      .load_valid_i  (load_valid),
      .load_address_i(load_address),
      .load_data_i   ({4{load_data}}),
      .load_ready_o  (load_ready),
      .read_address_i(read_address),
      .read_busy_o   (unused[1]),
      .read_data_o   (read_data)
  );

endmodule

`default_nettype wire
