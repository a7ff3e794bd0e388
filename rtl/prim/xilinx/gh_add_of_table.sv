// SPDX-License-Identifier: Apache-2.0
//
// Sum of a word and a function of three others, bit by bit. The function is 0 where c_i and d_i are.
//
// One table a bit in front of the carry chain. Where the carry does not go on it is the bit of a_i.

`default_nettype none

module gh_add_of_table #(
    parameter int unsigned Width = 32,  // a multiple of 4
    parameter logic [7:0] Table = 8'h3c  // the function of {d, c, b}
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    input  wire logic [Width-1:0] d_i,
    output wire logic [Width-1:0] sum_o
);

  if (Width % 4 != 0) begin : gen_check_width
    $fatal(1, "gh_add_of_table: Width is %0d; it must be a multiple of 4", Width);
  end
  if (Table[1:0] != '0) begin : gen_check_table
    $fatal(1, "gh_add_of_table: Table is %b; its lowest two bits must be 0", Table);
  end

  logic [Width-1:0] propagate;
  logic [  Width:0] carry;
  assign carry[0] = 1'b0;
  for (genvar i = 0; i < Width; i++) begin : gen_bit
    assign propagate[i] = a_i[i] ^ Table[{d_i[i], c_i[i], b_i[i]}];
  end

  for (genvar i = 0; i < Width; i += 4) begin : gen_carry
    CARRY4 u_carry (
        .CO    (carry[i+1+:4]),
        .O     (sum_o[i+:4]),
        .CI    (carry[i]),
        .CYINIT(1'b0),
        .DI    (a_i[i+:4]),
        .S     (propagate[i+:4])
    );
  end

endmodule

`default_nettype wire
