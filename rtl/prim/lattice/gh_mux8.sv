// SPDX-License-Identifier: Apache-2.0
//
// One of eight words: four LUT4 a bit in a row. The first chooses of two words, or selects which of
// theirs the others choose; each passes on what comes in, or chooses of two words of its own. A
// mapper that sees the multiplexer as one function takes six.

`default_nettype none

module gh_mux8 #(
    parameter int unsigned Width = 64
) (
    input  wire logic [      7:0][Width-1:0] data_i,
    input  wire logic [      2:0]            select_i,
    output wire logic [Width-1:0]            data_o
);

  // Inputs 1:0 are data, 3:2 the choice.
  function automatic logic [15:0] table_of_first();
    logic [15:0] init;
    for (int unsigned i = 0; i < 16; i++) init[i] = i[3] ? i[2] : i[i[2]];
    return init;
  endfunction

  // Input 0 is the table's before, 2:1 are data, 3 tells that it is one of these.
  function automatic logic [15:0] table_of_next();
    logic [15:0] init;
    for (int unsigned i = 0; i < 16; i++) init[i] = !i[3] ? i[0] : i[0] ? i[2] : i[1];
    return init;
  endfunction

  localparam logic [15:0] First = table_of_first();
  localparam logic [15:0] Next = table_of_next();

  for (genvar i = 0; i < Width; i++) begin : gen_bits
    logic [3:0] chosen;
    LUT4 #(
        .INIT(First)
    ) u_first (
        .Z(chosen[0]),
        .A(data_i[0][i]),
        .B(data_i[1][i]),
        .C(select_i[0]),
        .D(|select_i[2:1])
    );
    for (genvar k = 1; k < 4; k++) begin : gen_next
      LUT4 #(
          .INIT(Next)
      ) u_next (
          .Z(chosen[k]),
          .A(chosen[k-1]),
          .B(data_i[2*k][i]),
          .C(data_i[2*k+1][i]),
          .D(select_i[2:1] == 2'(k))
      );
    end
    assign data_o[i] = chosen[3];
  end

endmodule

`default_nettype wire
