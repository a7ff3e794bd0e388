// SPDX-License-Identifier: Apache-2.0
//
// Words of BLAKE3's output from the rows of a memory: a row comes two cycles after it is asked for, and stays
// at the memory's output until the next one does.
//
// Four words leave in a row, with a pause of a cycle behind them. No register of more than a word is
// enabled by whoever takes them.

`default_nettype none

module gh_blake3_output #(
    parameter int unsigned RowBits = 5
) (
    input wire logic clk_i,
    input wire logic rst_i,  // no word is left

    input  wire logic [  RowBits:0]       written_i,  // rows, modulo twice as many as there are
    output wire logic                     fetch_o,
    output wire logic [RowBits-1:0]       row_o,
    input  wire logic [        3:0][63:0] read_i,

    output wire logic [63:0] data_o,
    output wire logic        valid_o,
    input  wire logic        ready_i
);

  logic [RowBits:0] fetched_q;
  logic comes_q, waits_q;  // a row at the memory's output
  logic loads, loads_q, full_q, ends;
  logic [1:0] index, index_q;
  logic [3:0] load_q;
  logic [3:0][63:0] row_q;

  assign fetch_o = fetched_q != written_i && !comes_q && !waits_q;
  assign row_o   = fetched_q[RowBits-1:0];
  assign ends    = full_q && ready_i && (&index_q);
  assign loads   = waits_q && (!full_q && !loads_q || ends);
  assign valid_o = full_q;
  assign index   = rst_i ? '0 : index_q + 2'(full_q && ready_i);

  // A copy for each word; in reset the row is that of the memory's output.
  gh_copies #(
      .Copies(4)
  ) u_load (
      .clk_i,
      .data_i(loads || rst_i),
      .data_o(load_q)
  );
  logic [3:0][1:0] index_copies;
  gh_copies #(
      .Width (2),
      .Copies(4)
  ) u_index (
      .clk_i,
      .data_i(index),
      .data_o(index_copies)
  );
  for (genvar i = 0; i < 4; i++) begin : gen_part
    logic [3:0][15:0] parts;
    for (genvar j = 0; j < 4; j++) begin : gen_word
      assign parts[j] = row_q[j][16*i+:16];
    end
    gh_mux4 #(
        .Width(16)
    ) u_word (
        .data_i  (parts),
        .select_i(index_copies[i]),
        .data_o  (data_o[16*i+:16])
    );
  end

  always_ff @(posedge clk_i) begin
    index_q <= index;
    for (int unsigned i = 0; i < 4; i++) if (load_q[i]) row_q[i] <= read_i[i];
    if (rst_i) begin
      {fetched_q, comes_q, waits_q, loads_q, full_q} <= '0;
    end else begin
      fetched_q <= fetched_q + (RowBits + 1)'(fetch_o);
      comes_q   <= fetch_o;
      loads_q   <= loads;
      if (comes_q) waits_q <= 1'b1;
      else if (loads) waits_q <= 1'b0;
      if (loads_q) full_q <= 1'b1;
      else if (ends) full_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
