// SPDX-License-Identifier: Apache-2.0
//
// Streams of messages, one or two, on an ARX coprocessor, of any width.
//
// With two streams, each has a half of the register file. A run begins as soon as a stream wants
// one, and takes with it what the other one wants of the same algorithm and rounds. A stream that
// wants one a cycle too late waits until that run is over; when streams want different things they
// take turns. BLAKE-384, BLAKE-512 and BLAKE2b take both halves, for stream 0, whose bytes pass
// before those of stream 1.

`default_nettype none

module gh_arx_mc_streams
  import gh_arx_microcode_pkg::*;
#(
    parameter bit Blake32 = 1'b1,
    parameter bit Blake64 = 1'b1,
    parameter bit ChaCha = 1'b1,
    parameter bit Blake2 = 1'b0,
    parameter bit Mixed = 1'b0,  // on gh_arx_mc_core: with Blake2, BLAKE2s and BLAKE2b
    parameter int unsigned Pipeline = 1,
    parameter bit Three = 1'b0,
    parameter int unsigned StreamBits = 8,
    parameter int unsigned Streams = 2,
    localparam int unsigned Bytes = StreamBits / 8
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [Streams-1:0][StreamBits-1:0] config_data_i,
    input  wire logic [Streams-1:0]                 config_last_i,
    input  wire logic [Streams-1:0]                 config_valid_i,
    output wire logic [Streams-1:0]                 config_ready_o,

    input  wire logic [Streams-1:0][StreamBits-1:0] data_i,
    input  wire logic [Streams-1:0][     Bytes-1:0] keep_i,
    input  wire logic [Streams-1:0]                 last_i,
    input  wire logic [Streams-1:0]                 valid_i,
    output wire logic [Streams-1:0]                 ready_o,

    output wire logic [Streams-1:0][StreamBits-1:0] data_o,
    output wire logic [Streams-1:0][     Bytes-1:0] keep_o,
    output wire logic [Streams-1:0]                 last_o,
    output wire logic [Streams-1:0]                 error_o,
    output wire logic [Streams-1:0]                 valid_o,
    input  wire logic [Streams-1:0]                 ready_i
);

  if (Streams < 1 || Streams > ((Blake64 && (Blake32 || ChaCha)) ? 2 : 1)) begin : gen_check_streams
    $fatal(
        1,
        // The message is one string.
        // verilog_lint: waive line-length
        "gh_arx_mc_streams: Streams is %0d; it must be 1, or 2 where the datapath has halves",
        Streams
    );
  end

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;

  localparam int unsigned RunBits = Mixed ? 3 : 2;
  typedef logic [RunBits-1:0] run_t;

  // Of each stream.
  logic [Streams-1:0] wants, withdraws, bank, initial_h, shorter, granted, running;
  run_t [Streams-1:0] run;
  logic [Streams-1:0][1:0] rounds;
  logic [Streams-1:0] wide, claims;
  logic [Streams-1:0][7:0] load_valid, load_data;
  logic [Streams-1:0][8:0] load_address;
  logic [Streams-1:0] load_ready, reads, read_ready;
  logic [Streams-1:0][ 6:0] read_address;
  logic [Streams-1:0][63:0] read_data;

  // Of the core.
  logic start, busy, done, read_busy;
  run_t core_run;
  logic [1:0] run_rounds, part, run_part, half_bank, half_initial, half_shorter, wrapped;
  logic [1:0][3:0] half_valid;
  logic [1:0][31:0] half_data, half_read;
  logic [1:0] half_ready;
  logic [1:0][8:0] half_address;
  logic [1:0][6:0] half_read_address;

  if (Streams == 2) begin : gen_two
    logic [1:0] alike, part_q;
    logic turn_q, choice, chosen_q, ready_q, claim_q, late_q, wide_read, wide_run;
    run_t run_q;
    logic [1:0] rounds_q;

    // What is to run is chosen two cycles before: its program is fetched.
    assign choice = turn_q ? wants[1] : !wants[0];
    always_comb begin
      for (int unsigned k = 0; k < 2; k++) begin
        alike[k] = run[k] == run_q && (run_q != RunChaCha[RunBits-1:0] || rounds[k] == rounds_q);
      end
    end
    assign start   = ready_q && !busy && granted != '0;
    assign granted = (ready_q && !busy) ? wants & alike : '0;
    assign part    = part_q & ~withdraws;
    assign running = part & {2{busy}};
    assign run_part = wide_run ? {2{part[0]}} : part;
    always_ff @(posedge aclk) begin
      part_q <= start ? granted : part;
      if (!busy && !chosen_q && !ready_q) begin
        run_q    <= run[choice];
        rounds_q <= rounds[choice];
      end
      chosen_q <= !rst_q && !busy && !chosen_q && !ready_q && wants != '0;
      ready_q  <= !rst_q && chosen_q;
      if (start) turn_q <= granted[0];
      claim_q <= claims[0] && !rst_q;
      late_q  <= claim_q;
      if (rst_q) turn_q <= 1'b0;
    end
    assign core_run   = run_q;
    assign run_rounds = rounds_q;
    assign wide_run   = (run_q[1:0] == RunBlake64[1:0]);

    // The upper half is for stream 0 in the cycle after one in which it claims it.
    assign wide_read  = reads[0] && run[0][1:0] == RunBlake64[1:0];
    always_comb begin
      half_bank         = bank;
      half_initial      = initial_h;
      half_shorter      = shorter;
      half_valid        = {load_valid[1][3:0], load_valid[0][3:0]};
      half_address      = load_address;
      half_data         = {{4{load_data[1]}}, {4{load_data[0]}}};
      half_read_address = read_address;
      if (wide_run) begin
        half_bank[1]    = bank[0];
        half_initial[1] = initial_h[0];
        half_shorter[1] = shorter[0];
      end
      if (claim_q) begin
        half_valid[1]   = load_valid[0][7:4];
        half_address[1] = load_address[0];
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
    logic unused;
    assign unused = ^{done, reads[1], wide[1], claims[1]};
  end else begin : gen_one
    assign start             = wants[0] && !busy;
    assign granted           = start;
    assign running           = busy;
    assign part              = withdraws[0] ? '0 : '1;
    assign run_part          = part;
    assign core_run          = run[0];
    assign run_rounds        = rounds[0];
    assign half_bank         = {2{bank[0]}};
    assign half_initial      = {2{initial_h[0]}};
    assign half_shorter      = {2{shorter[0]}};
    assign half_valid        = load_valid[0];
    assign half_address      = {2{load_address[0]}};
    assign half_data         = {8{load_data[0]}};
    assign half_read_address = {2{read_address[0]}};
    assign load_ready        = half_ready[0];
    assign read_ready        = !read_busy;
    assign read_data[0]      = half_read;
    logic unused;
    assign unused = ^{half_ready[1], done, reads, wide, claims, wrapped[1]};
  end

  if (Mixed) begin : gen_mixed
    gh_arx_mc_core #(
        .Blake (!Blake2),
        .ChaCha(ChaCha),
        .Blake3(1'b0)
    ) u_core (
        .clk_i         (aclk),
        .rst_i         (rst_q),
        .start_i       (start),
        .run_i         (core_run),
        .rounds_i      (run_rounds),
        .streams_i     (run_part),
        .bank_i        (half_bank),
        .initial_i     (half_initial),
        .shorter_i     (half_shorter),
        .chaining_i    ('0),
        .low_i         ('0),
        .high_i        ('0),
        .result_i      ('0),
        .busy_o        (busy),
        .done_o        (done),
        .wrapped_o     (wrapped),
        .load_valid_i  (half_valid),
        .load_address_i({1'b0, half_address[1], 1'b0, half_address[0]}),
        .load_data_i   (half_data),
        .load_ready_o  (half_ready),
        .read_address_i(half_read_address),
        .read_busy_o   (read_busy),
        .read_data_o   (half_read)
    );
  end else begin : gen_one_family
    gh_blake_chacha_mc_core #(
        .Blake32 (Blake32),
        .Blake64 (Blake64),
        .ChaCha  (ChaCha),
        .Blake2  (Blake2),
        .Pipeline(Pipeline),
        .Three   (Three),
        .Overlap (1'b1)
    ) u_core (
        .clk_i         (aclk),
        .rst_i         (rst_q),
        .start_i       (start),
        .algorithm_i   (core_run),
        .rounds_i      (run_rounds),
        .streams_i     (run_part),
        .bank_i        (half_bank),
        .initial_i     (half_initial),
        .shorter_i     (half_shorter),
        .busy_o        (busy),
        .done_o        (done),
        .wrapped_o     (wrapped),
        .load_valid_i  (half_valid),
        .load_address_i(half_address),
        .load_data_i   (half_data),
        .load_ready_o  (half_ready),
        .read_address_i(half_read_address),
        .read_busy_o   (read_busy),
        .read_data_o   (half_read)
    );
  end

  // Bytes inside, what the parameter says outside.
  for (genvar k = 0; k < Streams; k++) begin : gen_streams
    logic [7:0] config_byte, byte_in, byte_out;
    logic config_last, config_valid, config_ready, config_open;
    logic in_keep, in_last, in_valid, in_ready;
    logic out_keep, out_last, out_error, out_valid, out_ready;
    gh_byte_pins #(
        .StreamBits(StreamBits),
        .Erase     (ChaCha || Blake2 || Mixed)
    ) u_pins (
        .s_axis_cfg_tdata (config_data_i[k]),
        .s_axis_cfg_tlast (config_last_i[k]),
        .s_axis_cfg_tvalid(config_valid_i[k]),
        .s_axis_cfg_tready(config_ready_o[k]),
        .s_axis_tdata     (data_i[k]),
        .s_axis_tkeep     (keep_i[k]),
        .s_axis_tlast     (last_i[k]),
        .s_axis_tvalid    (valid_i[k]),
        .s_axis_tready    (ready_o[k]),
        .m_axis_tdata     (data_o[k]),
        .m_axis_tkeep     (keep_o[k]),
        .m_axis_tlast     (last_o[k]),
        .m_axis_tuser     (error_o[k]),
        .m_axis_tvalid    (valid_o[k]),
        .m_axis_tready    (ready_i[k]),
        .*
    );

    logic unused_erases;
    gh_arx_mc_stream #(
        .Blake32(Blake32),
        .Blake64(Blake64 && (k == 0)),
        .ChaCha (ChaCha),
        .Blake2 (Blake2),
        .Mixed  (Mixed),
        .Alone  (Streams == 1)
    ) u_stream (
        .clk_i         (aclk),
        .rst_i         (rst_q),
        .config_data_i (config_byte),
        .config_last_i (config_last),
        .config_valid_i(config_valid),
        .config_ready_o(config_ready),
        .config_open_o (config_open),
        .data_i        (byte_in),
        .keep_i        (in_keep),
        .last_i        (in_last),
        .valid_i       (in_valid),
        .ready_o       (in_ready),
        .data_o        (byte_out),
        .keep_o        (out_keep),
        .last_o        (out_last),
        .error_o       (out_error),
        .valid_o       (out_valid),
        .ready_i       (out_ready),
        .wants_o       (wants[k]),
        .granted_i     (granted[k]),
        .running_i     (running[k]),
        .withdraws_o   (withdraws[k]),
        .run_o         (run[k]),
        .rounds_o      (rounds[k]),
        .bank_o        (bank[k]),
        .initial_o     (initial_h[k]),
        .shorter_o     (shorter[k]),
        .wrapped_i     (wrapped[k]),
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

endmodule

`default_nettype wire
