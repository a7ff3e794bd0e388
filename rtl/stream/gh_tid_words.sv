// SPDX-License-Identifier: Apache-2.0
//
// The words of gh_tid_shell's blocks: a buffer of two blocks for each stream, in block memory, and the padding by
// rule Rule, which is added where words are read.
//
// A word comes two cycles after it is asked for, from the cycle on in which its block is taken. Bytes behind the
// message's last one are zero or padding.

`default_nettype none

module gh_tid_words
  import gh_stream_pkg::*;
#(
    parameter int unsigned Streams = 16,  // a power of 2
    parameter int unsigned BlockWords = 8,  // from 2 on; a power of 2 where Rule has a length
    parameter pad_rule_t Rule = '{9'(8 * BlockWords), 8'h00, 8'h00, 6'd0, 1'b0},
    // Whether registers behind block memories are these memories' own, see gh_registered_ram: a faster clock.
    parameter bit OutputRegisters = 1'b0,
    localparam int unsigned HalfBits = $clog2(Streams) + 1,  // a stream, and a half of its buffer
    localparam int unsigned WordBits = $clog2(BlockWords),
    localparam int unsigned SizeBits = WordBits + 4
) (
    input wire logic clk_i,

    input wire logic                         write_i,
    input wire logic [HalfBits+WordBits-1:0] write_place_i,
    input wire logic [                 63:0] data_i,

    // A block is taken: its place, its bytes of the message, whether its message ends with it, whether it is of
    // padding alone, and its message's bytes up to and with it.
    input wire logic                take_i,
    input wire logic [HalfBits-1:0] place_i,
    input wire logic [SizeBits-1:0] size_i,
    input wire logic                ends_i,
    input wire logic                alone_i,
    input wire logic [        63:0] position_i,

    input  wire logic [WordBits-1:0] number_i,
    output wire logic [        63:0] word_o
);

  localparam bit Power = BlockWords == 1 << WordBits;

  logic [WordBits-1:0] number_q;
  logic [SizeBits-1:0] size_q;
  logic [HalfBits-1:0] taken_q;
  logic whole, part;
  logic [63:0] padding;
  logic padding_alone;
  logic [SizeBits-1:0] size;
  logic [HalfBits-1:0] reading;
  logic [7:0] keeps;
  assign reading = take_i ? place_i : taken_q;
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) keeps[i] = whole || part && 3'(i) < size_q[2:0];
  end
  always_ff @(posedge clk_i) begin
    number_q <= number_i;
    if (take_i) {taken_q, size_q} <= {place_i, size};
  end
  if (OutputRegisters) begin : gen_blocks
    logic [7:0] keep_q;
    logic [63:0] word, padding_q;
    gh_registered_ram #(
        .Width(64),
        .Depth(2 * Streams << WordBits)
    ) u_blocks (
        .clk_i,
        .write_i,
        .write_address_i(write_place_i),
        .data_i,
        .advance_i      (1'b1),
        .address_i      ({reading, number_i}),
        .data_o         (word)
    );
    always_ff @(posedge clk_i) {keep_q, padding_q} <= {keeps, padding};
    for (genvar i = 0; i < 8; i++) begin : gen_byte
      assign word_o[8*i+:8] = padding_q[8*i+:8] | (word[8*i+:8] & {8{keep_q[i]}});
    end
  end else begin : gen_memory
    (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
    logic [63:0] blocks[2*Streams<<WordBits];
    logic [63:0] word_q, masked_q;
    always_ff @(posedge clk_i) begin
      if (write_i) blocks[write_place_i] <= data_i;
      word_q <= blocks[{reading, number_i}];
      for (int unsigned i = 0; i < 8; i++) begin
        masked_q[8*i+:8] <= padding[8*i+:8] | (keeps[i] ? word_q[8*i+:8] : '0);
      end
    end
    assign word_o = masked_q;
  end
  assign whole = (WordBits + 1)'(number_q) < size_q[SizeBits-1:3] && !padding_alone;
  assign part  = (WordBits + 1)'(number_q) == size_q[SizeBits-1:3];

  // Padding: the suffix is behind the last byte, even if that is a block's last one. In a block of padding
  // alone it is byte 0 then, and else it has gone before.
  if (Rule.length_bytes != '0 || Rule.suffix != '0) begin : gen_padding
    localparam int unsigned LengthWords = 32'(Rule.length_bytes) / 8;
    logic [63:0] position_q;
    logic [7:0][7:0] length;
    logic ends_q, alone_q;
    always_ff @(posedge clk_i) begin
      if (take_i) {position_q, ends_q, alone_q} <= {position_i, ends_i, alone_i};
    end
    assign padding_alone = alone_q;
    // A suffix that has gone before has a place that is none of a block's.
    if (Power) begin : gen_power
      assign size = !alone_i ? size_i : {!size_i[SizeBits-1], {(SizeBits - 1) {1'b0}}};
    end else begin : gen_no_length
      // A block of padding alone follows a whole one.
      assign size = alone_i ? '0 : size_i;
    end
    assign length = {position_q[60:0], 3'b000};
    always_comb begin
      padding = '0;
      for (int unsigned i = 0; i < 8; i++) begin
        if (part && size_q[2:0] == 3'(i)) padding[8*i+:8] = Rule.suffix;
      end
      if (ends_q && number_q == WordBits'(BlockWords - LengthWords - 1)) begin
        padding[63:56] |= Rule.closing;
      end
      if (ends_q && LengthWords > 0 && number_q == WordBits'(BlockWords - 1)) begin
        for (int unsigned i = 0; i < 8; i++) padding[8*i+:8] |= length[7-i];
      end
      if (ends_q && LengthWords > 1 && number_q == WordBits'(BlockWords - 2)) begin
        padding[63:56] |= 8'(position_q[63:61]);
      end
    end
  end else begin : gen_no_padding
    logic unused;
    assign {padding, padding_alone} = '0;
    assign size = size_i;
    assign unused = ^{ends_i, alone_i, position_i};
  end

endmodule

`default_nettype wire
