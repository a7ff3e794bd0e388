// SPDX-License-Identifier: Apache-2.0
//
// Sum or exclusive-or of three words: one LUT6_2 a bit and the carry chain.
// For (a ^ b) + c a carry goes on where an odd number of a, b and c are 1; elsewhere it is what is
// added to a. For three summands each table saves a carry for its neighbour, which the chain adds
// to the parities. Where the word can be cut, a place of the chain between the halves lets the
// carry through or replaces it.

`default_nettype none

module gh_add_xor3 #(
    parameter int unsigned Width = 64,
    parameter bit          Cut   = 1,
    parameter bit          Three = 0
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    input  wire logic             xor_i,
    input  wire logic             b_adds_i,
    input  wire logic             carry_i,
    input  wire logic             save_i,
    input  wire logic             cut_i,
    input  wire logic             cut_carry_i,
    output wire logic [Width-1:0] result_o,
    output wire logic             half_carry_o,
    output wire logic             carry_o,
    output wire logic             save_o
);

  if (Width % 8 != 0) begin : gen_check_width
    $fatal(1, "gh_add_xor3: Width is %0d; it must be a multiple of 8", Width);
  end

  localparam int unsigned Half = Width / 2;
  localparam int unsigned Places = Width + 32'(Cut);
  localparam int unsigned Cells = (Places + 3) / 4;

  // Inputs are a, b, c, xor, b_adds or the neighbour's carry, and 1: O5 has the lower half, O6 the
  // upper.
  function automatic logic [63:0] table_of_bit();
    logic [63:0] init;
    for (int unsigned i = 0; i < 32; i++) begin
      if (Three) begin
        init[i]    = !i[3] && ((i[0] && i[1]) || (i[0] && i[2]) || (i[1] && i[2]));
        init[i+32] = i[0] ^ i[1] ^ i[2] ^ i[4];
      end else begin
        init[i]    = !i[3] && (i[2] || (i[4] && i[1]));
        init[i+32] = i[0] ^ i[1] ^ i[2];
      end
    end
    return init;
  endfunction
  localparam logic [63:0] Init = table_of_bit();

  logic [Width-1:0] fifth, propagate, o5, generate_bit;
  for (genvar i = 0; i < Width; i++) begin : gen_bits
    if (!Three) begin : gen_two
      assign fifth[i] = b_adds_i;
    end else if (i == 0) begin : gen_first
      assign fifth[i] = save_i;
    end else if (Cut && i == Half) begin : gen_middle
      assign fifth[i] = o5[i-1] && !cut_i;
    end else begin : gen_next
      assign fifth[i] = o5[i-1];
    end

    LUT6_2 #(
        .INIT(Init)
    ) u_lut (
        .O6(propagate[i]),
        .O5(o5[i]),
        .I0(a_i[i]),
        .I1(b_i[i]),
        .I2(c_i[i]),
        .I3(xor_i),
        .I4(fifth[i]),
        .I5(1'b1)
    );
  end
  assign generate_bit = Three ? fifth : o5;
  assign save_o       = Three && o5[Width-1];

  // The chain, with its place between the halves.
  logic [4*Cells-1:0] through, replaced, sum, carry;
  if (Cut) begin : gen_cut
    assign through = (4 * Cells)'({propagate[Width-1:Half], !cut_i, propagate[Half-1:0]});
    assign replaced = (4 * Cells)'({
      generate_bit[Width-1:Half], cut_carry_i, generate_bit[Half-1:0]
    });
    assign result_o = {sum[Places-1:Half+1], sum[Half-1:0]};
  end else begin : gen_whole
    logic unused;
    assign unused   = ^{cut_i, cut_carry_i};
    assign through  = propagate;
    assign replaced = generate_bit;
    assign result_o = sum;
  end
  assign half_carry_o = carry[Half-1];
  assign carry_o      = carry[Places-1];

  for (genvar i = 0; i < Cells; i++) begin : gen_carry
    CARRY4 u_carry (
        .CO    (carry[4*i+:4]),
        .O     (sum[4*i+:4]),
        .CI    ((i == 0) ? 1'b0 : carry[4*i-1]),
        .CYINIT((i == 0) ? carry_i : 1'b0),
        .DI    (replaced[4*i+:4]),
        .S     (through[4*i+:4])
    );
  end

endmodule

`default_nettype wire
