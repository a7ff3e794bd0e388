// SPDX-License-Identifier: Apache-2.0
//
// SubBytes and MixRows of Whirlpool on a row of eight bytes, whose columns are shifted already. The sum of both
// outputs is the mixed row, four cycles later: a bit of it is one form of each byte, see gh_whirlpool_piped_pkg,
// and each output adds those of four bytes in one LUT4.

`default_nettype none

module gh_whirlpool_form_row
  import gh_whirlpool_constants_pkg::*;
  import gh_whirlpool_pkg::*;
  import gh_whirlpool_piped_pkg::*;
(
    input  wire logic       clk_i,
    input  wire row_t       row_i,
    input  wire logic       clear_i,  // both outputs are zero in the next cycle
    output wire row_t [1:0] sum_o
);

  forms_t [7:0] answer;
  for (genvar k = 0; k < 8; k++) begin : gen_byte
    gh_whirlpool_form_table u_table (
        .clk_i,
        .byte_i (row_i[k]),
        .forms_o(answer[k])
    );
  end

  row_t [1:0] sum, sum_q;
  for (genvar h = 0; h < 2; h++) begin : gen_half
    for (genvar j = 0; j < 8; j++) begin : gen_column
      for (genvar b = 0; b < 8; b++) begin : gen_bit
        logic [3:0] term;
        for (genvar i = 0; i < 4; i++) begin : gen_term
          localparam int unsigned Byte = 4 * h + i;
          localparam logic [3:0] Factor = Circulant[(j+8-Byte)%8];
          assign term[i] = answer[Byte][List.places[Factor][b]];
        end
        assign sum[h][j][b] = ^term;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) sum_q <= '0;
    else sum_q <= sum;
  end
  assign sum_o = sum_q;

endmodule

`default_nettype wire
