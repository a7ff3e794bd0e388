// SPDX-License-Identifier: Apache-2.0
//
// From the processor's memory port to the devices: an access goes to the device that has its page of
// 4 KiB, or to the designs, which have a page each, as a Wishbone cycle, and ends with the device's answer. An access to no device is refused in
// its second cycle.
//
// Contract: valid_i, address_i, wdata_i and wstrb_i are stable until ready_o. wstrb_i is 0 for a read.

`include "gh_assert.svh"

`default_nettype none

module gh_soc_bus
  import gh_soc_pkg::*;
#(
    parameter int unsigned CoreBits = 12  // of an address in the windows of the designs
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic        valid_i,
    input  wire logic [31:0] address_i,
    input  wire logic [31:0] wdata_i,
    input  wire logic [ 3:0] wstrb_i,
    output wire logic        ready_o,
    output wire logic        error_o,    // ready, and the access was refused
    output wire logic [31:0] rdata_o,

    output request_t     [Devices-1:0] requests_o,
    input  wire answer_t [Devices-1:0] answers_i
);

  logic [Devices-1:0] chosen;
  logic nowhere_q;
  answer_t answer;

  always_comb begin
    answer = '{dat: '0, ack: 1'b0, err: nowhere_q};
    for (int unsigned device = 0; device < Devices; device++) begin
      chosen[device] = (device == Core) ? address_i[31:CoreBits] == Pages[Core][19:CoreBits-12]
                                        : address_i[31:12] == Pages[device];
      requests_o[device] = '{
          cyc: valid_i && chosen[device],
          stb: valid_i && chosen[device],
          we: wstrb_i != '0,
          adr: address_i,
          dat: wdata_i,
          sel: wstrb_i != '0 ? wstrb_i : '1
      };
      if (chosen[device]) answer = answers_i[device];
    end
  end

  always_ff @(posedge clk_i) begin
    nowhere_q <= valid_i && chosen == '0 && !nowhere_q && !rst_i;
  end

  assign ready_o = valid_i && (answer.ack || answer.err);
  assign error_o = valid_i && answer.err;
  assign rdata_o = answer.dat;

  `GH_REQUIRE_STABLE(stable, valid_i, ready_o, {address_i, wstrb_i, wstrb_i == '0 ? '0 : wdata_i},
                     clk_i, rst_i)

endmodule

`default_nettype wire
