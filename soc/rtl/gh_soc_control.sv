// SPDX-License-Identifier: Apache-2.0
//
// How firmware ends, and what the bus refused.
//
//   0x0  exit     a write ends the firmware with a status; a read returns that of the latest end
//   0x4  refused  the address of the latest access that was refused; can be read only

`default_nettype none

module gh_soc_control
  import gh_soc_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire request_t wb_i,
    output answer_t       wb_o,

    input  wire logic        refused_i,  // an access is refused
    input  wire logic [31:0] address_i,  // its address
    output wire logic        ended_o,
    output wire logic [31:0] status_o
);

  logic request, write, index, ended_q;
  logic [31:0] wdata, status_q, refused_q;

  gh_soc_port #(
      .Registers(2)
  ) u_port (
      .clk_i,
      .rst_i,
      .wb_i,
      .wb_o,
      .request_o(request),
      .write_o  (write),
      .index_o  (index),
      .wdata_o  (wdata),
      .rdata_i  (index ? refused_q : status_q),
      .error_i  (write && index)
  );

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      ended_q   <= 1'b0;
      status_q  <= '0;
      refused_q <= '0;
    end else begin
      if (request && write && !index) begin
        ended_q  <= 1'b1;
        status_q <= wdata;
      end
      if (refused_i) refused_q <= address_i;
    end
  end

  assign ended_o  = ended_q;
  assign status_o = status_q;

endmodule

`default_nettype wire
