// SPDX-License-Identifier: Apache-2.0
//
// A mini-box of Whirlpool's S-box, 4 bits to 4, as a table or as Boolean equations.
//
// The tables are look-up tables of the device: a mapper that sees five mini-boxes as one function of
// 8 bits makes 256-entry tables of them, in twice the area where tables have six inputs.

`default_nettype none

module gh_whirlpool_mini_box
  import gh_whirlpool_constants_pkg::*;
  import gh_whirlpool_pkg::*;
#(
    parameter int unsigned SBox = SBoxLut,
    parameter int unsigned Box  = BoxE
) (
    input  wire nibble_t data_i,
    output wire nibble_t data_o
);

  if (SBox != SBoxLut && SBox != SBoxLogic) begin : gen_check_sbox
    $fatal(1, "gh_whirlpool_mini_box: SBox is %0d; it must be SBoxLut, 1, or SBoxLogic, 2", SBox);
  end

  if (Box > BoxR) begin : gen_check_box
    $fatal(1, "gh_whirlpool_mini_box: Box is %0d; it must be BoxE, BoxEInverse or BoxR", Box);
  end

  if (SBox == SBoxLut) begin : gen_tables
    localparam mini_box_t Table = (Box == BoxE) ? E : (Box == BoxEInverse) ? EInverse : R;
    for (genvar i = 0; i < 4; i++) begin : gen_bit
      gh_lut4 #(
          .Init(mini_box_bit(Table, 2'(i)))
      ) u_lut (
          .data_i,
          .data_o(data_o[i])
      );
    end
  end else begin : gen_logic
    assign data_o = (Box == BoxE) ? e_logic(
        data_i
    ) : (Box == BoxEInverse) ? e_inverse_logic(
        data_i
    ) : r_logic(
        data_i
    );
  end

endmodule

`default_nettype wire
