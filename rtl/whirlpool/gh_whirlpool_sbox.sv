// SPDX-License-Identifier: Apache-2.0
//
// The S-box of Whirlpool on one byte, of mini-boxes, with a register between its halves or none.
//
//   high nibble -> E ----+--> x ------------+-> E ----> high nibble
//                        +-> R --> r -------+
//   low nibble -> E^-1 --+--> y ------------+-> E^-1 -> low nibble        (+: exclusive-or)

`default_nettype none

module gh_whirlpool_sbox
  import gh_whirlpool_pkg::*;
#(
    parameter int unsigned SBox = SBoxLut,
    parameter bit Pipelined = 1'b0
) (
    input  wire logic  clk_i,
    input  wire byte_t data_i,
    output wire byte_t data_o
);

  half_t front, half;

  gh_whirlpool_mini_box #(
      .SBox(SBox),
      .Box (BoxE)
  ) u_front_high (
      .data_i(data_i[7:4]),
      .data_o(front.x)
  );
  gh_whirlpool_mini_box #(
      .SBox(SBox),
      .Box (BoxEInverse)
  ) u_front_low (
      .data_i(data_i[3:0]),
      .data_o(front.y)
  );
  gh_whirlpool_mini_box #(
      .SBox(SBox),
      .Box (BoxR)
  ) u_middle (
      .data_i(front.x ^ front.y),
      .data_o(front.r)
  );

  if (Pipelined) begin : gen_register
    half_t half_q;
    always_ff @(posedge clk_i) half_q <= front;
    assign half = half_q;
  end else begin : gen_wire
    assign half = front;
    logic unused;
    assign unused = clk_i;
  end

  gh_whirlpool_mini_box #(
      .SBox(SBox),
      .Box (BoxE)
  ) u_back_high (
      .data_i(half.x ^ half.r),
      .data_o(data_o[7:4])
  );
  gh_whirlpool_mini_box #(
      .SBox(SBox),
      .Box (BoxEInverse)
  ) u_back_low (
      .data_i(half.y ^ half.r),
      .data_o(data_o[3:0])
  );

endmodule

`default_nettype wire
