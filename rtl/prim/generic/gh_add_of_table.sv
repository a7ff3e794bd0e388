// SPDX-License-Identifier: Apache-2.0
//
// Sum of a word and a function of three others, bit by bit. The function is 0 where c_i and d_i are.

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

  // For each value of b_i a function of the other two: an exclusive-or of the words and their product.
  function automatic logic [Width-1:0] of_two(logic only_c, logic only_d, logic both,
                                              logic [Width-1:0] c, logic [Width-1:0] d);
    return ({Width{only_c}} & c) ^ ({Width{only_d}} & d)
        ^ ({Width{only_c ^ only_d ^ both}} & c & d);
  endfunction

  logic [Width-1:0] high, low, term;
  assign high  = of_two(Table[3], Table[5], Table[7], c_i, d_i);
  assign low   = of_two(Table[2], Table[4], Table[6], c_i, d_i);
  assign term  = (b_i & high) ^ (~b_i & low);
  assign sum_o = a_i + term;

endmodule

`default_nettype wire
