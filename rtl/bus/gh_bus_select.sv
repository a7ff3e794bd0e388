// SPDX-License-Identifier: Apache-2.0
//
// Several cores behind one port of a bus: each gh_bus_stream has a window of 4 KiB, window 0 at address 0.
//
// Contract: a request goes to the core that has its window, and data and error of that core are the
// answer until the next request. A request to a window without a core is an error, and its data are 0.
// irq_o is high while a core's interrupt is. Requests are a cycle apart, as those of the ports are.

`include "gh_assert.svh"

`default_nettype none

module gh_bus_select #(
    parameter int unsigned Cores = 2,
    localparam int unsigned IndexBits = $clog2(Cores)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic                  req_i,
    input  wire logic [11+IndexBits:0] address_i,
    output wire logic [          31:0] rdata_o,
    output wire logic                  error_o,
    output wire logic                  irq_o,

    output wire logic [Cores-1:0]       core_req_o,
    input  wire logic [Cores-1:0][31:0] core_rdata_i,
    input  wire logic [Cores-1:0]       core_error_i,
    input  wire logic [Cores-1:0]       core_irq_i
);

  if (Cores < 2) begin : gen_check
    $fatal(1, "gh_bus_select: Cores is %0d; it must be at least 2", Cores);
  end

  logic [Cores-1:0] chosen, chosen_q;
  for (genvar i = 0; i < Cores; i++) begin : gen_cores
    assign chosen[i] = address_i[12+:IndexBits] == IndexBits'(i);
  end
  always_ff @(posedge clk_i) begin
    if (rst_i) chosen_q <= '0;
    else if (req_i) chosen_q <= chosen;
  end

  logic [31:0] rdata;
  always_comb begin
    rdata = '0;
    for (int unsigned i = 0; i < Cores; i++) begin
      if (chosen_q[i]) rdata |= core_rdata_i[i];
    end
  end
  assign rdata_o    = rdata;
  assign error_o    = chosen_q == '0 || (chosen_q & core_error_i) != '0;
  assign core_req_o = req_i ? chosen : '0;
  assign irq_o      = |core_irq_i;

  logic unused;
  assign unused = ^address_i[11:0];

  `GH_ASSERT(one_core, $onehot0(chosen_q), clk_i, rst_i)

endmodule

`default_nettype wire
