// SPDX-License-Identifier: Apache-2.0
//
// All forms of Whirlpool's S-box and of MixRows side by side, for a proof that they are equal.

`default_nettype none

module gh_whirlpool_equal
  import gh_whirlpool_pkg::*;
(
    input wire logic clk_i,

    input wire byte_t [1:0] data_i,
    input wire row_t        row_i,

    // From the second cycle on.
    output wire logic sbox_equal_o,
    output wire logic mix_equal_o
);

  // The block memory and the pipelined forms answer a cycle later; the others get what they got then.
  byte_t [1:0] data_q, from_memory;
  row_t row_q;
  always_ff @(posedge clk_i) begin
    data_q <= data_i;
    row_q  <= row_i;
  end

  gh_whirlpool_sbox_bram u_sbox_bram (
      .clk_i,
      .data_i,
      .data_o(from_memory)
  );

  // Look-up tables and logic, not pipelined and pipelined.
  byte_t [3:0][1:0] substituted;
  row_t [3:0] mixed;
  for (genvar i = 0; i < 4; i++) begin : gen_forms
    localparam int unsigned SBox = (i % 2 == 0) ? SBoxLut : SBoxLogic;
    localparam int unsigned MixRows = (i % 2 == 0) ? MixTable : MixLogic;
    localparam bit Pipelined = (i >= 2);

    for (genvar j = 0; j < 2; j++) begin : gen_bytes
      gh_whirlpool_sbox #(
          .SBox     (SBox),
          .Pipelined(Pipelined)
      ) u_sbox (
          .clk_i,
          .data_i(Pipelined ? data_i[j] : data_q[j]),
          .data_o(substituted[i][j])
      );
    end

    gh_whirlpool_mix_row #(
        .MixRows  (MixRows),
        .Pipelined(Pipelined)
    ) u_mix_row (
        .clk_i,
        .row_i(Pipelined ? row_i : row_q),
        .row_o(mixed[i])
    );
  end

  assign sbox_equal_o = (substituted == {4{from_memory}});
  assign mix_equal_o  = (mixed == {4{mixed[0]}});

endmodule

`default_nettype wire
