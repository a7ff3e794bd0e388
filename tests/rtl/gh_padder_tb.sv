// SPDX-License-Identifier: Apache-2.0
//
// gh_message_padder with the fields of its rule as ports, for the test bench.

`default_nettype none

module gh_padder_tb #(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned MaxBlockBytes = 128,
    parameter int unsigned CountBits = 64,
    localparam int unsigned Beats = (StreamBytes < MaxBlockBytes) ? MaxBlockBytes / StreamBytes : 1,
    localparam int unsigned BeatBlocks =
        (StreamBytes < MaxBlockBytes) ? 1 : StreamBytes / MaxBlockBytes,
    localparam int unsigned BeatBits = (Beats == 1) ? 1 : $clog2(Beats),
    localparam int unsigned BlocksBits = $clog2(BeatBlocks + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [8:0] rule_block_bytes_i,
    input wire logic [7:0] rule_suffix_i,
    input wire logic [7:0] rule_closing_i,
    input wire logic [5:0] rule_length_bytes_i,
    input wire logic       rule_whole_i,

    input  wire logic [8*StreamBytes-1:0] data_i,
    input  wire logic [  StreamBytes-1:0] keep_i,
    input  wire logic                     last_i,
    input  wire logic                     valid_i,
    output wire logic                     ready_o,

    output wire logic [8*StreamBytes-1:0] data_o,
    output wire logic [     BeatBits-1:0] beat_o,
    output wire logic                     valid_o,
    input  wire logic                     ready_i,
    output wire logic [   BlocksBits-1:0] blocks_o,
    output wire logic                     block_last_o,
    output wire logic                     final_o,
    output wire logic                     error_o,
    output wire logic [    CountBits-1:0] count_o
);

  gh_stream_pkg::pad_rule_t rule;
  assign rule = '{
          block_bytes: rule_block_bytes_i,
          suffix: rule_suffix_i,
          closing: rule_closing_i,
          length_bytes: rule_length_bytes_i,
          whole: rule_whole_i
      };

  gh_stream_pkg::beat_flags_t flags;
  assign valid_o      = flags.valid;
  assign block_last_o = flags.block_last;
  assign final_o      = flags.ends;
  assign error_o      = flags.error;

  gh_message_padder #(
      .StreamBytes  (StreamBytes),
      .MaxBlockBytes(MaxBlockBytes),
      .CountBits    (CountBits)
  ) u_padder (
      .rule_i (rule),
      .flags_o(flags),
      .*
  );

endmodule

`default_nettype wire
