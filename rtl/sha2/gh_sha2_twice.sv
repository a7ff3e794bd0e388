// SPDX-License-Identifier: Apache-2.0
//
// gh_sha2 twice, side by side: whatever is wrong in one of both raises the alarm before it leaves in a digest, see
// gh_twice. Messages and cycles are those of gh_sha2.

`include "gh_assert.svh"

`default_nettype none

module gh_sha2_twice #(
    parameter int unsigned WordBits = 64,  // 32 or 64
    parameter int unsigned DigestBits = 8 * WordBits,  // 224, 256; 384 and 512 where WordBits is 64
    parameter bit BlockMemory = 1'b0,  // round constants in block memory, not in logic
    parameter int unsigned StreamBits = 64,
    parameter bit Registered = 1'b0
) (
    input wire logic aclk,
    input wire logic aresetn,

    output wire logic alarm,

    input  wire logic [  StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBits/8-1:0] s_axis_tkeep,
    input  wire logic                    s_axis_tlast,
    input  wire logic                    s_axis_tvalid,
    output wire logic                    s_axis_tready,

    output wire logic [  StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBits/8-1:0] m_axis_tkeep,
    output wire logic                    m_axis_tlast,
    output wire logic                    m_axis_tuser,
    output wire logic                    m_axis_tvalid,
    input  wire logic                    m_axis_tready
);

  logic [1:0] resetn, last, user, valid;
  logic [1:0] ready;
  logic [1:0][StreamBits-1:0] data;
  logic [1:0][StreamBits/8-1:0] keep;
  for (genvar i = 0; i < 2; i++) begin : gen_copy
    gh_sha2 #(
        .WordBits   (WordBits),
        .DigestBits (DigestBits),
        .BlockMemory(BlockMemory),
        .StreamBits (StreamBits),
        .Registered (Registered)
    ) u_copy (
        .aclk,
        .aresetn      (resetn[i]),
        .s_axis_tdata,
        .s_axis_tkeep,
        .s_axis_tlast,
        .s_axis_tvalid,
        .s_axis_tready(ready[i]),
        .m_axis_tdata (data[i]),
        .m_axis_tkeep (keep[i]),
        .m_axis_tlast (last[i]),
        .m_axis_tuser (user[i]),
        .m_axis_tvalid(valid[i]),
        .m_axis_tready
    );
  end

  gh_twice #(
      .StreamBits(StreamBits),
      .Sinks     (1)
  ) u_twice (
      .clk_i   (aclk),
      .rst_i   (!aresetn),
      .alarm_o (alarm),
      .resetn_o(resetn),
      .ready_i (ready),
      .data_i  (data),
      .keep_i  (keep),
      .last_i  (last),
      .user_i  (user),
      .valid_i (valid),
      .ready_o (s_axis_tready),
      .data_o  (m_axis_tdata),
      .keep_o  (m_axis_tkeep),
      .last_o  (m_axis_tlast),
      .user_o  (m_axis_tuser),
      .valid_o (m_axis_tvalid)
  );

  `GH_ASSERT(no_false_alarm, !alarm, aclk, !aresetn)

endmodule

`default_nettype wire
