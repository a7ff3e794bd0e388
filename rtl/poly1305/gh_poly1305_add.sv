// SPDX-License-Identifier: Apache-2.0
//
// Sum of two words, in one carry chain. Yosys would merge it with the next sum into rows of look-up tables,
// which are more than two chains on devices with tables of four inputs.

`default_nettype none

module gh_poly1305_add #(
    parameter  int unsigned Width = 36,
    localparam int unsigned Whole = (Width + 3) / 4 * 4
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    output wire logic [Width-1:0] sum_o
);

  // The function of {d, c, b}: c where b is 1.
  localparam logic [7:0] Adds = 8'h88;
  logic [Whole-1:0] sum;
  gh_add_of_table #(
      .Width(Whole),
      .Table(Adds)
  ) u_add (
      .a_i  (Whole'(a_i)),
      .b_i  ('1),
      .c_i  (Whole'(b_i)),
      .d_i  ('0),
      .sum_o(sum)
  );
  assign sum_o = sum[Width-1:0];

  if (Whole > Width) begin : gen_unused
    logic unused;
    assign unused = ^sum[Whole-1:Width];
  end

endmodule

`default_nettype wire
