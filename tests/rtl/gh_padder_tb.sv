// SPDX-License-Identifier: Apache-2.0
//
// gh_message_padder, or with Serial gh_serial_padder and a count of the message beside it, with the
// fields of the rule as ports, for the test bench.

`default_nettype none

module gh_padder_tb #(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned MaxBlockBytes = 128,
    parameter int unsigned CountBits = 64,
    parameter bit Serial = 1'b0,
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

  if (Serial) begin : gen_serial
    logic message, length_valid, taken;
    logic [CountBits-1:0] count_q;
    logic [StreamBytes-1:0][7:0] length;
    logic [127:0] bits;
    assign taken    = valid_o && ready_i;
    assign blocks_o = 1'b1;
    assign count_o  = count_q + ((valid_i && message) ? CountBits'($countones(keep_i)) : '0);
    assign bits     = 128'({count_q, 3'b000});
    always_comb begin
      for (int unsigned i = 0; i < StreamBytes; i++) begin
        length[i] = 8'(bits >> 8 * (32'(rule.block_bytes) - 1 - StreamBytes * 32'(beat_o) - i));
      end
    end
    always_ff @(posedge clk_i) begin
      if (taken) count_q <= (block_last_o && final_o) ? '0 : count_o;
      if (rst_i) count_q <= '0;
    end

    gh_serial_padder #(
        .Bytes        (StreamBytes),
        .MaxBlockBytes(MaxBlockBytes)
    ) u_padder (
        .rule_i   (gh_serial_pkg::serial_rule(rule, StreamBytes)),
        .refuse_i (1'b0),
        .place_o  (beat_o),
        .message_o(message),
        .length_o (length_valid),
        .length_i (length & {8 * StreamBytes{length_valid}}),
        .flags_o  (flags),
        .*
    );
  end else begin : gen_wide
    gh_message_padder #(
        .StreamBytes  (StreamBytes),
        .MaxBlockBytes(MaxBlockBytes),
        .CountBits    (CountBits)
    ) u_padder (
        .rule_i (rule),
        .flags_o(flags),
        .*
    );
  end

endmodule

`default_nettype wire
