// SPDX-License-Identifier: Apache-2.0
//
// Bridge between the registers of rtl/bus/gatehash.rdl and a stream top, for any bus and any algorithm.
//
// Contract: a request is one cycle of req_i, and its answer, rdata_o of a read and error_o, is there in
// the next cycle and until the next request; there is no wait. A request that is out of range or at the
// wrong time has error_o and changes nothing but the interrupt "refused". Packets that reach the core
// are well-formed. One cycle of rst_i, in any cycle, resets the registers, the FIFOs and the core, and
// erases what they held; status.resetting says that it is under way. A write of control.reset does the
// same but to the registers themselves.
//
//                    +--> message FIFO -->+          +--> gh_width --> m_axis      --> core
//     bus -> requests+--> configuration ->+-clocks-->+--> gh_width --> m_axis_cfg  --> core
//                    +<-- digest FIFO <---+          +<-- gh_width <-- s_axis      <-- core
//
// Not here: more than one stream of messages. core_aclk is the clock of the streams and of
// core_aresetn; it must be clk_i where TwoClocks is 0.

`include "gh_assert.svh"

`default_nettype none

module gh_bus_stream
  import gh_bus_registers_pkg::*;
#(
    parameter int unsigned StreamBits = 64,
    parameter bit Configured = 1'b0,
    parameter bit TwoClocks = 1'b0,
    // What software reads: 32-bit words of the longest configuration, CRC-32 of the design's name, and a
    // bit for each function.
    parameter int unsigned ConfigWords = 0,
    parameter logic [31:0] DesignCrc = '0,
    parameter logic [63:0] Functions = '0,
    parameter int unsigned MessageDepth = 16,  // 32-bit words, powers of 2
    parameter int unsigned ConfigDepth = 16,
    parameter int unsigned DigestDepth = 16,
    parameter int unsigned SyncStages = 2,
    localparam int unsigned StreamBytes = StreamBits / 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic        req_i,
    input  wire logic        write_i,
    input  wire logic [11:0] address_i,  // in bytes; bits 1:0 do not count
    input  wire logic [31:0] wdata_i,
    input  wire logic [ 3:0] strobe_i,
    output wire logic [31:0] rdata_o,
    output wire logic        error_o,
    output wire logic        irq_o,

    input  wire logic core_aclk,
    output wire logic core_aresetn,

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

  if (!(StreamBits inside {8, 16}) && (StreamBits == 0 || StreamBits % 32 != 0))
  begin : gen_check_bits
    $fatal(1, "gh_bus_stream: StreamBits is %0d; it must be 8, 16 or a multiple of 32", StreamBits);
  end
  if (Configured && StreamBits > 64) begin : gen_check_config
    $fatal(1, "gh_bus_stream: StreamBits is %0d; Configured takes at most 64", StreamBits);
  end
  if (MessageDepth > 512 || ConfigDepth > 512 || DigestDepth > 512) begin : gen_check_depth
    $fatal(
        1,
        "gh_bus_stream: MessageDepth %0d, ConfigDepth %0d, DigestDepth %0d; each at most 512",
        MessageDepth,
        ConfigDepth,
        DigestDepth
    );
  end

  localparam int unsigned MessageBits = $clog2(MessageDepth) + 1;
  localparam int unsigned ConfigBits = $clog2(ConfigDepth) + 1;
  localparam int unsigned DigestBits = $clog2(DigestDepth) + 1;

  // Reset of everything but the registers.
  logic busy, core_rst, resetting_q, resetting, erased;
  gatehash__in_t  hwif_in;
  gatehash__out_t hwif_out;
  gh_bus_reset #(
      .TwoClocks (TwoClocks),
      .SyncStages(SyncStages)
  ) u_reset (
      .clk_i,
      .rst_i     (rst_i || hwif_out.control.reset.value),
      .busy_o    (busy),
      .core_clk_i(core_aclk),
      .core_rst_o(core_rst)
  );
  assign core_aresetn = !core_rst;
  assign resetting    = busy || resetting_q;
  always_ff @(posedge clk_i) begin
    if (rst_i || busy) resetting_q <= 1'b1;
    else if (erased) resetting_q <= 1'b0;
  end

  // Registers. The block answers in the cycle of the request.
  logic [31:0] read_data, data_q, strobe_bits;
  for (genvar i = 0; i < 4; i++) begin : gen_strobe
    assign strobe_bits[8*i+:8] = {8{strobe_i[i]}};
  end
  logic read_done, read_error, write_done, write_error, stall_write, stall_read;
  logic refused, error_q;
  gh_bus_registers u_registers (
      .clk                 (clk_i),
      .rst                 (rst_i),
      .s_cpuif_req         (req_i),
      .s_cpuif_req_is_wr   (write_i),
      .s_cpuif_addr        ({address_i[11:2], 2'b00}),
      .s_cpuif_wr_data     (wdata_i),
      .s_cpuif_wr_biten    (strobe_bits),
      .s_cpuif_req_stall_wr(stall_write),
      .s_cpuif_req_stall_rd(stall_read),
      .s_cpuif_rd_ack      (read_done),
      .s_cpuif_rd_err      (read_error),
      .s_cpuif_rd_data     (read_data),
      .s_cpuif_wr_ack      (write_done),
      .s_cpuif_wr_err      (write_error),
      .hwif_in,
      .hwif_out
  );
  assign rdata_o = data_q;
  assign error_o = error_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      data_q <= '0;
    end else if (req_i) begin
      data_q  <= read_data;
      error_q <= refused;
    end
  end

  // Message window.
  logic message_write, message_last, message_good, message_taken, message_ready;
  logic first_q;  // no word of the message has been written
  logic [3:0] keep;
  logic [MessageBits-1:0] message_room, message_level;
  logic [31:0] message_bytes_q;
  always_comb begin
    message_last = 1'b0;
    keep         = strobe_i;
    for (int unsigned i = 0; i < 5; i++) begin
      if (hwif_out.message_last[i].req) begin
        message_last = 1'b1;
        keep         = strobe_i & 4'((1 << i) - 1);
      end
    end
  end
  assign message_write = hwif_out.message.req || message_last;
  assign message_good = message_last ? (keep & (keep + 1'b1)) == '0 && (keep != '0 || first_q)
                                     : &keep;
  assign message_taken = message_write && message_good && message_ready && !resetting;

  always_ff @(posedge clk_i) begin
    if (rst_i || busy) first_q <= 1'b1;
    else if (message_taken) first_q <= message_last;

    if (rst_i || busy) message_bytes_q <= '0;
    else if (message_taken)
      message_bytes_q <= (first_q ? '0 : message_bytes_q) + 32'($countones(keep));
  end

  logic message_valid, message_leaves, message_erased;
  logic [36:0] message_entry;
  gh_bus_fifo #(
      .Width(37),
      .Depth(MessageDepth)
  ) u_message (
      .clk_i,
      .rst_i   (rst_i || busy),
      .data_i  ({message_last, keep, wdata_i}),
      .valid_i (message_taken),
      .ready_o (message_ready),
      .data_o  (message_entry),
      .valid_o (message_valid),
      .ready_i (message_leaves),
      .room_o  (message_room),
      .level_o (message_level),
      .erased_o(message_erased)
  );
  gh_bus_lane #(
      .StreamBytes(StreamBytes),
      .TwoClocks  (TwoClocks),
      .SyncStages (SyncStages)
  ) u_message_lane (
      .clk_i,
      .rst_i     (rst_i || busy),
      .core_clk_i(core_aclk),
      .core_rst_i(core_rst),
      .entry_i   (message_entry),
      .valid_i   (message_valid),
      .ready_o   (message_leaves),
      .data_o    (m_axis_tdata),
      .keep_o    (m_axis_tkeep),
      .last_o    (m_axis_tlast),
      .valid_o   (m_axis_tvalid),
      .ready_i   (m_axis_tready)
  );

  // Configuration window.
  logic config_write, config_last, config_taken, config_open, config_erased;
  logic [ConfigBits-1:0] config_room;
  assign config_last  = hwif_out.configuration_last.req;
  assign config_write = hwif_out.configuration.req || config_last;
  if (Configured) begin : gen_config
    gh_bus_config #(
        .StreamBytes(StreamBytes),
        .TwoClocks  (TwoClocks),
        .Depth      (ConfigDepth),
        .SyncStages (SyncStages)
    ) u_config (
        .clk_i,
        .rst_i     (rst_i || busy),
        .write_i   (config_write && !resetting),
        .last_i    (config_last),
        .data_i    (wdata_i),
        .strobe_i,
        .taken_o   (config_taken),
        .open_o    (config_open),
        .room_o    (config_room),
        .erased_o  (config_erased),
        .core_clk_i(core_aclk),
        .core_rst_i(core_rst),
        .data_o    (m_axis_cfg_tdata),
        .last_o    (m_axis_cfg_tlast),
        .valid_o   (m_axis_cfg_tvalid),
        .ready_i   (m_axis_cfg_tready)
    );
  end else begin : gen_no_config
    logic unused;
    assign unused            = m_axis_cfg_tready;
    assign config_taken      = 1'b0;
    assign config_open       = 1'b0;
    assign config_erased     = 1'b1;
    assign config_room       = '0;
    assign m_axis_cfg_tdata  = '0;
    assign m_axis_cfg_tlast  = 1'b0;
    assign m_axis_cfg_tvalid = 1'b0;
  end

  // Answer window.
  logic digest_read, digest_taken, digest_valid, digest_arrives, digest_ready, digest_erased;
  logic answer_first_q;  // no word of the answer has been read
  logic [37:0] arriving, digest_entry;
  logic [DigestBits-1:0] digest_level, lasts_q;  // words, and last words among them
  logic [DigestBits-1:0] digest_room;
  logic [31:0] answer_bytes_q;
  gh_bus_answer #(
      .StreamBytes(StreamBytes),
      .TwoClocks  (TwoClocks),
      .SyncStages (SyncStages)
  ) u_answer_lane (
      .clk_i,
      .rst_i     (rst_i || busy),
      .core_clk_i(core_aclk),
      .core_rst_i(core_rst),
      .data_i    (s_axis_tdata),
      .keep_i    (s_axis_tkeep),
      .last_i    (s_axis_tlast),
      .user_i    (s_axis_tuser),
      .valid_i   (s_axis_tvalid),
      .ready_o   (s_axis_tready),
      .entry_o   (arriving),
      .valid_o   (digest_arrives),
      .ready_i   (digest_ready)
  );
  logic arrived_last, left_last;
  assign arrived_last = digest_arrives && digest_ready && arriving[36];
  assign left_last    = digest_taken && digest_entry[36];
  gh_bus_fifo #(
      .Width(38),
      .Depth(DigestDepth)
  ) u_digest (
      .clk_i,
      .rst_i   (rst_i || busy),
      .data_i  (arriving),
      .valid_i (digest_arrives),
      .ready_o (digest_ready),
      .data_o  (digest_entry),
      .valid_o (digest_valid),
      .ready_i (digest_taken),
      .room_o  (digest_room),
      .level_o (digest_level),
      .erased_o(digest_erased)
  );
  assign digest_read  = hwif_out.digest.data.swacc;
  assign digest_taken = digest_read && digest_valid && !resetting;
  assign erased       = message_erased && config_erased && digest_erased;
  always_ff @(posedge clk_i) begin
    if (rst_i || busy) lasts_q <= '0;
    else lasts_q <= lasts_q + DigestBits'(arrived_last) - DigestBits'(left_last);

    if (rst_i || busy) answer_first_q <= 1'b1;
    else if (digest_taken) answer_first_q <= digest_entry[36];

    if (rst_i || busy) answer_bytes_q <= '0;
    else if (digest_taken)
      answer_bytes_q <= (answer_first_q ? '0 : answer_bytes_q) + 32'($countones(
          digest_entry[35:32]
      ));
  end

  assign refused = read_error || write_error || message_write && !message_taken
                   || config_write && !config_taken || digest_read && !digest_taken;

  // What software reads.
  logic ready_for_read, room_to_write;
  assign ready_for_read = lasts_q != '0 || digest_level >= DigestBits'(DigestDepth / 2);
  assign room_to_write  = !resetting && message_room >= MessageBits'(MessageDepth / 2);
  always_comb begin
    hwif_in.design_.crc.next = DesignCrc;
    hwif_in.capability.stream_bits.next = 16'(StreamBits);
    hwif_in.capability.config_words.next = 8'(ConfigWords);
    hwif_in.capability.configured.next = Configured;
    hwif_in.capability.two_clocks.next = TwoClocks;
    hwif_in.capability.streams.next = 2'd1;
    hwif_in.depth.message.next = 10'(MessageDepth);
    hwif_in.depth.configuration.next = Configured ? 10'(ConfigDepth) : '0;
    hwif_in.depth.digest.next = 10'(DigestDepth);
    hwif_in.functions[0].bits.next = Functions[31:0];
    hwif_in.functions[1].bits.next = Functions[63:32];
    hwif_in.status.resetting.next = resetting;
    hwif_in.status.message_open.next = !first_q;
    hwif_in.status.config_open.next = config_open;
    hwif_in.status.digest_valid.next = digest_valid;
    hwif_in.status.digest_ready.next = ready_for_read;
    hwif_in.status.message_room.next = room_to_write;
    hwif_in.interrupt.digest.next = ready_for_read;
    hwif_in.interrupt.room.next = room_to_write;
    hwif_in.interrupt.error.next = arrived_last && arriving[37];
    hwif_in.interrupt.refused.next = req_i && refused;
    hwif_in.room.message.next = resetting ? '0 : 10'(message_room);
    hwif_in.room.configuration.next = resetting ? '0 : 10'(config_room);
    hwif_in.answer.words.next = resetting ? '0 : 10'(digest_level);
    hwif_in.answer.bytes.next = digest_valid ? 3'($countones(digest_entry[35:32])) : '0;
    hwif_in.answer.last.next = digest_valid && digest_entry[36];
    hwif_in.answer.error.next = digest_valid && digest_entry[37];
    hwif_in.message_bytes.count.next = message_bytes_q;
    hwif_in.answer_bytes.count.next = answer_bytes_q;
    hwif_in.digest.data.next = digest_entry[31:0];
    hwif_in.message.wr_ack = hwif_out.message.req;
    hwif_in.configuration.wr_ack = hwif_out.configuration.req;
    hwif_in.configuration_last.wr_ack = hwif_out.configuration_last.req;
    for (int unsigned i = 0; i < 5; i++) begin
      hwif_in.message_last[i].wr_ack = hwif_out.message_last[i].req;
    end
  end
  assign irq_o = hwif_out.interrupt.intr;

  // What needs no room of its own, and the rest of what the register block hands out.
  logic unused;
  assign unused = ^{address_i[1:0], message_level, digest_room};

  `GH_FLAG(known, rst_i, 1'b0, clk_i, 1'b0)
  `GH_ASSERT(answered_at_once, !req_i || (write_i ? write_done : read_done), clk_i, rst_i || !known)
  `GH_ASSERT(never_stalls, !stall_write && !stall_read, clk_i, rst_i || !known)
  // A reset withdraws what is offered to the core, which is in reset a cycle later.
  `GH_STABLE(message_held, m_axis_tvalid, m_axis_tready, {m_axis_tlast, m_axis_tkeep, m_axis_tdata
             }, core_aclk, core_rst || rst_i || busy)
  `GH_STABLE(config_held, m_axis_cfg_tvalid, m_axis_cfg_tready, {m_axis_cfg_tlast, m_axis_cfg_tdata
             }, core_aclk, core_rst || rst_i || busy)

endmodule

`default_nettype wire
