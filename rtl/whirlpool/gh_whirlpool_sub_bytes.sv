// SPDX-License-Identifier: Apache-2.0
//
// SubBytes of Whirlpool behind the state register: next state in, substituted bytes of it out
// Stages cycles later.
//
// The state register is in here because a block memory reads with a clock: its own register is the
// state. Three stages put a register between the halves of the S-box and one behind it.

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

  // A block memory has no register between halves; both of the other two stand behind it.
  localparam int unsigned Behind = (Stages == 1) ? 0 : (SBox == SBoxBram) ? 2 : 1;
  if (Behind == 0) begin : gen_wire
    assign data_o = substituted;
  end else begin : gen_registers
    state_t [Behind-1:0] behind_q;
    always_ff @(posedge clk_i) begin
      behind_q[0] <= substituted;
      for (int unsigned i = 1; i < Behind; i++) behind_q[i] <= behind_q[i-1];
    end
    assign data_o = behind_q[Behind-1];
  end

endmodule

`default_nettype wire
