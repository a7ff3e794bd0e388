// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_async_fifo: entries leave in order, each once, unchanged; what entered before a reset of
// either side does not leave after it has been answered; neither side waits for ever.
//
// wr_clk_i and rd_clk_i mark the steps in which the clocks have an edge: each in any step, both in
// one or none. Entries are numbered on both sides, modulo more than the FIFO can hold. The entry of
// one number, which the solver chooses, is kept: it must be the same when that number leaves.

`default_nettype none

module gh_prove_async_fifo #(
    parameter int unsigned Depth = 4,
    parameter int unsigned SyncStages = 2
) (
    input wire logic wr_clk_i,
    input wire logic wr_rst_i,
    input wire logic rd_clk_i,
    input wire logic rd_rst_i,

    input wire logic [1:0] data_i,
    input wire logic       valid_i,
    input wire logic       ready_i
);

  // Entries in the memory, and one in the output register.
  localparam int unsigned Most = Depth + 1;
  // Edges until the other side has seen a pointer or a flag, and until it has answered.
  localparam int unsigned Crossing = SyncStages + 1;
  localparam int unsigned Answer = 5 * (Crossing + 3);
  typedef logic [$clog2(Most+1)-1:0] number_t;
  typedef logic [$clog2(Answer+2)-1:0] wait_t;

  // Each side is reset at its first edge.
  logic wr_first_q, rd_first_q, wr_rst, rd_rst, ready_o, valid_o;
  logic [1:0] data_o;
  initial {wr_first_q, rd_first_q} = 2'b11;
  always @(posedge wr_clk_i) wr_first_q <= 1'b0;
  always @(posedge rd_clk_i) rd_first_q <= 1'b0;
  assign wr_rst = wr_rst_i || wr_first_q;
  assign rd_rst = rd_rst_i || rd_first_q;

  gh_async_fifo #(
      .Width     (2),
      .Depth     (Depth),
      .SyncStages(SyncStages)
  ) u_fifo (
      .wr_rst_i(wr_rst),
      .rd_rst_i(rd_rst),
      .*
  );

  // A reset is answered by a flush, which both sides have seen to its end.
  logic tick, settled;
  assign tick = 1'b1;
  assign settled = !wr_first_q && !rd_first_q && u_fifo.flush_state_q == 2'd0 && !u_fifo.reset_q
                 && !u_fifo.down && !u_fifo.request_seen && !u_fifo.acknowledge_seen;

  number_t in_q, out_q, held, followed_q;
  logic [1:0] entry_q;
  assign held = in_q - out_q;
  always @(posedge wr_clk_i) begin
    if (u_fifo.flush_state_q == 2'd2) in_q <= '0;
    else if (valid_i && ready_o && !wr_rst) in_q <= in_q + 1'b1;
    if (valid_i && ready_o && in_q == followed_q) entry_q <= data_i;
  end
  always @(posedge rd_clk_i) begin
    if (rd_rst || u_fifo.down) out_q <= '0;
    else if (valid_o && ready_i) out_q <= out_q + 1'b1;
  end
  always @(posedge tick) followed_q <= followed_q;

  // Edges of the clocks in which a side waits, and of both of them until resets are answered.
  wait_t full_q, empty_q, unsettled_q;
  logic wr_edge_q, rd_edge_q;
  initial {full_q, empty_q, unsettled_q, wr_edge_q, rd_edge_q} = '0;
  always @(posedge tick) begin
    if (!settled || held != '0 || ready_o) full_q <= '0;
    else full_q <= full_q + wait_t'(wr_clk_i);
    if (!settled || held == '0 || valid_o) empty_q <= '0;
    else empty_q <= empty_q + wait_t'(rd_clk_i);

    wr_edge_q <= wr_edge_q || wr_clk_i;
    rd_edge_q <= rd_edge_q || rd_clk_i;
    if (wr_edge_q && rd_edge_q) begin
      {wr_edge_q, rd_edge_q} <= {wr_clk_i, rd_clk_i};
      unsettled_q <= unsettled_q + 1'b1;
    end
    if (settled || wr_clk_i && wr_rst || rd_clk_i && rd_rst) begin
      unsettled_q <= '0;
      {wr_edge_q, rd_edge_q} <= '0;
    end
  end

  always_comb begin
    if (!rd_first_q && valid_o) begin
      there : assert (held != '0);
      in_order : assert (out_q != followed_q || data_o == entry_q);
    end
    if (settled) begin
      no_overflow : assert (32'(held) <= Most);
    end
    offers_in_time : assert (32'(empty_q) <= Crossing + 1);
    takes_in_time : assert (32'(full_q) <= Crossing);
    answers : assert (32'(unsettled_q) <= Answer);
    fills : cover (settled && 32'(held) == Most);
    refills : cover (settled && valid_o && out_q == followed_q && in_q < out_q);
  end

endmodule

`default_nettype wire
