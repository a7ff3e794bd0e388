// SPDX-License-Identifier: Apache-2.0
//
// Reset of a core whose clock may be another than that of the bus.
//
// Contract: after one cycle of rst_i, in any cycle and from any contents of the registers, core_rst_o is
// high for at least a cycle of the core's clock, and low when busy_o falls. busy_o is high from the
// cycle after rst_i on; it stays high as long as the core's clock stands still.
//
//     rst_i --> Idle --> Assert: request_q until acknowledged --> Release: until core_rst_o is low --> Idle

`include "gh_assert.svh"

`default_nettype none

module gh_bus_reset #(
    parameter bit TwoClocks = 1'b0,
    parameter int unsigned SyncStages = 2
) (
    input  wire logic clk_i,
    input  wire logic rst_i,
    output wire logic busy_o,

    input  wire logic core_clk_i,
    output wire logic core_rst_o
);

  typedef enum logic [1:0] {
    Idle,
    Assert,
    Release
  } state_e;
  state_e state_d, state_q;
  logic wanted_q;  // a reset that Assert has not begun
  logic request_q, request_seen, core_rst_q, acknowledged;

  assign busy_o     = wanted_q || state_q != Idle;
  assign core_rst_o = core_rst_q;

  always_comb begin
    state_d = state_q;
    case (state_q)
      Idle: if (wanted_q && !acknowledged) state_d = Assert;
      Assert: if (acknowledged) state_d = Release;
      Release: if (!acknowledged) state_d = Idle;
      default: state_d = Idle;
    endcase
  end

  // What crosses starts low, so that nothing is seen that was never sent. A reset begins at power-up.
  initial begin
    state_q   = Idle;
    wanted_q  = 1'b1;
    request_q = 1'b0;
  end
  always @(posedge clk_i) begin
    state_q   <= state_d;
    request_q <= state_d == Assert;
    if (rst_i) wanted_q <= 1'b1;
    else if (state_d == Assert) wanted_q <= 1'b0;
  end

  initial core_rst_q = 1'b0;
  always @(posedge core_clk_i) core_rst_q <= request_seen;

  if (TwoClocks) begin : gen_crossing
    gh_synchroniser #(
        .Stages(SyncStages)
    ) u_request (
        .clk_i (core_clk_i),
        .data_i(request_q),
        .data_o(request_seen)
    );
    gh_synchroniser #(
        .Stages(SyncStages)
    ) u_acknowledge (
        .clk_i,
        .data_i(core_rst_q),
        .data_o(acknowledged)
    );
  end else begin : gen_wires
    assign request_seen = request_q;
    assign acknowledged = core_rst_q;
  end


  `GH_FLAG(known, rst_i, 1'b0, clk_i, 1'b0)
  `GH_ASSERT(busy_while_reset, !acknowledged || busy_o, clk_i, !known)

endmodule

`default_nettype wire
