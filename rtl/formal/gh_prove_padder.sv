// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_message_padder and gh_serial_padder: every byte, for messages of any length.
//
// The specification is that of FIPS 180-4, 202 and the others, stated from the end: when the
// message ends, the number of bytes to the end of its last block follows from its length modulo the
// block and the size of the tail. From there a byte is known by its distance from the end: length,
// closing byte, zero; and the suffix is the byte behind the message's last one. A packet that is
// malformed leaves as blocks of which the last has ends and error, and the message behind it is not
// affected.

`default_nettype none

module gh_prove_padder
  import gh_stream_pkg::*;
#(
    parameter int unsigned StreamBytes = 8,
    parameter int unsigned BlockBytes = 64,
    parameter int unsigned Suffix = 128,
    parameter int unsigned Closing = 0,
    parameter int unsigned LengthBytes = 8,
    parameter bit Whole = 1'b0,
    parameter bit Serial = 1'b0,  // gh_serial_padder
    parameter int unsigned CountBits = 64
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [8*StreamBytes-1:0] data_i,
    input wire logic [  StreamBytes-1:0] keep_i,
    input wire logic                     last_i,
    input wire logic                     valid_i,
    input wire logic                     ready_i,

    input wire logic [8*StreamBytes-1:0] length_i,  // of gh_serial_padder
    input wire logic                     refuse_i
);

  // A beat is part of a block, or several blocks.
  localparam int unsigned BeatBlocks = (StreamBytes > BlockBytes) ? StreamBytes / BlockBytes : 1;
  localparam int unsigned SpanBytes = BeatBlocks * BlockBytes;
  localparam int unsigned PlaceBits = $clog2(
      (SpanBytes > StreamBytes) ? SpanBytes / StreamBytes : 2
  );
  localparam int unsigned TailBytes = LengthBytes + 32'(Suffix != 0);
  localparam int unsigned LeftBits = $clog2(2 * BlockBytes + StreamBytes + 1);
  typedef logic [LeftBits-1:0] left_t;
  localparam pad_rule_t Rule = '{9'(BlockBytes), 8'(Suffix), 8'(Closing), 6'(LengthBytes), Whole};

  logic rst, reset_q, ready, message;
  logic [PlaceBits-1:0] place;
  logic [StreamBytes-1:0][7:0] in, out, length;
  logic [CountBits-1:0] count;
  logic [$clog2(BeatBlocks+1)-1:0] blocks;
  logic length_used;
  beat_flags_t flags;
  gh_prove_reset u_reset (.*);

  assign in     = data_i;
  assign length = length_i;
  if (Serial) begin : gen_serial
    gh_serial_padder #(
        .Bytes        (StreamBytes),
        .MaxBlockBytes(BlockBytes)
    ) u_padder (
        .clk_i    (clk_i),
        .rst_i    (rst),
        .rule_i   (gh_serial_pkg::serial_rule(Rule, StreamBytes)),
        .refuse_i (refuse_i),
        .data_i   (data_i),
        .keep_i   (keep_i),
        .last_i   (last_i),
        .valid_i  (valid_i),
        .ready_o  (ready),
        .data_o   (out),
        .place_o  (place),
        .message_o(message),
        .length_o (length_used),
        .length_i (length_i),
        .flags_o  (flags),
        .ready_i  (ready_i)
    );
    assign count  = '0;
    assign blocks = 1'b1;
  end else begin : gen_wide
    gh_message_padder #(
        .StreamBytes  (StreamBytes),
        .MaxBlockBytes(BlockBytes),
        .CountBits    (CountBits)
    ) u_padder (
        .clk_i   (clk_i),
        .rst_i   (rst),
        .rule_i  (Rule),
        .data_i  (data_i),
        .keep_i  (keep_i),
        .last_i  (last_i),
        .valid_i (valid_i),
        .ready_o (ready),
        .data_o  (out),
        .beat_o  (place),
        .blocks_o(blocks),
        .count_o (count),
        .flags_o (flags),
        .ready_i (ready_i)
    );
    assign message     = 1'b0;
    assign length_used = 1'b0;
  end

  // The specification's state.
  typedef enum logic [1:0] {
    Message,
    Padding,
    Drain,
    Abort
  } state_e;
  state_e state_q;
  logic [PlaceBits-1:0] place_q;  // of the beat in its block
  logic [CountBits-1:0] count_q, total;  // bytes of the message so far, and with this beat
  left_t left_q, left;  // bytes from the first one of this beat to the end of the last block
  logic suffix_q;  // it is the first byte of this beat
  logic first_q;

  logic [$clog2(StreamBytes+1)-1:0] kept;
  logic bad, whole, ends, block_end, in_taken, taken;
  left_t used;  // bytes of the message in the block in which this beat begins, with this beat
  always_comb begin
    kept = '0;
    for (int unsigned i = 0; i < StreamBytes; i++) kept += $bits(kept)'(keep_i[i]);
  end
  assign total = count_q + CountBits'(kept);
  assign used = left_t'(place_q) * left_t'(StreamBytes) + left_t'(kept);
  assign in_taken = valid_i && ready;
  assign taken = flags.valid && ready_i;
  assign whole = 32'(used) % BlockBytes == 0 && kept != '0;
  assign block_end = 32'(place_q) == SpanBytes / StreamBytes - 1;
  assign bad       = (keep_i & (keep_i + 1'b1)) != '0
                   || (last_i ? keep_i == '0 && !first_q : !(&keep_i))
                   || (Whole && last_i && !whole)
                   || (Serial && refuse_i);

  // From the first byte of the beat to the end of the block that has room for the tail.
  localparam int unsigned MostEnds = BeatBlocks + 1;
  left_t needed;
  always_comb begin
    needed = '0;
    for (int unsigned b = MostEnds; b >= 1; b--) begin
      if (32'(used) + TailBytes <= b * BlockBytes) needed = left_t'(b * BlockBytes);
    end
    left = left_q;
    if (state_q == Message) begin
      left = '0;
      if (last_i && !bad) left = needed - left_t'(place_q) * left_t'(StreamBytes);
    end
  end
  assign ends = left != '0 && 32'(left) <= StreamBytes;

  logic [StreamBytes-1:0][7:0] expected;
  logic [CountBits+2:0] bit_length;
  assign bit_length = {total, 3'b000};
  always_comb begin
    for (int unsigned i = 0; i < StreamBytes; i++) begin
      expected[i] = '0;
      if (state_q == Message && keep_i[i]) expected[i] = in[i];
      if (state_q == Message ? last_i && i == 32'(kept) : suffix_q && i == 0) begin
        expected[i] |= 8'(Suffix);
      end
      for (int unsigned d = 0; d <= LengthBytes; d++) begin
        if (32'(left) == i + d + 1) begin
          if (d == LengthBytes) expected[i] |= 8'(Closing);
          else if (Serial) expected[i] = length[i];
          else
            expected[i] |= 8'(({1024'd0, (state_q == Message) ? bit_length :
                                   {count_q, 3'b000}}) >> 8 * d);
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == Message && taken) begin
      first_q  <= last_i;
      count_q  <= total;
      suffix_q <= last_i && (&keep_i);
      if (bad) begin
        state_q <= !last_i ? Drain : block_end ? Message : Abort;
        if (block_end && last_i) count_q <= '0;
      end else if (last_i) begin
        state_q <= ends ? Message : Padding;
        if (ends) count_q <= '0;
      end
    end
    if (state_q == Drain && valid_i && last_i) state_q <= (place_q == '0) ? Message : Abort;
    if ((state_q == Padding && ends || state_q == Abort && block_end) && taken) state_q <= Message;
    if (state_q != Message) begin
      suffix_q <= suffix_q && !taken;
      first_q  <= 1'b1;
      if (state_q != Padding || ends && taken) count_q <= '0;
    end
    if (taken) begin
      left_q  <= left - left_t'(StreamBytes);
      place_q <= block_end ? '0 : place_q + 1'b1;
    end
    if (rst) begin
      state_q <= Message;
      place_q <= '0;
      count_q <= '0;
      first_q <= 1'b1;
    end
  end

  always_comb begin
    if (!rst) begin
      passes : assert (in_taken == (valid_i && (state_q == Message ? ready_i : state_q == Drain)));
      offers : assert (flags.valid == (state_q == Message ? valid_i : state_q != Drain));
    end
    if (!rst && flags.valid) begin
      in_place : assert (place == place_q);
      completes : assert (flags.block_last == block_end);
      if (block_end) begin
        is_bad : assert (flags.error == (state_q == Message ? bad : state_q == Abort));
        is_last : assert (flags.ends == (ends || flags.error));
      end
      if (state_q == Message && !bad || state_q == Padding) begin
        bytes : assert (out == expected);
      end
      if (Serial) begin
        of_message : assert (message == (state_q == Message));
      end else if (!flags.error) begin
        counted : assert (count == (state_q == Message ? total : count_q));
        filled :
        assert (BeatBlocks == 1 || 32'(blocks) * BlockBytes == (ends ? 32'(left) : StreamBytes));
      end
    end
    pads : cover (!rst && taken && state_q == Message && last_i && !bad);
    refuses : cover (!rst && taken && flags.error);
  end
  if (!Whole && TailBytes > 1) begin : gen_two
    always_comb begin
      another_block : cover (!rst && state_q == Padding && taken && block_end && ends);
    end
  end

  logic unused;
  assign unused = ^{reset_q, length_used};

endmodule

`default_nettype wire
