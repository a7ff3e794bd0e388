// SPDX-License-Identifier: Apache-2.0
//
// The S-box of Whirlpool and all that MixRows makes of a substituted byte, as a block memory of 256 words of
// 30 bits, see gh_whirlpool_piped_pkg. The answer comes three cycles later: a block memory's output is slow, and its
// bits go far, so there are two registers behind it.

`default_nettype none

module gh_whirlpool_form_table
  import gh_whirlpool_pkg::*;
  import gh_whirlpool_piped_pkg::*;
(
    input  wire logic   clk_i,
    input  wire byte_t  byte_i,
    output wire forms_t forms_o
);

  if (List.count != Forms) begin : gen_check_forms
    $fatal(1, "gh_whirlpool_form_table: Forms is %0d; it must be %0d", Forms, List.count);
  end

  (* rom_style = "block", ram_style = "block", syn_romstyle = "block_rom" *)
  forms_t memory[256];

  localparam form_table_t Table = form_table();
  initial begin
    for (int unsigned u = 0; u < 256; u++) memory[u] = Table[u];
  end

  forms_t read_q, near_q, forms_q;
  always_ff @(posedge clk_i) begin
    read_q  <= memory[byte_i];
    near_q  <= read_q;
    forms_q <= near_q;
  end
  assign forms_o = forms_q;

endmodule

`default_nettype wire
