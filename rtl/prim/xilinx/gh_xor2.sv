// SPDX-License-Identifier: Apache-2.0
//
// Exclusive-or of two words: one LUT6_2 for two bits.

`default_nettype none

module gh_xor2 #(
    parameter int unsigned Width = 64
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    output wire logic [Width-1:0] result_o
);

  if (Width % 2 != 0) begin : gen_check_width
    $fatal(1, "gh_xor2: Width is %0d; it must be an even number", Width);
  end

  // Inputs 1:0 are the bits of one place, 3:2 those of the next, 5 is 1: O5 has the lower half, O6
  // the upper.
  function automatic logic [63:0] table_of_bits();
    logic [63:0] init;
    for (int unsigned i = 0; i < 32; i++) begin
      init[i]    = i[0] ^ i[1];
      init[i+32] = i[2] ^ i[3];
    end
    return init;
  endfunction
  localparam logic [63:0] Init = table_of_bits();

  for (genvar i = 0; i < Width; i += 2) begin : gen_bits
    LUT6_2 #(
        .INIT(Init)
    ) u_lut (
        .O6(result_o[i+1]),
        .O5(result_o[i]),
        .I0(a_i[i]),
        .I1(b_i[i]),
        .I2(a_i[i+1]),
        .I3(b_i[i+1]),
        .I4(1'b0),
        .I5(1'b1)
    );
  end

endmodule

`default_nettype wire
