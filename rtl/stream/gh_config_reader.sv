// SPDX-License-Identifier: Apache-2.0
//
// Follows a packet of 64-bit words that arrives in beats of Bytes bytes: says where each beat belongs,
// and with tlast whether the packet has been good: as long as its first word demands, and no beat of
// it refused by the caller.
//
// word_o and part_o are the place of the beat on the stream: its word, and its place in the word. A
// packet's last beat is the last part of word last_word_i, which the caller has learnt from word 0 and
// which is not 0. Behind the first fault the places stand still and good_o is low, so a packet of any
// length is followed to its end.

`default_nettype none

module gh_config_reader #(
    parameter int unsigned Bytes = 1,
    parameter int unsigned MaxWords = 7,
    localparam int unsigned WordBits = $clog2(MaxWords),
    localparam int unsigned PartBits = $clog2(8 / Bytes)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic taken_i,  // the beat is taken
    input wire logic last_i,   // with tlast
    input wire logic bad_i,    // its content is refused

    input  wire logic [WordBits-1:0] last_word_i,
    output wire logic [WordBits-1:0] word_o,
    output wire logic [PartBits-1:0] part_o,
    output wire logic                good_o        // the packet, with this beat
);

  if (Bytes != 1 && Bytes != 2 && Bytes != 4) begin : gen_check_bytes
    $fatal(1, "gh_config_reader: Bytes is %0d; it must be 1, 2 or 4", Bytes);
  end

  logic [WordBits-1:0] word_q;
  logic [PartBits-1:0] part_q;
  logic bad_q;

  assign word_o = word_q;
  assign part_o = part_q;
  assign good_o = !bad_q && !bad_i
                && last_i == (word_q != '0 && word_q == last_word_i && part_q == '1);

  always_ff @(posedge clk_i) begin
    if (taken_i) begin
      bad_q <= !good_o;
      if (!bad_q) {word_q, part_q} <= {word_q, part_q} + 1'b1;
    end
    if (rst_i || taken_i && last_i) begin
      bad_q  <= 1'b0;
      word_q <= '0;
      part_q <= '0;
    end
  end

endmodule

`default_nettype wire
