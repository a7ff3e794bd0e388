// SPDX-License-Identifier: Apache-2.0
//
// Stream to memory: takes one packet of AXI4-Stream and writes it to memory over AXI4, as the S2MM
// channel of a DMA engine does. It gathers up to 16 beats, not beyond a boundary of 4 KiB, and writes
// them as one burst.
//
// start_i is taken while busy_o is 0. address_i is aligned to a beat, length_i are the bytes of the
// buffer in whole beats. bytes_o counts the packet's bytes. failed_o is 1 from a packet that ends with
// tuser, that is longer than the buffer or whose write memory refuses to the next start; of a packet
// that is too long only what fits is written.

`default_nettype none

module dma_s2mm #(
    parameter int unsigned DataBits = 64,
    parameter int unsigned AddressBits = 32,
    parameter int unsigned LengthBits = 26
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic                   start_i,
    input  wire logic [AddressBits-1:0] address_i,
    input  wire logic [ LengthBits-1:0] length_i,
    output wire logic                   busy_o,
    output wire logic [ LengthBits-1:0] bytes_o,
    output wire logic                   failed_o,

    input  wire logic [  DataBits-1:0] s_axis_tdata,
    input  wire logic [DataBits/8-1:0] s_axis_tkeep,
    input  wire logic                  s_axis_tlast,
    input  wire logic                  s_axis_tuser,
    input  wire logic                  s_axis_tvalid,
    output wire logic                  s_axis_tready,

    output wire logic [ AddressBits-1:0] m_axi_awaddr,
    output wire logic [             7:0] m_axi_awlen,
    output wire logic                    m_axi_awvalid,
    input  wire logic                    m_axi_awready,
    output wire logic [    DataBits-1:0] m_axi_wdata,
    output wire logic [DataBits / 8-1:0] m_axi_wstrb,
    output wire logic                    m_axi_wlast,
    output wire logic                    m_axi_wvalid,
    input  wire logic                    m_axi_wready,
    input  wire logic [             1:0] m_axi_bresp,
    input  wire logic                    m_axi_bvalid,
    output wire logic                    m_axi_bready
);

  localparam int unsigned Bytes = DataBits / 8;
  localparam int unsigned ByteBits = $clog2(Bytes);
  localparam int unsigned BurstBeats = 16;
  localparam int unsigned PlaceBits = $clog2(BurstBeats);

  typedef enum logic [2:0] {
    Idle,
    Gather,
    Address,
    Data,
    Answer
  } state_e;
  state_e state_q;
  logic [AddressBits-1:0] address_q;
  logic [LengthBits-1:0] room_q, bytes_q;
  logic [PlaceBits-1:0] place_q, last_q;  // of the burst: the next beat, and the last one
  logic ended_q, failed_q;
  logic [DataBits-1:0] data_q[BurstBeats];
  logic [Bytes-1:0] keep_q[BurstBeats];

  function automatic logic [LengthBits-1:0] ones(input logic [Bytes-1:0] keep);
    ones = '0;
    for (int unsigned each = 0; each < Bytes; each++) ones += LengthBits'(keep[each]);
  endfunction

  logic page_ends;
  logic [11-ByteBits:0] beat;  // number of the gathered beat in its page
  assign beat = address_q[11:ByteBits] + (12 - ByteBits)'(place_q);
  assign page_ends = &beat;

  always_ff @(posedge aclk) begin
    case (state_q)
      Idle: begin
        if (start_i && length_i != '0) begin
          address_q <= address_i;
          room_q    <= length_i;
          bytes_q   <= '0;
          place_q   <= '0;
          ended_q   <= 1'b0;
          failed_q  <= 1'b0;
          state_q   <= Gather;
        end
      end
      Gather: begin
        if (s_axis_tvalid) begin
          data_q[place_q] <= s_axis_tdata;
          keep_q[place_q] <= room_q == '0 ? '0 : s_axis_tkeep;
          bytes_q         <= bytes_q + ones(s_axis_tkeep);
          room_q          <= room_q == '0 ? '0 : room_q - LengthBits'(Bytes);
          if (room_q == '0 || (s_axis_tlast && s_axis_tuser)) failed_q <= 1'b1;
          ended_q <= s_axis_tlast;
          last_q  <= place_q;
          place_q <= place_q + 1'b1;
          if (s_axis_tlast || page_ends || &place_q) begin
            place_q <= '0;
            state_q <= Address;
          end
        end
      end
      Address: if (m_axi_awready) state_q <= Data;
      Data: begin
        if (m_axi_wready) begin
          place_q <= place_q + 1'b1;
          if (m_axi_wlast) begin
            place_q <= '0;
            state_q <= Answer;
          end
        end
      end
      Answer: begin
        if (m_axi_bvalid) begin
          address_q <= address_q + AddressBits'(Bytes) * (AddressBits'(last_q) + 1'b1);
          if (m_axi_bresp != 2'b00) failed_q <= 1'b1;
          state_q <= ended_q ? Idle : Gather;
        end
      end
      default: state_q <= Idle;
    endcase
    if (!aresetn) begin
      state_q  <= Idle;
      bytes_q  <= '0;
      failed_q <= 1'b0;
    end
  end

  assign busy_o        = state_q != Idle;
  assign bytes_o       = bytes_q;
  assign failed_o      = failed_q;
  assign s_axis_tready = state_q == Gather;
  assign m_axi_awaddr  = address_q;
  assign m_axi_awlen   = 8'(last_q);
  assign m_axi_awvalid = state_q == Address;
  assign m_axi_wdata   = data_q[place_q];
  assign m_axi_wstrb   = keep_q[place_q];
  assign m_axi_wlast   = place_q == last_q;
  assign m_axi_wvalid  = state_q == Data;
  assign m_axi_bready  = state_q == Answer;

endmodule

`default_nettype wire
