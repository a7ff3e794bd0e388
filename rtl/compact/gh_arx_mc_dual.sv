// SPDX-License-Identifier: Apache-2.0
//
// BLAKE2s and BLAKE2b (RFC 7693) on a microcoded coprocessor (after paper At): two streams of messages of
// BLAKE2s at once, one on each half of the datapath, or one of BLAKE2b.
//
// s_axis, m_axis and s1_axis, m1_axis are two streams that know nothing of each other. Each message has a
// packet of its own at s_axis_cfg or s1_axis_cfg, whole 64-bit words, byte 0 first:
//
//   BLAKE2s    word 0 is 0, or 1 for a tree's last node; words 1 to 4 are the parameter block; words 5
//              to 12 are the key and zeros if the parameter block has a key's length
//   BLAKE2b    word 0 is 2 or 3; words 1 to 8, and 9 to 24; at s_axis_cfg only, as it takes both halves
//
// One packet at s_axis is one message of any length, one packet at m_axis its digest. Byte 0 of a message
// is s_axis_tdata[7:0] of its first beat; every beat but the last is full. A malformed packet on either
// side is answered with one beat with m_axis_tuser. Key, message and state are overwritten with zeros after
// every message, and on aresetn.
//
// A run begins as soon as a stream wants one, and takes with it what the other one wants of the same
// function. A stream that wants one a cycle too late waits until that run is over; when streams want
// different functions they take turns. A long message takes the core's cycles for each block, and two more.

`default_nettype none

module gh_arx_mc_dual
  import gh_arx_microcode_pkg::*;
#(
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

  localparam int unsigned Bytes = StreamBits / 8;

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;

  // Pins of each stream.
  logic [1:0][StreamBits-1:0] config_data, data_in, data_out;
  logic [1:0][Bytes-1:0] keep_in, keep_out;
  logic [1:0] config_last, config_valid, config_ready;
  logic [1:0] last_in, valid_in, ready_in, last_out, error_out, valid_out, ready_out;
  assign config_data                             = {s1_axis_cfg_tdata, s_axis_cfg_tdata};
  assign config_last                             = {s1_axis_cfg_tlast, s_axis_cfg_tlast};
  assign config_valid                            = {s1_axis_cfg_tvalid, s_axis_cfg_tvalid};
  assign data_in                                 = {s1_axis_tdata, s_axis_tdata};
  assign keep_in                                 = {s1_axis_tkeep, s_axis_tkeep};
  assign last_in                                 = {s1_axis_tlast, s_axis_tlast};
  assign valid_in                                = {s1_axis_tvalid, s_axis_tvalid};
  assign ready_out                               = {m1_axis_tready, m_axis_tready};
  assign {s1_axis_cfg_tready, s_axis_cfg_tready} = config_ready;
  assign {s1_axis_tready, s_axis_tready}         = ready_in;
  assign {m1_axis_tdata, m_axis_tdata}           = data_out;
  assign {m1_axis_tkeep, m_axis_tkeep}           = keep_out;
  assign {m1_axis_tlast, m_axis_tlast}           = last_out;
  assign {m1_axis_tuser, m_axis_tuser}           = error_out;
  assign {m1_axis_tvalid, m_axis_tvalid}         = valid_out;

  // Of each stream.
  logic [1:0] wants, withdraws, bank, initial_h, granted, running, claims;
  logic [1:0] wide, wide_run;  // its words are loaded, or it runs, in both halves
  run_e [1:0] run;
  logic [1:0][7:0] load_valid, load_data;
  logic [1:0][8:0] load_address;
  logic [1:0] load_ready, reads, read_ready;
  logic [1:0][ 6:0] read_address;
  logic [1:0][63:0] read_data;

  // What is to run is chosen two cycles before: its program is fetched.
  logic
      busy, start, read_busy, turn_q, choice, chosen_q, ready_q, claim_q, late_q, wide_read, wide_q;
  logic [1:0] alike, part, part_q;
  run_e run_q;
  assign choice = turn_q ? wants[1] : !wants[0];
  always_comb begin
    for (int unsigned k = 0; k < 2; k++) begin
      alike[k]    = run[k] == run_q;
      wide_run[k] = run[k] == RunBlake2b;
    end
  end
  assign start   = ready_q && !busy && granted != '0;
  assign granted = (ready_q && !busy) ? wants & alike : '0;
  assign part    = part_q & ~withdraws;
  assign running = part & {2{busy}};
  always_ff @(posedge aclk) begin
    part_q <= start ? granted : part;
    if (!busy && !chosen_q && !ready_q) run_q <= run[choice];
    chosen_q <= !rst_q && !busy && !chosen_q && !ready_q && wants != '0;
    ready_q  <= !rst_q && chosen_q;
    if (start) turn_q <= granted[0];
    claim_q <= claims[0] && !rst_q;
    late_q  <= claim_q;
    if (rst_q) turn_q <= 1'b0;
  end
  assign wide_q = run_q == RunBlake2b;

  // The upper half is for stream 0 in the cycle after one in which it claims it.
  logic [1:0] half_bank, half_initial, half_ready;
  logic [1:0][3:0] half_valid;
  logic [1:0][9:0] half_address;
  logic [1:0][31:0] half_data, half_read;
  logic [1:0][6:0] half_read_address;
  assign wide_read = reads[0] && wide_run[0];
  always_comb begin
    half_bank         = bank;
    half_initial      = initial_h;
    half_valid        = {load_valid[1][3:0], load_valid[0][3:0]};
    half_address      = {1'b0, load_address[1], 1'b0, load_address[0]};
    half_data         = {{4{load_data[1]}}, {4{load_data[0]}}};
    half_read_address = read_address;
    if (wide_q) begin
      half_bank[1]    = bank[0];
      half_initial[1] = initial_h[0];
    end
    if (claim_q) begin
      half_valid[1]   = load_valid[0][7:4];
      half_address[1] = {1'b0, load_address[0]};
    end
    // Data follow a cycle later.
    if (late_q) half_data[1] = {4{load_data[0]}};
    if (wide_read) half_read_address[1] = read_address[0];
  end
  assign load_ready = {
    half_ready[1] && !claim_q, half_ready[0] && (!wide[0] || half_ready[1] && claim_q)
  };
  assign read_ready = {!read_busy && !wide_read, !read_busy};
  assign read_data = {32'd0, half_read[1], half_read};

  logic unused_done;
  logic [1:0] unused_wrapped;
  gh_arx_mc_core #(
      .Blake (1'b0),
      .ChaCha(1'b0),
      .Blake3(1'b0)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .start_i       (start),
      .run_i         (run_q),
      .rounds_i      ('0),
      .streams_i     (wide_q ? {2{part[0]}} : part),
      .bank_i        (half_bank),
      .initial_i     (half_initial),
      .shorter_i     ('0),
      .chaining_i    ('0),
      .low_i         ('0),
      .high_i        ('0),
      .result_i      ('0),
      .busy_o        (busy),
      .done_o        (unused_done),
      .wrapped_o     (unused_wrapped),
      .load_valid_i  (half_valid),
      .load_address_i(half_address),
      .load_data_i   (half_data),
      .load_ready_o  (half_ready),
      .read_address_i(half_read_address),
      .read_busy_o   (read_busy),
      .read_data_o   (half_read)
  );

  for (genvar k = 0; k < 2; k++) begin : gen_streams
    logic [7:0] config_byte, byte_in, byte_out;
    logic config_byte_last, config_byte_valid, config_byte_ready, config_open;
    logic byte_keep, byte_last, byte_valid, byte_ready;
    logic answer_keep, answer_last, answer_error, answer_valid, answer_ready;
    gh_byte_pins #(
        .StreamBits(StreamBits)
    ) u_pins (
        .s_axis_cfg_tdata (config_data[k]),
        .s_axis_cfg_tlast (config_last[k]),
        .s_axis_cfg_tvalid(config_valid[k]),
        .s_axis_cfg_tready(config_ready[k]),
        .s_axis_tdata     (data_in[k]),
        .s_axis_tkeep     (keep_in[k]),
        .s_axis_tlast     (last_in[k]),
        .s_axis_tvalid    (valid_in[k]),
        .s_axis_tready    (ready_in[k]),
        .m_axis_tdata     (data_out[k]),
        .m_axis_tkeep     (keep_out[k]),
        .m_axis_tlast     (last_out[k]),
        .m_axis_tuser     (error_out[k]),
        .m_axis_tvalid    (valid_out[k]),
        .m_axis_tready    (ready_out[k]),
        .config_last      (config_byte_last),
        .config_valid     (config_byte_valid),
        .config_ready     (config_byte_ready),
        .in_keep          (byte_keep),
        .in_last          (byte_last),
        .in_valid         (byte_valid),
        .in_ready         (byte_ready),
        .out_keep         (answer_keep),
        .out_last         (answer_last),
        .out_error        (answer_error),
        .out_valid        (answer_valid),
        .out_ready        (answer_ready),
        .*
    );

    logic unused_shorter, unused_erases;
    logic [1:0] unused_rounds;
    gh_arx_mc_stream #(
        .Blake (1'b0),
        .ChaCha(1'b0),
        .Wide  (k == 0),
        .Alone (1'b0)
    ) u_stream (
        .clk_i         (aclk),
        .rst_i         (rst_q),
        .config_data_i (config_byte),
        .config_last_i (config_byte_last),
        .config_valid_i(config_byte_valid),
        .config_ready_o(config_byte_ready),
        .config_open_o (config_open),
        .data_i        (byte_in),
        .keep_i        (byte_keep),
        .last_i        (byte_last),
        .valid_i       (byte_valid),
        .ready_o       (byte_ready),
        .data_o        (byte_out),
        .keep_o        (answer_keep),
        .last_o        (answer_last),
        .error_o       (answer_error),
        .valid_o       (answer_valid),
        .ready_i       (answer_ready),
        .wants_o       (wants[k]),
        .granted_i     (granted[k]),
        .running_i     (running[k]),
        .withdraws_o   (withdraws[k]),
        .run_o         (run[k]),
        .rounds_o      (unused_rounds),
        .bank_o        (bank[k]),
        .initial_o     (initial_h[k]),
        .shorter_o     (unused_shorter),
        .wrapped_i     (1'b0),
        .wide_o        (wide[k]),
        .claims_o      (claims[k]),
        .erases_o      (unused_erases),
        .load_valid_o  (load_valid[k]),
        .load_address_o(load_address[k]),
        .load_data_o   (load_data[k]),
        .load_ready_i  (load_ready[k]),
        .read_o        (reads[k]),
        .read_address_o(read_address[k]),
        .read_ready_i  (read_ready[k]),
        .read_data_i   (read_data[k])
    );
  end

  logic unused;
  assign unused = ^{reads[1], wide[1], claims[1], wide_run[1]};

endmodule

`default_nettype wire
