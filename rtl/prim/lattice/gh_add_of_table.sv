// SPDX-License-Identifier: Apache-2.0
//
// Sum of a word and a function of three others, bit by bit. The function is 0 where c_i and d_i are.
//
// Half a CCU2C a bit, whose table takes both. Its lowest four bits are also what the carry takes where it
// does not go on: the bit of a_i, as the function is 0 there.

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

  if (Table[1:0] != '0) begin : gen_check_table
    $fatal(1, "gh_add_of_table: Table is %b; its lowest two bits must be 0", Table);
  end

  function automatic logic [15:0] sums();
    for (int unsigned i = 0; i < 16; i++) sums[i] = i[0] ^ Table[i/2];
  endfunction
  localparam logic [15:0] Sum = sums();

  logic [Width/2:0] carry;
  assign carry[0] = 1'b0;
  for (genvar i = 0; i < Width / 2; i++) begin : gen_cell
    CCU2C #(
        .INIT0    (Sum),
        .INIT1    (Sum),
        .INJECT1_0("NO"),
        .INJECT1_1("NO")
    ) u_cell (
        .CIN (carry[i]),
        .A0  (a_i[2*i]),
        .B0  (b_i[2*i]),
        .C0  (c_i[2*i]),
        .D0  (d_i[2*i]),
        .A1  (a_i[2*i+1]),
        .B1  (b_i[2*i+1]),
        .C1  (c_i[2*i+1]),
        .D1  (d_i[2*i+1]),
        .S0  (sum_o[2*i]),
        .S1  (sum_o[2*i+1]),
        .COUT(carry[i+1])
    );
  end

endmodule

`default_nettype wire
