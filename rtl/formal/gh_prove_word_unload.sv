// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_word_unload: the bytes of words that count leave in order, each once, unchanged; nothing
// of a word stays when none is held.

`default_nettype none

module gh_prove_word_unload #(
    parameter int unsigned WordBytes = 4,
    parameter int unsigned Bytes = 2,
    parameter bit Reversed = 1'b0  // the highest part leaves first
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,
    input wire logic [7:0] place_i,

    input wire logic [        8*WordBytes-1:0] word_i,
    input wire logic [$clog2(WordBytes+1)-1:0] count_i,
    input wire logic                           last_i,
    input wire logic                           error_i,
    input wire logic                           valid_i,
    input wire logic                           ready_i
);

  localparam int unsigned Parts = WordBytes / Bytes;
  localparam int unsigned PartBits = $clog2(Parts);

  logic rst, reset_q, last_o, user_o, valid_o, ready_o, none_held;
  logic [8*Bytes-1:0] data_o;
  logic [  Bytes-1:0] keep_o;
  gh_prove_reset u_reset (.*);

  gh_word_unload #(
      .WordBytes(WordBytes),
      .Bytes    (Bytes)
  ) u_unload (
      .rst_i  (rst),
      .order_i({PartBits{Reversed}}),
      .*
  );

  logic [Parts-1:0][8*Bytes-1:0] parts, entering;
  logic [WordBytes-1:0] kept;
  assign parts = word_i;
  always_comb begin
    for (int unsigned i = 0; i < Parts; i++) entering[i] = parts[Reversed?Parts-1-i : i];
    for (int unsigned i = 0; i < WordBytes; i++) kept[i] = !last_i || i < 32'(count_i);
  end

  gh_prove_bytes #(
      .InBytes (WordBytes),
      .OutBytes(Bytes),
      .Most    (WordBytes),
      .Pause   (Parts),
      .Erase   (1'b1)
  ) u_bytes (
      .rst_i (rst),
      .open_i(1'b1),
      .data_i(entering),
      .keep_i(kept),
      .user_i(error_i && last_i),
      .*
  );

  // The caller's part of the contract.
  always_comb begin
    if (!rst && valid_i && last_i) begin
      assume (32'(count_i) <= WordBytes);
      assume (count_i != '0 || word_i == '0);
    end
  end

  logic unused;
  assign unused = ^{reset_q, none_held};

endmodule

`default_nettype wire
