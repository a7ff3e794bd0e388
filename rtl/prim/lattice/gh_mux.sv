// SPDX-License-Identifier: Apache-2.0
//
// One of any number of words: a row of LUT4 for each bit, one for two words. Each table passes on what
// the one before says, or chooses of two words of its own. A mapper that sees the multiplexer as one
// function takes half as many again. With more than eight words, each row of four chooses one of
// eight, and a row behind them chooses one of these.

`default_nettype none

module gh_mux #(
    parameter int unsigned Words = 8,
    parameter int unsigned Width = 64,
    localparam int unsigned SelectBits = (Words == 1) ? 1 : $clog2(Words)
) (
    input  wire logic [     Words-1:0][Width-1:0] data_i,
    input  wire logic [SelectBits-1:0]            select_i,
    output wire logic [     Width-1:0]            data_o
);

  // Input 0 is the table's before, 2:1 are data, 3 tells that it is one of these. The first table of
  // a row has the choice of its two words at input 0, and chooses where it is not one of the others'.
  function automatic logic [15:0] table_of_first();
    logic [15:0] init;
    for (int unsigned i = 0; i < 16; i++) init[i] = i[3] ? i[0] : i[0] ? i[2] : i[1];
    return init;
  endfunction

  function automatic logic [15:0] table_of_next();
    logic [15:0] init;
    for (int unsigned i = 0; i < 16; i++) init[i] = !i[3] ? i[0] : i[0] ? i[2] : i[1];
    return init;
  endfunction

  localparam logic [15:0] First = table_of_first();
  localparam logic [15:0] Next = table_of_next();

  if (Words == 1) begin : gen_one
    logic unused;
    assign unused = ^select_i;
    assign data_o = data_i[0];
  end else if (Words > 8) begin : gen_groups
    localparam int unsigned Groups = (Words + 7) / 8;
    logic [Groups-1:0][Width-1:0] chosen;
    for (genvar k = 0; k < Groups; k++) begin : gen_group
      localparam int unsigned Own = (Words - 8 * k < 8) ? Words - 8 * k : 8;
      gh_mux #(
          .Words(Own),
          .Width(Width)
      ) u_mux (
          .data_i  (data_i[8*k+:Own]),
          .select_i(select_i[((Own==1)?1 : $clog2(Own))-1:0]),
          .data_o  (chosen[k])
      );
    end
    gh_mux #(
        .Words(Groups),
        .Width(Width)
    ) u_mux (
        .data_i  (chosen),
        .select_i(select_i[SelectBits-1:3]),
        .data_o
    );
  end else begin : gen_row
    localparam int unsigned Tables = (Words + 1) / 2;
    logic [Tables-1:0] own;
    for (genvar k = 0; k < Tables; k++) begin : gen_own
      assign own[k] = (32'(select_i) / 2 == k);
    end
    for (genvar i = 0; i < Width; i++) begin : gen_bits
      // The lowest bit of the choice enters the row and is the answer of a table that is not chosen.
      logic [Tables-1:0] chosen;
      LUT4 #(
          .INIT(First)
      ) u_first (
          .Z(chosen[0]),
          .A(select_i[0]),
          .B(data_i[0][i]),
          .C(data_i[1][i]),
          .D(!own[0])
      );
      for (genvar k = 1; k < Tables; k++) begin : gen_next
        LUT4 #(
            .INIT(Next)
        ) u_next (
            .Z(chosen[k]),
            .A(chosen[k-1]),
            .B(data_i[2*k][i]),
            .C(data_i[(2*k+1<Words)?2*k+1 : 2*k][i]),
            .D(own[k])
        );
      end
      assign data_o[i] = chosen[Tables-1];
    end
  end

endmodule

`default_nettype wire
