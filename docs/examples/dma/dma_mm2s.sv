// SPDX-License-Identifier: Apache-2.0
//
// Memory to stream: reads a message from memory over AXI4 and sends it as one packet of AXI4-Stream, as
// the MM2S channel of a DMA engine does. One burst is under way at a time; a burst has at most 16 beats
// and does not cross a boundary of 4 KiB. A message of no bytes is not sent.
//
// start_i is taken while busy_o is 0. address_i is aligned to a beat. failed_o is 1 from a read that
// memory answers with an error to the next start; the packet is sent nonetheless.

`default_nettype none

module dma_mm2s #(
    parameter int unsigned DataBits = 64,
    parameter int unsigned AddressBits = 32,
    parameter int unsigned LengthBits = 26
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic                   start_i,
    input  wire logic [AddressBits-1:0] address_i,
    input  wire logic [ LengthBits-1:0] length_i,   // bytes
    output wire logic                   busy_o,
    output wire logic                   failed_o,

    output wire logic [AddressBits-1:0] m_axi_araddr,
    output wire logic [            7:0] m_axi_arlen,
    output wire logic                   m_axi_arvalid,
    input  wire logic                   m_axi_arready,
    input  wire logic [   DataBits-1:0] m_axi_rdata,
    input  wire logic [            1:0] m_axi_rresp,
    input  wire logic                   m_axi_rlast,
    input  wire logic                   m_axi_rvalid,
    output wire logic                   m_axi_rready,

    output wire logic [  DataBits-1:0] m_axis_tdata,
    output wire logic [DataBits/8-1:0] m_axis_tkeep,
    output wire logic                  m_axis_tlast,
    output wire logic                  m_axis_tvalid,
    input  wire logic                  m_axis_tready
);

  localparam int unsigned Bytes = DataBits / 8;
  localparam int unsigned ByteBits = $clog2(Bytes);
  localparam int unsigned BurstBeats = 16;
  localparam int unsigned PageBeats = 4096 / Bytes;

  typedef enum logic [1:0] {
    Idle,
    Address,
    Data
  } state_e;
  state_e state_q;
  logic [AddressBits-1:0] address_q;
  logic [LengthBits-1:0] left_q;  // bytes that have not been sent
  logic failed_q;

  // Beats of the next burst: what is left, at most to the end of the page.
  logic [LengthBits-1:0] beats_left, beats_page, beats;
  assign beats_left = LengthBits'(((LengthBits + 1)'(left_q) +
                                   (LengthBits + 1)'(Bytes - 1)) >> ByteBits);
  assign beats_page = LengthBits'(PageBeats) - LengthBits'(address_q[11:ByteBits]);
  always_comb begin
    beats = LengthBits'(BurstBeats);
    if (beats_left < beats) beats = beats_left;
    if (beats_page < beats) beats = beats_page;
  end

  logic sent, ends;
  assign ends = left_q <= LengthBits'(Bytes);
  assign sent = m_axi_rvalid && m_axi_rready;

  always_ff @(posedge aclk) begin
    case (state_q)
      Idle: begin
        if (start_i && length_i != '0) begin
          address_q <= address_i;
          left_q    <= length_i;
          failed_q  <= 1'b0;
          state_q   <= Address;
        end
      end
      Address: if (m_axi_arready) state_q <= Data;
      Data: begin
        if (sent) begin
          address_q <= address_q + AddressBits'(Bytes);
          left_q    <= ends ? '0 : left_q - LengthBits'(Bytes);
          if (m_axi_rresp != 2'b00) failed_q <= 1'b1;
          if (m_axi_rlast) state_q <= ends ? Idle : Address;
        end
      end
      default: state_q <= Idle;
    endcase
    if (!aresetn) begin
      state_q  <= Idle;
      failed_q <= 1'b0;
    end
  end

  assign busy_o        = state_q != Idle;
  assign failed_o      = failed_q;
  assign m_axi_araddr  = address_q;
  assign m_axi_arlen   = 8'(beats - 1'b1);
  assign m_axi_arvalid = state_q == Address;
  assign m_axi_rready  = state_q == Data && m_axis_tready;
  assign m_axis_tdata  = m_axi_rdata;
  assign m_axis_tkeep  = ends ? {Bytes{1'b1}} >> (LengthBits'(Bytes) - left_q) : '1;
  assign m_axis_tlast  = ends;
  assign m_axis_tvalid = state_q == Data && m_axi_rvalid;

endmodule

`default_nettype wire
