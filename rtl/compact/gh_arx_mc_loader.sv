// SPDX-License-Identifier: Apache-2.0
//
// Loader of one stream of an ARX coprocessor: the byte of each place, and its address in the core's
// register file. A block's bytes are counted here, and its padding, counter and flags are made.
//
// Contract: place_i counts the places of a configuration, a block, a tail or what is erased, one of
// erase_i, configure_i, fill_i and tail_i at a time; key_i with fill_i, where a block is the
// configuration's. Data follow address and strobe by a cycle, as the core wants them.

`default_nettype none

module gh_arx_mc_loader
  import gh_arx_microcode_pkg::*;
#(
    parameter bit Blake32 = 1'b1,
    parameter bit Blake64 = 1'b1,
    parameter bit ChaCha = 1'b1,
    parameter bit Blake2 = 1'b0,
    parameter bit Mixed = 1'b0,
    parameter bit Alone = 1'b1,
    localparam int unsigned PlaceBits = Blake64 ? 7 : 6
) (
    input wire logic clk_i,

    // What is loaded, and the place.
    input wire logic                 erase_i,
    input wire logic                 configure_i,
    input wire logic                 fill_i,
    input wire logic                 tail_i,
    input wire logic                 key_i,
    input wire logic [PlaceBits-1:0] place_i,
    input wire logic [PlaceBits-1:0] next_i,
    input wire logic                 head_i,       // of a configuration; it is not loaded
    input wire logic                 bad_i,        // neither is a malformed one

    // The message.
    input wire logic [1:0] part_i,      // of the register file
    input wire logic       wide_i,      // with Mixed: words of 64 bits
    input wire logic       two_i,       // with Mixed: BLAKE2
    input wire logic       swaps_i,     // XChaCha: the nonce comes before the counter
    input wire logic       odd_i,       // of two digests the longer one, or of nodes the last
    input wire logic       bank_i,
    input wire logic       complete_i,
    input wire logic       suffix_i,
    input wire logic       in_front_i,
    input wire logic       final_i,

    // A byte is taken that counts; a place of the tail passes; the block's run begins.
    input wire logic counted_i,
    input wire logic counting_i,
    input wire logic granted_i,

    input wire logic [7:0] config_data_i,
    input wire logic       config_valid_i,
    input wire logic [7:0] data_i,
    input wire logic       keep_i,
    input wire logic       valid_i,

    output wire logic [7:0] load_valid_o,
    output wire logic [8:0] load_address_o,
    output wire logic [7:0] load_data_o
);

  localparam bit Blake = Blake32 || Blake64;
  localparam bit Several = Mixed || 32'(Blake32) + 32'(Blake64) + 32'(ChaCha) > 1;
  localparam bit Two = Blake2 || Mixed;
  typedef logic [7:0] byte_t;

  logic wide, ciphers, pads, place_last;
  assign wide       = Mixed ? wide_i : Blake64 && part_i == RunBlake64[1:0];
  assign ciphers    = ChaCha && (Mixed ? part_i[1] : part_i == RunChaCha[1:0]);
  assign pads       = fill_i && complete_i;
  assign place_last = &place_i;
  function automatic logic two();
    return Mixed ? two_i : Blake2;
  endfunction

  // The message's bits, or BLAKE2's bytes. The first round of a tail counts those of the block, which
  // leave a shift register; it is empty then.
  logic  has_q;  // the block has a byte of the message
  byte_t count;
  if (Blake) begin : gen_counter
    byte_t added_q, bytes, sum;
    logic [2:0] added_next_q;
    logic unused_carry;
    logic [63:0] unused_number;
    gh_serial_counter #(
        .Bytes(1),
        .Words(8)
    ) u_count (
        .clk_i,
        .clear_i (configure_i),
        .step_i  (counting_i),
        .first_i (place_i[2:0] == '0),
        .carry_i (1'b0),
        .add_i   (added_q),
        .data_o  (count),
        .sum_o   (sum),
        .carry_o (unused_carry),
        .next_i  (sum),
        .number_o(unused_number)
    );
    assign bytes = wide ? 8'({place_last, next_i}) : {1'b0, place_last, next_i[5:0]};
    always_ff @(posedge clk_i) begin
      if (counted_i) begin
        added_q[7:3] <= next_i[4:0];
        added_next_q <= wide ? {place_last, next_i[PlaceBits-1-:2]} : {1'b0, place_last, next_i[5]};
        has_q <= 1'b1;
        if (Mixed) {added_next_q, added_q} <= two_i ? {3'd0, bytes} : {bytes, 3'd0};
        else if (Blake2) {added_next_q, added_q} <= 11'({place_last, next_i});
      end
      if (counting_i) {added_next_q, added_q} <= {8'd0, added_next_q};
      if (granted_i || configure_i) has_q <= 1'b0;
      if (configure_i) {added_next_q, added_q} <= '0;
    end
  end else begin : gen_no_counter
    logic unused;
    assign unused         = ^{counting_i, counted_i, granted_i, next_i, place_last};
    assign {count, has_q} = '0;
  end

  logic takes_config, takes_data, takes_count;
  byte_t byte_q, made_q;  // from outside, and of padding and counter
  assign takes_config = configure_i || key_i;
  assign takes_data   = Blake && fill_i && keep_i && !complete_i;
  assign takes_count  = tail_i && (has_q || !place_i[4]);
  always_ff @(posedge clk_i) begin
    byte_q <= (Blake && !takes_config) ? data_i : config_data_i;
    if (!takes_config && !takes_data) byte_q <= '0;
    made_q <= takes_count ? count : '0;
    if (two()) begin
      // The flags of a last block, and of a last node.
      if (tail_i && place_i[4])
        made_q <= {8{final_i && (odd_i || !(wide ? place_i[3] : place_i[2]))}};
    end else begin
      if (pads && suffix_i || Blake && fill_i && !complete_i && !keep_i) made_q[7] <= 1'b1;
      if (pads && in_front_i && odd_i) made_q[0] <= 1'b1;
    end
  end
  assign load_data_o = byte_q | made_q;

  logic writes, block;
  byte_t load_valid;
  logic [8:0] load_address;
  logic [3:0] word_at;
  logic [2:0] byte_at;
  assign block = fill_i || !two() && tail_i && !place_i[4];
  always_comb begin
    word_at = wide ? place_i[PlaceBits-1-:4] : place_i[5:2];
    // The parameter block is word 0 on, salt word 8.
    if (Blake && configure_i && !ciphers) begin
      if (two()) word_at[3] = 1'b0;
      else word_at[2] = 1'b0;
    end
    if (Mixed && configure_i && swaps_i) word_at[1] = !word_at[1];
    if (Blake && tail_i) begin
      word_at = {2'b11, !place_i[4], place_i[3]};
      if (!wide) word_at[1:0] = place_i[4] ? {place_i[2], place_i[3]} : {1'b1, !place_i[2]};
      if (two()) word_at[1:0] = {place_i[4], wide ? &place_i[4:3] : place_i[2]};
    end
    load_address = {part_i, block && !bank_i, block, !block, word_at};
    // A word of both states, of the input, and of the room behind it. For words 2 and 3 of the input,
    // which are constants, there are words 0 and 1 of the states, where places do not begin.
    if (ChaCha && !Mixed && erase_i) begin
      load_address[6:4] = {place_i[0], 1'b0, place_i[1]};
      if (place_i[1] && place_i[5:4] == '0) {load_address[4], load_address[1]} = '0;
    end
    // State, input and both blocks; with Mixed of ChaCha the second state, and not its constants.
    if (Two && erase_i) begin
      load_address[6:0] = {
        &place_i[5:4],
        place_i[5] && !(Mixed && ciphers && place_i[4]),
        !place_i[5] && place_i[4],
        place_i[3:0]
      };
    end

    // Low bytes first in ChaCha's and BLAKE2's words and in the counter.
    byte_at = {wide, 2'b11} & place_i[2:0];
    if (Blake && !two() && !ciphers && !tail_i) byte_at ^= {wide, 2'b11};
    // One stream alone may write what is not valid yet to a place that waits for it.
    writes = configure_i && (config_valid_i || !Several) && !head_i && !bad_i
          || fill_i && ((Mixed && key_i) ? config_valid_i : valid_i || complete_i || !Several)
          || tail_i && (place_i[4] || place_i[3] && final_i);
    if (two() && tail_i) writes = wide ? |place_i[4:3] : ^place_i[4:3];
    load_valid = writes ? byte_t'(1) << byte_at : '0;
    if (erase_i) load_valid = {{4{Two && (Alone || wide)}}, 4'b1111};
    if (Mixed && erase_i && ciphers && place_i[5:2] == 4'b0100) load_valid = '0;
  end
  assign load_valid_o   = load_valid;
  assign load_address_o = load_address;

endmodule

`default_nettype wire
