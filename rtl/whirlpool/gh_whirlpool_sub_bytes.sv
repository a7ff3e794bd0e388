// SPDX-License-Identifier: Apache-2.0
//
// SubBytes of Whirlpool behind the state register: next state in, substituted bytes of it out a
// cycle later, or two where there are three stages in a round.
//
// The state register is in here because a block memory reads with a clock: its own register is the
// state. Three stages put a register between the halves of the S-box, or behind a block memory; the
// third is in MixRows.

`default_nettype none

module gh_whirlpool_sub_bytes
  import gh_whirlpool_pkg::*;
#(
    parameter int unsigned SBox   = SBoxLut,
    parameter int unsigned Stages = 1
) (
    input  wire logic   clk_i,
    input  wire state_t data_i,
    output wire state_t data_o
);

  if (Stages != 1 && Stages != 3) begin : gen_check_stages
    $fatal(1, "gh_whirlpool_sub_bytes: Stages is %0d; it must be 1 or 3", Stages);
  end

  state_t substituted;

  if (SBox == SBoxBram) begin : gen_bram
    for (genvar i = 0; i < 8; i++) begin : gen_row
      for (genvar j = 0; j < 8; j += 2) begin : gen_column
        gh_whirlpool_sbox_bram u_sbox (
            .clk_i,
            .data_i({data_i[i][j+1], data_i[i][j]}),
            .data_o({substituted[i][j+1], substituted[i][j]})
        );
      end
    end
  end else begin : gen_mini_boxes
    state_t state_q;
    always_ff @(posedge clk_i) state_q <= data_i;
    for (genvar i = 0; i < 8; i++) begin : gen_row
      for (genvar j = 0; j < 8; j++) begin : gen_column
        gh_whirlpool_sbox #(
            .SBox     (SBox),
            .Pipelined(Stages == 3)
        ) u_sbox (
            .clk_i,
            .data_i(state_q[i][j]),
            .data_o(substituted[i][j])
        );
      end
    end
  end

  if (Stages == 3 && SBox == SBoxBram) begin : gen_behind
    state_t substituted_q;
    always_ff @(posedge clk_i) substituted_q <= substituted;
    assign data_o = substituted_q;
  end else begin : gen_wire
    assign data_o = substituted;
  end

endmodule

`default_nettype wire
