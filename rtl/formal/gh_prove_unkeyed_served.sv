// SPDX-License-Identifier: Apache-2.0
//
// Proof: the streams of a top without configurations go on, see gh_prove_served. There each message has a
// packet: here it comes with reset and with the last beat of the message before. Macros are those of
// gh_prove_keyed_served.

`default_nettype none

module gh_prove_unkeyed_served #(
    parameter int unsigned StreamBits = 8,
    parameter int unsigned Most = 8,
    localparam int unsigned Bytes = StreamBits / 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

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

  logic ready, last, valid, unused_error;
  logic [StreamBits-1:0] unused_data;
  logic [Bytes-1:0] unused_keep;
  `GH_TOP #(
  `GH_PARAMETERS
  ) u_top (
      .aclk         (clk_i),
      .aresetn      (!rst),
      .s_axis_tdata (data_i),
      .s_axis_tkeep (keep_i),
      .s_axis_tlast (last_i),
      .s_axis_tvalid(valid_i),
      .s_axis_tready(ready),
      .m_axis_tdata (unused_data),
      .m_axis_tkeep (unused_keep),
      .m_axis_tlast (last),
      .m_axis_tuser (unused_error),
      .m_axis_tvalid(valid),
      .m_axis_tready(ready_i)
  );

  logic first_q, configures;
  always_ff @(posedge clk_i) first_q <= rst;
  assign configures = first_q || valid_i && ready && last_i;

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
      .config_last_i (1'b1),
      .config_valid_i(configures),
      .config_ready_i(1'b1),
      .last_i        (last_i),
      .valid_i       (valid_i),
      .ready_i       (ready),
      .answer_last_i (last),
      .answer_valid_i(valid),
      .answer_ready_i(ready_i)
  );

endmodule

`default_nettype wire
