// SPDX-License-Identifier: Apache-2.0
//
// PHASH (Zalewski) on any number of W ciphers: padded blocks in, digests out.
//
// Each cipher starts one encryption every Period cycles, so N ciphers take N blocks in a period: 10
// cycles, or 11 of ciphers in rings with block memories, Stages = 6. Their starts are spread over
// the phases of a period. A start is a slot: a phase has up to Slots = ceil(N / Period), numbered
// from 0. A group to be reduced takes slot 0 before the next block does, so reductions, one for 256
// blocks, cost no more than their slots. When nothing is under way the phase waits at 0, so a
// message's cycles do not depend on what came before.
//
//            +-------------------------- groups --------------------------+
//            v                                                            |
//   blocks ->+-> operands of a slot --> W ciphers --> its results --> reducer --> digests
//                (two registers)                    (one register)      |
//   tags ----> shift register, Latency - 1 -----------------------------+
//
// Up to five ciphers never start in adjacent cycles. The next block then waits in a register here,
// the first of the two of its operands. The decision to start a block comes late in a cycle: it
// only clears that register's flag, and take_o, which moves what gathers the block after that,
// depends on the flag and on valid_i alone.
//
// All encryptions take the same time, so results come in the order of the starts and what is known
// of a block waits for its result in a shift register.
//
// Digests leave in the order of the messages. A message of more than 256 blocks takes several
// reductions after its last block, so the last block of the next message waits until the last
// reduction has started; blocks before it do not wait. Digests that nobody takes wait in a memory
// whose places are booked when a message's last block starts.
//
// A message has at most 256 ** Levels blocks; a longer one is answered with an error.
// Byte 0 of a block is bits 7:0; blocks are numbered from 0, and the number is big endian.

`include "gh_assert.svh"

`default_nettype none

module gh_phash_core
  import gh_phash_pkg::*;
#(
    parameter int unsigned Ciphers = 1,
    parameter int unsigned Stages = 1,  // RingStages for rings, else as gh_w_cipher has them
    parameter int unsigned Levels = 4,
    localparam int unsigned Period = period(Stages),
    localparam int unsigned Slots = (Ciphers + Period - 1) / Period,
    localparam int unsigned SlotBits = $clog2(Slots + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // The next blocks, the oldest for slot 0; take_o of them are taken.
    input  wire block_t [   Slots-1:0] block_i,
    input  wire logic   [   Slots-1:0] valid_i,
    input  wire logic   [   Slots-1:0] final_i,  // last of its message
    input  wire logic   [   Slots-1:0] error_i,  // abandon the message, answer with an error
    output wire logic   [SlotBits-1:0] take_o,

    output wire value_t digest_o,
    output wire logic   digest_error_o,
    output wire logic   digest_valid_o,
    input  wire logic   digest_ready_i
);

  if (Ciphers < 1 || Ciphers > 64) begin : gen_check_ciphers
    $fatal(1, "gh_phash_core: Ciphers is %0d; it must be 1 to 64", Ciphers);
  end

  if (Stages != 1 && Stages != 3 && Stages != RingStages) begin : gen_check_stages
    $fatal(1, "gh_phash_core: Stages is %0d; it must be 1, 3 or 6", Stages);
  end

  localparam int unsigned PhaseBits = $clog2(Period);
  typedef logic [PhaseBits-1:0] phase_t;

  // From the cycle of a start to the cycle in which its result is added up. With a ring it is one to
  // enter_next_i, 64 in gh_phash_ring_cipher, and one for the register of the results.
  localparam int unsigned Latency = Period * Stages + ((Stages == RingStages) ? 0 : 3);
  localparam int unsigned IndexBits = 8 * Levels;
  localparam int unsigned HighBits = (Levels == 1) ? 1 : 8 * (Levels - 1);
  // The longest time from one slot 0 to the next.
  localparam int unsigned Gap = (Period + Ciphers - 1) / Ciphers;
  localparam int unsigned Flight = Ciphers * Stages;  // messages of one block, under way
  localparam int unsigned Digests = (Flight <= 12) ? 16 : 1 << $clog2(Flight + 4);
  localparam int unsigned DigestBits = $clog2(Digests + 1);

  function automatic logic [Period-1:0][Slots-1:0] slot_table();
    logic [Period-1:0][Slots-1:0] result;
    for (int unsigned phase = 0; phase < Period; phase++) begin
      for (int unsigned i = 0; i < Slots; i++) begin
        result[phase][i] = (i < slots(Stages, Ciphers, phase));
      end
    end
    return result;
  endfunction
  localparam logic [Period-1:0][Slots-1:0] SlotTable = slot_table();

  localparam int unsigned Slices = 8;
  localparam bit Holds = Period / Ciphers >= 2;

  // The next blocks, as they start: taken of them go.
  block_t [Slots-1:0] block;
  logic [Slots-1:0] valid, is_final, is_error;
  logic [SlotBits-1:0] taken;

  if (Holds) begin : gen_holds
    localparam int unsigned BlockSliceBits = $bits(block_t) / Slices;
    block_t block_q;
    logic held_q, held_d, final_q, error_q;
    logic [Slices-1:0] loads;  // nothing is held: for a slice of the block each

    assign held_d = (held_q ? !taken : valid_i) && !rst_i;
    gh_copies #(
        .Copies(Slices)
    ) u_loads (
        .clk_i,
        .data_i(!held_d),
        .data_o(loads)
    );

    always_ff @(posedge clk_i) begin
      held_q <= held_d;
      if (!held_q) begin
        final_q <= final_i;
        error_q <= error_i;
      end
      for (int unsigned s = 0; s < Slices; s++) begin
        if (loads[s]) begin
          block_q[BlockSliceBits*s+:BlockSliceBits] <= block_i[0][BlockSliceBits*s+:BlockSliceBits];
        end
      end
    end

    assign take_o   = valid_i && !held_q;
    assign block    = block_q;
    assign valid    = held_q;
    assign is_final = final_q;
    assign is_error = error_q;

    `GH_ASSERT(takes_what_is_held, held_q || !taken, clk_i, rst_i)
    `GH_ASSERT(loads_where_none_is, loads == {Slices{!held_q}}, clk_i, rst_i)
    `GH_STABLE(held, held_q, taken, {error_q, final_q}, clk_i, rst_i)
    // Its operands are taken from there in the cycle after it starts.
    `GH_ASSERT(stays_for_a_cycle, !$past(held_q && !rst_i) || block_q == $past(block_q), clk_i,
               rst_i)
  end else begin : gen_passes
    assign take_o   = taken;
    assign block    = block_i;
    assign valid    = valid_i;
    assign is_final = final_i;
    assign is_error = error_i;
  end

  // What starts in this cycle. The choice is the longest path of control, so what it needs of a
  // counter is a register beside the counter.
  phase_t phase_q, phase_next;
  logic [Slots-1:0] slot_q;  // slots of this phase
  logic [7:0] place_q;  // of the next block in its group of 256
  logic [Slots-1:0] fills_q;  // a block at the slot is the 256th of its group
  logic [HighBits-1:0] group_q;  // number of its group
  logic many_q;  // it is not the first group
  logic too_long_q;  // the message has more blocks than there are indices
  logic deep_q;  // a message of several reductions has not started the last of them
  logic [DigestBits-1:0] reducing_q;  // messages that have started their last block, but not that
  logic [DigestBits-1:0] booked_q;  // digests that have not left
  logic full_q;  // no more can be booked
  logic idle_q;  // no encryption is under way
  logic digest_leaves, digest_booked, quiet, ends_ok, last_ok, waits;

  logic job_valid, job_goes;
  value_t job_key, job_plaintext;
  tag_t job_tag;

  logic [Slots-1:0] can, goes;
  logic [Slots-1:0][7:0] place;
  logic [Slots-1:0] ends;
  logic [SlotBits-1:0] started;
  logic any_goes, last_goes, deep_goes, end_goes, digest_goes, swallow, refuse;

  assign job_goes    = job_valid && slot_q[0];
  assign digest_goes = job_goes && job_tag.digest;
  assign last_ok     = !deep_q && !full_q;

  always_comb begin
    for (int unsigned i = 0; i < Slots; i++) begin
      // No block starts in the cycle after its group's end, so all are of one group.
      place[i] = place_q + 8'(i);
      ends[i]  = is_final[i] || fills_q[i];
      can[i]   = valid[i] && !is_error[i] && !too_long_q;
      if (ends[i] && !ends_ok) can[i] = 1'b0;
      if (is_final[i] && !last_ok) can[i] = 1'b0;
      // In order, and no more than one group ends in a cycle.
      if (i > 0) can[i] = can[i] && can[i-1] && !ends[i-1];
    end
    // A job takes slot 0 and moves the blocks up.
    started   = '0;
    last_goes = 1'b0;
    deep_goes = 1'b0;
    end_goes  = 1'b0;
    for (int unsigned i = 0; i < Slots; i++) begin
      goes[i] = slot_q[i] && can[i];
      if (job_goes) goes[i] = (i > 0) && slot_q[i] && can[(i==0)?0 : i-1];
      if (goes[i]) started = started + 1'b1;
    end
    for (int unsigned i = 0; i < Slots; i++) begin
      if (started == SlotBits'(i + 1)) begin
        last_goes = is_final[i];
        deep_goes = is_final[i] && many_q;
        end_goes  = ends[i];
      end
    end
  end

  // A message that can't be hashed: its blocks are dropped, it is answered when nothing is left of
  // the messages before it nor of itself.
  assign swallow = too_long_q && valid[0] && !is_final[0] && !is_error[0];
  assign refuse  = valid[0] && (is_error[0] || too_long_q && is_final[0]) && quiet && !full_q;
  assign taken   = (swallow || refuse) ? SlotBits'(1) : started;

  // Cycles since the last start.
  localparam int unsigned QuietBits = $clog2(Latency + 2);
  logic [QuietBits-1:0] since_q;
  assign any_goes = job_goes || (started != '0);
  assign quiet    = idle_q && !waits;

  // Cycles since the last group of blocks ended.
  if (Gap == 1) begin : gen_ends_always
    assign ends_ok = 1'b1;
  end else begin : gen_ends
    localparam int unsigned EndBits = $clog2(Gap);
    logic [EndBits-1:0] end_q;
    assign ends_ok = (end_q == '0);
    always_ff @(posedge clk_i) begin
      if (rst_i) end_q <= '0;
      else if (end_goes) end_q <= EndBits'(Gap - 1);
      else if (end_q != '0) end_q <= end_q - 1'b1;
    end
  end

  assign digest_leaves = digest_valid_o && digest_ready_i;
  assign digest_booked = last_goes || refuse;
  assign phase_next    = (phase_q == phase_t'(Period - 1)) ? '0 : phase_q + 1'b1;

  always_ff @(posedge clk_i) begin
    if (rst_i || (quiet && !any_goes)) begin
      phase_q <= '0;
      slot_q  <= SlotTable[0];
    end else begin
      phase_q <= phase_next;
      slot_q  <= SlotTable[phase_next];
    end

    if (rst_i) begin
      since_q <= '0;
      idle_q  <= 1'b1;
    end else if (any_goes) begin
      since_q <= QuietBits'(1);
      idle_q  <= 1'b0;
    end else begin
      since_q <= (since_q == QuietBits'(Latency)) ? '0 : since_q + QuietBits'(!idle_q);
      if (since_q == QuietBits'(Latency)) idle_q <= 1'b1;
    end

    if (rst_i || last_goes || refuse) begin
      place_q    <= '0;
      fills_q    <= '0;
      group_q    <= '0;
      many_q     <= 1'b0;
      too_long_q <= 1'b0;
    end else begin
      place_q <= place_q + 8'(started);
      for (int unsigned i = 0; i < Slots; i++) begin
        for (int unsigned j = 0; j <= Slots; j++) begin
          if (started == SlotBits'(j)) fills_q[i] <= (place_q == 8'(255 - i - j));
        end
      end
      if (end_goes) begin
        group_q    <= group_q + 1'b1;
        many_q     <= 1'b1;
        too_long_q <= (Levels == 1) || (group_q == '1);
      end
    end

    if (rst_i) reducing_q <= '0;
    else reducing_q <= reducing_q + DigestBits'(last_goes) - DigestBits'(digest_goes);

    if (rst_i) deep_q <= 1'b0;
    else if (deep_goes) deep_q <= 1'b1;
    else if (digest_goes && reducing_q == DigestBits'(1)) deep_q <= 1'b0;

    if (rst_i) booked_q <= '0;
    else booked_q <= booked_q + DigestBits'(digest_booked) - DigestBits'(digest_leaves);

    if (rst_i) full_q <= 1'b0;
    else if (digest_booked && !digest_leaves) full_q <= (booked_q == DigestBits'(Digests - 1));
    else if (digest_leaves && !digest_booked) full_q <= 1'b0;
  end

  // Operands of a slot, for whichever cipher starts with it. What might start is registered in every
  // cycle, and the choice with it: a choice that is made and spread over all bits of the operands in
  // one cycle would be the longest path of all.
  function automatic value_t numbered(logic [8*YBytes-1:0] y, logic [IndexBits-1:0] number);
    value_t v = value_t'(y);
    logic [127:0] wide = 128'(number);
    for (int unsigned i = 0; i < 16; i++) v[8*(YBytes+i)+:8] = wide[8*(15-i)+:8];
    return v;
  endfunction

  // verilator lint_off VARHIDDEN
  function automatic tag_t block_tag(logic valid, logic [7:0] at, logic ends_group, logic last);
    tag_t t;
    t       = '0;
    t.valid = valid;
    t.first = (at == '0);
    t.half  = at[7];
    t.ends  = ends_group;
    t.last  = last;
    return t;
  endfunction
  // verilator lint_on VARHIDDEN

  localparam int unsigned SliceBits = $bits(value_t) / Slices;
  value_t job_key_q, job_plaintext_q;
  logic job_goes_q;
  logic [Slices-1:0] job_moves;  // job_goes_q, for a slice of the operands each
  logic [Slots-1:0] goes_q;
  phase_t start_phase_q;

  gh_copies #(
      .Copies(Slices)
  ) u_job_moves (
      .clk_i,
      .data_i(job_goes),
      .data_o(job_moves)
  );
  always_ff @(posedge clk_i) begin
    job_key_q       <= job_key;
    job_plaintext_q <= job_plaintext;
    job_goes_q      <= job_goes && !rst_i;
    goes_q          <= rst_i ? '0 : goes;
    start_phase_q   <= phase_q;
  end

  value_t [Slots-1:0] block_key, block_plaintext, key_q, plaintext_q;
  tag_t [Slots-1:0] tag;

  for (genvar i = 0; i < Slots; i++) begin : gen_operands
    value_t key_moved, plaintext_moved;
    tag_t tag_own, tag_moved;

    if (Holds) begin : gen_held
      // The block is still where it was held.
      logic [IndexBits-1:0] number_q;
      always_ff @(posedge clk_i) number_q <= IndexBits'({group_q, place[i]});
      assign block_key[i]       = block[i][8*YBytes+:8*ZBytes];
      assign block_plaintext[i] = numbered(block[i][0+:8*YBytes], number_q);
    end else begin : gen_registered
      value_t own_key_q, own_plaintext_q;
      always_ff @(posedge clk_i) begin
        own_key_q       <= block[i][8*YBytes+:8*ZBytes];
        own_plaintext_q <= numbered(block[i][0+:8*YBytes], IndexBits'({group_q, place[i]}));
      end
      assign block_key[i]       = own_key_q;
      assign block_plaintext[i] = own_plaintext_q;
    end

    assign tag_own = block_tag(goes[i], place[i], ends[i], is_final[i]);
    if (i == 0) begin : gen_job
      assign key_moved       = job_key_q;
      assign plaintext_moved = job_plaintext_q;
      assign tag_moved       = job_tag;
    end else begin : gen_neighbour
      assign key_moved = block_key[i-1];
      assign plaintext_moved = block_plaintext[i-1];
      assign tag_moved = block_tag(goes[i], place[i-1], ends[i-1], is_final[i-1]);
    end

    assign tag[i] = job_goes ? tag_moved : tag_own;
    always_ff @(posedge clk_i) begin
      for (int unsigned s = 0; s < Slices; s++) begin
        key_q[i][SliceBits*s+:SliceBits] <= job_moves[s] ? key_moved[SliceBits*s+:SliceBits]
            : block_key[i][SliceBits*s+:SliceBits];
        plaintext_q[i][SliceBits*s+:SliceBits] <= job_moves[s]
            ? plaintext_moved[SliceBits*s+:SliceBits]
            : block_plaintext[i][SliceBits*s+:SliceBits];
      end
    end
  end

  // The ciphers. A result register is zero but when its cipher is done, so a slot's is their sum.
  value_t [Ciphers-1:0] result_q;
  for (genvar k = 0; k < Ciphers; k++) begin : gen_ciphers
    localparam int unsigned Slot = slot_of(Stages, Ciphers, k);
    localparam int unsigned Phase = start_phase(Stages, Ciphers, k);
    logic starts;
    logic [7:0] row_done;
    value_t ciphertext;

    assign starts = !rst_i && start_phase_q == phase_t'(Phase)
                  && (goes_q[Slot] || ((Slot == 0) && job_goes_q));

    if (Stages == RingStages) begin : gen_ring
      gh_phash_ring_cipher u_cipher (
          .clk_i,
          .rst_i,
          .enter_next_i(starts),
          .key_i       (key_q[Slot]),
          .plaintext_i (plaintext_q[Slot]),
          .ciphertext_o(ciphertext),
          .done_o      (row_done)
      );
    end else begin : gen_rounds
      logic [8:0] row_starts;
      logic unused_done;

      gh_copies #(
          .Copies(9)
      ) u_starts (
          .clk_i,
          .data_i(starts),
          .data_o(row_starts)
      );

      gh_w_cipher #(
          .Stages(Stages)
      ) u_cipher (
          .clk_i,
          .rst_i,
          .start_i     (row_starts),
          .key_i       (key_q[Slot]),
          .whitened_i  (key_q[Slot] ^ plaintext_q[Slot]),
          .ciphertext_o(ciphertext),
          .done_o      ({unused_done, row_done})
      );
    end

    always_ff @(posedge clk_i) begin
      for (int unsigned i = 0; i < 8; i++) begin
        result_q[k][64*i+:64] <= row_done[i] ? ciphertext[64*i+:64] : '0;
      end
    end
  end

  // What is known of the blocks and jobs in the ciphers, until a cycle before their results come.
  tag_t [Latency-2:0][Slots-1:0] tag_q;
  always_ff @(posedge clk_i) begin
    tag_q <= {tag_q[Latency-3:0], tag};
    if (rst_i) begin
      for (int unsigned i = 0; i < Latency - 1; i++) begin
        for (int unsigned j = 0; j < Slots; j++) tag_q[i][j].valid <= 1'b0;
      end
    end
  end

  value_t [Slots-1:0] value;
  always_comb begin
    value = '0;
    for (int unsigned k = 0; k < Ciphers; k++) value[slot_of(Stages, Ciphers, k)] |= result_q[k];
  end

  gh_phash_reducer #(
      .Slots      (Slots),
      .Levels     (Levels),
      // Beside a cipher in block memories; what starts apart leaves apart.
      .BlockMemory((Stages == RingStages) && Holds)
  ) u_reducer (
      .clk_i,
      .rst_i,
      .value_i        (value),
      .next_tag_i     (tag_q[Latency-2]),
      .forget_i       (refuse),
      .waits_o        (waits),
      .job_valid_o    (job_valid),
      .job_key_o      (job_key),
      .job_plaintext_o(job_plaintext),
      .job_tag_o      (job_tag),
      .job_ready_i    (slot_q[0])
  );

  // A refusal waits for a cycle in a register, as the digests' coming is told by one.
  logic refuse_q, digest_comes_q;
  always_ff @(posedge clk_i) begin
    refuse_q       <= refuse && !rst_i;
    digest_comes_q <= tag_q[Latency-2][0].valid && tag_q[Latency-2][0].digest && !rst_i;
  end

  gh_fifo #(
      .Width(512 + 1),
      .Depth(Digests)
  ) u_digests (
      .clk_i,
      .rst_i,
      .data_i ({refuse_q, value[0]}),
      .valid_i(refuse_q || digest_comes_q),
      .data_o ({digest_error_o, digest_o}),
      .valid_o(digest_valid_o),
      .ready_i(digest_ready_i)
  );

endmodule

`default_nettype wire
