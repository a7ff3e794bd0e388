// SPDX-License-Identifier: Apache-2.0
//
// Skein-256, Skein-512 and Skein-1024 (version 1.3), message stream in, digest stream out, as
// gh_hash_shell has them.
//
// Cycles per block: 73, 19 or 10 (Skein-256, -512) and 81, 21 or 11 (Skein-1024) at 1, 4 or 8
// rounds a cycle, plus as many for each StateBits bits of digest. Stream beats must not outnumber a
// block's cycles: Skein-1024 at 8 rounds a cycle needs StreamBits = 128 to run at full rate.
// No keyed mode, no tree mode.

`default_nettype none

module gh_skein
  import gh_skein_padding_pkg::*;
#(
    parameter int unsigned StateBits = 512,
    parameter int unsigned RoundsPerCycle = 8,
    parameter int unsigned DigestBits = StateBits,
    parameter int unsigned StreamBits = 64,
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

  if (StateBits != 256 && StateBits != 512 && StateBits != 1024) begin : gen_check_state
    $fatal(1, "gh_skein: StateBits is %0d; it must be 256, 512 or 1024", StateBits);
  end

  localparam skein_padding_e Padding =
      (StateBits == 256) ? PadSkein256 : (StateBits == 512) ? PadSkein512 : PadSkein1024;

  logic rst, block_valid, block_ends, block_error, take;
  logic piece_valid, piece_last, piece_error, piece_ready;
  logic [95:0] position;
  logic [StateBits-1:0] state, piece_data;

  gh_hash_shell #(
      .Rule        (skein_padding(Padding)),
      .StreamBits  (StreamBits),
      .CountBits   (96),
      .PositionBits(96),
      .PieceBits   (StateBits),
      .DigestBits  (DigestBits),
      .Registered  (Registered)
  ) u_shell (
      .block_data({position, state}),
      .*
  );

  gh_skein_core #(
      .StateWords    (StateBits / 64),
      .RoundsPerCycle(RoundsPerCycle),
      .DigestBits    (DigestBits)
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
