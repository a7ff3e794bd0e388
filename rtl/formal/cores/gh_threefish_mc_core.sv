// SPDX-License-Identifier: Apache-2.0
//
// Stands in for gh_threefish_mc_core in proofs of what depends on data. It is busy from a start or a
// reset on, for any number of cycles; a proof shows that no data of the core has an influence on
// them. It has one word of the register file, word 113, which holds a digest's length and which no
// program writes; it is written and read as in the core. Words that are read in any other place, or
// while they are written, are data.

`default_nettype none

module gh_threefish_mc_core #(
    parameter bit Decrypts = 1'b0,
    parameter bit Chains   = 1'b1
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic       start_i,
    input  wire logic [1:0] size_i,
    input  wire logic       ubi_i,
    input  wire logic       decrypt_i,
    output wire logic       busy_o,
    output wire logic       done_o,

    input wire logic        load_valid_i,
    input wire logic [ 6:0] load_address_i,
    input wire logic [63:0] load_data_i,

    input  wire logic [ 6:0] read_address_i,
    output wire logic [63:0] read_data_o
);

  localparam logic [6:0] Place = 7'd113;

  logic busy_q, ends;
  gh_prove_any #(.Width(2)) u_control (.any_o({ends, done_o}));
  always_ff @(posedge clk_i) begin
    if (rst_i || start_i) busy_q <= 1'b1;
    else if (ends) busy_q <= 1'b0;
  end
  assign busy_o = busy_q;

  logic loads_q, writes_q, reads_q, other_q;
  logic [63:0] loaded_q, written_q, length_q, word_q, other;
  gh_prove_any #(.Width(64)) u_data (.any_o(other));
  always_ff @(posedge clk_i) begin
    loads_q   <= load_valid_i && load_address_i == Place && !rst_i;
    loaded_q  <= load_data_i;
    writes_q  <= loads_q && !rst_i;
    written_q <= loaded_q;
    if (writes_q && !rst_i) length_q <= written_q;

    reads_q <= !busy_q && read_address_i == Place;
    other_q <= !reads_q || writes_q;
    word_q  <= length_q;
  end
  assign read_data_o = other_q ? other : word_q;

  // What steers the core, so that no data may have an influence on it.
  (* keep *) logic [20:0] same;
  assign same = {
    rst_i, start_i, size_i, ubi_i, decrypt_i, load_valid_i, load_address_i, read_address_i
  };
  logic unused;
  assign unused = ^same;

endmodule

`default_nettype wire
