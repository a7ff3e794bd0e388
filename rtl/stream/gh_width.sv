// SPDX-License-Identifier: Apache-2.0
//
// A stream of OutBytes from one of InBytes: gh_width_down, gh_width_up, or wires where both are equal.
// Their contracts hold; wires add no cycle and store nothing.
//
// Beats enter while open_i is high. With converters, and so with a register inside, a packet enters when
// the last beat of the one before has left: so an owner that closes the stream between two packets finds
// nothing of the second one here.

`default_nettype none

module gh_width #(
    parameter int unsigned InBytes = 8,
    parameter int unsigned OutBytes = 2,
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
    input  wire logic                  ready_i
);

  logic enters, ready;
  assign ready_o = ready && enters;
  if (InBytes > OutBytes) begin : gen_down
    gh_width_down #(
        .InBytes (InBytes),
        .OutBytes(OutBytes),
        .Erase   (Erase)
    ) u_down (
        .valid_i(valid_i && enters),
        .ready_o(ready),
        .*
    );
    assign enters = open_i && !(valid_o && last_o);
  end else if (InBytes < OutBytes) begin : gen_up
    gh_width_up #(
        .InBytes (InBytes),
        .OutBytes(OutBytes),
        .Erase   (Erase)
    ) u_up (
        .valid_i(valid_i && enters),
        .ready_o(ready),
        .*
    );
    assign enters = open_i && !(valid_o && last_o);
  end else begin : gen_wires
    logic unused;
    assign unused  = clk_i ^ rst_i;
    assign data_o  = data_i;
    assign keep_o  = keep_i;
    assign last_o  = last_i;
    assign user_o  = user_i;
    assign valid_o = valid_i && open_i;
    assign enters  = open_i;
    assign ready   = ready_i;
  end

endmodule

`default_nettype wire
