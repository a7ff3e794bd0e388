// SPDX-License-Identifier: Apache-2.0
//
// Makes a wide stream of a narrow one: OutBytes / InBytes beats of a packet become one.
//
// Contract: a packet leaves with the same bytes, every beat full but the last, tuser where any of
// its beats had it; one beat enters a cycle, and a wide one leaves the cycle after its last part.
// The wide beat of a malformed part leaves with a hole in tkeep; one cycle of rst_i empties all.
//
// Byte 0 is data[7:0]. Parts that a packet's last beat lacks leave as zero. A malformed part is as
// in gh_message_padder: a hole in tkeep, a part not full before the last, an empty last after
// others. Side by side some of them would look like another message, which the hole prevents.

`include "gh_assert.svh"

`default_nettype none

module gh_width_up #(
    parameter int unsigned InBytes  = 4,
    parameter int unsigned OutBytes = 8,
    // The register of the data is cleared when a beat has left and by reset: for keys and messages.
    parameter bit          Erase    = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [8*InBytes-1:0] data_i,
    input  wire logic [  InBytes-1:0] keep_i,
    input  wire logic                 last_i,
    input  wire logic                 user_i,
    input  wire logic                 valid_i,
    output wire logic                 ready_o,

    output wire logic [8*OutBytes-1:0] data_o,
    output wire logic [  OutBytes-1:0] keep_o,
    output wire logic                  last_o,
    output wire logic                  user_o,
    output wire logic                  valid_o,
    input  wire logic                  ready_i
);

  if (InBytes < 1) begin : gen_check_in
    $fatal(1, "gh_width_up: InBytes is %0d; it must be at least 1", InBytes);
  end
  if (OutBytes < 2 * InBytes || OutBytes % InBytes != 0) begin : gen_check_out
    $fatal(
        1,
        "gh_width_up: OutBytes is %0d; it must be InBytes, %0d, times a whole number from 2 on",
        OutBytes,
        InBytes
    );
  end

  localparam int unsigned Parts = OutBytes / InBytes;
  localparam int unsigned PartBits = $clog2(Parts);

  logic [Parts-1:0][8*InBytes-1:0] data_q;
  logic [Parts-1:0][InBytes-1:0] keep_q;
  logic [PartBits-1:0] part_q;  // the one that enters
  logic first_q;  // no beat of the packet has entered
  logic up_q, valid_q, last_q, user_q, bad_q;

  logic hole, bad, taken, done;
  assign hole    = |(keep_i & (keep_i + 1'b1));
  assign bad     = hole || (last_i ? (keep_i == '0 && !first_q) : !(&keep_i));
  assign ready_o = up_q && (!valid_q || ready_i);
  assign taken   = valid_i && ready_o;
  assign done    = last_i || (part_q == PartBits'(Parts - 1));

  assign data_o  = data_q;
  assign keep_o  = bad_q ? {1'b1, {OutBytes - 1{1'b0}}} : keep_q;
  assign last_o  = last_q;
  assign user_o  = user_q;
  assign valid_o = valid_q;

  always_ff @(posedge clk_i) begin
    up_q <= !rst_i;

    if (rst_i) valid_q <= 1'b0;
    else if (ready_o) valid_q <= taken && done;

    if (rst_i) part_q <= '0;
    else if (taken) part_q <= done ? '0 : part_q + 1'b1;

    if (rst_i) first_q <= 1'b1;
    else if (taken) first_q <= last_i;

    if (taken) begin
      last_q <= last_i;
      user_q <= user_i || (user_q && part_q != '0);
      bad_q  <= bad || (bad_q && part_q != '0);
      for (int unsigned i = 0; i < Parts; i++) begin
        if (part_q == PartBits'(i)) begin
          data_q[i] <= data_i;
          keep_q[i] <= keep_i;
        end else if (part_q == '0) begin
          data_q[i] <= '0;
          keep_q[i] <= '0;
        end
      end
    end
    if (Erase && (rst_i || valid_q && ready_i && !valid_i)) data_q <= '0;
  end

  `GH_FLAG(was_reset, rst_i, 1'b1, clk_i, 1'b0)
  `GH_ASSERT(silent_after_reset, !was_reset || !ready_o && !valid_o, clk_i, 1'b0)
  `GH_ASSERT(part_in_range, 32'(part_q) < Parts, clk_i, rst_i)
  `GH_STABLE(held, valid_o, ready_i, {user_o, last_o, keep_o, data_o}, clk_i, rst_i)
  `GH_ASSERT(erased, !Erase || valid_q || part_q != '0 || data_q == '0, clk_i, rst_i)

endmodule

`default_nettype wire
