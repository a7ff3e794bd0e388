// SPDX-License-Identifier: Apache-2.0
//
// Sum of a word and one of two others: half a CCU2C a bit, whose table chooses; where the carry does not
// go on it is the bit of the first word.

`default_nettype none

module gh_add_of_mux #(
    parameter int unsigned Width = 32
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic             select_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    output wire logic [Width-1:0] sum_o
);

  // a ^ (B ? c : d); the lowest four bits are the carry's, a.
  function automatic logic [15:0] table_of_sum();
    logic [15:0] init;
    for (int unsigned i = 0; i < 16; i++) init[i] = i[0] ^ (i[1] ? i[2] : i[3]);
    return init;
  endfunction
  localparam logic [15:0] Sum = table_of_sum();

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
        .B0  (select_i),
        .C0  (b_i[2*i]),
        .D0  (c_i[2*i]),
        .A1  (a_i[2*i+1]),
        .B1  (select_i),
        .C1  (b_i[2*i+1]),
        .D1  (c_i[2*i+1]),
        .S0  (sum_o[2*i]),
        .S1  (sum_o[2*i+1]),
        .COUT(carry[i+1])
    );
  end

endmodule

`default_nettype wire
