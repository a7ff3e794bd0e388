// SPDX-License-Identifier: Apache-2.0
//
// Reverses the bytes of the length in a message's last block, for hashes whose length has its lowest byte
// first, such as MD5 (RFC 1321, section 3.2). It stands between gh_hash_shell and the core.
//
// gh_message_padder puts the length into the last bytes of the last block, the highest byte first. With
// Little these bytes leave in the other order, and all others as they are; without it the module is wires. No
// latency: a byte of the length is a multiplexer of two.

`default_nettype none

module gh_length_order
  import gh_stream_pkg::*;
#(
    parameter pad_rule_t Rule = '{9'd64, 8'h80, 8'h00, 6'd8, 1'b0},
    parameter bit Little = 1'b1,
    localparam int unsigned BlockBytes = 32'(Rule.block_bytes),
    localparam int unsigned LengthBytes = 32'(Rule.length_bytes)
) (
    input  wire logic [8*BlockBytes-1:0] block_i,
    input  wire logic                    ends_i,   // the message ends in this block
    output wire logic [8*BlockBytes-1:0] block_o
);

  if (Little && LengthBytes == 0) begin : gen_check
    $fatal(1, "gh_length_order: Little is 1; it must be 0, since Rule has no length");
  end

  // Byte 0 of a block is the lowest one of its first beat.
  logic [BlockBytes-1:0][7:0] bytes, ordered;
  assign bytes   = block_i;
  assign block_o = ordered;
  for (genvar i = 0; i < BlockBytes; i++) begin : gen_byte
    if (Little && i >= BlockBytes - LengthBytes) begin : gen_length
      assign ordered[i] = ends_i ? bytes[2*BlockBytes-LengthBytes-1-i] : bytes[i];
    end else begin : gen_message
      assign ordered[i] = bytes[i];
    end
  end

  if (!Little) begin : gen_unused
    logic unused;
    assign unused = ends_i;
  end

endmodule

`default_nettype wire
