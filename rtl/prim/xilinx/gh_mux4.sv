// SPDX-License-Identifier: Apache-2.0
//
// One of four words: one LUT6 a bit.

`default_nettype none

module gh_mux4 #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      3:0][Width-1:0] data_i,
    input  wire logic [      1:0]            select_i,
    output wire logic [Width-1:0]            data_o
);

  // Inputs 3:0 are the data, 5:4 the choice.
  function automatic logic [63:0] table_of_bit();
    logic [63:0] init;
    for (int unsigned i = 0; i < 64; i++) init[i] = i[i[5:4]];
    return init;
  endfunction
  localparam logic [63:0] Init = table_of_bit();

  for (genvar i = 0; i < Width; i++) begin : gen_bits
    LUT6 #(
        .INIT(Init)
    ) u_lut (
        .O (data_o[i]),
        .I0(data_i[0][i]),
        .I1(data_i[1][i]),
        .I2(data_i[2][i]),
        .I3(data_i[3][i]),
        .I4(select_i[0]),
        .I5(select_i[1])
    );
  end

endmodule

`default_nettype wire
