// SPDX-License-Identifier: Apache-2.0
//
// Proof: the streams of a top with a packet of configuration for each message go on, see gh_prove_served.
// Macros name the top and its signals that count: GH_TOP and its parameters, GH_PARAMETERS; when
// its core rests, GH_RESTS, and what is a step inside, GH_STEPS, of signals in u_top. With GH_UNKEYED the
// top has no configurations: a packet comes with reset and with the last beat of the message before.

`default_nettype none

module gh_prove_keyed_served #(
    parameter int unsigned StreamBits = 8,
    parameter int unsigned Most = 8,
    localparam int unsigned Bytes = StreamBits / 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

`ifndef GH_UNKEYED
    input wire logic [StreamBits-1:0] config_data_i,
    input wire logic                  config_last_i,
    input wire logic                  config_valid_i,
`endif
    input wire logic [StreamBits-1:0] data_i,
    input wire logic [     Bytes-1:0] keep_i,
    input wire logic                  last_i,
    input wire logic                  valid_i,
    input wire logic                  ready_i
);

  logic rst, unused_reset;
  gh_prove_reset u_reset (
      .reset_q(unused_reset),
      .*
  );

  logic config_ready, ready, last, valid, unused_error;
  logic [StreamBits-1:0] unused_data;
  logic [Bytes-1:0] unused_keep;
  `GH_TOP #(
  `GH_PARAMETERS
  ) u_top (
      .aclk             (clk_i),
      .aresetn          (!rst),
`ifndef GH_UNKEYED
      .s_axis_cfg_tdata (config_data_i),
      .s_axis_cfg_tlast (config_last_i),
      .s_axis_cfg_tvalid(config_valid_i),
      .s_axis_cfg_tready(config_ready),
`endif
      .s_axis_tdata     (data_i),
      .s_axis_tkeep     (keep_i),
      .s_axis_tlast     (last_i),
      .s_axis_tvalid    (valid_i),
      .s_axis_tready    (ready),
      .m_axis_tdata     (unused_data),
      .m_axis_tkeep     (unused_keep),
      .m_axis_tlast     (last),
      .m_axis_tuser     (unused_error),
      .m_axis_tvalid    (valid),
      .m_axis_tready    (ready_i)
  );

`ifdef GH_UNKEYED
  logic first_q, config_last, config_valid;
  always_ff @(posedge clk_i) first_q <= rst;
  assign config_last  = 1'b1;
  assign config_valid = first_q || valid_i && ready && last_i;
  assign config_ready = 1'b1;
`else
  logic config_last, config_valid;
  assign {config_last, config_valid} = {config_last_i, config_valid_i};
`endif

  logic rests, steps;
  assign rests = `GH_RESTS;
  assign steps = `GH_STEPS;
  gh_prove_served #(
      .Most(Most)
  ) u_served (
      .clk_i,
      .rst_i         (rst),
      .rests_i       (rests),
      .steps_i       (steps),
      .config_last_i (config_last),
      .config_valid_i(config_valid),
      .config_ready_i(config_ready),
      .last_i        (last_i),
      .valid_i       (valid_i),
      .ready_i       (ready),
      .answer_last_i (last),
      .answer_valid_i(valid),
      .answer_ready_i(ready_i)
  );

endmodule

`default_nettype wire
