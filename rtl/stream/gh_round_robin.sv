// SPDX-License-Identifier: Apache-2.0
//
// Chooses one of several requests in turn, the next one behind the last choice: while a request waits there
// are fewer choices of others than there are requests.
//
// A choice is held until it is taken, and then request_i must not be high for it any more in the next cycle.
//
// The requests are written twice, one copy above the other, and the place behind the last choice is subtracted:
// the borrow stops at the request that is next, and what it changes there is the choice.

`include "gh_assert.svh"

`default_nettype none

module gh_round_robin #(
    parameter int unsigned Requests = 16,  // a power of 2
    localparam int unsigned NumberBits = $clog2(Requests)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [Requests-1:0] request_i,

    output wire logic [NumberBits-1:0] number_o,
    output wire logic                  valid_o,
    input  wire logic                  ready_i
);

  if (Requests < 2 || Requests != 1 << NumberBits) begin : gen_check_requests
    $fatal(1, "gh_round_robin: Requests is %0d; it must be a power of 2 from 2 on", Requests);
  end

  // The last choice, as one bit of several and as a number.
  logic [Requests-1:0] last_q;
  logic [NumberBits-1:0] number_q, number;
  logic valid_q;
  // A register with an initial value stays in front of a memory that the number addresses.
  initial number_q = '0;

  // A choice that is not taken yet is no request.
  logic [Requests-1:0] waiting, next;
  logic [2*Requests-1:0] borrowed;
  assign waiting = request_i & ~(valid_q ? last_q : '0);
  assign borrowed = {waiting, waiting}
      - (2 * Requests)'({last_q[Requests-2:0], last_q[Requests-1]});
  assign next = waiting & ~(borrowed[Requests-1:0] & borrowed[2*Requests-1:Requests]);

  always_comb begin
    number = '0;
    for (int unsigned i = 0; i < Requests; i++) begin
      if (next[i]) number |= NumberBits'(i);
    end
  end

  always @(posedge clk_i) begin
    if (rst_i) number_q <= '0;
    else if ((!valid_q || ready_i) && waiting != '0) number_q <= number;
  end
  always_ff @(posedge clk_i) begin
    if (rst_i) last_q <= Requests'(1);
    else if ((!valid_q || ready_i) && waiting != '0) last_q <= next;
    if (rst_i) valid_q <= 1'b0;
    else if (!valid_q || ready_i) valid_q <= waiting != '0;
  end

  assign number_o = number_q;
  assign valid_o  = valid_q;

  `GH_ASSERT(both_are_the_last, last_q == Requests'(1) << number_q, clk_i, rst_i)
  `GH_STABLE(held, valid_o, ready_i, number_o, clk_i, rst_i)

endmodule

`default_nettype wire
