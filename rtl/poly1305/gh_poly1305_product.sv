// SPDX-License-Identifier: Apache-2.0
//
// Sums of products modulo 2^130 - 5 (Poly1305, RFC 8439, section 2.5): a factor of 65 bits times a
// number of 130 bits each cycle, with 32 multipliers of 18 x 18 bits.
//
//   factor, number --> 32 products --> 11 columns --> + sums --> fold --> carry --> carry --> sum_o
//     cycle 0             1              2            3         4   ^      5         6
//                                                                   +-- addend_i (in cycle 4)
//
// Limbs are those of gh_poly1305_pkg. The product of limb i of the factor and limb j of the number is in
// column i + j, doubled where the weights say so. Columns 8 to 10 have weights of 2^130 and more, and
// fold into columns 0 to 2 five times. Two parallel steps of carry then leave limbs of at most 18 bits: a sum
// is a number again, below 2^130 + 2^121, and congruent to the sum of products, but it is not fully reduced.
//
// Contract: a sum begins with a product that has first_i and ends with one that has last_i, at most
// eight in all. Six cycles later sum_o has it, plus addend_i of two cycles before; the folded sum stays
// until that of the next last_i comes. clear_i replaces it by 0, for sum_o two cycles later.

`include "gh_assert.svh"

`default_nettype none

module gh_poly1305_product
  import gh_poly1305_pkg::*;
(
    input wire logic clk_i,

    input wire factor_t factor_i,
    input wire number_t number_i,
    input wire logic    first_i,
    input wire logic    last_i,

    input  wire logic            clear_i,
    input  wire logic    [128:0] addend_i,
    output wire number_t         sum_o
);

  localparam int unsigned Columns = Limbs + FactorLimbs - 1;
  // Bits that the limbs' bounds allow: of a product, a column, a sum of eight, one that is folded, one with
  // carries.
  localparam int unsigned ProductBits = 35;
  localparam int unsigned ColumnBits = 37;
  localparam int unsigned SumBits = 40;
  localparam int unsigned FoldBits = 42;
  localparam int unsigned CarriedBits = 25;
  localparam logic [7:0] Adds = 8'h88;
  typedef logic [ProductBits-1:0] product_t;
  typedef logic [ColumnBits-1:0] column_t;
  typedef logic [SumBits-1:0] sum_t;
  typedef logic [FoldBits-1:0] fold_t;
  typedef logic [CarriedBits-1:0] carried_t;

  // Weights of a number's limbs, and of those 2^130 above; the first four are a factor's.
  function automatic int unsigned weight(int unsigned place);
    unique case (place % Limbs)
      0: weight = 0;
      1: weight = 17;
      2: weight = 33;
      3: weight = 49;
      4: weight = 65;
      5: weight = 81;
      6: weight = 98;
      default: weight = 114;
    endcase
    if (place >= Limbs) weight += 130;
  endfunction

  limbs_t number;
  assign number = limbs_of(number_i);

  logic [1:0] first_q;
  logic [2:0] last_q;
  always_ff @(posedge clk_i) begin
    first_q <= {first_q[0], first_i};
    last_q  <= {last_q[1:0], last_i};
  end

  product_t [FactorLimbs-1:0][Limbs-1:0] products_q;
  for (genvar i = 0; i < FactorLimbs; i++) begin : gen_rows
    for (genvar j = 0; j < Limbs; j++) begin : gen_products
      always_ff @(posedge clk_i)
        products_q[i][j] <= ProductBits'(factor_i[i]) * ProductBits'(number[j]);
    end
  end

  column_t [Columns-1:0] columns_q;
  sum_t [Columns-1:0] sums_q;
  for (genvar k = 0; k < Columns; k++) begin : gen_columns
    // The column's products, doubled where their weights are twice its own; in pairs, but for the last.
    localparam int unsigned From = (k < Limbs) ? 0 : k - Limbs + 1;
    localparam int unsigned To = (k < FactorLimbs) ? k : FactorLimbs - 1;
    localparam int unsigned Terms = To - From + 1;
    localparam int unsigned Pairs = (Terms + 1) / 2;
    column_t [Terms-1:0] terms;
    column_t [Pairs-1:0] pairs;
    column_t column;
    for (genvar t = 0; t < Terms; t++) begin : gen_terms
      localparam int unsigned I = From + t;
      localparam int unsigned J = k - I;
      assign terms[t] = column_t'(products_q[I][J]) << (weight(I) + weight(J) - weight(k));
    end
    for (genvar t = 0; t < Pairs; t++) begin : gen_pairs
      if (2 * t + 1 < Terms) begin : gen_two
        gh_poly1305_add #(
            .Width(ColumnBits)
        ) u_pair (
            .a_i  (terms[2*t]),
            .b_i  (terms[2*t+1]),
            .sum_o(pairs[t])
        );
      end else begin : gen_one
        assign pairs[t] = terms[2*t];
      end
    end
    if (Pairs > 1) begin : gen_four
      gh_poly1305_add #(
          .Width(ColumnBits)
      ) u_column (
          .a_i  (pairs[0]),
          .b_i  (pairs[1]),
          .sum_o(column)
      );
    end else begin : gen_two
      assign column = pairs[0];
    end
    // The sum so far is added, unless the product is the first: Adds is c_i where b_i is 1.
    sum_t sum;
    gh_add_of_table #(
        .Width(SumBits),
        .Table(Adds)
    ) u_sum (
        .a_i  (sum_t'(columns_q[k])),
        .b_i  ({SumBits{!first_q[1]}}),
        .c_i  (sums_q[k]),
        .d_i  ('0),
        .sum_o(sum)
    );
    always_ff @(posedge clk_i) begin
      columns_q[k] <= column;
      sums_q[k] <= sum;
    end
  end

  // Folded.
  fold_t [Limbs-1:0] folded_q;
  for (genvar k = 0; k < Limbs; k++) begin : gen_folded
    fold_t folded;
    if (k + Limbs < Columns) begin : gen_five
      fold_t upper, five;
      assign upper = fold_t'(sums_q[k+Limbs]);
      gh_poly1305_add #(
          .Width(FoldBits)
      ) u_five (
          .a_i  (upper),
          .b_i  (upper << 2),
          .sum_o(five)
      );
      assign folded = fold_t'(sums_q[k]) + five;
    end else begin : gen_one
      assign folded = fold_t'(sums_q[k]);
    end
    always_ff @(posedge clk_i) begin
      if (clear_i) folded_q[k] <= '0;
      else if (last_q[2]) folded_q[k] <= folded;
    end
  end

  // Carries go to the next limb each, the last one five times to the first.
  carried_t [Limbs-1:0] carried_q;
  limbs_t addends, sum_d, sum_q;
  assign addends = limbs_of_block(addend_i);
  for (genvar k = 0; k < Limbs; k++) begin : gen_carries
    localparam int unsigned From = (k + Limbs - 1) % Limbs;
    localparam int unsigned Bits = weight(k + 1) - weight(k);
    localparam int unsigned FromBits = weight(From + 1) - weight(From);
    carried_t rest, carry, carry_by, carried;
    limb_t again, again_by;
    gh_poly1305_add #(
        .Width($bits(limb_t))
    ) u_rest (
        .a_i  (limb_t'(folded_q[k][Bits-1:0])),
        .b_i  (addends[k]),
        .sum_o(rest[$bits(limb_t)-1:0])
    );
    assign rest[CarriedBits-1:$bits(limb_t)] = '0;
    assign carry = carried_t'(folded_q[From] >> FromBits);
    assign again = limb_t'(carried_q[From] >> FromBits);
    if (k == 0) begin : gen_five
      gh_poly1305_add #(
          .Width(CarriedBits)
      ) u_five (
          .a_i  (carry),
          .b_i  (carry << 2),
          .sum_o(carry_by)
      );
      gh_poly1305_add #(
          .Width($bits(limb_t))
      ) u_five_again (
          .a_i  (again),
          .b_i  (again << 2),
          .sum_o(again_by)
      );
    end else begin : gen_one
      assign carry_by = carry;
      assign again_by = again;
    end
    assign carried  = rest + carry_by;
    assign sum_d[k] = limb_t'(carried_q[k][Bits-1:0]) + again_by;
    always_ff @(posedge clk_i) begin
      carried_q[k] <= carried;
      sum_q[k] <= sum_d[k];
    end
  end
  assign sum_o = '{
          high: '{l7: sum_q[7][16:0], l6: sum_q[6][16:0], l5: sum_q[5], l4: sum_q[4][16:0]},
          low: '{l3: sum_q[3][16:0], l2: sum_q[2][16:0], l1: sum_q[1][16:0], l0: sum_q[0]}
      };

endmodule

`default_nettype wire
