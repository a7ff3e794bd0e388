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
    logic [ProductBits-1:0] sum;
    always_comb begin
      sum = '0;
      for (int unsigned i = 0; i < DigitBits; i += 2) begin
        sum += ProductBits'((digit_i[i] ? (Width + 2)'(word_i) : '0)
                          + (digit_i[i+1] ? (Width + 2)'({word_i, 1'b0}) : '0)) << i;
      end
    end
    assign product_o = sum;
  end

endmodule

`default_nettype wire
