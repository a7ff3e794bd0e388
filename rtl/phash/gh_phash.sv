// SPDX-License-Identifier: Apache-2.0
//
// PHASH on any number of W ciphers (Zalewski, section II), message stream in, digest stream out.
//
// One packet in is one message, one packet out is its digest; padding (0x80, zeros, the length in
// bits as 16 bytes, big endian), numbering and reduction are done here. With ded = 1 messages
// come in whole blocks of 112 bytes and nothing is added. Byte 0 of a message is s_axis_tdata[7:0]
// of its first beat; every beat but the last is full. A malformed packet, a message of broken blocks
// where they must be whole and a message of more than 256 ** Levels blocks are answered with one
// beat that has m_axis_tuser set.
//
// N ciphers take a block every 10 / N cycles; of 257 starts of a cipher one is a reduction's. A
// block is a whole number of beats, or a beat a whole number of blocks: StreamBits divides 896 or is
// a multiple of it, at least 89.6 x N to run at full rate.
// Blocks enter in order, and digests leave in the order of the messages.

`default_nettype none

module gh_phash
  import gh_phash_pkg::*;
  import gh_phash_padding_pkg::*;
#(
    parameter int unsigned Ciphers = 1,
    parameter int unsigned Stages = 1,  // registers in a cipher's round: 1 or 3
    parameter int unsigned Levels = 4,  // of reduction: at most 256 ** Levels blocks
    parameter bit Padded = 1'b0,
    parameter int unsigned StreamBits = 128
) (
    input wire logic aclk,
    input wire logic aresetn,

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

  localparam int unsigned Slots = (Ciphers + Period - 1) / Period;

  if (StreamBits % 8 != 0
      || ((Slots > 1) ? StreamBits != 8 * Slots * BlockBytes : 8 * BlockBytes % StreamBits != 0)
      ) begin : gen_check_stream
    $fatal(
        1,
        "gh_phash: StreamBits is %0d; it must divide 896 for up to 10 ciphers, be %0d for %0d",
        StreamBits,
        8 * BlockBytes * Slots,
        Ciphers
    );
  end

  logic rst, position, digest_ready;
  logic [$clog2(Slots + 1)-1:0] take;
  block_t [Slots-1:0] block;
  gh_stream_pkg::block_flags_t [Slots-1:0] flags;
  logic [Slots-1:0] block_valid, block_ends, block_error;
  value_t digest;
  gh_stream_pkg::piece_flags_t digest_flags;
  for (genvar i = 0; i < Slots; i++) begin : gen_slots
    assign block_valid[i] = flags[i].valid;
    assign block_ends[i]  = flags[i].ends;
    assign block_error[i] = flags[i].error;
  end

  gh_hash_shell #(
      .StreamBits(StreamBits),
      .BlockBytes(BlockBytes),
      // Bytes of the longest message, or what its length field holds.
      .CountBits ((Levels < 15) ? 8 * Levels + 8 : 125),
      .Slots     (Slots)
  ) u_shell (
      .rst_o        (rst),
      .rule_i       (phash_padding(Padded ? PadPhashPadded : PadPhash)),
      .data_o       (block),
      .position_o   (position),
      .blocks_o     (flags),
      .take_i       (take),
      .piece_i      (digest),
      .piece_flags_i(digest_flags),
      .piece_ready_o(digest_ready),
      .*
  );

  assign digest_flags.last = 1'b1;
  gh_phash_core #(
      .Ciphers(Ciphers),
      .Stages (Stages),
      .Levels (Levels)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst),
      .block_i       (block),
      .valid_i       (block_valid),
      .final_i       (block_ends),
      .error_i       (block_error),
      .take_o        (take),
      .digest_o      (digest),
      .digest_error_o(digest_flags.error),
      .digest_valid_o(digest_flags.valid),
      .digest_ready_i(digest_ready)
  );

  // The blocks are numbered in the core.
  logic unused;
  assign unused = position;

endmodule

`default_nettype wire
