// SPDX-License-Identifier: Apache-2.0
//
// gh_synchroniser as metastability makes it, for the test bench: each bit that changes arrives in
// this cycle or in the next, by chance and apart from the others.

`default_nettype none

module gh_synchroniser #(
    parameter int unsigned Width  = 1,
    parameter int unsigned Stages = 2
) (
    input wire logic clk_i,

    input  wire logic [Width-1:0] data_i,
    output wire logic [Width-1:0] data_o
);

  logic [Stages-1:0][Width-1:0] stages_q;
  logic [Width-1:0] before_q, late;
  logic [31:0] chance_q;
  initial begin
    stages_q = '0;
    before_q = '0;
    chance_q = 32'h2545f491 + Width;
  end

  // A shift register of 32 bits, Width of them in use.
  assign late   = (data_i ^ before_q) & chance_q[Width-1:0];
  assign data_o = stages_q[Stages-1];

  always @(posedge clk_i) begin
    chance_q <= {chance_q[30:0], chance_q[31] ^ chance_q[21] ^ chance_q[1] ^ chance_q[0]};
    before_q <= data_i;
    stages_q <= {stages_q[Stages-2:0], data_i ^ late};
  end

endmodule

`default_nettype wire
