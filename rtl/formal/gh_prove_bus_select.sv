// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_bus_select: a request reaches the core that has its window, and no other one; in the next
// cycle, and until the next request, the answer is that core's, or an error without data where there is no
// core.

`default_nettype none

module gh_prove_bus_select #(
    parameter int unsigned Cores = 3,
    localparam int unsigned IndexBits = $clog2(Cores)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic                        req_i,
    input wire logic [11+IndexBits:0]       address_i,
    input wire logic [     Cores-1:0][31:0] core_rdata_i,
    input wire logic [     Cores-1:0]       core_error_i,
    input wire logic [     Cores-1:0]       core_irq_i
);

  logic rst, reset_q, error_o, irq_o;
  logic [31:0] rdata_o;
  logic [Cores-1:0] core_req_o;
  gh_prove_reset u_reset (.*);

  gh_bus_select #(
      .Cores(Cores)
  ) u_select (
      .rst_i(rst),
      .*
  );

  logic [IndexBits-1:0] window, window_q;
  logic asked_q;  // since the reset
  assign window = address_i[12+:IndexBits];
  always_ff @(posedge clk_i) begin
    if (rst) asked_q <= 1'b0;
    else if (req_i) asked_q <= 1'b1;
    if (req_i) window_q <= window;
  end

  logic unused;
  assign unused = reset_q;

  logic [Cores-1:0] wanted;
  logic [31:0] rdata;
  logic error;
  always_comb begin
    wanted = '0;
    rdata  = '0;
    error  = 1'b1;
    for (int unsigned i = 0; i < Cores; i++) begin
      wanted[i] = req_i && window == IndexBits'(i);
      if (window_q == IndexBits'(i)) begin
        rdata = core_rdata_i[i];
        error = core_error_i[i];
      end
    end
  end

  always_comb begin
    interrupt : assert (irq_o == (core_irq_i != '0));
    one_core : assert (core_req_o == wanted);
    if (!rst && asked_q) begin
      its_answer : assert (rdata_o == rdata && error_o == error);
    end
    answered : cover (!rst && asked_q && !error_o && 32'(window_q) == Cores - 1);
  end

endmodule

`default_nettype wire
