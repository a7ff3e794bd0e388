// SPDX-License-Identifier: Apache-2.0
//
// Proof: each stream of gh_arx_mc_dual goes on, see gh_prove_served, whatever the other one does. A
// stand-in of the core is in its place. Bytes of BLAKE2b on stream 0 pass before those of stream 1; cycles in
// which one takes the half of stream 1 do not count there.

`default_nettype none

module gh_prove_arx_dual_served #(
    parameter int unsigned StreamBits = 8,
    parameter int unsigned Most = 8,
    localparam int unsigned Bytes = StreamBits / 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [1:0][StreamBits-1:0] config_data_i,
    input wire logic [1:0]                 config_last_i,
    input wire logic [1:0]                 config_valid_i,
    input wire logic [1:0][StreamBits-1:0] data_i,
    input wire logic [1:0][     Bytes-1:0] keep_i,
    input wire logic [1:0]                 last_i,
    input wire logic [1:0]                 valid_i,
    input wire logic [1:0]                 ready_i
);

  logic rst, unused_reset;
  gh_prove_reset u_reset (
      .reset_q(unused_reset),
      .*
  );

  logic [1:0] config_ready, ready, last, valid;
  logic [1:0][StreamBits-1:0] unused_data;
  logic [1:0][Bytes-1:0] unused_keep;
  logic [1:0] unused_error;
  gh_arx_mc_dual #(
      .StreamBits(StreamBits)
  ) u_top (
      .aclk              (clk_i),
      .aresetn           (!rst),
      .s_axis_cfg_tdata  (config_data_i[0]),
      .s_axis_cfg_tlast  (config_last_i[0]),
      .s_axis_cfg_tvalid (config_valid_i[0]),
      .s_axis_cfg_tready (config_ready[0]),
      .s_axis_tdata      (data_i[0]),
      .s_axis_tkeep      (keep_i[0]),
      .s_axis_tlast      (last_i[0]),
      .s_axis_tvalid     (valid_i[0]),
      .s_axis_tready     (ready[0]),
      .m_axis_tdata      (unused_data[0]),
      .m_axis_tkeep      (unused_keep[0]),
      .m_axis_tlast      (last[0]),
      .m_axis_tuser      (unused_error[0]),
      .m_axis_tvalid     (valid[0]),
      .m_axis_tready     (ready_i[0]),
      .s1_axis_cfg_tdata (config_data_i[1]),
      .s1_axis_cfg_tlast (config_last_i[1]),
      .s1_axis_cfg_tvalid(config_valid_i[1]),
      .s1_axis_cfg_tready(config_ready[1]),
      .s1_axis_tdata     (data_i[1]),
      .s1_axis_tkeep     (keep_i[1]),
      .s1_axis_tlast     (last_i[1]),
      .s1_axis_tvalid    (valid_i[1]),
      .s1_axis_tready    (ready[1]),
      .m1_axis_tdata     (unused_data[1]),
      .m1_axis_tkeep     (unused_keep[1]),
      .m1_axis_tlast     (last[1]),
      .m1_axis_tuser     (unused_error[1]),
      .m1_axis_tvalid    (valid[1]),
      .m1_axis_tready    (ready_i[1])
  );

  logic [1:0] passed;
  assign passed = {u_top.claim_q, 1'b0};

  // A step is a byte's, a run's start, or one of the states.
  for (genvar k = 0; k < 2; k++) begin : gen_served
    logic steps;
    assign steps = u_top.gen_streams[k].u_stream.moves || u_top.granted[k]
                || u_top.gen_streams[k].u_stream.state_d
                   != u_top.gen_streams[k].u_stream.state_q;
    gh_prove_served #(
        .Most(Most)
    ) u_served (
        .clk_i,
        .rst_i         (rst),
        .rests_i       (!u_top.busy && !passed[k]),
        .steps_i       (steps),
        .config_last_i (config_last_i[k]),
        .config_valid_i(config_valid_i[k]),
        .config_ready_i(config_ready[k]),
        .last_i        (last_i[k]),
        .valid_i       (valid_i[k]),
        .ready_i       (ready[k]),
        .answer_last_i (last[k]),
        .answer_valid_i(valid[k]),
        .answer_ready_i(ready_i[k])
    );
  end

endmodule

`default_nettype wire
