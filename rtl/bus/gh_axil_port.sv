// SPDX-License-Identifier: Apache-2.0
//
// AXI4-Lite (AMBA AXI, ARM IHI 0022) to requests of registers: gh_bus_stream, or gh_bus_select in front of
// several. rst_o is their reset.
//
// Contract: a request is high for a cycle; its data and error are there in the next one and stay until
// the next request. An error is answered with SLVERR. A write is taken when address and data are both
// there; reads and writes that wait together take turns. A write or a read takes three cycles.
// Protection bits do not count.

`include "gh_assert.svh"

`default_nettype none

module gh_axil_port #(
    parameter int unsigned AddressBits = 12
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [AddressBits-1:0] s_axil_awaddr,
    input  wire logic [            2:0] s_axil_awprot,
    input  wire logic                   s_axil_awvalid,
    output wire logic                   s_axil_awready,
    input  wire logic [           31:0] s_axil_wdata,
    input  wire logic [            3:0] s_axil_wstrb,
    input  wire logic                   s_axil_wvalid,
    output wire logic                   s_axil_wready,
    output wire logic [            1:0] s_axil_bresp,
    output wire logic                   s_axil_bvalid,
    input  wire logic                   s_axil_bready,
    input  wire logic [AddressBits-1:0] s_axil_araddr,
    input  wire logic [            2:0] s_axil_arprot,
    input  wire logic                   s_axil_arvalid,
    output wire logic                   s_axil_arready,
    output wire logic [           31:0] s_axil_rdata,
    output wire logic [            1:0] s_axil_rresp,
    output wire logic                   s_axil_rvalid,
    input  wire logic                   s_axil_rready,

    output wire logic                   rst_o,
    output wire logic                   req_o,
    output wire logic                   write_o,
    output wire logic [AddressBits-1:0] address_o,
    output wire logic [           31:0] wdata_o,
    output wire logic [            3:0] strobe_o,
    input  wire logic [           31:0] rdata_i,
    input  wire logic                   error_i
);

  typedef enum logic [2:0] {
    Idle,
    Write,  // taken and executed
    WriteAnswer,
    Read,
    ReadAnswer
  } state_e;
  state_e state_d, state_q;
  logic wrote_q;  // the latest access was a write
  logic writes, rst;
  assign writes = s_axil_awvalid && s_axil_wvalid;

  always_comb begin
    state_d = state_q;
    case (state_q)
      Idle: begin
        if (writes && !(s_axil_arvalid && wrote_q)) state_d = Write;
        else if (s_axil_arvalid) state_d = Read;
      end
      Write: state_d = WriteAnswer;
      WriteAnswer: if (s_axil_bready) state_d = Idle;
      Read: state_d = ReadAnswer;
      ReadAnswer: if (s_axil_rready) state_d = Idle;
      default: state_d = Idle;
    endcase
  end
  always_ff @(posedge aclk) begin
    rst     <= !aresetn;
    state_q <= (rst || !aresetn) ? Idle : state_d;
    if (state_q == Write) wrote_q <= 1'b1;
    else if (state_q == Read) wrote_q <= 1'b0;
  end

  assign rst_o          = rst;
  assign req_o          = state_q inside {Write, Read};
  assign write_o        = state_q == Write;
  assign address_o      = (state_q == Write) ? s_axil_awaddr : s_axil_araddr;
  assign wdata_o        = s_axil_wdata;
  assign strobe_o       = s_axil_wstrb;

  assign s_axil_awready = state_q == Write;
  assign s_axil_wready  = state_q == Write;
  assign s_axil_bvalid  = state_q == WriteAnswer;
  assign s_axil_bresp   = {error_i, 1'b0};
  assign s_axil_arready = state_q == Read;
  assign s_axil_rdata   = rdata_i;
  assign s_axil_rvalid  = state_q == ReadAnswer;
  assign s_axil_rresp   = {error_i, 1'b0};

  logic unused;
  assign unused = ^{s_axil_awprot, s_axil_arprot};

  `GH_REQUIRE(write_held, state_q != Write || writes, aclk, rst || !aresetn)
  `GH_REQUIRE(read_held, state_q != Read || s_axil_arvalid, aclk, rst || !aresetn)
  `GH_STABLE(read_answer, s_axil_rvalid, s_axil_rready, {s_axil_rresp, s_axil_rdata}, aclk,
             rst || !aresetn)
  `GH_STABLE(write_answer, s_axil_bvalid, s_axil_bready, s_axil_bresp, aclk, rst || !aresetn)

endmodule

`default_nettype wire
