// SPDX-License-Identifier: Apache-2.0
//
// BLAKE (version 1.3: -224, -256, -384, -512), BLAKE2s and BLAKE2b (RFC 7693), BLAKE3 (BLAKE3.pdf of
// 2021-11-05), ChaCha (8, 12, 20 rounds; RFC 8439) and XChaCha20 (draft-irtf-cfrg-xchacha-03) on one
// microcoded coprocessor (after paper At): one stream of messages.
//
// All streams are StreamBits wide; the default is the width inside. Each message has a packet of its own
// at s_axis_cfg, whole 64-bit words, byte 0 first, which says what becomes of it:
//
//   word 0     what to do, below in hexadecimal
//   0, 1       BLAKE2s, of which 1 is a tree's last node: words 1 to 4 are the parameter block; words 5 to
//              12 are the key and zeros if the parameter block has a key's length
//   2, 3       BLAKE2b: words 1 to 8, and 9 to 24
//   10 to 13   BLAKE-224, -256, -384, -512: words 1 and 2 are the salt; of BLAKE-384 and -512 words 1 to 4
//   14 to 17   ChaCha8, 12, 20, and ChaCha20 as in RFC 8439: words 1 to 4 are the key, 5 the number of the
//              first block, 6 the nonce; with 17 the low half of word 5 is that number, and the nonce follows
//   18         XChaCha20: words 1 to 4 are the key, 5 to 7 the nonce, 8 the number of the first block
//   40 to 43   BLAKE3: hash, keyed hash, the key of a context, what is derived with it: word 1 is the bits of
//              the output, word 2 the number of its first block; with 41 and 43 words 3 to 6 are the key
//
// One packet at s_axis is one message of any length, one packet at m_axis its digest, or the message
// encrypted, which is decrypted in the same way. Padding, counters, trees and byte order are done here. Byte
// 0 of a message is s_axis_tdata[7:0] of its first beat; every beat but the last is full.
//
// A malformed packet on either side is answered with m_axis_tuser in the answer's last beat, which is
// its only one but where bytes before the fault have been encrypted; so is a message of ChaCha that
// needs a block behind number 2**64 - 1, or with 17 2**32 - 1. All traces of a message are
// overwritten with zeros after it, and all contents on aresetn.
//
// A long message takes the core's cycles for each block.

`default_nettype none

module gh_arx_mc
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
    input  wire logic                    m_axis_tready
);

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;

  logic [7:0] config_byte, byte_in, byte_out;
  logic config_last, config_valid, config_ready, config_open;
  logic in_keep, in_last, in_valid, in_ready;
  logic out_keep, out_last, out_error, out_valid, out_ready;
  gh_byte_pins #(.StreamBits(StreamBits)) u_pins (.*);

  // BLAKE3 has a control of its own. A packet's first byte says whose it is, when both are at rest.
  localparam logic [5:0] Three = 6'h10;  // of that byte, without its lowest two bits
  logic begins_q, three_q, idle, is_three, config_taken;
  logic one_open, three_open, one_config_ready, three_config_ready;
  assign config_open = begins_q ? one_open && three_open : three_q ? three_open : one_open;
  assign idle        = begins_q && one_open && three_open;
  assign is_three    = begins_q ? config_byte[7:2] == Three : three_q;
  // At rest both are ready at once, whatever the byte is.
  always_comb begin
    config_ready = three_q ? three_config_ready : one_config_ready;
    if (begins_q) config_ready = one_config_ready && three_config_ready;
  end
  assign config_taken = config_valid && config_ready;
  always_ff @(posedge aclk) begin
    if (config_taken) begin
      begins_q <= config_last;
      three_q  <= is_three;
    end
    if (rst_q) begin
      begins_q <= 1'b1;
      // BLAKE3's part is erased behind the others.
      three_q  <= 1'b1;
    end
  end

  // What both have, and what is chosen of it.
  logic one_ready, one_keep, one_last, one_error, one_valid, one_erases, one_load_ready;
  logic three_ready, three_last, three_error, three_valid, three_loads, three_load_ready;
  logic [7:0] one_data, three_data, one_load_data, three_load_data, one_load_valid;
  logic [8:0] one_load_address, three_load_address;
  logic [3:0] three_load_valid;
  assign in_ready  = three_q ? three_ready : one_ready;
  assign byte_out  = three_q ? three_data : one_data;
  assign out_keep  = three_q || one_keep;
  assign out_last  = three_q ? three_last : one_last;
  assign out_error = three_q ? three_error : one_error;
  assign out_valid = three_q ? three_valid : one_valid;

  // The register file. Nothing is loaded of a packet's first byte.
  logic [1:0] half_ready;
  logic late_q;
  assign three_loads      = three_q && !one_erases;
  assign one_load_ready   = half_ready[0] && (!three_loads || idle);
  assign three_load_ready = half_ready[0] && (three_loads || idle);
  always_ff @(posedge aclk) late_q <= three_loads;

  // Runs.
  logic
      busy,
      read_busy,
      wants,
      granted,
      withdraws,
      leaves,
      three_start,
      bank,
      initial_h,
      shorter,
      wide;
  logic [1:0] streams, rounds, wrapped;
  logic [2:0] one_run;
  logic [5:0] chaining, low, high, result;
  logic [6:0] one_read_address;
  logic [3:0] three_read_address;
  logic [1:0][31:0] half_read;
  assign granted = wants && !busy && !three_q;
  always_comb begin
    streams = (one_run == RunBlake64 || one_run == RunBlake2b) ? 2'b11 : 2'b01;
    if (three_q ? leaves : withdraws) streams = '0;
  end

  logic unused_reads, unused_claims, unused_done;
  gh_arx_mc_stream #(
      .Mixed(1'b1)
  ) u_stream (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .config_data_i (config_byte),
      .config_last_i (config_last),
      .config_valid_i(config_valid && config_open && !is_three),
      .config_ready_o(one_config_ready),
      .config_open_o (one_open),
      .data_i        (byte_in),
      .keep_i        (in_keep),
      .last_i        (in_last),
      .valid_i       (in_valid && !three_q),
      .ready_o       (one_ready),
      .data_o        (one_data),
      .keep_o        (one_keep),
      .last_o        (one_last),
      .error_o       (one_error),
      .valid_o       (one_valid),
      .ready_i       (out_ready),
      .wants_o       (wants),
      .granted_i     (granted),
      .running_i     (busy),
      .withdraws_o   (withdraws),
      .run_o         (one_run),
      .rounds_o      (rounds),
      .bank_o        (bank),
      .initial_o     (initial_h),
      .shorter_o     (shorter),
      .wrapped_i     (wrapped[0]),
      .wide_o        (wide),
      .claims_o      (unused_claims),
      .erases_o      (one_erases),
      .load_valid_o  (one_load_valid),
      .load_address_o(one_load_address),
      .load_data_o   (one_load_data),
      .load_ready_i  (one_load_ready),
      .read_o        (unused_reads),
      .read_address_o(one_read_address),
      .read_ready_i  (!read_busy),
      .read_data_i   (half_read)
  );

  gh_blake3_mc_stream u_three (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .config_data_i (begins_q ? {6'd0, config_byte[1:0]} : config_byte),
      .config_last_i (config_last),
      .config_valid_i(config_valid && config_open && is_three),
      .config_ready_o(three_config_ready),
      .config_open_o (three_open),
      .data_i        (byte_in),
      .keep_i        (in_keep),
      .last_i        (in_last),
      .valid_i       (in_valid && three_q),
      .ready_o       (three_ready),
      .data_o        (three_data),
      .last_o        (three_last),
      .error_o       (three_error),
      .valid_o       (three_valid),
      .ready_i       (out_ready),
      .start_o       (three_start),
      .running_i     (busy),
      .leaves_o      (leaves),
      .chaining_o    (chaining),
      .low_o         (low),
      .high_o        (high),
      .result_o      (result),
      .load_valid_o  (three_load_valid),
      .load_address_o(three_load_address),
      .load_data_o   (three_load_data),
      .load_ready_i  (three_load_ready),
      .read_address_o(three_read_address),
      .read_data_i   (half_read[0])
  );

  gh_arx_mc_core #(
      .Blake (1'b1),
      .ChaCha(1'b1),
      .Blake3(1'b1)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .start_i       (granted || three_start),
      .run_i         (three_q ? RunBlake3 : one_run),
      .rounds_i      (rounds),
      .streams_i     (streams),
      .bank_i        ({2{bank}}),
      .initial_i     ({2{initial_h}}),
      .shorter_i     ({2{shorter}}),
      .chaining_i    (chaining),
      .low_i         (low),
      .high_i        (high),
      .result_i      (result),
      .busy_o        (busy),
      .done_o        (unused_done),
      .wrapped_o     (wrapped),
      .load_valid_i  (three_loads ? {4'd0, three_load_valid} : one_load_valid),
      .load_address_i({2{three_loads ? {1'b1, three_load_address} : {1'b0, one_load_address}}}),
      .load_data_i   ({8{late_q ? three_load_data : one_load_data}}),
      .load_ready_o  (half_ready),
      .read_address_i({2{three_q ? {3'b110, three_read_address} : one_read_address}}),
      .read_busy_o   (read_busy),
      .read_data_o   (half_read)
  );

  logic unused;
  assign unused = ^{half_ready[1], wrapped[1], wide};

endmodule

`default_nettype wire
