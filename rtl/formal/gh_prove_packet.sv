// SPDX-License-Identifier: Apache-2.0
//
// Properties of a packet: whether it is malformed, as every module of the library decides it, and
// whether a beat of it has tuser.

`default_nettype none

module gh_prove_packet #(
    parameter int unsigned Bytes = 2
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [Bytes-1:0] keep_i,
    input wire logic             last_i,
    input wire logic             user_i,
    input wire logic             taken_i,

    output wire logic bad_o,   // of the packet up to and with this beat
    output wire logic user_o,
    output wire logic first_o
);

  logic first_q, bad_q, user_q, bad;
  assign bad = (keep_i & (keep_i + 1'b1)) != '0 || (last_i ? keep_i == '0 && !first_q : !(&keep_i));
  assign bad_o = bad || (!first_q && bad_q);
  assign user_o = user_i || (!first_q && user_q);
  assign first_o = first_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) first_q <= 1'b1;
    else if (taken_i) first_q <= last_i;
    if (taken_i) bad_q <= bad_o;
    if (taken_i) user_q <= user_o;
  end

endmodule

`default_nettype wire
