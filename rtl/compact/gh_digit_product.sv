// SPDX-License-Identifier: Apache-2.0
//
// A word times a digit, in the same cycle: rows of logic that are added, or with Dsp a multiplication
// that tools map to DSP blocks.

`default_nettype none

module gh_digit_product #(
    parameter int unsigned Width = 29,
    parameter int unsigned DigitBits = 4,  // even
    parameter bit Dsp = 1'b0,
    localparam int unsigned ProductBits = Width + DigitBits
) (
    input  wire logic [      Width-1:0] word_i,
    input  wire logic [  DigitBits-1:0] digit_i,
    output wire logic [ProductBits-1:0] product_o
);

  if (Dsp) begin : gen_dsp
    assign product_o = word_i * digit_i;
  end else begin : gen_logic
    logic [DigitBits/2-1:0][Width+1:0] pairs;
    for (genvar i = 0; i < DigitBits / 2; i++) begin : gen_pairs
      gh_row_pair #(
          .Width(Width)
      ) u_pair (
          .word_i,
          .bits_i   (digit_i[2*i+:2]),
          .product_o(pairs[i])
      );
    end
    logic [ProductBits-1:0] sum;
    always_comb begin
      sum = '0;
      for (int unsigned i = 0; i < DigitBits / 2; i++) sum += ProductBits'(pairs[i]) << 2 * i;
    end
    assign product_o = sum;
  end

endmodule

`default_nettype wire
