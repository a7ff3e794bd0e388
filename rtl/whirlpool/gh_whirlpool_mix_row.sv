// SPDX-License-Identifier: Apache-2.0
//
// MixRows of Whirlpool on one row: multiplication by the circulant matrix (1, 1, 4, 1, 8, 5, 2, 9).
//
// MixTable looks products up, nibble by nibble, in tables of 16 entries, as they fit a Virtex-4's
// distributed memories; the paper's tables have 256. MixLogic adds powers of bytes: since 5 = 4 + 1
// and 9 = 8 + 1, with s the row, indices modulo 8 and U_k = s_k + s_{k+3},
//   column j = U_{j+5} + s_{j+1} + s_{j+3} + s_{j+7} + 2 s_{j+2} + 4 U_{j+3} + 8 U_{j+1}.
// Pipelined, s and U stand in registers.
// MixParity takes four of these terms from sums over a row, P_k over the bytes of k's parity, and reduces once,
//   column j = s_j + P_{j+1} + 2 s_{j+2} + 4 U_{j+3} + 8 U_{j+1}.

`default_nettype none

module gh_whirlpool_mix_row
  import gh_whirlpool_constants_pkg::*;
  import gh_whirlpool_pkg::*;
#(
    parameter int unsigned MixRows = MixLogic,
    parameter bit Pipelined = 1'b0
) (
    input  wire logic clk_i,
    input  wire row_t row_i,
    output wire row_t row_o
);

  row_t s;
  if (Pipelined) begin : gen_register
    row_t s_q;
    always_ff @(posedge clk_i) s_q <= row_i;
    assign s = s_q;
  end else begin : gen_wire
    assign s = row_i;
    logic unused;
    assign unused = clk_i;
  end

  if (MixRows == MixTable) begin : gen_table
    for (genvar j = 0; j < 8; j++) begin : gen_column
      byte_t [7:0] term;
      for (genvar m = 0; m < 8; m++) begin : gen_term
        localparam products_t Products = products(Circulant[m]);
        byte_t u;
        assign u = s[(j-m+8)%8];
        assign term[m] = Products[0][u[3:0]] ^ Products[1][u[7:4]];
      end
      assign row_o[j] = term[0] ^ term[1] ^ term[2] ^ term[3]
                      ^ term[4] ^ term[5] ^ term[6] ^ term[7];
    end
  end else if (MixRows == MixLogic) begin : gen_logic
    row_t u_sum, u;
    for (genvar j = 0; j < 8; j++) begin : gen_sum
      assign u_sum[j] = row_i[j] ^ row_i[(j+3)%8];
    end
    if (Pipelined) begin : gen_sum_register
      row_t u_q;
      always_ff @(posedge clk_i) u_q <= u_sum;
      assign u = u_q;
    end else begin : gen_sum_wire
      assign u = u_sum;
    end
    for (genvar j = 0; j < 8; j++) begin : gen_column
      assign row_o[j] = u[(j+5)%8] ^ s[(j+1)%8] ^ s[(j+3)%8] ^ s[(j+7)%8] ^ double(
          s[(j+2)%8]
      ) ^ double(
          double(u[(j+3)%8] ^ double(u[(j+1)%8]))
      );
    end
  end else if (MixRows == MixParity) begin : gen_parity
    byte_t [1:0] parity;
    row_t u;
    for (genvar k = 0; k < 2; k++) begin : gen_parities
      assign parity[k] = s[k] ^ s[k+2] ^ s[k+4] ^ s[k+6];
    end
    for (genvar j = 0; j < 8; j++) begin : gen_sum
      assign u[j] = s[j] ^ s[(j+3)%8];
    end
    for (genvar j = 0; j < 8; j++) begin : gen_column
      sum_t sum;
      assign sum = sum_t'(s[(j+2)%8]) << 1 ^ sum_t'(u[(j+3)%8]) << 2 ^ sum_t'(u[(j+1)%8]) << 3;
      assign row_o[j] = s[j] ^ parity[(j+1)%2] ^ reduced(sum);
    end
  end else begin : gen_check_mix
    $fatal(
        1,
        "gh_whirlpool_mix_row: MixRows is %0d; it must be 0, 1 or 2: MixTable, MixLogic, MixParity",
        MixRows
    );
  end

endmodule

`default_nettype wire
