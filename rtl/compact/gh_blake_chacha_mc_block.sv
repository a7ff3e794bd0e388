// SPDX-License-Identifier: Apache-2.0
//
// BLAKE's message block beside the register file of a half, for an operator that adds three words: a word
// is read in each cycle, and one is written, byte by byte. word_o is in the next cycle the word at
// read_place_i, or zero without read_i. A place is {which, bank, word}: which algorithm's block, of
// several, and which of two banks.

`default_nettype none

module gh_blake_chacha_mc_block #(
    parameter bit Several = 1,
    parameter bit Banks   = 1   // else all are bank 0
) (
    input wire logic clk_i,

    input  wire logic        read_i,
    input  wire logic [ 5:0] read_place_i,
    output wire logic [31:0] word_o,

    input wire logic [ 3:0] load_valid_i,  // for each byte
    input wire logic [ 5:0] load_place_i,
    input wire logic [31:0] load_data_i
);

  // Never less than distributed memories have.
  localparam int unsigned PlaceBits = (Several && Banks) ? 6 : 5;
  typedef logic [PlaceBits-1:0] place_t;
  function automatic place_t narrowed(logic [5:0] place);
    if (Several && Banks) return place_t'(place);
    return place_t'({Several ? place[5] : Banks && place[4], place[3:0]});
  endfunction

  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  logic [31:0] block[1<<PlaceBits];
  place_t read_place, load_place;
  assign read_place = narrowed(read_place_i);
  assign load_place = narrowed(load_place_i);

  logic [31:0] word_q;
  always_ff @(posedge clk_i) begin
    word_q <= read_i ? block[read_place] : '0;
    for (int unsigned i = 0; i < 4; i++) begin
      if (load_valid_i[i]) block[load_place][8*i+:8] <= load_data_i[8*i+:8];
    end
  end
  assign word_o = word_q;

endmodule

`default_nettype wire
