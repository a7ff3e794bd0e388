// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_round_robin: what is chosen was asked for, and while a request waits there are fewer choices of
// others than there are requests. Bound to the module. A request is high until its choice is taken.

`default_nettype none

module gh_prove_round_robin #(
    parameter  int unsigned Requests   = 4,
    localparam int unsigned NumberBits = $clog2(Requests)
) (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic [Requests-1:0] request_i,
    input wire logic [NumberBits-1:0] number_o,
    input wire logic valid_o,
    input wire logic ready_i
);

  // Any request, which is followed.
  logic [NumberBits-1:0] any, followed;
  gh_prove_any #(.Width(NumberBits)) u_followed (.any_o(any));
  always_ff @(posedge clk_i) if (rst_i) followed <= any;

  logic [Requests-1:0] request_q;
  logic started_q, taken, taken_q;
  logic [NumberBits-1:0] number_q;
  logic [  NumberBits:0] others_q;  // choices taken since the request came
  assign taken = valid_o && ready_i;
  always_ff @(posedge clk_i) begin
    started_q <= !rst_i;
    request_q <= request_i;
    {taken_q, number_q} <= {taken && !rst_i, number_o};
    if (rst_i || !request_i[followed] || valid_o && number_o == followed) others_q <= '0;
    else if (taken && others_q != '1) others_q <= others_q + 1'b1;
  end

  always_comb begin
    // A request stays until its choice is taken, and is away in the next cycle.
    if (started_q && !rst_i) begin
      for (int unsigned i = 0; i < Requests; i++) begin
        if (request_q[i] && !(taken_q && number_q == NumberBits'(i))) assume (request_i[i]);
        if (taken_q && number_q == NumberBits'(i)) assume (!request_i[i]);
      end
    end
    if (!rst_i && started_q) begin
      asked_for : assert (!valid_o || request_i[number_o]);
      in_turn : assert (32'(others_q) < Requests);
    end
    full : cover (!rst_i && taken && request_i == '1);
  end

endmodule

bind gh_round_robin gh_prove_round_robin #(.Requests(Requests)) u_turns (.*);

`default_nettype wire
