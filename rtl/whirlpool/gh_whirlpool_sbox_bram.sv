// SPDX-License-Identifier: Apache-2.0
//
// The S-box of Whirlpool on two bytes, as a block memory with two ports; answers a cycle later.

`default_nettype none

module gh_whirlpool_sbox_bram
  import gh_whirlpool_pkg::*;
(
    input  wire logic        clk_i,
    input  wire byte_t [1:0] data_i,
    output wire byte_t [1:0] data_o
);

  (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)
  byte_t memory[256];

  localparam table_t Table = sbox_table();
  initial begin
    for (int unsigned u = 0; u < 256; u++) memory[u] = Table[u];
  end

  byte_t [1:0] data_q;
  always_ff @(posedge clk_i) begin
    data_q[0] <= memory[data_i[0]];
    data_q[1] <= memory[data_i[1]];
  end
  assign data_o = data_q;

endmodule

`default_nettype wire
