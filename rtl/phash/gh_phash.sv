// SPDX-License-Identifier: Apache-2.0
//
// PHASH on any number of W ciphers (Zalewski, section II), message stream in, digest stream out, as
// gh_hash_shell has them; numbering and reduction are done here.
//
// The length in bits takes 16 bytes, big endian. With Padded = 1 messages come in whole blocks of
// 112 bytes and nothing is added: one of broken blocks is malformed. A message of more than
// 256 ** Levels blocks is answered with an error as well.
//
// N ciphers take a block every 10 / N cycles, or every 11 / N in rings with block memories; of 257
// starts of a cipher one is a reduction's. For up to 10 ciphers, or 11 rings, StreamBits divides 896,
// at least 89.6 x N, or 81.5 x N, to run at full rate; for more it is as many times 896 as blocks may
// start in a cycle.

`default_nettype none

module gh_phash
  import gh_phash_pkg::*;
  import gh_phash_padding_pkg::*;
#(
    parameter int unsigned Ciphers = 1,
    parameter int unsigned Stages = 1,  // registers in a cipher's round: 1 or 3; 6 for a ring
    parameter int unsigned Levels = 4,  // of reduction: at most 256 ** Levels blocks
    parameter bit Padded = 1'b0,
    parameter int unsigned StreamBits = 128,
    parameter bit Registered = 1'b0
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

  localparam int unsigned Period = period(Stages);
  localparam int unsigned Slots = (Ciphers + Period - 1) / Period;

  logic rst, piece_valid, piece_error, piece_ready;
  logic [Slots-1:0] block_valid, block_ends, block_error;
  logic [$clog2(Slots + 1)-1:0] take;
  block_t [Slots-1:0] block_data;
  value_t piece_data;

  gh_hash_shell #(
      .Rule      (phash_padding(Padded ? PadPhashPadded : PadPhash)),
      .StreamBits(StreamBits),
      // Bytes of the longest message, or what its length field holds.
      .CountBits ((Levels < 15) ? 8 * Levels + 8 : 125),
      .Slots     (Slots),
      .Registered(Registered)
  ) u_shell (
      .piece_last(1'b1),
      .*
  );

  gh_phash_core #(
      .Ciphers(Ciphers),
      .Stages (Stages),
      .Levels (Levels)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst),
      .block_i       (block_data),
      .valid_i       (block_valid),
      .take_o        (take),
      .final_i       (block_ends),
      .error_i       (block_error),
      .digest_o      (piece_data),
      .digest_error_o(piece_error),
      .digest_valid_o(piece_valid),
      .digest_ready_i(piece_ready)
  );

endmodule

`default_nettype wire
