// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_axis_any with one clock: for packets with any tkeep in any beat, at either width, the bytes that are
// kept and the packets' ends reach the core in order, each once, unchanged, in well-formed packets.
//
// A byte is a token of gh_prove_tokens, and so is a packet's end. The core's answers are free.

`default_nettype none

module gh_prove_axis_any #(
    parameter int unsigned PinBytes  = 2,
    parameter int unsigned CoreBytes = 2
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,  // free
    input wire logic [7:0] place_i, // free

    input wire logic [8*PinBytes-1:0] data_i,
    input wire logic [  PinBytes-1:0] keep_i,
    input wire logic                  last_i,
    input wire logic                  valid_i,
    input wire logic                  ready_i,

    input wire logic [8*CoreBytes-1:0] answer_data_i,
    input wire logic [  CoreBytes-1:0] answer_keep_i,
    input wire logic                   answer_last_i,
    input wire logic                   answer_user_i,
    input wire logic                   answer_valid_i,
    input wire logic                   answer_ready_i
);

  logic rst, reset_q, ready_o, valid_o, last_o, up;
  logic [8*CoreBytes-1:0] data_o;
  logic [  CoreBytes-1:0] keep_o;
  gh_prove_reset u_reset (.*);

  gh_axis_any #(
      .PinBits   (8 * PinBytes),
      .StreamBits(8 * CoreBytes),
      .ConfigBits(8),
      .Configured(1'b1)
  ) u_any (
      .aclk(clk_i),
      .aresetn(!rst),
      .s_axis_cfg_tdata('0),
      .s_axis_cfg_tlast(1'b0),
      .s_axis_cfg_tvalid(1'b0),
      .s_axis_cfg_tready(up),
      .s_axis_tdata(data_i),
      .s_axis_tkeep(keep_i),
      .s_axis_tid('0),
      .s_axis_tdest('0),
      .s_axis_tuser('0),
      .s_axis_tlast(last_i),
      .s_axis_tvalid(valid_i),
      .s_axis_tready(ready_o),
      .m_axis_tdata(),
      .m_axis_tkeep(),
      .m_axis_tid(),
      .m_axis_tdest(),
      .m_axis_tlast(),
      .m_axis_tuser(),
      .m_axis_tvalid(),
      .m_axis_tready(answer_ready_i),
      .core_aclk(clk_i),
      .core_aresetn(),
      .core_s_axis_cfg_tdata(),
      .core_s_axis_cfg_tlast(),
      .core_s_axis_cfg_tvalid(),
      .core_s_axis_cfg_tready(1'b1),
      .core_s_axis_tdata(data_o),
      .core_s_axis_tkeep(keep_o),
      .core_s_axis_tlast(last_o),
      .core_s_axis_tvalid(valid_o),
      .core_s_axis_tready(ready_i),
      .core_m_axis_tdata(answer_data_i),
      .core_m_axis_tkeep(answer_keep_i),
      .core_m_axis_tlast(answer_last_i),
      .core_m_axis_tuser(answer_user_i),
      .core_m_axis_tvalid(answer_valid_i),
      .core_m_axis_tready()
  );

  // A reset takes cycles, in which configurations do not cross either: nothing counts until its end.
  logic idle;
  assign idle = rst || !up;

  localparam int unsigned InTokens = PinBytes + 1;  // of a beat
  localparam int unsigned OutTokens = CoreBytes + 1;
  localparam int unsigned Most = 2 * (InTokens + OutTokens) + 4;
  localparam int unsigned CountBits = $clog2(Most + InTokens + 1);
  typedef logic [CountBits-1:0] count_t;
  typedef struct packed {
    logic       ends;
    logic [7:0] data;
  } token_t;

  // A byte has the place of the bytes that are kept below it, the end the one behind them.
  token_t [InTokens-1:0] tokens_in;
  token_t [OutTokens-1:0] tokens_out;
  count_t place;
  always_comb begin
    for (int unsigned i = 0; i < InTokens; i++) tokens_in[i] = '{1'b1, 8'd0};
    place = '0;
    for (int unsigned i = 0; i < PinBytes; i++) begin
      for (int unsigned j = 0; j <= i; j++) begin
        if (keep_i[i] && place == count_t'(j)) tokens_in[j] = '{1'b0, data_i[8*i+:8]};
      end
      place = place + count_t'(keep_i[i]);
    end
    for (int unsigned i = 0; i < OutTokens; i++) tokens_out[i] = '{1'b1, 8'd0};
    for (int unsigned i = 0; i < CoreBytes; i++) begin
      if (keep_o[i]) tokens_out[i] = '{1'b0, data_o[8*i+:8]};
    end
  end

  logic in_taken, out_taken, first_q;
  count_t entering, leaving;
  assign in_taken  = valid_i && ready_o;
  assign out_taken = valid_o && ready_i;
  assign entering  = !in_taken ? '0 : count_t'($countones(keep_i)) + count_t'(last_i);
  assign leaving   = !out_taken ? '0 : count_t'($countones(keep_o)) + count_t'(last_o);
  gh_prove_tokens #(
      .Width    ($bits(token_t)),
      .InTokens (InTokens),
      .OutTokens(OutTokens),
      .Most     (Most)
  ) u_tokens (
      .clk_i     (clk_i),
      .rst_i     (idle),
      .mark_i    (mark_i),
      .place_i   (place_i),
      .in_i      (tokens_in),
      .entering_i(entering),
      .out_i     (tokens_out),
      .leaving_i (leaving),
      .held_o    (),
      .marked_o  (),
      .ahead_o   (),
      .token_o   ()
  );

  always_ff @(posedge clk_i) begin
    if (idle) first_q <= 1'b1;
    else if (out_taken) first_q <= last_o;
  end

  gh_prove_offer #(
      .Width(9 * CoreBytes + 1)
  ) u_offer (
      .clk_i    (clk_i),
      .rst_i    (idle),
      .assumed_i(1'b0),
      .payload_i({last_o, keep_o, data_o}),
      .valid_i  (valid_o),
      .ready_i  (ready_i)
  );

  always_comb begin
    if (!idle && valid_o) begin
      no_hole : assert ((keep_o & (keep_o + 1'b1)) == '0);
      full_or_last : assert (last_o || (&keep_o));
      empty_alone : assert (keep_o != '0 || first_q);
    end
    packs : cover (!idle && valid_o && &keep_o && !last_o && out_taken);
  end

endmodule

`default_nettype wire
