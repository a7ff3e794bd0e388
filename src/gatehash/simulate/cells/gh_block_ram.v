// SPDX-License-Identifier: Apache-2.0
//
// Model of a block memory of two ports for simulation, which the models of vendors' cells wrap:
// units of eight bits and a ninth, ports of 1, 2, 4, 9, 18, 36 or 72 bits. Narrow ports leave the
// ninth bits out. The ports have one clock. Of a unit that one port changes the other one reads the
// inverse of what was there, unless the one reads first: the vendors promise nothing.

`default_nettype none

module gh_block_ram #(
    parameter integer Units = 2048,
    parameter [9*Units-1:0] Init = 0,
    parameter integer ReadWidthA = 0,
    parameter integer ReadWidthB = 0,
    parameter integer WriteWidthA = 0,
    parameter integer WriteWidthB = 0,
    // What a port reads while it writes: 0 what was there, 1 what it writes, 2 nothing new.
    parameter integer ModeA = 0,
    parameter integer ModeB = 0,
    // Output registers at first, and when they are reset.
    parameter [71:0] FirstA = 0,
    parameter [71:0] FirstB = 0,
    parameter [71:0] ResetA = 0,
    parameter [71:0] ResetB = 0
) (
    input wire        clk,
    // Address of a bit, ninth bits left out; write enables of units, the first one for less.
    input wire        enable_a,
    input wire        reset_a,
    input wire [ 7:0] write_a,
    input wire [14:0] address_a,
    input wire [71:0] data_a,
    input wire        enable_b,
    input wire        reset_b,
    input wire [ 7:0] write_b,
    input wire [14:0] address_b,
    input wire [71:0] data_b,

    output reg [71:0] read_a,
    output reg [71:0] read_b
);

  reg [8:0] memory[0:Units-1];

  integer unit;
  initial begin
    for (unit = 0; unit < Units; unit = unit + 1) memory[unit] = Init[9*unit+:9];
    read_a = FirstA;
    read_b = FirstB;
  end

  function automatic [71:0] word(input integer width, input [14:0] address);
    integer i, first;
    begin
      word  = 72'd0;
      first = {20'd0, address[14:3]};
      if (width < 9) begin
        for (i = 0; i < width; i = i + 1) begin
          word[i] = memory[first][({29'd0, address[2:0]}&-width)+i];
        end
      end else begin
        for (i = 0; i < width / 9; i = i + 1) word[9*i+:9] = memory[(first&-(width/9))+i];
      end
    end
  endfunction

  task automatic put(input integer width, input [14:0] address, input [7:0] write,
                     input [71:0] data);
    integer i, first;
    begin
      first = {20'd0, address[14:3]};
      if (width < 9) begin
        for (i = 0; i < width; i = i + 1) begin
          if (write[0]) memory[first][({29'd0, address[2:0]}&-width)+i] = data[i];
        end
      end else begin
        for (i = 0; i < width / 9; i = i + 1) begin
          if (write[i]) memory[(first&-(width/9))+i] = data[9*i+:9];
        end
      end
    end
  endtask

  // What is read of a word that the other port changes; a bit that was X and is X has not changed.
  function automatic [71:0] spoilt(input [71:0] old, input [71:0] now);
    integer i;
    for (i = 0; i < 8; i = i + 1) begin
      spoilt[9*i+:9] = old[9*i+:9] ^ {9{old[9*i+:9] !== now[9*i+:9]}};
    end
  endfunction

  wire writes_a = WriteWidthA != 0 && enable_a && |write_a;
  wire writes_b = WriteWidthB != 0 && enable_b && |write_b;

  reg [71:0] old_a, old_b, own_b, seen_a, seen_b;
  always @(posedge clk) begin
    old_a = word(ReadWidthA, address_a);
    old_b = word(ReadWidthB, address_b);
    if (writes_b) put(WriteWidthB, address_b, write_b, data_b);
    seen_a = ModeB == 0 ? old_a : spoilt(old_a, word(ReadWidthA, address_a));
    own_b = word(ReadWidthB, address_b);
    if (writes_a) put(WriteWidthA, address_a, write_a, data_a);
    seen_b = ModeA == 0 ? old_b : spoilt(own_b, word(ReadWidthB, address_b));

    if (enable_a && reset_a) read_a <= ResetA;
    else if (enable_a && !writes_a) read_a <= seen_a;
    else if (enable_a && ModeA != 2) read_a <= ModeA == 1 ? word(ReadWidthA, address_a) : old_a;
    if (enable_b && reset_b) read_b <= ResetB;
    else if (enable_b && !writes_b) read_b <= seen_b;
    else if (enable_b && ModeB != 2) read_b <= ModeB == 1 ? own_b : old_b;
  end

endmodule

`default_nettype wire
