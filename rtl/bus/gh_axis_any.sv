// SPDX-License-Identifier: Apache-2.0
//
// Connects a stream top to streams of other people's cores: packets with any tkeep, another width, another
// clock, and tid, tdest and tuser that are to come back with the answer.
//
//     s_axis --> sideband --> crossing --> gh_width --> normalise --> gh_width --> core
//     m_axis <-- sideband <-- crossing <-- gh_width <----------------------------- core
//
// Contract: those of the modules. The bytes are packed at the lesser of the two widths. A packet whose
// tid or tdest changes in it is answered with m_axis_tuser[0] = 1, as is one that the core refuses, and
// the next packet is a new one. Configurations only cross. aresetn resets the core; what has left is
// erased. The ports core_NAME are for the core's ports NAME; core_aclk is aclk where TwoClocks is 0.

`include "gh_assert.svh"

`default_nettype none

module gh_axis_any #(
    parameter int unsigned PinBits = 64,
    parameter int unsigned StreamBits = 64,
    parameter int unsigned ConfigBits = 64,
    parameter bit Configured = 1'b0,
    parameter bit TwoClocks = 1'b0,
    parameter int unsigned IdBits = 0,
    parameter int unsigned DestBits = 0,
    parameter int unsigned UserBits = 0,
    // Messages without an answer, at most, where one of the three is not 0.
    parameter int unsigned SideDepth = 16,
    localparam int unsigned IdPins = (IdBits == 0) ? 1 : IdBits,
    localparam int unsigned DestPins = (DestBits == 0) ? 1 : DestBits,
    localparam int unsigned UserPins = (UserBits == 0) ? 1 : UserBits
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [ConfigBits-1:0] s_axis_cfg_tdata,
    input  wire logic                  s_axis_cfg_tlast,
    input  wire logic                  s_axis_cfg_tvalid,
    output wire logic                  s_axis_cfg_tready,

    input  wire logic [  PinBits-1:0] s_axis_tdata,
    input  wire logic [PinBits/8-1:0] s_axis_tkeep,
    input  wire logic [   IdPins-1:0] s_axis_tid,
    input  wire logic [ DestPins-1:0] s_axis_tdest,
    input  wire logic [ UserPins-1:0] s_axis_tuser,
    input  wire logic                 s_axis_tlast,
    input  wire logic                 s_axis_tvalid,
    output wire logic                 s_axis_tready,

    output wire logic [  PinBits-1:0] m_axis_tdata,
    output wire logic [PinBits/8-1:0] m_axis_tkeep,
    output wire logic [   IdPins-1:0] m_axis_tid,
    output wire logic [ DestPins-1:0] m_axis_tdest,
    output wire logic                 m_axis_tlast,
    output wire logic [   UserBits:0] m_axis_tuser,   // bit 0: error; the message's above it
    output wire logic                 m_axis_tvalid,
    input  wire logic                 m_axis_tready,

    input  wire logic core_aclk,
    output wire logic core_aresetn,

    output wire logic [ConfigBits-1:0] core_s_axis_cfg_tdata,
    output wire logic                  core_s_axis_cfg_tlast,
    output wire logic                  core_s_axis_cfg_tvalid,
    input  wire logic                  core_s_axis_cfg_tready,

    output wire logic [  StreamBits-1:0] core_s_axis_tdata,
    output wire logic [StreamBits/8-1:0] core_s_axis_tkeep,
    output wire logic                    core_s_axis_tlast,
    output wire logic                    core_s_axis_tvalid,
    input  wire logic                    core_s_axis_tready,

    input  wire logic [  StreamBits-1:0] core_m_axis_tdata,
    input  wire logic [StreamBits/8-1:0] core_m_axis_tkeep,
    input  wire logic                    core_m_axis_tlast,
    input  wire logic                    core_m_axis_tuser,
    input  wire logic                    core_m_axis_tvalid,
    output wire logic                    core_m_axis_tready
);

  localparam int unsigned PinBytes = PinBits / 8;
  localparam int unsigned CoreBytes = StreamBits / 8;
  // Where bytes are packed.
  localparam int unsigned Bytes = (PinBytes < CoreBytes) ? PinBytes : CoreBytes;
  if (PinBits < 8 || PinBits != 8 * PinBytes || (PinBytes % Bytes != 0) || (CoreBytes % Bytes != 0))
  begin : gen_check
    $fatal(
        1,
        "gh_axis_any: PinBits is %0d; it must be bytes, and divide StreamBits, %0d, or be %s",
        PinBits,
        StreamBits,
        "a multiple of it"
    );
  end

  // Nothing moves at the pins until the core is out of reset.
  logic rst_q, busy, rst, core_rst;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;
  assign rst = rst_q || busy;
  gh_bus_reset #(
      .TwoClocks(TwoClocks)
  ) u_reset (
      .clk_i     (aclk),
      .rst_i     (rst_q),
      .busy_o    (busy),
      .core_clk_i(core_aclk),
      .core_rst_o(core_rst)
  );
  assign core_aresetn = !core_rst;

  // What goes past the core; what the pins do not have is 0.
  logic in_valid, in_ready, bad, enters, room, leaves;
  assign enters = s_axis_tvalid && !rst;
  assign leaves = m_axis_tvalid && m_axis_tready && m_axis_tlast;
  logic [UserPins-1:0] user_side;
  if (UserBits == 0) begin : gen_no_user
    logic unused_side;
    assign unused_side = ^user_side;
  end else begin : gen_user
    assign m_axis_tuser[UserBits:1] = user_side;
  end
  if (IdBits + DestBits + UserBits == 0) begin : gen_no_side
    logic unused;
    assign unused = ^{s_axis_tid, s_axis_tdest, s_axis_tuser, leaves};
    assign in_valid = enters;
    assign room = in_ready;
    assign bad = 1'b0;
    assign {user_side, m_axis_tid, m_axis_tdest} = '0;
  end else begin : gen_side
    gh_axis_sideband #(
        .Width   (IdPins + DestPins + UserPins),
        .SameBits(IdPins + DestPins),
        .Depth   (SideDepth)
    ) u_side (
        .clk_i(aclk),
        .rst_i(rst),
        .side_i({
          (UserBits == 0) ? '0 : s_axis_tuser,
          (DestBits == 0) ? '0 : s_axis_tdest,
          (IdBits == 0) ? '0 : s_axis_tid
        }),
        .last_i(s_axis_tlast),
        .valid_i(enters),
        .ready_o(room),
        .bad_o(bad),
        .valid_o(in_valid),
        .ready_i(in_ready),
        .answers_i(leaves),
        .side_o({user_side, m_axis_tdest, m_axis_tid})
    );
  end
  assign s_axis_tready = room && !rst;

  // To the core: a beat is user, last, keep and data, from the high bits down.
  localparam int unsigned PinWidth = 9 * PinBytes + 2;
  logic [PinWidth-1:0] beat;
  logic beat_valid, beat_ready;
  gh_bus_crossing #(
      .Width    (PinWidth),
      .TwoClocks(TwoClocks)
  ) u_message (
      .wr_clk_i(aclk),
      .wr_rst_i(rst),
      .data_i  ({bad, s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
      .valid_i (in_valid),
      .ready_o (in_ready),
      .rd_clk_i(core_aclk),
      .rd_rst_i(core_rst),
      .data_o  (beat),
      .valid_o (beat_valid),
      .ready_i (beat_ready)
  );

  logic [8*Bytes-1:0] data, packed_data;
  logic [Bytes-1:0] keep, packed_keep;
  logic last, user, valid, ready, packed_last, packed_user, packed_valid, packed_ready, core_user;
  gh_width #(
      .InBytes (PinBytes),
      .OutBytes(Bytes),
      .Erase   (1'b1)
  ) u_narrow (
      .clk_i  (core_aclk),
      .rst_i  (core_rst),
      .open_i (1'b1),
      .data_i (beat[8*PinBytes-1:0]),
      .keep_i (beat[9*PinBytes-1:8*PinBytes]),
      .last_i (beat[9*PinBytes]),
      .user_i (beat[9*PinBytes+1]),
      .valid_i(beat_valid),
      .ready_o(beat_ready),
      .data_o (data),
      .keep_o (keep),
      .last_o (last),
      .user_o (user),
      .valid_o(valid),
      .ready_i(ready)
  );
  gh_axis_normalise #(
      .StreamBytes(Bytes),
      .Erase      (1'b1)
  ) u_normalise (
      .clk_i  (core_aclk),
      .rst_i  (core_rst),
      .data_i (data),
      .keep_i (keep),
      .last_i (last),
      .user_i (user),
      .valid_i(valid),
      .ready_o(ready),
      .data_o (packed_data),
      .keep_o (packed_keep),
      .last_o (packed_last),
      .user_o (packed_user),
      .valid_o(packed_valid),
      .ready_i(packed_ready)
  );
  gh_width #(
      .InBytes (Bytes),
      .OutBytes(CoreBytes),
      .Erase   (1'b1)
  ) u_wide (
      .clk_i  (core_aclk),
      .rst_i  (core_rst),
      .open_i (1'b1),
      .data_i (packed_data),
      .keep_i (packed_keep),
      .last_i (packed_last),
      .user_i (packed_user),
      .valid_i(packed_valid),
      .ready_o(packed_ready),
      .data_o (core_s_axis_tdata),
      .keep_o (core_s_axis_tkeep),
      .last_o (core_s_axis_tlast),
      .user_o (core_user),
      .valid_o(core_s_axis_tvalid),
      .ready_i(core_s_axis_tready)
  );
  // The core sees that a packet is malformed.
  logic unused_user;
  assign unused_user = core_user;

  if (Configured) begin : gen_config
    logic config_ready;
    gh_bus_crossing #(
        .Width    (ConfigBits + 1),
        .TwoClocks(TwoClocks)
    ) u_config (
        .wr_clk_i(aclk),
        .wr_rst_i(rst),
        .data_i  ({s_axis_cfg_tlast, s_axis_cfg_tdata}),
        .valid_i (s_axis_cfg_tvalid && !rst),
        .ready_o (config_ready),
        .rd_clk_i(core_aclk),
        .rd_rst_i(core_rst),
        .data_o  ({core_s_axis_cfg_tlast, core_s_axis_cfg_tdata}),
        .valid_o (core_s_axis_cfg_tvalid),
        .ready_i (core_s_axis_cfg_tready)
    );
    assign s_axis_cfg_tready = config_ready && !rst;
  end else begin : gen_no_config
    logic unused;
    assign unused = ^{
      s_axis_cfg_tdata, s_axis_cfg_tlast, s_axis_cfg_tvalid, core_s_axis_cfg_tready
    };
    assign s_axis_cfg_tready = 1'b0;
    assign {core_s_axis_cfg_tdata, core_s_axis_cfg_tlast, core_s_axis_cfg_tvalid} = '0;
  end

  // From the core.
  logic [PinWidth-1:0] answer_beat;
  logic answer_valid, answer_ready, out_valid;
  gh_width #(
      .InBytes (CoreBytes),
      .OutBytes(PinBytes),
      .Erase   (1'b1)
  ) u_answer_width (
      .clk_i  (core_aclk),
      .rst_i  (core_rst),
      .open_i (1'b1),
      .data_i (core_m_axis_tdata),
      .keep_i (core_m_axis_tkeep),
      .last_i (core_m_axis_tlast),
      .user_i (core_m_axis_tuser),
      .valid_i(core_m_axis_tvalid),
      .ready_o(core_m_axis_tready),
      .data_o (answer_beat[8*PinBytes-1:0]),
      .keep_o (answer_beat[9*PinBytes-1:8*PinBytes]),
      .last_o (answer_beat[9*PinBytes]),
      .user_o (answer_beat[9*PinBytes+1]),
      .valid_o(answer_valid),
      .ready_i(answer_ready)
  );
  gh_bus_crossing #(
      .Width    (PinWidth),
      .TwoClocks(TwoClocks)
  ) u_answer (
      .wr_clk_i(core_aclk),
      .wr_rst_i(core_rst),
      .data_i  (answer_beat),
      .valid_i (answer_valid),
      .ready_o (answer_ready),
      .rd_clk_i(aclk),
      .rd_rst_i(rst),
      .data_o  ({m_axis_tuser[0], m_axis_tlast, m_axis_tkeep, m_axis_tdata}),
      .valid_o (out_valid),
      .ready_i (m_axis_tready && !rst)
  );
  assign m_axis_tvalid = out_valid && !rst;

  `GH_REQUIRE_STABLE(held_in, enters, s_axis_tready, {s_axis_tuser, s_axis_tdest, s_axis_tid,
                                                      s_axis_tlast, s_axis_tkeep, s_axis_tdata},
                     aclk, rst || !aresetn)
  `GH_STABLE(held, m_axis_tvalid, m_axis_tready, {m_axis_tuser, m_axis_tdest, m_axis_tid,
                                                  m_axis_tlast, m_axis_tkeep, m_axis_tdata}, aclk,
             rst)

endmodule

`default_nettype wire
