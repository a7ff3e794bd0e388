// SPDX-License-Identifier: Apache-2.0
//
// Bridge between a UART and a stream top, for any algorithm; docs/boards.md has the protocol.
//
// Contract: no frame is lost if the host sends at most BufferBytes of frames before they are
// reported as taken. Packets that reach the core are what the host has sent, whole, or the core is
// reset before their last byte. A new session, a fault and one cycle of rst_i, in any cycle, reset
// the core and erase what is on the way to and from it. session_o is high in a session.
//
//     rx_i --> gh_uart_rx --> gh_frame_rx --> gh_link_receive --> FIFO --> gh_width --> m_axis, _cfg --> core
//     tx_o <-- gh_uart_tx <-- gh_frame_tx <-- gh_link_send <-------------- gh_width <-- s_axis       <-- core
//
// Not here: more than one stream of messages.

`include "gh_assert.svh"

`default_nettype none

module gh_uart_stream
  import gh_link_pkg::*;
#(
    parameter int unsigned ClocksPerBit = 50,
    parameter int unsigned StreamBits = 64,
    parameter bit Configured = 1'b0,
    parameter int unsigned BufferBytes = 256,  // a power of 2
    // What the host is told of the design, byte 0 in [7:0].
    parameter int unsigned IdentityBytes = 1,
    parameter logic [8*IdentityBytes-1:0] Identity = '0,
    localparam int unsigned StreamBytes = StreamBits / 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic rx_i,
    output wire logic tx_o,
    output wire logic session_o,
    output wire logic aresetn_o,

    output wire logic [StreamBits-1:0] m_axis_cfg_tdata,
    output wire logic                  m_axis_cfg_tlast,
    output wire logic                  m_axis_cfg_tvalid,
    input  wire logic                  m_axis_cfg_tready,

    output wire logic [ StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBytes-1:0] m_axis_tkeep,
    output wire logic                   m_axis_tlast,
    output wire logic                   m_axis_tvalid,
    input  wire logic                   m_axis_tready,

    input  wire logic [ StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBytes-1:0] s_axis_tkeep,
    input  wire logic                   s_axis_tlast,
    input  wire logic                   s_axis_tuser,
    input  wire logic                   s_axis_tvalid,
    output wire logic                   s_axis_tready
);

  if (StreamBits < 8 || StreamBits % 8 != 0) begin : gen_check_bits
    $fatal(1, "gh_uart_stream: StreamBits is %0d; it must be a multiple of 8", StreamBits);
  end
  if (Configured && !(StreamBits inside {8, 16, 32, 64})) begin : gen_check_config
    $fatal(1, "gh_uart_stream: StreamBits is %0d; Configured takes 8, 16, 32 or 64", StreamBits);
  end

  // Frames of the host.
  logic [7:0] rx_data;
  logic rx_valid, rx_broken;
  gh_uart_rx #(
      .ClocksPerBit(ClocksPerBit)
  ) u_uart_rx (
      .clk_i,
      .rst_i,
      .rx_i,
      .data_o  (rx_data),
      .valid_o (rx_valid),
      .broken_o(rx_broken)
  );

  logic [7:0] header, payload;
  logic payload_byte, payload_last, good, bad;
  gh_frame_rx u_frame_rx (
      .clk_i,
      .rst_i,
      .data_i     (rx_data),
      .valid_i    (rx_valid),
      .broken_i   (rx_broken),
      .header_o   (header),
      .data_o     (payload),
      .byte_o     (payload_byte),
      .good_o     (good),
      .last_byte_o(payload_last),
      .bad_o      (bad)
  );

  entry_t pushed, entry;
  fault_e fault;
  logic push, room, hello;
  logic [31:0] nonce;
  gh_link_receive #(
      .Configured(Configured)
  ) u_receive (
      .clk_i,
      .rst_i,
      .header_i   (header),
      .data_i     (payload),
      .byte_i     (payload_byte),
      .good_i     (good),
      .last_byte_i(payload_last),
      .bad_i      (bad),
      .entry_o    (pushed),
      .push_o     (push),
      .room_i     (room),
      .open_o     (session_o),
      .hello_o    (hello),
      .nonce_o    (nonce),
      .fault_o    (fault)
  );

  // Reset of all that holds a message: of the core a cycle in the middle of that of the rest.
  logic abort, clear;
  logic [1:0] abort_q;
  assign abort     = rst_i || hello || fault != NoFault;
  assign clear     = abort || abort_q != '0;
  assign aresetn_o = !abort_q[0];
  initial abort_q = '1;
  always @(posedge clk_i) abort_q <= {abort_q[0], abort};

  // To the core.
  logic entry_valid, entry_taken, to_config, to_message, config_ready, message_ready;
  logic [$clog2(BufferBytes):0] unused_room, unused_level;
  logic unused_erased;
  gh_bus_fifo #(
      .Width($bits(entry_t)),
      .Depth(BufferBytes)
  ) u_fifo (
      .clk_i,
      .rst_i   (clear),
      .data_i  (pushed),
      .valid_i (push),
      .ready_o (room),
      .data_o  (entry),
      .valid_o (entry_valid),
      .ready_i (entry_taken),
      .room_o  (unused_room),
      .level_o (unused_level),
      .erased_o(unused_erased)
  );
  assign to_config   = entry_valid && entry.configures;
  assign to_message  = entry_valid && !entry.configures;
  assign entry_taken = (to_config && config_ready) || (to_message && message_ready);

  logic unused_user;
  gh_width #(
      .InBytes (1),
      .OutBytes(StreamBytes),
      .Erase   (1'b1)
  ) u_message (
      .clk_i,
      .rst_i  (clear),
      .open_i (1'b1),
      .data_i (entry.data),
      .keep_i (entry.keep),
      .last_i (entry.last),
      .user_i (1'b0),
      .valid_i(to_message),
      .ready_o(message_ready),
      .data_o (m_axis_tdata),
      .keep_o (m_axis_tkeep),
      .last_o (m_axis_tlast),
      .user_o (unused_user),
      .valid_o(m_axis_tvalid),
      .ready_i(m_axis_tready)
  );

  if (Configured) begin : gen_config
    logic [StreamBytes-1:0] keep;
    logic unused_config_user;
    gh_width #(
        .InBytes (1),
        .OutBytes(StreamBytes),
        .Erase   (1'b1)
    ) u_config (
        .clk_i,
        .rst_i  (clear),
        .open_i (1'b1),
        .data_i (entry.data),
        .keep_i (entry.keep),
        .last_i (entry.last),
        .user_i (1'b0),
        .valid_i(to_config),
        .ready_o(config_ready),
        .data_o (m_axis_cfg_tdata),
        .keep_o (keep),
        .last_o (m_axis_cfg_tlast),
        .user_o (unused_config_user),
        .valid_o(m_axis_cfg_tvalid),
        .ready_i(m_axis_cfg_tready)
    );
    `GH_ASSERT(whole_words, !m_axis_cfg_tvalid || &keep, clk_i, clear)
  end else begin : gen_no_config
    assign m_axis_cfg_tdata  = '0;
    assign m_axis_cfg_tlast  = 1'b0;
    assign m_axis_cfg_tvalid = 1'b0;
    assign config_ready      = 1'b0;
    logic unused;
    assign unused = m_axis_cfg_tready;
  end

  // From the core.
  logic [7:0] answer_data;
  logic answer_keep, answer_last, answer_user, answer_valid, answer_ready;
  gh_width #(
      .InBytes (StreamBytes),
      .OutBytes(1),
      .Erase   (1'b1)
  ) u_answer (
      .clk_i,
      .rst_i  (clear),
      .open_i (1'b1),
      .data_i (s_axis_tdata),
      .keep_i (s_axis_tkeep),
      .last_i (s_axis_tlast),
      .user_i (s_axis_tuser),
      .valid_i(s_axis_tvalid),
      .ready_o(s_axis_tready),
      .data_o (answer_data),
      .keep_o (answer_keep),
      .last_o (answer_last),
      .user_o (answer_user),
      .valid_o(answer_valid),
      .ready_i(answer_ready)
  );

  // Frames for the host.
  logic [7:0] item, tx_data;
  logic item_ends, item_valid, item_ready, tx_valid, tx_ready;
  gh_link_send #(
      .IdentityBytes(IdentityBytes),
      .Identity     (Identity)
  ) u_send (
      .clk_i,
      .rst_i,
      .identify_i  (hello),
      .nonce_i     (nonce),
      .fault_i     (fault),
      .taken_i     (entry_taken && entry.frame_ends),
      .abort_i     (clear),
      .data_i      (answer_data),
      .keep_i      (answer_keep),
      .last_i      (answer_last),
      .user_i      (answer_user),
      .valid_i     (answer_valid),
      .ready_o     (answer_ready),
      .item_o      (item),
      .item_ends_o (item_ends),
      .item_valid_o(item_valid),
      .item_ready_i(item_ready)
  );

  gh_frame_tx u_frame_tx (
      .clk_i,
      .rst_i,
      .data_i (item),
      .end_i  (item_ends),
      .valid_i(item_valid),
      .ready_o(item_ready),
      .data_o (tx_data),
      .valid_o(tx_valid),
      .ready_i(tx_ready)
  );

  gh_uart_tx #(
      .ClocksPerBit(ClocksPerBit)
  ) u_uart_tx (
      .clk_i,
      .rst_i,
      .data_i (tx_data),
      .valid_i(tx_valid),
      .ready_o(tx_ready),
      .tx_o
  );

  `GH_STABLE(held, m_axis_tvalid, m_axis_tready, {m_axis_tlast, m_axis_tkeep, m_axis_tdata}, clk_i,
             clear)
  `GH_STABLE(config_held, m_axis_cfg_tvalid, m_axis_cfg_tready, {m_axis_cfg_tlast, m_axis_cfg_tdata
             }, clk_i, clear)

endmodule

`default_nettype wire
