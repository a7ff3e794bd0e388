// SPDX-License-Identifier: Apache-2.0
//
// The bookings and slots of gh_phash_core: of digests, for which there must be a place, and of last
// reductions, for which a message's last block waits. Bound to the core; it drives nothing.

`include "gh_assert.svh"

`default_nettype none

module gh_phash_core_checker #(
    parameter int unsigned Period = 10,
    parameter int unsigned Slots = 1,
    parameter int unsigned Digests = 16,
    parameter int unsigned Latency = 13,
    localparam int unsigned SlotBits = $clog2(Slots + 1)
) (
    input wire logic                clk_i,
    input wire logic                rst_i,
    input wire logic [   Slots-1:0] valid_i,
    input wire logic [SlotBits-1:0] take_o,
    input wire logic [   Slots-1:0] goes,
    input wire logic [   Slots-1:0] slot_q,
    input wire logic [        31:0] booked_i,
    input wire logic [        31:0] reducing_i,
    input wire logic [        31:0] phase_i,
    input wire logic [        31:0] since_i,
    input wire logic                full_q,
    input wire logic                digest_leaves,
    input wire logic                digest_booked,
    input wire logic                digest_goes,
    input wire logic                refuse,
    input wire logic                refuse_q,
    input wire logic                digest_comes_q,
    input wire logic                any_goes,
    input wire logic                end_goes,
    input wire logic                ends_ok
);

  `GH_ASSERT(booked_in_range, booked_i <= Digests, clk_i, rst_i)
  `GH_ASSERT(full_when_all_are_booked, full_q == (booked_i == Digests), clk_i, rst_i)
  `GH_ASSERT(books_a_free_place, !digest_booked || !full_q, clk_i, rst_i)
  `GH_ASSERT(what_leaves_is_booked, !digest_leaves || booked_i != '0, clk_i, rst_i)
  `GH_ASSERT(one_digest_comes, !(refuse_q && digest_comes_q), clk_i, rst_i)
  `GH_ASSERT(reducing_is_booked, reducing_i <= booked_i, clk_i, rst_i)
  `GH_ASSERT(what_ends_was_reducing, !digest_goes || reducing_i != '0, clk_i, rst_i)
  `GH_ASSERT(refuses_at_rest, !refuse || !any_goes, clk_i, rst_i)
  `GH_ASSERT(starts_in_slots, (goes & ~slot_q) == '0, clk_i, rst_i)
  `GH_ASSERT(takes_what_is_there, 32'(take_o) <= $countones(valid_i), clk_i, rst_i)
  `GH_ASSERT(groups_end_apart, !end_goes || ends_ok, clk_i, rst_i)
  `GH_ASSERT(phase_in_range, phase_i < Period, clk_i, rst_i)
  `GH_ASSERT(since_in_range, since_i <= Latency, clk_i, rst_i)

endmodule

bind gh_phash_core gh_phash_core_checker #(
    .Period (Period),
    .Slots  (Slots),
    .Digests(Digests),
    .Latency(Latency)
) u_checker (
    .booked_i  (32'(booked_q)),
    .reducing_i(32'(reducing_q)),
    .phase_i   (32'(phase_q)),
    .since_i   (32'(since_q)),
    .*
);

`default_nettype wire
