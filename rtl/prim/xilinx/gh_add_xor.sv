// SPDX-License-Identifier: Apache-2.0
//
// Sum of two words or exclusive-or of two others (paper At, equation 2 and figure 6): one LUT6_2 a
// bit and the carry chain. With a, b the chosen operands and c the choice,
//   result = (a | b) + ((a & b) ^ c) + c.
// The exclusive-or of the two summands steers a carry multiplexer, a | b goes into it.

`default_nettype none

module gh_add_xor #(
    parameter int unsigned Width = 64
) (
    input  wire logic [Width-1:0] add_a_i,
    input  wire logic [Width-1:0] add_b_i,
    input  wire logic [Width-1:0] xor_a_i,
    input  wire logic [Width-1:0] xor_b_i,
    input  wire logic             xor_i,
    output wire logic [Width-1:0] result_o
);

  if (Width % 4 != 0) begin : gen_check_width
    $fatal(1, "gh_add_xor: Width is %0d; it must be a multiple of 4", Width);
  end

  // Inputs are add_a, add_b, xor_a, xor_b, xor and 1: O5 has the lower half, O6 the upper.
  function automatic logic [63:0] table_of_bit();
    logic [63:0] init;
    logic a, b;
    for (int unsigned i = 0; i < 32; i++) begin
      a          = i[4] ? i[2] : i[0];
      b          = i[4] ? i[3] : i[1];
      init[i]    = a | b;
      init[i+32] = (a | b) ^ ((a & b) ^ i[4]);
    end
    return init;
  endfunction
  localparam logic [63:0] Init = table_of_bit();

  logic [Width-1:0] propagate, generate_bit;
  logic [Width:0] carry;
  assign carry[0] = xor_i;

  for (genvar i = 0; i < Width; i++) begin : gen_bits
    LUT6_2 #(
        .INIT(Init)
    ) u_lut (
        .O6(propagate[i]),
        .O5(generate_bit[i]),
        .I0(add_a_i[i]),
        .I1(add_b_i[i]),
        .I2(xor_a_i[i]),
        .I3(xor_b_i[i]),
        .I4(xor_i),
        .I5(1'b1)
    );
  end

  for (genvar i = 0; i < Width; i += 4) begin : gen_carry
    CARRY4 u_carry (
        .CO    (carry[i+1+:4]),
        .O     (result_o[i+:4]),
        .CI    ((i == 0) ? 1'b0 : carry[i]),
        .CYINIT((i == 0) ? xor_i : 1'b0),
        .DI    (generate_bit[i+:4]),
        .S     (propagate[i+:4])
    );
  end

endmodule

`default_nettype wire
