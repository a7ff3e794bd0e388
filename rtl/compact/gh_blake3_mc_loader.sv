// SPDX-License-Identifier: Apache-2.0
//
// Loader of the stream of a BLAKE3 coprocessor: the byte of each place, and its address in the
// core's register file. Chunks, blocks of the output and bytes that it still owes are counted here.
//
// Three numbers of 8 bytes pass the adder one after another, and are in their places again after a
// tail: chunks before this one, bits of the output but for those of the block before, and the number of
// the output's block. A configuration loads the last two.
//
//   places  of a tail: 0 to 31 nothing, 32 to 39 chunks, 40 to 47 bits, 48 to 55 block of the output,
//           56 to 63 length and flags; chunks or block are t
//           of a configuration: 8 to 15 head, 16 to 23 bits, 24 to 31 block, 32 to 63 key
//
// Contract: place_i counts the places of a configuration, a block or a tail, one of erase_i, configure_i,
// fill_i and tail_i at a time; erase_i takes erased_i. Data follow address and strobe by a cycle, as
// the core wants them.

`default_nettype none

module gh_blake3_mc_loader
  import gh_blake3_microcode_pkg::*;
(
    input wire logic clk_i,

    // What is loaded, and the place.
    input wire logic       erase_i,
    input wire logic       configure_i,
    input wire logic       fill_i,
    input wire logic       tail_i,
    input wire logic [5:0] place_i,
    input wire logic [8:0] erased_i,
    input wire logic       bad_i,        // a malformed configuration is not loaded
    input wire logic       moves_i,      // the place passes

    // The block, or what follows it.
    input wire logic       bank_i,
    input wire logic [1:0] mode_i,    // hash, keyed hash, context and material of a derived key
    input wire logic       begins_i,  // a chunk
    input wire logic       ends_i,
    input wire logic       parent_i,
    input wire logic       root_i,
    input wire logic       again_i,   // of the root, another block
    input wire logic [5:0] level_i,   // parents that are over the chunk, at this end of the message

    input wire logic [7:0] config_data_i,
    input wire logic [7:0] data_i,
    input wire logic       keep_i,
    input wire logic       complete_i,

    // After a tail: a subtree as large as the last one is to its left. After the root's: this is the
    // output's last block, and its last byte is there.
    output wire logic joins_o,
    output wire logic last_o,
    output wire logic [5:0] last_place_o,

    output var logic [3:0] load_valid_o,
    output wire logic [8:0] load_address_o,
    output wire logic [7:0] load_data_o
);

  typedef logic [7:0] byte_t;

  logic counts, first, takes_data, steps;
  logic [1:0] section;  // of a tail
  assign section = place_i[4:3];
  assign first = place_i[2:0] == '0;
  assign counts = tail_i && place_i[5];
  assign steps      = moves_i && (counts && section != 2'd3
                               || configure_i && !bad_i && place_i[5:4] == 2'b01);
  assign takes_data = fill_i && keep_i && !complete_i;

  // What is added: a byte of the configuration to none, 1 to what was t, or of the bits -8 first and then
  // -512.
  byte_t added, sum, now;
  logic less, unused_carry;
  logic [23:0][7:0] number;
  assign less = root_i && section == 2'd1;
  always_comb begin
    added[0]   = less && |place_i[2:0] && (!again_i || |place_i[2:1])
              || first && (section == 2'd0 && ends_i || section == 2'd2 && root_i);
    added[2:1] = {2{less && !first}};
    added[7:3] = {5{less && !(first && again_i)}};
    if (configure_i) added = config_data_i;
  end
  gh_serial_counter #(
      .Bytes(1),
      .Words(24)
  ) u_numbers (
      .clk_i,
      .clear_i (erase_i),
      .step_i  (steps),
      .first_i (first),
      .carry_i (1'b0),
      .add_i   (added),
      .data_o  (now),
      .sum_o   (sum),
      .carry_o (unused_carry),
      .next_i  (sum),
      .number_o(number)
  );
  assign last_place_o = {number[9][0], number[8][7:3]};
  logic unused;
  assign unused = ^{unused_carry, number[22:10], number[9][7:1], number[8][2:0], number[7:0]};

  // A block's bytes; a parent has 64.
  logic [6:0] length_q;
  logic joins_q, more_q;
  always_ff @(posedge clk_i) begin
    if (takes_data && moves_i) length_q <= {1'b0, place_i} + 1'b1;
    if (configure_i || erase_i) length_q <= '0;
    // A subtree of the chunk's level is to the left where the number of chunks before it has this bit; of
    // a parent the chunk is among them.
    if (counts && section == 2'd0 && place_i[2:0] == level_i[5:3])
      joins_q <= now[level_i[2:0]] ^ parent_i;
    // The bits are seen a place later, at the top of the numbers.
    if (counts && moves_i && (section == 2'd1 || section == 2'd2 && first)) begin
      more_q <= more_q || number[23] != '0;
      if (section == 2'd1 && place_i[2:1] == '0) more_q <= 1'b0;
      if (section == 2'd1 && place_i[2:0] == 3'd2) more_q <= number[23][7:1] != '0;
    end
    if (erase_i) {joins_q, more_q} <= '0;
  end
  assign joins_o = joins_q;
  assign last_o  = !more_q;

  byte_t byte_q, made_q, flags, made;
  assign flags = {
    1'b0, mode_i == 2'd3, mode_i == 2'd2, mode_i == 2'd1, root_i, parent_i, ends_i, begins_i
  };
  always_comb begin
    made = '0;
    if (counts) begin
      if (section == 2'd0 && !parent_i && !root_i || section == 2'd2) made = now;
      if (place_i[4:0] == 5'd24) made = parent_i ? 8'd64 : {1'b0, length_q};
      if (place_i[4:0] == 5'd28) made = flags;
    end
  end
  always_ff @(posedge clk_i) begin
    byte_q <= configure_i ? config_data_i : takes_data ? data_i : '0;
    made_q <= made;
  end
  assign load_data_o = byte_q | made_q;

  logic writes;
  logic [8:0] address;
  always_comb begin
    // Of blocks, each bank has two entries.
    address = {BlockEntry[5:3], bank_i, !bank_i, place_i[5:2]};
    if (configure_i) address = {KeyEntry, place_i[4:2]};
    if (tail_i) address = {InputEntry, 1'b1, place_i[4] && place_i[3], place_i[2]};
    if (erase_i) address = erased_i;
    writes = fill_i || configure_i && place_i[5] && !bad_i
          || counts && (section == 2'd0 || section == 2'd2 && root_i || section == 2'd3);
  end
  always_comb begin
    load_valid_o = writes ? 4'd1 << place_i[1:0] : '0;
    // The vector stays.
    if (erase_i) load_valid_o = {4{erased_i[8:3] != InputEntry || erased_i[2]}};
  end
  assign load_address_o = address;

endmodule

`default_nettype wire
