// SPDX-License-Identifier: Apache-2.0
//
// Brings registered bits of another clock to clk_i, each through Stages registers.
//
// Contract: each bit of data_o follows data_i after Stages or Stages + 1 edges of clk_i.
// Bits that change together may arrive in different cycles: send a Gray code, or one bit.
// There is no reset: the registers start as zero and hold nothing of their own.

`default_nettype none

module gh_synchroniser #(
    parameter int unsigned Width  = 1,
    parameter int unsigned Stages = 2
) (
    input wire logic clk_i,

    input  wire logic [Width-1:0] data_i,
    output wire logic [Width-1:0] data_o
);

  if (Width < 1) begin : gen_check_width
    $fatal(1, "gh_synchroniser: Width is %0d; it must be at least 1 bit", Width);
  end
  if (Stages < 2) begin : gen_check_stages
    $fatal(1, "gh_synchroniser: Stages is %0d; it must be at least 2", Stages);
  end

  // AMD, Intel, Synplify and Lattice, Yosys: near each other, apart from others, no memory.
  (* ASYNC_REG = "TRUE", SHREG_EXTRACT = "NO", keep, preserve, syn_preserve = 1, syn_keep = 1,
     syn_srlstyle = "registers", dont_merge,
     altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED_IF_ASYNCHRONOUS" *)
  logic [Stages-1:0][Width-1:0] stages_q;
  initial stages_q = '0;

  assign data_o = stages_q[Stages-1];

  always @(posedge clk_i) stages_q <= {stages_q[Stages-2:0], data_i};

endmodule

`default_nettype wire
