// SPDX-License-Identifier: Apache-2.0
//
// One of four words: two LUT4 a bit. The first chooses of the lower two, or selects which of the
// upper two the second one chooses. A mapper that sees the multiplexer as one function takes three.

`default_nettype none

module gh_mux4 #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      3:0][Width-1:0] data_i,
    input  wire logic [      1:0]            select_i,
    output wire logic [Width-1:0]            data_o
);

  // Inputs 1:0 are data, 3:2 the choice.
  function automatic logic [15:0] table_of_lower();
    logic [15:0] init;
    for (int unsigned i = 0; i < 16; i++) init[i] = i[3] ? i[2] : i[i[2]];
    return init;
  endfunction

  // Input 0 is the other table's, 2:1 are data, 3 tells that it is one of these.
  function automatic logic [15:0] table_of_upper();
    logic [15:0] init;
    for (int unsigned i = 0; i < 16; i++) init[i] = !i[3] ? i[0] : i[0] ? i[2] : i[1];
    return init;
  endfunction

  localparam logic [15:0] Lower = table_of_lower();
  localparam logic [15:0] Upper = table_of_upper();

  for (genvar i = 0; i < Width; i++) begin : gen_bits
    logic lower;
    LUT4 #(
        .INIT(Lower)
    ) u_lower (
        .Z(lower),
        .A(data_i[0][i]),
        .B(data_i[1][i]),
        .C(select_i[0]),
        .D(select_i[1])
    );
    LUT4 #(
        .INIT(Upper)
    ) u_upper (
        .Z(data_o[i]),
        .A(lower),
        .B(data_i[2][i]),
        .C(data_i[3][i]),
        .D(select_i[1])
    );
  end

endmodule

`default_nettype wire
