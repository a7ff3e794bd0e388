// SPDX-License-Identifier: Apache-2.0
//
// Streams of a message at the pins of an ARX coprocessor, as wide as the parameter says, and as bytes
// inside. The contents of a converter are erased.
//
// Contract: those of gh_width; open_i says that a configuration's bytes may come. An error's beat is full,
// and zero.

`default_nettype none

module gh_arx_mc_pins #(
    parameter int unsigned StreamBits = 8,  // 8, 16, 32 or 64
    localparam int unsigned Bytes = StreamBits / 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [StreamBits-1:0] config_data_i,
    input  wire logic                  config_last_i,
    input  wire logic                  config_valid_i,
    output wire logic                  config_ready_o,
    input  wire logic [StreamBits-1:0] data_i,
    input  wire logic [     Bytes-1:0] keep_i,
    input  wire logic                  last_i,
    input  wire logic                  valid_i,
    output wire logic                  ready_o,
    output wire logic [StreamBits-1:0] data_o,
    output wire logic [     Bytes-1:0] keep_o,
    output wire logic                  last_o,
    output wire logic                  error_o,
    output wire logic                  valid_o,
    input  wire logic                  ready_i,

    // The same as bytes.
    input  wire logic       open_i,
    output wire logic [7:0] config_byte_o,
    output wire logic       config_byte_last_o,
    output wire logic       config_byte_valid_o,
    input  wire logic       config_byte_ready_i,
    output wire logic [7:0] byte_o,
    output wire logic       byte_keep_o,
    output wire logic       byte_last_o,
    output wire logic       byte_valid_o,
    input  wire logic       byte_ready_i,
    input  wire logic [7:0] byte_i,
    input  wire logic       byte_keep_i,
    input  wire logic       byte_last_i,
    input  wire logic       byte_error_i,
    input  wire logic       byte_valid_i,
    output wire logic       byte_ready_o
);

  if (StreamBits != 8 && StreamBits != 16 && StreamBits != 32 && StreamBits != 64) begin : gen_check
    $fatal(1, "gh_arx_mc_pins: StreamBits is %0d; it must be 8, 16, 32 or 64", StreamBits);
  end

  logic [2:0] unused_width;
  logic unused;
  assign unused = ^unused_width;
  logic [StreamBits-1:0] wide_data;
  logic [Bytes-1:0] wide_keep;
  assign data_o = (Bytes > 1 && error_o) ? '0 : wide_data;
  assign keep_o = (Bytes > 1 && error_o) ? '1 : wide_keep;
  gh_width #(
      .InBytes (Bytes),
      .OutBytes(1),
      .Erase   (1'b1)
  ) u_config (
      .clk_i,
      .rst_i,
      // Whether a byte is taken may depend on there being one.
      .open_i (Bytes == 1 || open_i),
      .data_i (config_data_i),
      .keep_i ('1),
      .last_i (config_last_i),
      .user_i (1'b0),
      .valid_i(config_valid_i),
      .ready_o(config_ready_o),
      .data_o (config_byte_o),
      .keep_o (unused_width[0]),
      .last_o (config_byte_last_o),
      .user_o (unused_width[1]),
      .valid_o(config_byte_valid_o),
      .ready_i(config_byte_ready_i)
  );
  gh_width #(
      .InBytes (Bytes),
      .OutBytes(1),
      .Erase   (1'b1)
  ) u_in (
      .clk_i,
      .rst_i,
      .open_i (1'b1),
      .data_i (data_i),
      .keep_i (keep_i),
      .last_i (last_i),
      .user_i (1'b0),
      .valid_i(valid_i),
      .ready_o(ready_o),
      .data_o (byte_o),
      .keep_o (byte_keep_o),
      .last_o (byte_last_o),
      .user_o (unused_width[2]),
      .valid_o(byte_valid_o),
      .ready_i(byte_ready_i)
  );
  gh_width #(
      .InBytes (1),
      .OutBytes(Bytes),
      .Erase   (1'b1)
  ) u_out (
      .clk_i,
      .rst_i,
      .open_i (1'b1),
      .data_i (byte_i),
      .keep_i (byte_keep_i),
      .last_i (byte_last_i),
      .user_i (byte_error_i),
      .valid_i(byte_valid_i),
      .ready_o(byte_ready_o),
      .data_o (wide_data),
      .keep_o (wide_keep),
      .last_o (last_o),
      .user_o (error_o),
      .valid_o(valid_o),
      .ready_i(ready_i)
  );

endmodule

`default_nettype wire
