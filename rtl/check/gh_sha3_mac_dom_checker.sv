// SPDX-License-Identifier: Apache-2.0
//
// Two things that the shares of gh_sha3_mac_dom rely on: both ends of a packet agree on its first
// word, so that no share is where a head is due, and the shares of an answer have the same bytes.
// Bound to it; it drives nothing.

`include "gh_assert.svh"

`default_nettype none

module gh_sha3_mac_dom_checker #(
    parameter int unsigned Bytes = 8
) (
    input wire logic               aclk,
    input wire logic               rst,
    input wire logic               share_i,       // a beat that is no head is offered to gh_prefix
    input wire logic [        1:0] head_due_i,    // each share's waits for a head
    input wire logic [2*Bytes-1:0] m_axis_tkeep,
    input wire logic               m_axis_tvalid
);

  for (genvar s = 0; s < 2; s++) begin : gen_head
    `GH_ASSERT(heads_alone, !(share_i && head_due_i[s]), aclk, rst)
  end
  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    `GH_ASSERT(kept_together, !m_axis_tvalid || ^m_axis_tkeep[2*i+:2] == 1'b0, aclk, rst)
  end

endmodule

bind gh_sha3_mac_dom gh_sha3_mac_dom_checker #(
    .Bytes(Bytes)
) u_checker (
    .share_i(u_packet.full_q && !u_packet.in_head_q),
    .head_due_i({
      gen_share[1].u_shell.u_prefix.state_q == '0, gen_share[0].u_shell.u_prefix.state_q == '0
    }),
    .*
);

`default_nettype wire
