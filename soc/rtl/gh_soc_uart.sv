// SPDX-License-Identifier: Apache-2.0
//
// UART of the system, eight data bits, no parity, one stop bit.
//
//   0x0  data     a write sends a byte; a read takes the byte that came in
//   0x4  status   bit 0: a byte can be sent; bit 1: a byte came in
//   0x8  control  bit 0: receive; bit 1: interrupt while there is a byte that came in
//
// A write of data while none can be sent, and a read while none came in, are refused. rts_o is high while
// a byte may be sent to the system: it receives, and has neither a byte nor one coming in. A byte that
// comes in all the same replaces the one that is there.

`default_nettype none

module gh_soc_uart
  import gh_soc_pkg::*;
#(
    parameter int unsigned ClocksPerBit = 868
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire request_t wb_i,
    output answer_t       wb_o,

    output wire logic tx_o,
    input  wire logic rx_i,
    output wire logic rts_o,
    output wire logic irq_o
);

  typedef enum logic [1:0] {
    Data,
    Status,
    Enables
  } index_e;

  logic request, write, refused, take, send, can_send, arrived, coming;
  logic [1:0] index, enables_q;
  logic [7:0] arriving, received_q;
  logic full_q;
  logic [31:0] wdata, rdata;

  gh_soc_port #(
      .Registers(3)
  ) u_port (
      .clk_i,
      .rst_i,
      .wb_i,
      .wb_o,
      .request_o(request),
      .write_o  (write),
      .index_o  (index),
      .wdata_o  (wdata),
      .rdata_i  (rdata),
      .error_i  (refused)
  );

  gh_soc_serial_out #(
      .ClocksPerBit(ClocksPerBit)
  ) u_out (
      .clk_i,
      .rst_i,
      .data_i (wdata[7:0]),
      .valid_i(send),
      .ready_o(can_send),
      .line_o (tx_o)
  );

  gh_soc_serial_in #(
      .ClocksPerBit(ClocksPerBit)
  ) u_in (
      .clk_i,
      .rst_i,
      .line_i (rx_i),
      .data_o (arriving),
      .valid_o(arrived),
      .busy_o (coming)
  );

  always_comb begin
    refused = 1'b0;
    rdata   = '0;
    unique case (index)
      Data: begin
        refused = write ? !can_send : !full_q;
        rdata   = 32'(received_q);
      end
      Status: begin
        refused = write;
        rdata   = 32'({full_q, can_send});
      end
      default: rdata = 32'(enables_q);
    endcase
  end

  assign send = request && write && index == Data && can_send;
  assign take = request && !write && index == Data && full_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      enables_q <= '0;
      full_q    <= 1'b0;
    end else begin
      if (request && write && index == Enables) enables_q <= wdata[1:0];
      full_q <= arrived && enables_q[0] || full_q && !take;
    end
    if (arrived) received_q <= arriving;
  end

  logic unused;
  assign unused = ^wdata[31:8];

  assign rts_o  = enables_q[0] && !full_q && !coming;
  assign irq_o  = enables_q[1] && full_q;

endmodule

`default_nettype wire
