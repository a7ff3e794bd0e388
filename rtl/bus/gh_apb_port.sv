// SPDX-License-Identifier: Apache-2.0
//
// APB3 (AMBA 3 APB, ARM IHI 0024B) to requests of registers: gh_bus_stream, or gh_bus_select in front of
// several. rst_o is their reset.
//
// Contract: a request is high for a cycle; its data and error are there in the next one. There are no
// wait states but one just after a reset. An error is answered with pslverr. APB3 writes whole words.

`include "gh_assert.svh"

`default_nettype none

module gh_apb_port #(
    parameter int unsigned AddressBits = 12
) (
    input wire logic pclk,
    input wire logic presetn,

    input  wire logic                   psel,
    input  wire logic                   penable,
    input  wire logic                   pwrite,
    input  wire logic [AddressBits-1:0] paddr,
    input  wire logic [           31:0] pwdata,
    output wire logic [           31:0] prdata,
    output wire logic                   pready,
    output wire logic                   pslverr,

    output wire logic                   rst_o,
    output wire logic                   req_o,
    output wire logic                   write_o,
    output wire logic [AddressBits-1:0] address_o,
    output wire logic [           31:0] wdata_o,
    output wire logic [            3:0] strobe_o,
    input  wire logic [           31:0] rdata_i,
    input  wire logic                   error_i
);

  // Executed in the cycle of setup, answered in that of access; both a cycle later just after a reset.
  logic rst, request;
  logic done_q;  // the access of the cycle before is answered
  assign request = psel && !done_q && !rst;
  always_ff @(posedge pclk) begin
    rst    <= !presetn;
    done_q <= request && presetn;
  end

  assign rst_o     = rst;
  assign req_o     = request;
  assign write_o   = pwrite;
  assign address_o = paddr;
  assign wdata_o   = pwdata;
  assign strobe_o  = 4'b1111;

  assign prdata    = rdata_i;
  assign pready    = done_q;
  assign pslverr   = done_q && error_i;

  `GH_REQUIRE(access_follows_setup, !done_q || psel && penable, pclk, rst || !presetn)

endmodule

`default_nettype wire
