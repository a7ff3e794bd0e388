// SPDX-License-Identifier: Apache-2.0
//
// One stream of a coprocessor, between its pins and the coprocessor: gh_width, whose contract holds, and
// where Registered a register slice at the pins. Then no path leads from a pin to anything but a
// register, and a beat takes a cycle more.
//
//   Leaving = 0:  pins --> slice --> gh_width --> coprocessor
//   Leaving = 1:  coprocessor --> gh_width --> slice --> pins
//
// Also behind a slice an owner that closes the stream between two packets finds nothing of the second
// one here: a packet enters when the last beat of the one before has left and open_i was high after it,
// for which a register closes the pins.

`include "gh_assert.svh"

`default_nettype none

module gh_stream_pins #(
    parameter int unsigned InBytes = 8,
    parameter int unsigned OutBytes = 2,
    parameter bit Leaving = 1'b0,
    parameter bit Registered = 1'b0,
    parameter bit Erase = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic open_i,

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
    input  wire logic                  ready_i,
    output wire logic                  waits_o   // a beat is here, or at the output
);

  // Between slice and converter.
  localparam int unsigned Bytes = Leaving ? OutBytes : InBytes;
  logic [8*Bytes-1:0] data;
  logic [  Bytes-1:0] keep;
  logic last, user, valid, ready;
  assign waits_o = valid_o || (Registered && valid);

  if (!Registered) begin : gen_wires
    logic unused;
    assign unused = ^{data, keep, last, user, valid, ready};
    assign {data, keep, last, user, valid, ready} = '0;
    gh_width #(
        .InBytes (InBytes),
        .OutBytes(OutBytes),
        .Erase   (Erase)
    ) u_width (
        .*
    );
  end else if (Leaving) begin : gen_leaving
    gh_width #(
        .InBytes (InBytes),
        .OutBytes(OutBytes),
        .Erase   (Erase)
    ) u_width (
        .data_o (data),
        .keep_o (keep),
        .last_o (last),
        .user_o (user),
        .valid_o(valid),
        .ready_i(ready),
        .*
    );
    gh_register_slice #(
        .Width(9 * Bytes + 2),
        .Mode (3),
        .Erase(Erase)
    ) u_slice (
        .data_i ({user, last, keep, data}),
        .valid_i(valid),
        .ready_o(ready),
        .data_o ({user_o, last_o, keep_o, data_o}),
        .*
    );
  end else begin : gen_entering
    logic open_q, room;
    assign ready_o = room && open_q;
    always_ff @(posedge clk_i) begin
      if (rst_i || (valid_i && ready_o && last_i)) open_q <= 1'b0;
      else if (open_i && !waits_o) open_q <= 1'b1;
    end

    gh_register_slice #(
        .Width(9 * Bytes + 2),
        .Mode (3),
        .Erase(Erase)
    ) u_slice (
        .data_i ({user_i, last_i, keep_i, data_i}),
        .valid_i(valid_i && open_q),
        .ready_o(room),
        .data_o ({user, last, keep, data}),
        .valid_o(valid),
        .ready_i(ready),
        .*
    );
    gh_width #(
        .InBytes (InBytes),
        .OutBytes(OutBytes),
        .Erase   (Erase)
    ) u_width (
        .data_i (data),
        .keep_i (keep),
        .last_i (last),
        .user_i (user),
        .valid_i(valid),
        .ready_o(ready),
        .*
    );
    `GH_REQUIRE_STABLE(held_in, valid_i && open_q, room, {user_i, last_i, keep_i, data_i}, clk_i,
                       rst_i)
  end

  // Wires hold what is held in front of them.
  `GH_STABLE(held, valid_o, ready_i, {user_o, last_o, keep_o, data_o}, clk_i,
             rst_i || !open_i || !Registered && InBytes == OutBytes)

endmodule

`default_nettype wire
