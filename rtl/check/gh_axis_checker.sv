// SPDX-License-Identifier: Apache-2.0
//
// The rules of an AXI4-Stream and of the library's streams, as assertions: bound to each stream of a
// top by gh_axis_binds.sv. It drives nothing.
//
// The driver of a stream that enters a top has to hold an offered beat; a malformed packet is
// legal. On a stream that leaves a top, all beats are full but a packet's last one, no tkeep has a
// hole, an empty beat is a packet of its own, tuser comes with tlast. The top's own handshake
// signals are low in the cycle after each cycle of reset.

`include "gh_assert.svh"

`default_nettype none

module gh_axis_checker #(
    parameter int unsigned Bytes = 8,
    parameter bit Leaves = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_ni,

    input wire logic [8*Bytes-1:0] data_i,
    input wire logic [  Bytes-1:0] keep_i,
    input wire logic               last_i,
    input wire logic               user_i,
    input wire logic               valid_i,
    input wire logic               ready_i
);

  `GH_FLAG(was_reset, !rst_ni, 1'b1, clk_i, 1'b0)
  `GH_KNOWN(valid_is_known, valid_i, clk_i, !rst_ni)
  `GH_KNOWN(ready_is_known, ready_i, clk_i, !rst_ni)

  if (Leaves) begin : gen_leaves
    `GH_FLAG(in_packet, valid_i && ready_i && !last_i, valid_i && ready_i, clk_i, !rst_ni)
    `GH_STABLE(held, valid_i, ready_i, {user_i, last_i, keep_i, data_i}, clk_i, !rst_ni)
    `GH_ASSERT(silent_after_reset, !was_reset || !valid_i, clk_i, 1'b0)
    `GH_ASSERT(full_but_the_last, !valid_i || last_i || keep_i == '1, clk_i, !rst_ni)
    `GH_ASSERT(no_hole, !valid_i || (keep_i & (keep_i + 1'b1)) == '0, clk_i, !rst_ni)
    `GH_ASSERT(empty_alone, !valid_i || !in_packet || keep_i != '0, clk_i, !rst_ni)
    `GH_ASSERT(user_with_last, !valid_i || last_i || !user_i, clk_i, !rst_ni)
  end else begin : gen_enters
    `GH_REQUIRE_STABLE(held, valid_i, ready_i, {user_i, last_i, keep_i, data_i}, clk_i, !rst_ni)
    `GH_ASSERT(silent_after_reset, !was_reset || !ready_i, clk_i, 1'b0)
  end

endmodule

`default_nettype wire
