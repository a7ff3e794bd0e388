// SPDX-License-Identifier: Apache-2.0
//
// Sum, difference or exclusive-or of two of four words: one LUT6 a bit and the carry chain. The
// LUT6 makes the exclusive-or of the chosen operands, which steers a carry multiplexer; a_i goes
// into that. Where no carry is wanted there are zeros instead.

`default_nettype none

module gh_add_sub_xor #(
    parameter int unsigned Width = 64
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    input  wire logic [Width-1:0] d_i,
    input  wire logic [      1:0] operands_i,
    input  wire logic             xor_i,
    output wire logic [Width-1:0] result_o
);

  if (Width % 4 != 0) begin : gen_check_width
    $fatal(1, "gh_add_sub_xor: Width is %0d; it must be a multiple of 4", Width);
  end

  // Inputs 3:0 are d, c, b and a, 5:4 the choice of operands.
  function automatic logic [63:0] table_of_bit();
    logic [63:0] init;
    for (int unsigned i = 0; i < 16; i++) begin
      init[i]    = i[0] ^ i[1];
      init[i+16] = i[0] ^ ~i[1];
      init[i+32] = i[0] ^ ~i[3];
      init[i+48] = i[2] ^ i[3];
    end
    return init;
  endfunction
  localparam logic [63:0] Init = table_of_bit();

  logic adds, first_carry;
  logic [Width-1:0] propagate, generate_bit;
  logic [Width:0] carry;
  assign adds         = !xor_i && operands_i != 2'd3;
  assign first_carry  = adds && operands_i != '0;
  assign generate_bit = adds ? a_i : '0;
  assign carry[0]     = first_carry;

  for (genvar i = 0; i < Width; i++) begin : gen_bits
    LUT6 #(
        .INIT(Init)
    ) u_lut (
        .O (propagate[i]),
        .I0(a_i[i]),
        .I1(b_i[i]),
        .I2(c_i[i]),
        .I3(d_i[i]),
        .I4(operands_i[0]),
        .I5(operands_i[1])
    );
  end

  for (genvar i = 0; i < Width; i += 4) begin : gen_carry
    CARRY4 u_carry (
        .CO    (carry[i+1+:4]),
        .O     (result_o[i+:4]),
        .CI    ((i == 0) ? 1'b0 : carry[i]),
        .CYINIT((i == 0) ? first_carry : 1'b0),
        .DI    (generate_bit[i+:4]),
        .S     (propagate[i+:4])
    );
  end

endmodule

`default_nettype wire
