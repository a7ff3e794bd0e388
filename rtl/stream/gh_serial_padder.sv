// SPDX-License-Identifier: Apache-2.0
//
// Completes messages to whole padded blocks on a stream of one or two bytes, one beat in and one beat
// out a cycle.
//
// Contract, malformed packets and states are those of gh_message_padder, and one bench tests both.
// gh_message_padder places every byte of a wide beat by itself and counts the message; here a beat
// is all message or all padding but for one byte, the place in the block is the only count, and the
// bytes of the length come from the caller, who has counted: length_o asks for those of the beat. A
// bad beat and the rest of its block leave with error. A caller that has no use for a packet sets
// refuse_i, which makes the packet's first beat a bad one.

`include "gh_assert.svh"

`default_nettype none

module gh_serial_padder
  import gh_stream_pkg::*;
  import gh_serial_pkg::*;
#(
    parameter int unsigned Bytes = 1,
    parameter int unsigned MaxBlockBytes = 64,
    localparam int unsigned PlaceBits = $clog2(MaxBlockBytes / Bytes)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire serial_rule_t rule_i,
    input wire logic         refuse_i, // the packet is malformed, whatever it is

    input  wire logic [8*Bytes-1:0] data_i,
    input  wire logic [  Bytes-1:0] keep_i,
    input  wire logic               last_i,
    input  wire logic               valid_i,
    output wire logic               ready_o,

    output wire logic [8*Bytes-1:0] data_o,
    output wire logic [PlaceBits-1:0] place_o,  // of the beat in its block
    output wire logic message_o,  // the beat is a beat of the packet
    output wire logic length_o,  // the beat is length_i
    input wire logic [8*Bytes-1:0] length_i,
    output wire beat_flags_t flags_o,
    input wire logic ready_i
);

  if (Bytes != 1 && Bytes != 2) begin : gen_check_bytes
    $fatal(1, "gh_serial_padder: Bytes is %0d; it must be 1 or 2", Bytes);
  end
  if (MaxBlockBytes < 16 || MaxBlockBytes > 256 || MaxBlockBytes % Bytes != 0) begin : gen_check
    $fatal(
        1,
        "gh_serial_padder: MaxBlockBytes is %0d; it must be 16 to 256, and whole beats",
        MaxBlockBytes
    );
  end

  typedef enum logic [1:0] {
    Data,  // the message
    Pad,   // what follows it, or the rest of a malformed packet's block
    Drain  // the rest of a malformed packet
  } padder_e;
  padder_e state_d, state_q;

  logic [PlaceBits-1:0] place_q;
  logic behind_q;  // the beat in front of the length has left
  logic first_q;  // no beat of the packet has been taken
  logic suffix_q;  // the suffix is still owed
  logic ends_q;  // the block of the padding is the last
  logic bad_q;  // the packet is malformed

  logic taking, full, malformed, block_last, in_front, fits, final_block, taken;
  assign taking = (state_q == Data);
  assign full = &keep_i;
  assign block_last = (place_q == PlaceBits'(rule_i.last));
  assign in_front = (place_q == PlaceBits'(rule_i.front));
  assign malformed   = refuse_i || |(keep_i & (keep_i + 1'b1))
                     || (last_i ? (keep_i == '0 && !first_q) : !full)
                     || (rule_i.whole && last_i && !(full && block_last));
  // Suffix and length have room in this block. The suffix of a full beat needs another.
  assign fits = !behind_q && !(full && in_front && rule_i.suffix != '0);
  assign final_block = taking ? last_i && fits : ends_q;

  logic [Bytes-1:0][7:0] bytes_in, bytes_out;
  assign bytes_in = data_i;
  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) begin
      bytes_out[i] = (taking && keep_i[i]) ? bytes_in[i] : 8'h00;
      if (taking ? last_i && !keep_i[i] && (i == 0 || keep_i[0]) : suffix_q && i == 0) begin
        bytes_out[i] |= rule_i.suffix;
      end
      if (i == Bytes - 1 && final_block && in_front) bytes_out[i] |= rule_i.closing;
    end
  end

  assign length_o           = (state_q == Pad) && ends_q && behind_q;
  assign message_o          = taking;
  assign data_o             = length_o ? length_i : bytes_out;
  assign place_o            = place_q;
  assign ready_o            = !rst_i && (taking ? ready_i : (state_q == Drain));
  assign flags_o.valid      = taking ? valid_i : (state_q == Pad);
  assign flags_o.block_last = block_last;
  assign flags_o.error      = taking ? malformed : bad_q;
  assign flags_o.ends       = final_block || flags_o.error;
  assign taken              = flags_o.valid && ready_i;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Data:
      if (taken && (last_i || malformed)) begin
        if (!last_i) state_d = Drain;
        else if (!(block_last && flags_o.ends)) state_d = Pad;
      end
      Pad: if (taken && block_last && ends_q) state_d = Data;
      // The malformed beat may have completed its block.
      default: if (valid_i && last_i) state_d = (place_q == '0) ? Data : Pad;
    endcase
  end

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (taken) begin
      place_q  <= block_last ? '0 : place_q + 1'b1;
      behind_q <= !block_last && (behind_q || in_front);
      suffix_q <= taking && full;
      // A block of padding alone is the last.
      ends_q   <= flags_o.ends || block_last;
      bad_q    <= flags_o.error;
    end
    if (taken || state_q == Drain) first_q <= (state_d == Data) && (!taking || last_i);
    if (rst_i) begin
      state_q  <= Data;
      place_q  <= '0;
      behind_q <= 1'b0;
      first_q  <= 1'b1;
    end
  end

  // While the rest of a malformed packet is drained the next message may have its rule already, if no
  // block is to be completed.
  `GH_REQUIRE(rule_is_still,
              taking && first_q || state_q == Drain && place_q == '0 || rule_i == $past(rule_i),
              clk_i, rst_i)
  `GH_REQUIRE(refusal_is_still, !taking || first_q || refuse_i == $past(refuse_i), clk_i, rst_i)
  `GH_REQUIRE(rule_fits, rule_i.front <= rule_i.last && 32'(rule_i.last) < MaxBlockBytes / Bytes,
              clk_i, rst_i)
  `GH_ASSERT(place_in_range, 8'(place_q) <= rule_i.last, clk_i, rst_i)

endmodule

`default_nettype wire
