// SPDX-License-Identifier: Apache-2.0
//
// The streams of gh_sha2_mc, a byte at a time, around gh_sha2_mc_core: padding, and the length of a
// message's last block. Contract is in gh_sha2_mc.
//
// The core counts whole blocks. The length that goes into the padding is that of the part of a block
// behind them, and a block less where another one follows for the padding, which the core counts too.

`include "gh_assert.svh"

`default_nettype none

module gh_sha2_mc_stream
  import gh_serial_pkg::*;
  import gh_sha2_padding_pkg::*;
#(
    parameter int unsigned WordBits   = 32,
    parameter int unsigned DigestBits = 8 * WordBits
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [7:0] data_i,
    input  wire logic       keep_i,
    input  wire logic       last_i,
    input  wire logic       valid_i,
    output wire logic       ready_o,

    output wire logic [7:0] data_o,
    output wire logic       last_o,
    output wire logic       error_o,
    output wire logic       valid_o,
    input  wire logic       ready_i
);

  localparam int unsigned BlockBytes = 2 * WordBits;
  localparam int unsigned PlaceBits = $clog2(BlockBytes);
  localparam int unsigned LengthBits = $clog2(WordBits / 4);  // of a place among the length's bytes
  localparam serial_rule_t Rule = serial_rule(
      sha2_padding((WordBits == 32) ? PadSha256 : PadSha512), 1
  );

  gh_stream_pkg::beat_flags_t flags;
  logic [PlaceBits-1:0] place;
  logic [7:0] padded, length;
  logic padded_ready, is_message, is_length;
  gh_serial_padder #(
      .Bytes        (1),
      .MaxBlockBytes(BlockBytes)
  ) u_padder (
      .clk_i    (clk_i),
      .rst_i    (rst_i),
      .rule_i   (Rule),
      .refuse_i (1'b0),
      .data_i   (data_i),
      .keep_i   (keep_i),
      .last_i   (last_i),
      .valid_i  (valid_i),
      .ready_o  (ready_o),
      .data_o   (padded),
      .place_o  (place),
      .message_o(is_message),
      .length_o (is_length),
      .length_i (length),
      .flags_o  (flags),
      .ready_i  (padded_ready)
  );

  // Bytes of the message in the block where it ends, which is where its first byte of padding stands. An
  // empty message has a beat that stands there.
  logic message_q, empty;
  logic [PlaceBits-1:0] bytes_q;
  logic less_q;  // a block has followed
  assign empty = is_message && valid_i && !keep_i;
  always_ff @(posedge clk_i) begin
    message_q <= is_message && !empty;
    if (message_q) bytes_q <= place;
    if (message_q || empty) less_q <= 1'b0;
    if (empty) bytes_q <= '0;
    if (flags.valid && padded_ready && !is_message && flags.block_last && !flags.ends) begin
      less_q <= 1'b1;
    end
  end

  // Bits, big endian. The padder asks for the last bytes of a block only.
  always_comb begin
    length = {8{less_q}};
    if (&place[LengthBits-1:1]) begin
      length = {{13 - PlaceBits{less_q}}, bytes_q[PlaceBits-1:5]};
      if (place[0]) length = {bytes_q[4:0], 3'b000};
    end
  end
  logic unused;
  assign unused = is_length;

  gh_sha2_mc_core #(
      .WordBits  (WordBits),
      .DigestBits(DigestBits)
  ) u_core (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .byte_i        (padded),
      .place_i       (place),
      .final_i       (flags.ends),
      .error_i       (flags.error),
      .valid_i       (flags.valid),
      .ready_o       (padded_ready),
      .digest_o      (data_o),
      .digest_last_o (last_o),
      .digest_error_o(error_o),
      .digest_valid_o(valid_o),
      .digest_ready_i(ready_i)
  );

endmodule

`default_nettype wire
