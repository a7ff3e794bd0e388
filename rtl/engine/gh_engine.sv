// SPDX-License-Identifier: Apache-2.0
//
// Work in flight: the schedule of jobs in a ring of Stages stages, each of which holds one. A job goes
// around as often as passes_i says and leaves from the last stage; the next one may enter the first stage
// in the same cycle, if one is offered. All jobs of a time go around equally often, so they leave in the
// order in which they entered.
//
// While there are jobs they enter Pace cycles apart, or a multiple of it: where Stages and Pace have no common
// divisor, and Pace is at least the number of passes, the stage that the next job needs is free each time.
//
// The data are the user's: in a cycle with go_o each stage takes what is in the stage before it, and the
// first one what is in the last one or, with take_o, the next job; take_o may be 1 after a reset. All three
// outputs are registers. go_next_o is go_o of the next cycle, for copies of that register, which enables
// thousands of others.

`include "gh_assert.svh"

`default_nettype none

module gh_engine #(
    parameter int unsigned Stages = 9,
    parameter int unsigned MaxPasses = 10,
    parameter int unsigned Pace = 10,  // cycles of the ring from an entry to the next one, at least
    localparam int unsigned PassBits = $clog2(MaxPasses + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,  // no job is left

    input wire logic [PassBits-1:0] passes_i,  // is still while there are jobs

    input  wire logic offer_next_i,  // in the next cycle a job may enter
    output wire logic take_o,
    output wire logic done_o,        // the job in the last stage has made all its passes
    input  wire logic ready_next_i,  // in the next cycle it may leave

    output wire logic go_o,
    output wire logic go_next_o
);

  if (Stages < 2 || Pace < 2) begin : gen_check_ring
    $fatal(1, "gh_engine: Stages is %0d and Pace %0d; both must be at least 2", Stages, Pace);
  end

  typedef struct packed {
    logic                valid;
    logic                last;    // the last pass
    logic [PassBits-1:0] passes;  // behind this one
  } slot_t;
  slot_t [Stages-1:0] slot_q;
  slot_t exit, enters;

  localparam int unsigned WaitBits = $clog2(Pace);
  logic [WaitBits-1:0] wait_q, wait_next;
  logic valid_next, last_next;  // of what is in the last stage in the next cycle
  logic go_q, take_q, done_q, go_next, take_next, done_next;
  logic stays, missed_q;  // a job is left in the next cycle; none was offered when one could enter

  assign exit = slot_q[Stages-1];
  assign valid_next = go_q ? slot_q[Stages-2].valid : exit.valid;
  assign last_next = go_q ? slot_q[Stages-2].last : exit.last;
  assign done_next = valid_next && last_next;
  assign go_next = !done_next || ready_next_i;
  assign take_next = offer_next_i && (wait_next == '0) && (!valid_next || last_next);

  always_comb begin
    stays = 1'b0;
    for (int unsigned i = 0; i < Stages; i++) begin
      stays |= slot_q[i].valid && !(i + 2 >= Stages && slot_q[i].last);
    end

    wait_next = wait_q;
    if (go_q && take_q || missed_q) wait_next = WaitBits'(Pace - 1);
    else if (go_q && wait_q != '0) wait_next = wait_q - 1'b1;

    enters = '{
        valid: exit.valid && !exit.last,
        last: exit.passes == PassBits'(1),
        passes: exit.passes - 1'b1
    };
    if (take_q) begin
      enters = '{valid: 1'b1, last: passes_i == PassBits'(1), passes: passes_i - 1'b1};
    end
  end

  always_ff @(posedge clk_i) begin
    if (go_q) slot_q <= {slot_q[Stages-2:0], enters};
    wait_q <= wait_next;
    {go_q, take_q, done_q} <= {go_next, take_next, done_next};
    missed_q <= !offer_next_i && wait_next == '0 && stays;
    if (rst_i) begin
      for (int unsigned i = 0; i < Stages; i++) slot_q[i].valid <= 1'b0;
      {wait_q, missed_q} <= '0;
      {go_q, take_q, done_q} <= {1'b0, offer_next_i, 1'b0};
    end
  end

  assign go_next_o = !rst_i && go_next;
  assign {go_o, take_o, done_o} = {go_q, take_q, done_q};

  `GH_REQUIRE(some_pass, passes_i != '0, clk_i, rst_i)
  `GH_ASSERT(done_is_the_last_stage, done_q == (exit.valid && exit.last), clk_i, rst_i)
  `GH_ASSERT(none_is_overwritten, !(take_q && exit.valid && !exit.last), clk_i, rst_i)
  `GH_ASSERT(last_when_none_is_behind, !exit.valid || exit.last == (exit.passes == '0), clk_i,
             rst_i)

endmodule

`default_nettype wire
