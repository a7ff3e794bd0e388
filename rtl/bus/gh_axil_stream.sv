// SPDX-License-Identifier: Apache-2.0
//
// A stream top behind AXI4-Lite (AMBA AXI, ARM IHI 0022): gh_bus_stream, whose contract holds, with 32-bit
// data and the 4 KiB of its registers. core_aclk is aclk where TwoClocks is 0.
//
// An access that the registers refuse is answered with SLVERR. A write is taken when address and data
// are both there; reads and writes that wait together take turns. A write or a read takes three cycles.
// Protection bits do not count.

`include "gh_assert.svh"

`default_nettype none

module gh_axil_stream #(
    parameter int unsigned StreamBits = 64,
    parameter bit Configured = 1'b0,
    parameter bit TwoClocks = 1'b0,
    parameter int unsigned ConfigWords = 0,
    parameter logic [31:0] DesignCrc = '0,
    parameter logic [63:0] Functions = '0,
    parameter int unsigned MessageDepth = 16,
    parameter int unsigned ConfigDepth = 16,
    parameter int unsigned DigestDepth = 16
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [11:0] s_axil_awaddr,
    input  wire logic [ 2:0] s_axil_awprot,
    input  wire logic        s_axil_awvalid,
    output wire logic        s_axil_awready,
    input  wire logic [31:0] s_axil_wdata,
    input  wire logic [ 3:0] s_axil_wstrb,
    input  wire logic        s_axil_wvalid,
    output wire logic        s_axil_wready,
    output wire logic [ 1:0] s_axil_bresp,
    output wire logic        s_axil_bvalid,
    input  wire logic        s_axil_bready,
    input  wire logic [11:0] s_axil_araddr,
    input  wire logic [ 2:0] s_axil_arprot,
    input  wire logic        s_axil_arvalid,
    output wire logic        s_axil_arready,
    output wire logic [31:0] s_axil_rdata,
    output wire logic [ 1:0] s_axil_rresp,
    output wire logic        s_axil_rvalid,
    input  wire logic        s_axil_rready,
    output wire logic        irq,

    input  wire logic core_aclk,
    output wire logic core_aresetn,

    output wire logic [StreamBits-1:0] m_axis_cfg_tdata,
    output wire logic                  m_axis_cfg_tlast,
    output wire logic                  m_axis_cfg_tvalid,
    input  wire logic                  m_axis_cfg_tready,

    output wire logic [  StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBits/8-1:0] m_axis_tkeep,
    output wire logic                    m_axis_tlast,
    output wire logic                    m_axis_tvalid,
    input  wire logic                    m_axis_tready,

    input  wire logic [  StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBits/8-1:0] s_axis_tkeep,
    input  wire logic                    s_axis_tlast,
    input  wire logic                    s_axis_tuser,
    input  wire logic                    s_axis_tvalid,
    output wire logic                    s_axis_tready
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

  logic error;

  gh_bus_stream #(
      .StreamBits  (StreamBits),
      .Configured  (Configured),
      .TwoClocks   (TwoClocks),
      .ConfigWords (ConfigWords),
      .DesignCrc   (DesignCrc),
      .Functions   (Functions),
      .MessageDepth(MessageDepth),
      .ConfigDepth (ConfigDepth),
      .DigestDepth (DigestDepth)
  ) u_stream (
      .clk_i    (aclk),
      .rst_i    (rst),
      .req_i    (state_q inside {Write, Read}),
      .write_i  (state_q == Write),
      .address_i((state_q == Write) ? s_axil_awaddr : s_axil_araddr),
      .wdata_i  (s_axil_wdata),
      .strobe_i (s_axil_wstrb),
      .rdata_o  (s_axil_rdata),
      .error_o  (error),
      .irq_o    (irq),
      .*
  );

  assign s_axil_awready = state_q == Write;
  assign s_axil_wready  = state_q == Write;
  assign s_axil_bvalid  = state_q == WriteAnswer;
  assign s_axil_bresp   = {error, 1'b0};
  assign s_axil_arready = state_q == Read;
  assign s_axil_rvalid  = state_q == ReadAnswer;
  assign s_axil_rresp   = {error, 1'b0};

  logic unused;
  assign unused = ^{s_axil_awprot, s_axil_arprot};

  `GH_REQUIRE(write_held, state_q != Write || writes, aclk, rst || !aresetn)
  `GH_REQUIRE(read_held, state_q != Read || s_axil_arvalid, aclk, rst || !aresetn)
  `GH_STABLE(read_answer, s_axil_rvalid, s_axil_rready, {s_axil_rresp, s_axil_rdata}, aclk,
             rst || !aresetn)
  `GH_STABLE(write_answer, s_axil_bvalid, s_axil_bready, s_axil_bresp, aclk, rst || !aresetn)

endmodule

`default_nettype wire
