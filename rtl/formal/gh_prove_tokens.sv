// SPDX-License-Identifier: Apache-2.0
//
// Proof: tokens that enter a module come out in order, each once, unchanged, in time.
//
// The scoreboard counts the tokens that the module holds, and follows one that the solver chooses: by
// the number of those ahead of it, it knows where the token has to come out. A property of any one
// token holds for all of them. Up to InTokens enter and up to OutTokens leave in a cycle, those of
// the lowest index first; a token may leave in the cycle in which it enters.

`default_nettype none

module gh_prove_tokens #(
    parameter int unsigned Width = 8,
    parameter int unsigned InTokens = 1,
    parameter int unsigned OutTokens = 1,
    parameter int unsigned Most = 16,  // tokens that the module can hold
    localparam int unsigned CountBits = $clog2(Most + InTokens + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,  // free: the token is one of those that enter
    input wire logic [7:0] place_i, // free: this one

    input wire logic [InTokens-1:0][Width-1:0] in_i,
    input wire logic [CountBits-1:0] entering_i,
    input wire logic [OutTokens-1:0][Width-1:0] out_i,
    input wire logic [CountBits-1:0] leaving_i,
    output wire logic [CountBits-1:0] held_o,

    // The one that is followed: whether the module has it, how many are ahead of it, and what it is.
    output wire logic                 marked_o,
    output wire logic [CountBits-1:0] ahead_o,
    output wire logic [    Width-1:0] token_o
);

  typedef logic [CountBits-1:0] count_t;

  count_t held_q, held, ahead_q, ahead;
  logic marked_q, marks, active, leaves;
  logic [Width-1:0] token_q, token, found;

  assign {held_o, marked_o, ahead_o, token_o} = {held_q, marked_q, ahead_q, token_q};
  assign held = held_q + entering_i;
  assign marks = mark_i && !marked_q && place_i < 8'(entering_i);
  assign active = marked_q || marks;
  assign ahead = marked_q ? ahead_q : held_q + count_t'(place_i);
  assign leaves = active && ahead < leaving_i;

  always_comb begin
    token = token_q;
    found = '0;
    for (int unsigned i = 0; i < InTokens; i++) begin
      if (!marked_q && place_i == 8'(i)) token = in_i[i];
    end
    for (int unsigned i = 0; i < OutTokens; i++) begin
      if (ahead == count_t'(i)) found = out_i[i];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      marked_q <= 1'b0;
      held_q   <= '0;
    end else begin
      marked_q <= active && !leaves;
      held_q   <= held - leaving_i;
    end
    token_q <= token;
    ahead_q <= ahead - leaving_i;
  end

  always_comb begin
    if (!rst_i) begin
      has_room : assert (32'(held_q) <= Most);
      nothing_else : assert (leaving_i <= held);
      if (leaves) begin
        in_order : assert (found == token);
      end
    end
    comes_out : cover (!rst_i && marked_q && leaves);
  end

endmodule

`default_nettype wire
