// SPDX-License-Identifier: Apache-2.0
//
// Two rows of a multiplication, a word times two bits of another one: half a CCU2C a bit. Its look-up
// table has the word's bit, the bit below it, and which of them counts.

`default_nettype none

module gh_row_pair #(
    parameter int unsigned Width = 29
) (
    input  wire logic [Width-1:0] word_i,
    input  wire logic [      1:0] bits_i,
    output wire logic [Width+1:0] product_o
);

  localparam int unsigned Cells = (Width + 3) / 2;

  // What a place does. A and B are the first row's bit, C and D the second one's; a carry arises from
  // the first, where both are alike.
  function automatic logic [15:0] table_of_sum();
    logic [15:0] init;
    for (int unsigned i = 0; i < 16; i++) init[i] = (i[0] && i[1]) ^ (i[2] && i[3]);
    return init;
  endfunction
  localparam logic [15:0] Sum = table_of_sum();

  logic [2*Cells-1:0] a, c, s;
  logic [Cells:0] carry;
  assign a         = (2 * Cells)'(word_i);
  assign c         = (2 * Cells)'({word_i, 1'b0});
  assign carry[0]  = 1'b0;
  assign product_o = s[Width+1:0];

  for (genvar i = 0; i < Cells; i++) begin : gen_cells
    CCU2C #(
        .INIT0    (Sum),
        .INIT1    (Sum),
        .INJECT1_0("NO"),
        .INJECT1_1("NO")
    ) u_cell (
        .CIN (carry[i]),
        .A0  (a[2*i]),
        .B0  (bits_i[0]),
        .C0  (c[2*i]),
        .D0  (bits_i[1]),
        .A1  (a[2*i+1]),
        .B1  (bits_i[0]),
        .C1  (c[2*i+1]),
        .D1  (bits_i[1]),
        .S0  (s[2*i]),
        .S1  (s[2*i+1]),
        .COUT(carry[i+1])
    );
  end

  logic unused;
  assign unused = ^{carry[Cells], s};

endmodule

`default_nettype wire
