// SPDX-License-Identifier: Apache-2.0
//
// Skein-256, Skein-512 and Skein-1024 (version 1.3) with the arguments before a message: Skein-MAC's
// key, configuration, personalisation, public key, key identifier and nonce (section 3.5.1). Each
// message brings a packet at s_axis_cfg, that of gh_prefix, with the blocks of these arguments, zeros
// behind the last byte of each, in the order of their types. The word before a block is its tweak:
//
//   bits 63    final: the argument's last block
//   bits 62    first: its first one
//   bits 61:56 its type: 0 key, 4 configuration, 8 personalisation, 12 public key, 16 key identifier,
//              20 nonce
//   bits 55:0  its bytes up to and with this block
//
// The hardware chains the blocks that it is given. Whoever makes the packet puts into it a configuration
// for DigestBits, and arguments of at most Blocks blocks altogether, since so many can be held for the
// next message. They are erased when the digest has left, unless they are to be held.
//
// Each block of the packet takes as many cycles as one of the message. No tree mode.

`default_nettype none

module gh_skein_mac
  import gh_skein_padding_pkg::*;
#(
    parameter int unsigned StateBits = 512,
    parameter int unsigned RoundsPerCycle = 8,
    parameter int unsigned DigestBits = StateBits,
    parameter int unsigned Blocks = 4,  // of all arguments before a message
    parameter int unsigned StreamBits = 64,  // 8, 16, 32 or 64
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

  if (StateBits != 256 && StateBits != 512 && StateBits != 1024) begin : gen_check_state
    $fatal(1, "gh_skein_mac: StateBits is %0d; it must be 256, 512 or 1024", StateBits);
  end

  localparam skein_padding_e Padding =
      (StateBits == 256) ? PadSkein256 : (StateBits == 512) ? PadSkein512 : PadSkein1024;

  logic rst, block_valid, block_ends, block_error, take;
  logic piece_valid, piece_last, piece_error, piece_ready;
  logic [104:0] position;  // below what is said of an argument's block
  logic [StateBits-1:0] state, piece_data;

  gh_prefix_shell #(
      .Rule      (skein_padding(Padding)),
      .StreamBits(StreamBits),
      .Blocks    (Blocks),
      .Tagged    (1'b1),
      .PieceBits (StateBits),
      .DigestBits(DigestBits),
      .Registered(Registered)
  ) u_shell (
      .block_data({position, state}),
      .*
  );

  gh_skein_core #(
      .StateWords    (StateBits / 64),
      .RoundsPerCycle(RoundsPerCycle),
      .DigestBits    (DigestBits),
      .Keyed         (1'b1)
  ) u_core (
      .clk_i        (aclk),
      .rst_i        (rst),
      .block_i      (state),
      .position_i   (position),
      .final_i      (block_ends),
      .error_i      (block_error),
      .valid_i      (block_valid),
      .ready_o      (take),
      .piece_o      (piece_data),
      .piece_last_o (piece_last),
      .piece_error_o(piece_error),
      .piece_valid_o(piece_valid),
      .piece_ready_i(piece_ready)
  );

endmodule

`default_nettype wire
