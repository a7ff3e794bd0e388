// SPDX-License-Identifier: Apache-2.0
//
// gh_sha3_mac_dom as it may be used, with the ports of gh_sha3_mac: what shares the packet and the
// message, what adds the shares of the digest, and a source of random bits with gaps. None of it is fit to
// keep a secret.

`include "gh_assert.svh"

`default_nettype none

module gh_sha3_mac_dom_used #(
    parameter int unsigned Function = 1,
    parameter bit Nested = 1'b1,
    parameter int unsigned DigestBits = 256,
    parameter int unsigned Dry = 2,  // of eight cycles, those without an offer of random bits
    parameter bit OddHead = 1'b0,  // share 1 of a head is not zero
    parameter bit OddKeep = 1'b0,  // the shares of a message's beat have other bytes
    parameter int unsigned StreamBits = 64,
    parameter bit Registered = 1'b0,  // as other tops have it: the masked one has no such form
    localparam int unsigned Bytes = StreamBits / 8
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [StreamBits-1:0] s_axis_cfg_tdata,
    input  wire logic                  s_axis_cfg_tlast,
    input  wire logic                  s_axis_cfg_tvalid,
    output wire logic                  s_axis_cfg_tready,

    input  wire logic [StreamBits-1:0] s_axis_tdata,
    input  wire logic [     Bytes-1:0] s_axis_tkeep,
    input  wire logic                  s_axis_tlast,
    input  wire logic                  s_axis_tvalid,
    output wire logic                  s_axis_tready,

    output wire logic [StreamBits-1:0] m_axis_tdata,
    output wire logic [     Bytes-1:0] m_axis_tkeep,
    output wire logic                  m_axis_tlast,
    output wire logic                  m_axis_tuser,
    output wire logic                  m_axis_tvalid,
    input  wire logic                  m_axis_tready
);

  if (Registered) begin : gen_check_registered
    $fatal(1, "gh_sha3_mac_dom_used: Registered is 1; it must be 0");
  end

  // Marsaglia, "Xorshift RNGs", 2003.
  localparam int unsigned Lanes = 28;
  function automatic logic [63:0] shifted(input logic [63:0] state);
    shifted = state ^ (state << 13);
    shifted = shifted ^ (shifted >> 7);
    shifted = shifted ^ (shifted << 17);
  endfunction

  logic rnd_valid_q, rnd_ready;
  logic [Lanes-1:0][63:0] state_q;
  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    initial state_q[i] = 64'h9e37_79b9_7f4a_7c15 * 64'(2 * i + 1);
    // Masks wait with what they mask, and random bits with their offer.
    logic waits;
    always @(posedge aclk) if (!waits) state_q[i] <= shifted(state_q[i]);
    if (i < 25) begin : gen_rnd
      assign waits = rnd_valid_q && !rnd_ready;
    end else if (i == 25) begin : gen_config
      assign waits = s_axis_cfg_tvalid && !s_axis_cfg_tready;
    end else if (i == 26) begin : gen_message
      assign waits = s_axis_tvalid && !s_axis_tready;
    end else begin : gen_gaps
      assign waits = 1'b0;
    end
  end

  always @(posedge aclk) begin
    if (!aresetn) rnd_valid_q <= 1'b0;
    else if (!rnd_valid_q || rnd_ready) rnd_valid_q <= 32'(state_q[27][10:8]) + 1 > Dry;
  end

  // The first word of a packet is no secret.
  localparam int unsigned HeadBeats = 64 / StreamBits;
  logic [1:0] beats_q;
  always @(posedge aclk) begin
    if (!aresetn) beats_q <= '0;
    else if (s_axis_cfg_tvalid && s_axis_cfg_tready) begin
      if (s_axis_cfg_tlast) beats_q <= '0;
      else if (32'(beats_q) < HeadBeats) beats_q <= beats_q + 1'b1;
    end
  end

  logic in_head;
  logic [Bytes-1:0][7:0] config_mask, message_mask, config_data, message_data;
  logic [Bytes-1:0][1:0][7:0] config_shares, message_shares, digest_shares;
  logic [Bytes-1:0][1:0] message_keep, digest_keep;
  assign in_head = 32'(beats_q) < HeadBeats;
  // Runs with the same masks that differ in data differ in both shares.
  function automatic logic [StreamBits-1:0] turned(input logic [StreamBits-1:0] data);
    turned = {data[7:0], data[StreamBits-1:8]};
  endfunction
  assign config_mask  = in_head ? '0 : state_q[25][StreamBits-1:0] ^ turned(s_axis_cfg_tdata);
  assign message_mask = state_q[26][StreamBits-1:0] ^ turned(s_axis_tdata);
  assign config_data  = s_axis_cfg_tdata ^ config_mask;
  assign message_data = s_axis_tdata ^ message_mask;
  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    assign config_shares[i]     = {config_mask[i] | 8'(OddHead && in_head), config_data[i]};
    assign message_shares[i]    = {message_mask[i], message_data[i]};
    assign message_keep[i]      = {s_axis_tkeep[i] && !(OddKeep && i == 2), s_axis_tkeep[i]};
    assign m_axis_tdata[8*i+:8] = digest_shares[i][0] ^ digest_shares[i][1];
    assign m_axis_tkeep[i]      = digest_keep[i][0];
    `GH_ASSERT(kept_together, !m_axis_tvalid || ^digest_keep[i] == 1'b0, aclk, !aresetn)
  end

  gh_sha3_mac_dom #(
      .Function  (Function),
      .Nested    (Nested),
      .DigestBits(DigestBits),
      .StreamBits(2 * StreamBits)
  ) u_masked (
      .s_axis_cfg_tdata (config_shares),
      .s_axis_rnd_tdata (state_q[24:0]),
      .s_axis_rnd_tvalid(rnd_valid_q),
      .s_axis_rnd_tready(rnd_ready),
      .s_axis_tdata     (message_shares),
      .s_axis_tkeep     (message_keep),
      .m_axis_tdata     (digest_shares),
      .m_axis_tkeep     (digest_keep),
      .*
  );

  // No share is where a head is due: both ends of a packet agree on its first word.
  for (genvar s = 0; s < 2; s++) begin : gen_head
    `GH_ASSERT(heads_alone,
               !u_masked.u_packet.full_q || u_masked.u_packet.in_head_q
                   || u_masked.gen_share[s].u_shell.u_prefix.state_q != '0,
               aclk, !aresetn || u_masked.rst)
  end

endmodule

`default_nettype wire
