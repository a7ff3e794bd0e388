// SPDX-License-Identifier: Apache-2.0
//
// BLAKE (version 1.3: -224, -256, -384, -512) and ChaCha (8, 12, 20 rounds, 64-bit nonce and counter), or
// BLAKE2s and BLAKE2b (RFC 7693), on a microcoded coprocessor (paper At): two streams of messages at once,
// one on each half of the datapath.
//
// s_axis, m_axis and s1_axis, m1_axis are two streams that know nothing of each other, each with packets
// as gh_blake_chacha_mc has them. The second one has no BLAKE-384, BLAKE-512 and BLAKE2b, which take both
// halves: the first one has them.
//
// A long message takes the core's cycles for each block, and two more; with Three seven more.

`default_nettype none

module gh_arx_mc_dual #(
    parameter bit Blake32 = 1'b1,  // BLAKE-224, BLAKE-256
    parameter bit Blake64 = 1'b1,  // BLAKE-384, BLAKE-512
    parameter bit ChaCha = 1'b1,
    parameter bit Blake2 = 1'b0,  // with Mixed, BLAKE2s and BLAKE2b in place of these
    parameter bit Mixed = 1'b0,  // on gh_arx_mc_core
    parameter int unsigned Pipeline = 1,  // 1, 2 or 3; with Mixed 1
    parameter bit Three = 1'b0,  // BLAKE adds three words at a time
    parameter int unsigned StreamBits = 8  // 8, 16, 32 or 64
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
    input  wire logic                    m_axis_tready,

    input  wire logic [StreamBits-1:0] s1_axis_cfg_tdata,
    input  wire logic                  s1_axis_cfg_tlast,
    input  wire logic                  s1_axis_cfg_tvalid,
    output wire logic                  s1_axis_cfg_tready,

    input  wire logic [  StreamBits-1:0] s1_axis_tdata,
    input  wire logic [StreamBits/8-1:0] s1_axis_tkeep,
    input  wire logic                    s1_axis_tlast,
    input  wire logic                    s1_axis_tvalid,
    output wire logic                    s1_axis_tready,

    output wire logic [  StreamBits-1:0] m1_axis_tdata,
    output wire logic [StreamBits/8-1:0] m1_axis_tkeep,
    output wire logic                    m1_axis_tlast,
    output wire logic                    m1_axis_tuser,
    output wire logic                    m1_axis_tvalid,
    input  wire logic                    m1_axis_tready
);

  gh_arx_mc_streams #(
      .Blake32   (Blake32),
      .Blake64   (Blake64),
      .ChaCha    (ChaCha),
      .Blake2    (Blake2),
      .Mixed     (Mixed),
      .Pipeline  (Pipeline),
      .Three     (Three),
      .StreamBits(StreamBits),
      .Streams   (2)
  ) u_streams (
      .aclk,
      .aresetn,
      .config_data_i ({s1_axis_cfg_tdata, s_axis_cfg_tdata}),
      .config_last_i ({s1_axis_cfg_tlast, s_axis_cfg_tlast}),
      .config_valid_i({s1_axis_cfg_tvalid, s_axis_cfg_tvalid}),
      .config_ready_o({s1_axis_cfg_tready, s_axis_cfg_tready}),
      .data_i        ({s1_axis_tdata, s_axis_tdata}),
      .keep_i        ({s1_axis_tkeep, s_axis_tkeep}),
      .last_i        ({s1_axis_tlast, s_axis_tlast}),
      .valid_i       ({s1_axis_tvalid, s_axis_tvalid}),
      .ready_o       ({s1_axis_tready, s_axis_tready}),
      .data_o        ({m1_axis_tdata, m_axis_tdata}),
      .keep_o        ({m1_axis_tkeep, m_axis_tkeep}),
      .last_o        ({m1_axis_tlast, m_axis_tlast}),
      .error_o       ({m1_axis_tuser, m_axis_tuser}),
      .valid_o       ({m1_axis_tvalid, m_axis_tvalid}),
      .ready_i       ({m1_axis_tready, m_axis_tready})
  );

endmodule

`default_nettype wire
