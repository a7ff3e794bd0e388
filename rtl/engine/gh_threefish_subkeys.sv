// SPDX-License-Identifier: Apache-2.0
//
// Subkeys of Threefish (Skein 1.3, section 3.3.2) for the blocks in a gh_threefish_ring, each of which has a
// slot. The words of a block's extended key come one in a cycle, and each word of a subkey that the ring adds
// in a way around has a memory of its own that they go to: word i of subkey s is word s + i of the extended
// key, modulo their number. To each of the three highest words a word of the tweak or the number of the subkey
// is added where it leaves.
//
// The last subkey, which is added behind the ring, leaves word by word.

`default_nettype none

module gh_threefish_subkeys
  import gh_skein_constants_pkg::*;
  import gh_skein_pkg::*;
  import gh_skein_piped_pkg::*;
#(
    parameter int unsigned StateWords = 8,
    parameter int unsigned RoundsPerPass = 8,
    parameter int unsigned Slots = 16,  // a power of 2
    localparam int unsigned Subkeys = RoundsPerPass / 4,
    localparam int unsigned Stages = ring_stages(RoundsPerPass),
    localparam int unsigned Passes = rounds(StateWords) / RoundsPerPass,
    localparam int unsigned PassBits = $clog2(Passes + 1),
    localparam int unsigned Parts = StateWords + 1,
    localparam int unsigned PartBits = $clog2(Parts),
    localparam int unsigned SlotBits = $clog2(Slots),
    localparam int unsigned WordBits = $clog2(StateWords)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // Word `part` of the extended key: parts 0 to Parts - 1, one in each cycle.
    input wire logic                 valid_i,
    input wire logic  [SlotBits-1:0] slot_i,
    input wire logic  [PartBits-1:0] part_i,
    input wire word_t                key_i,
    input wire word_t [         1:0] tweak_i,

    // Slot and number of the way around of blocks in the ring's schedule. Subkey k of a way leaves two cycles
    // after its block is at place 6 k + 2.
    input  wire logic  [ Stages-1:0][  SlotBits-1:0] slot_at_i,
    input  wire logic  [ Stages-1:0][  PassBits-1:0] pass_at_i,
    output wire word_t [Subkeys-1:0][StateWords-1:0] subkey_o,

    // A word of a slot's last subkey, here two cycles later.
    input  wire logic  [SlotBits-1:0] last_slot_i,
    input  wire logic  [WordBits-1:0] last_number_i,
    output wire word_t                last_o
);

  localparam int unsigned Last = Passes * Subkeys;  // number of the last subkey

  if (Parts > Passes) begin : gen_check_pace
    $fatal(
        1,
        "gh_threefish_subkeys: StateWords is %0d and RoundsPerPass %0d; %s",
        StateWords,
        RoundsPerPass,
        "they must be 4 or 8, and 4 or 8"
    );
  end

  // Word number t of the tweak, the third one being the sum of the others.
  function automatic word_t tweak_word(word_t [1:0] tweak, logic [1:0] t);
    return (tweak[0] & {64{t != 2'd1}}) ^ (tweak[1] & {64{t != 2'd0}});
  endfunction

  // A cycle later: the word of the key, its sum in the last subkey, and the word of the tweak.
  function automatic logic [PartBits-1:0] last_part(int unsigned number);
    return PartBits'((Last + number) % Parts);
  endfunction
  logic valid_q;
  logic [SlotBits-1:0] slot_q;
  logic [PartBits-1:0] part_q;
  word_t tweak_q, last_sum_q, addend;
  always_comb begin
    addend = (part_i == last_part(StateWords - 1)) ? 64'(Last) : '0;
    for (int unsigned t = 0; t < 2; t++) begin
      addend |= tweak_word(tweak_i, 2'((Last + t) % 3)) &
          {64{part_i == last_part(StateWords - 3 + t)}};
    end
  end
  always_ff @(posedge clk_i) begin
    valid_q <= valid_i && !rst_i;
    {slot_q, part_q} <= {slot_i, part_i};
    tweak_q <= tweak_word(tweak_i, part_i[1:0]);
    last_sum_q <= key_i + addend;
  end

  for (genvar k = 0; k < Subkeys; k++) begin : gen_subkey
    for (genvar i = 0; i < StateWords; i++) begin : gen_word
      // A sum takes a cycle more.
      localparam bit Sum = i >= StateWords - 3;
      localparam int unsigned Place = 6 * k + (Sum ? 1 : 2);

      // What is i behind a subkey's number, in a list that repeats itself.
      function automatic logic [PartBits-1:0] row(logic [PassBits-1:0] pass, int unsigned offset,
                                                  int unsigned rows);
        logic [PartBits-1:0] found;
        found = '0;
        for (int unsigned p = 0; p < Passes; p++) begin
          if (pass == PassBits'(p)) found = PartBits'((Subkeys * p + k + offset) % rows);
        end
        return found;
      endfunction

      (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
         ramstyle = "no_rw_check", no_rw_check *)
      word_t words[1<<(SlotBits+PartBits)];
      word_t read_q, word_q;
      always_ff @(posedge clk_i) begin
        if (valid_i) words[{slot_i, part_i}] <= key_i;
        read_q <= words[{slot_at_i[Place], row(pass_at_i[Place], i, Parts)}];
      end

      if (Sum) begin : gen_sum
        word_t plain_q, addend_q;
        if (i == StateWords - 1) begin : gen_number
          logic [PassBits-1:0] pass_q;
          always_ff @(posedge clk_i) begin
            pass_q   <= pass_at_i[Place];
            addend_q <= 64'(Subkeys * 32'(pass_q) + k);
          end
        end else begin : gen_tweak
          (* ram_style = "block", rw_addr_collision = "no",
             syn_ramstyle = "block_ram, no_rw_check", ramstyle = "no_rw_check", no_rw_check *)
          word_t tweaks[1<<(SlotBits+2)];
          word_t tweak_read_q;
          always_ff @(posedge clk_i) begin
            if (valid_q && part_q < PartBits'(3)) tweaks[{slot_q, part_q[1:0]}] <= tweak_q;
            tweak_read_q <= tweaks[{
              slot_at_i[Place], 2'(row(pass_at_i[Place], i-(StateWords-3), 3))
            }];
            addend_q <= tweak_read_q;
          end
        end
        always_ff @(posedge clk_i) begin
          plain_q <= read_q;
          word_q  <= plain_q + addend_q;
        end
      end else begin : gen_same
        always_ff @(posedge clk_i) word_q <= read_q;
      end
      assign subkey_o[k][i] = word_q;
    end
  end

  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  word_t lasts[1<<(SlotBits+PartBits)];
  word_t last_read_q, last_q;
  logic [PartBits-1:0] last_row;
  always_comb begin
    last_row = '0;
    for (int unsigned i = 0; i < StateWords; i++) begin
      if (last_number_i == WordBits'(i)) last_row = last_part(i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (valid_q) lasts[{slot_q, part_q}] <= last_sum_q;
    last_read_q <= lasts[{last_slot_i, last_row}];
    last_q      <= last_read_q;
  end
  assign last_o = last_q;

endmodule

`default_nettype wire
