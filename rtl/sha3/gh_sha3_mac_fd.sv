// SPDX-License-Identifier: Apache-2.0
//
// gh_sha3_mac with a core that detects faults, and an alarm, which rises when the core finds one and stays
// until reset. From the cycle in which a fault is found every digest that leaves the core leaves as an
// error: tuser, and data of zeros. The padder, the buffers of blocks and digests, and the logic between the
// core's registers have no check. A message's packet is that of gh_prefix, with the blocks that gh_sha3_mac
// names.

`default_nettype none

module gh_sha3_mac_fd
  import gh_keccak_pkg::*;
#(
    parameter int unsigned Function = 32'(Sha3Bits256),  // a function_e; SHAKE where not Nested
    parameter bit Nested = 1'b1,
    parameter int unsigned DigestBits = 256,
    parameter int unsigned RoundsPerCycle = 1,
    parameter int unsigned StreamBits = 64,  // 32 or 64
    parameter bit Registered = 1'b0
) (
    input wire logic aclk,
    input wire logic aresetn,

    output wire logic alarm,

    input  wire logic [StreamBits-1:0] s_axis_cfg_tdata,
    input  wire logic                  s_axis_cfg_tlast,
    input  wire logic                  s_axis_cfg_tvalid,
    output wire logic                  s_axis_cfg_tready,

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

  gh_sha3_mac_streams #(
      .Function      (Function),
      .Nested        (Nested),
      .DigestBits    (DigestBits),
      .RoundsPerCycle(RoundsPerCycle),
      .Checked       (1'b1),
      .StreamBits    (StreamBits),
      .Registered    (Registered)
  ) u_streams (
      .*
  );

endmodule

`default_nettype wire
