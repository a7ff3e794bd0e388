// SPDX-License-Identifier: Apache-2.0
//
// HMAC (FIPS 198-1) with SHA-3, KMAC, cSHAKE (NIST SP 800-185) and SHAKE: a message and its packet in,
// its digest out. The packet is that of gh_prefix:
//
//   Nested = 1  HMAC: one block, the key K0 (the key, or its digest if it is longer than a block, and
//               zeros)
//   Nested = 0  KMAC: the blocks bytepad(encode_string("KMAC") || encode_string(S), rate) and
//               bytepad(encode_string(K), rate); bit 8 of the head for right_encode(DigestBits)
//               behind the message, or bit 9 for KMACXOF. cSHAKE: the first block alone, with its own
//               name, and neither bit. SHAKE: both bits, and no block.
//
// Each block of the packet takes as long as one of the message, and HMAC as long as a second message of
// the digest. The packet's blocks are erased when the digest has left, unless they are to be held.

`default_nettype none

module gh_sha3_mac
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

  logic alarm, unused;
  assign unused = alarm;

  gh_sha3_mac_streams #(
      .Function      (Function),
      .Nested        (Nested),
      .DigestBits    (DigestBits),
      .RoundsPerCycle(RoundsPerCycle),
      .StreamBits    (StreamBits),
      .Registered    (Registered)
  ) u_streams (
      .*
  );

endmodule

`default_nettype wire
