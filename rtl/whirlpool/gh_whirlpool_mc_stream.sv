// SPDX-License-Identifier: Apache-2.0
//
// The streams of gh_whirlpool_mc, a byte at a time, around gh_whirlpool_mc_core: padding, and the length of
// a message. Contract is in gh_whirlpool_mc.

`include "gh_assert.svh"

`default_nettype none

module gh_whirlpool_mc_stream
  import gh_serial_pkg::*;
  import gh_whirlpool_padding_pkg::*;
(
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

  localparam serial_rule_t Rule = serial_rule(whirlpool_padding(PadWhirlpool), 1);

  gh_stream_pkg::beat_flags_t flags;
  logic [5:0] place;
  logic [7:0] padded, length;
  logic padded_ready, is_message, is_length, taken;
  gh_serial_padder #(
      .Bytes        (1),
      .MaxBlockBytes(64)
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
  assign taken = flags.valid && padded_ready;

  // Bytes of the message in its last block, which is where its first byte of padding stands. An empty
  // message has a beat that stands there.
  logic message_q, empty;
  logic [5:0] bytes_q;
  assign empty = is_message && valid_i && !keep_i;
  always_ff @(posedge clk_i) begin
    message_q <= is_message && !empty;
    if (message_q) bytes_q <= place;
    if (empty) bytes_q <= '0;
  end

  // Whole blocks before the one that enters, in units of 256 bits, the lowest byte at place 6 and the
  // highest at place 7, which is where the length has them. They are counted behind bytes 1 to 8.
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [7:0] count_q[8];
  logic [7:0] count, counted_q, sum;
  logic counts_q, adds_q, lowest_q, first_q, whole_q, carry_q, carry;
  logic [2:0] read_q, place_q;
  assign count = count_q[place[5]?place[2:0] : read_q];
  assign {carry, sum} = 9'(counted_q) + {7'b0, lowest_q && whole_q, !lowest_q && carry_q};
  always_ff @(posedge clk_i) begin
    counts_q  <= taken && ((place[5:3] == '0) ? (place[2:0] != '0) : (place == 6'd8));
    read_q    <= ~place[2:0];
    adds_q    <= counts_q;
    place_q   <= read_q;
    lowest_q  <= (read_q == 3'd6);
    counted_q <= first_q ? '0 : count;
    if (adds_q) begin
      count_q[place_q] <= sum;
      carry_q          <= carry;
    end
    // The byte before a block is the message's.
    if (taken && (&place)) whole_q <= is_message && !flags.ends;
    if (taken && flags.block_last) first_q <= flags.ends;
    if (rst_i) begin
      first_q <= 1'b1;
      whole_q <= 1'b0;
    end
  end

  // Bits, big endian. The padder asks for the upper half of a block only.
  always_comb begin
    length = count;
    if (place[5:3] != '1 && place != 6'd55) length = '0;
    if (place == 6'd62) length[0] = bytes_q[5];
    if (place == 6'd63) length = {bytes_q[4:0], 3'b000};
  end
  logic unused;
  assign unused = is_length;

  gh_whirlpool_mc_core u_core (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .byte_i        (padded),
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
