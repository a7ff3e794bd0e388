// SPDX-License-Identifier: Apache-2.0
//
// Work in flight: the schedule of jobs in a ring of Stages stages, each of which holds one. A job goes
// around as often as passes_i says, and leaves from the last stage; the next one enters the first stage
// in the same cycle. All jobs of a time go around equally often, so that they leave in the order in
// which they entered.
//
// The data are the user's: where go_o is 1 every stage takes what is in the stage before it, and the
// first one takes the job that is offered, where take_o is 1, or what is in the last one.

`include "gh_assert.svh"

`default_nettype none

module gh_engine #(
    parameter int unsigned Stages = 9,
    parameter int unsigned MaxPasses = 10,
    parameter int unsigned Pace = 10,  // cycles of the ring from a job's entry to the next one's, at least
    localparam int unsigned PassBits = $clog2(MaxPasses + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,   // no job is left

    input wire logic [PassBits-1:0] passes_i,  // is still while there are jobs

    input  wire logic offer_i,
    output wire logic take_o,

    output wire logic done_o,   // the job in the last stage has made all its passes
    input  wire logic ready_i,  // and leaves
    output wire logic go_o
);

  typedef struct packed {
    logic                valid;
    logic                last;   // the last pass
    logic [PassBits-1:0] passes; // behind this one
  } slot_t;
  slot_t [Stages-1:0] slot_q;
  slot_t exit, enters;

  // Jobs that enter one behind the other leave so: what takes them is not ready for more.
  localparam int unsigned WaitBits = $clog2(Pace);
  logic [WaitBits-1:0] wait_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) wait_q <= '0;
    else if (take_o) wait_q <= WaitBits'(Pace - 1);
    else if (go_o && wait_q != '0) wait_q <= wait_q - 1'b1;
  end

  assign exit   = slot_q[Stages-1];
  assign done_o = exit.valid && exit.last;
  assign go_o   = !done_o || ready_i;
  assign take_o = offer_i && go_o && (wait_q == '0) && (!exit.valid || exit.last);

  always_comb begin
    enters = '{
        valid: exit.valid && !exit.last,
        last: exit.passes == PassBits'(1),
        passes: exit.passes - 1'b1
    };
    if (take_o) begin
      enters = '{valid: 1'b1, last: passes_i == PassBits'(1), passes: passes_i - 1'b1};
    end
  end

  always_ff @(posedge clk_i) begin
    if (go_o) slot_q <= {slot_q[Stages-2:0], enters};
    if (rst_i) begin
      for (int unsigned i = 0; i < Stages; i++) slot_q[i].valid <= 1'b0;
    end
  end

  `GH_REQUIRE(some_pass, passes_i != '0, clk_i, rst_i)
  `GH_ASSERT(last_when_none_is_behind, !exit.valid || exit.last == (exit.passes == '0), clk_i, rst_i)

endmodule

`default_nettype wire
