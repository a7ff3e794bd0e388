// SPDX-License-Identifier: Apache-2.0
//
// Reduction of PHASH (Zalewski, section II; groups of 256 values, any number of levels).
//
// Values of a level come in their order, a cycle's values by rising slot; slot 0 alone brings
// values of level 1 and up. In a group, A is the exclusive-or of the first 128 values and B that of
// the others; a complete group is a job, W encryption of B under the key A, whose result is a value
// of the next level.
//
//   values of level 0 --> A, B in registers --> group ---------------------> job
//   values of level 1, 2 ... --> A, B of each level in memory: the stack --> job
//
// The tags are decoded a cycle ahead and reach the bits of the values from registers, a copy for
// each slice of 64 bits.
//
// A group of level 0 waits in registers for the next slot 0.
// A group of a higher level waits in the stack, which has two places a level: a message's last group
// of a level may be complete a few cycles after the one before it. A third can't be: a level's value
// stands for 256 of the level below, or ends its message, and then no group of that level is complete
// before 256 blocks of the next message are.
//
// With BlockMemory, which asks for one slot, the stack is in block memories. A read of a place in
// the cycle in which it is written returns an unknown value, so values for the stack do not come in
// adjacent cycles, and a group that waits was written a cycle earlier. While none waits, what is
// read is not used.

`include "gh_assert.svh"

`default_nettype none

module gh_phash_reducer
  import gh_phash_pkg::*;
#(
    parameter int unsigned Slots = 1,
    parameter int unsigned Levels = 4,
    parameter bit BlockMemory = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire value_t [Slots-1:0] value_i,     // zero where there is none
    input wire tag_t   [Slots-1:0] next_tag_i,  // of the values that come in the next cycle
    input wire logic               forget_i,    // abandon the message whose values came last

    output wire logic waits_o,  // there is a group to reduce
    output wire logic job_valid_o,
    output wire value_t job_key_o,
    output wire value_t job_plaintext_o,
    output wire tag_t job_tag_o,
    input wire logic job_ready_i
);

  if (Levels < 1 || Levels > 16) begin : gen_check_levels
    $fatal(1, "gh_phash_reducer: Levels is %0d; it must be 1 to 16", Levels);
  end

  localparam int unsigned Slices = 8;
  localparam int unsigned SliceBits = $bits(value_t) / Slices;
  // Levels whose groups wait in the stack: entry i is for groups of values of level i + 1.
  localparam int unsigned Entries = (Levels == 1) ? 1 : Levels - 1;
  localparam int unsigned EntryBits = (Entries == 1) ? 1 : $clog2(Entries);

  typedef logic [SliceBits-1:0] slice_t;
  typedef struct packed {
    logic [EntryBits-1:0] entry;
    logic                 odd;    // which of its level's two places
  } address_t;

  // What steers the bits of the values.
  typedef struct packed {
    logic [Slots-1:0] to_a;         // values of level 0 to be added to A
    logic [Slots-1:0] to_b;
    logic             first;        // one of them is the first of its group
    logic             any_a;
    logic             ends;         // one is the last of its group
    logic             group_valid;  // a group of level 0 waits
    logic             adds;         // slot 0 brings a value for the stack
    logic             adds_first;
    logic             adds_half;
    address_t         address;      // of the place where it is added, or whose group is shown
  } control_t;
  control_t control_d, control_q;
  control_t [Slices:0] control;  // the last for what is decided here
  assign control_q = control[Slices];
  logic unused;
  assign unused = ^control_q;

  gh_copies #(
      .Width ($bits(control_t)),
      .Copies(Slices + 1)
  ) u_control (
      .clk_i,
      .data_i(control_d),
      .data_o(control)
  );

  // Groups of level 0.
  logic group_taken, group_last_q, ends_last_q;
  logic [Slots-1:0] comes, comes_half, comes_first, comes_end, comes_last;
  for (genvar i = 0; i < Slots; i++) begin : gen_comes
    assign comes[i]       = next_tag_i[i].valid && (next_tag_i[i].level == '0) && !rst_i;
    assign comes_first[i] = next_tag_i[i].first;
    assign comes_half[i]  = next_tag_i[i].half;
    assign comes_end[i]   = next_tag_i[i].ends;
    assign comes_last[i]  = next_tag_i[i].last;
    `GH_REQUIRE(zero_where_there_is_none, $past(next_tag_i[i].valid || rst_i) || value_i[i] == '0,
                clk_i, rst_i)
    `GH_REQUIRE(others_bring_blocks, i == 0 || !next_tag_i[i].valid || next_tag_i[i].level == '0,
                clk_i, rst_i)
  end

  assign group_taken = job_ready_i && control_q.group_valid;

  // A job's result has a place among the values of its level.
  typedef struct packed {
    logic       many;   // 256 or more went before
    logic [7:0] place;
  } count_t;
  count_t [Levels:1] count_q;

  function automatic tag_t job_tag(logic [4:0] level, count_t count, logic last);
    tag_t tag;
    tag.valid  = 1'b1;
    tag.level  = level;
    tag.first  = (count.place == '0);
    tag.half   = count.place[7];
    tag.ends   = last || (count.place == '1);
    tag.last   = last;
    tag.digest = last && (count == '0);
    return tag;
  endfunction

  // Groups of the higher levels.
  logic [Entries-1:0][1:0] waits_q, waits_last_q;
  logic [Entries-1:0] odd_d, odd_q;  // the group that grows is in the odd place
  logic [EntryBits-1:0] adding;
  address_t waiting;
  count_t waiting_count;
  tag_t stack_tag_q;
  logic adds, adds_end_q, adds_last_q, shows_q, stack_taken;

  // The top level's only value is the digest; another one belongs to a message that is too long.
  assign adds = next_tag_i[0].valid && next_tag_i[0].level != '0 && !next_tag_i[0].digest
              && next_tag_i[0].level < 5'(Levels) && !rst_i;
  assign adding = EntryBits'(next_tag_i[0].level - 1'b1);
  assign stack_taken = job_ready_i && !control_q.group_valid && shows_q;

  // The lowest level first, and of its groups the older one: where both wait, the next to grow takes
  // the older one's place.
  always_comb begin
    waiting       = '0;
    waiting_count = '0;
    for (int i = Entries - 1; i >= 0; i--) begin
      if (waits_q[i] != '0) begin
        waiting.entry = EntryBits'(i);
        waiting.odd   = odd_q[i] ^ !waits_q[i][odd_q[i]];
        waiting_count = count_q[(Levels==1)?1 : i+2];
      end
    end
  end

  always_comb begin
    odd_d = odd_q;
    if (adds_end_q) odd_d[control_q.address.entry] = !control_q.address.odd;
  end

  always_comb begin
    control_d.to_a        = comes & ~comes_half;
    control_d.to_b        = comes & comes_half;
    control_d.first       = |(comes & comes_first);
    control_d.any_a       = |(comes & ~comes_half);
    control_d.ends        = |(comes & comes_end);
    control_d.group_valid = (control_q.ends || control_q.group_valid && !group_taken) && !rst_i;
    control_d.adds        = adds;
    control_d.adds_first  = next_tag_i[0].first;
    control_d.adds_half   = next_tag_i[0].half;
    // The stack's one port is a value's when one comes; else it shows a group that waits.
    control_d.address     = waiting;
    if (adds) begin
      control_d.address.entry = adding;
      control_d.address.odd   = odd_d[adding];
    end
  end

  always_ff @(posedge clk_i) begin
    ends_last_q <= |(comes & comes_last);
    if (control_q.ends) group_last_q <= ends_last_q;

    adds_end_q <= adds && next_tag_i[0].ends;
    adds_last_q <= next_tag_i[0].last;
    odd_q <= rst_i ? '0 : odd_d;

    // What the scheduling needs to know of the group that is shown is made a cycle ahead.
    shows_q <= !adds && (waits_q != '0) && !stack_taken && !rst_i;
    stack_tag_q <= job_tag(
        5'(waiting.entry) + 5'd2, waiting_count, waits_last_q[waiting.entry][waiting.odd]
    );

    if (stack_taken) waits_q[control_q.address.entry][control_q.address.odd] <= 1'b0;
    if (adds_end_q) begin
      waits_q[control_q.address.entry][control_q.address.odd]      <= 1'b1;
      waits_last_q[control_q.address.entry][control_q.address.odd] <= adds_last_q;
    end
    if (rst_i) waits_q <= '0;
  end

  // The values.
  for (genvar s = 0; s < Slices; s++) begin : gen_slices
    // verilator lint_off UNUSEDSIGNAL
    control_t c;  // of which one level uses a part
    // verilator lint_on UNUSEDSIGNAL
    slice_t a_q, b_q, a_next, b_next, group_a_q, group_b_q, stack_a, stack_b;
    assign c = control[s];

    always_comb begin
      a_next = c.first ? '0 : a_q;
      // B is cleared for as long as values of the first half come.
      b_next = c.any_a ? '0 : b_q;
      for (int unsigned i = 0; i < Slots; i++) begin
        if (c.to_a[i]) a_next ^= value_i[i][SliceBits*s+:SliceBits];
        if (c.to_b[i]) b_next ^= value_i[i][SliceBits*s+:SliceBits];
      end
    end

    always_ff @(posedge clk_i) begin
      a_q <= a_next;
      b_q <= b_next;
      if (c.ends) begin
        group_a_q <= a_next;
        group_b_q <= b_next;
      end
    end

    if (Levels == 1) begin : gen_no_stack
      assign stack_a = '0;
      assign stack_b = '0;
    end else begin : gen_stack
      slice_t value, next_a, next_b;
      assign value  = value_i[0][SliceBits*s+:SliceBits];
      assign next_a = (c.adds_first ? '0 : stack_a) ^ (c.adds_half ? '0 : value);
      assign next_b = c.adds_half ? stack_b ^ value : '0;

      if (BlockMemory) begin : gen_block
        (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
           ramstyle = "no_rw_check", no_rw_check *)
        slice_t memory_a[1<<$bits(address_t)];
        (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
           ramstyle = "no_rw_check", no_rw_check *)
        slice_t memory_b[1<<$bits(address_t)];
        slice_t read_a_q, read_b_q;
        assign stack_a = read_a_q;
        assign stack_b = read_b_q;

        always_ff @(posedge clk_i) begin
          read_a_q <= memory_a[control_d.address];
          read_b_q <= memory_b[control_d.address];
          if (c.adds) begin
            memory_a[c.address] <= next_a;
            memory_b[c.address] <= next_b;
          end
        end
      end else begin : gen_distributed
        (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
        slice_t memory_a[1<<$bits(address_t)];
        (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
        slice_t memory_b[1<<$bits(address_t)];
        assign stack_a = memory_a[c.address];
        assign stack_b = memory_b[c.address];

        always_ff @(posedge clk_i) begin
          if (c.adds) begin
            memory_a[c.address] <= next_a;
            memory_b[c.address] <= next_b;
          end
        end
      end
    end

    assign job_key_o[SliceBits*s+:SliceBits]       = c.group_valid ? group_a_q : stack_a;
    assign job_plaintext_o[SliceBits*s+:SliceBits] = c.group_valid ? group_b_q : stack_b;
  end

  // The job that goes next.
  assign waits_o = control_q.group_valid || (waits_q != '0);
  assign job_valid_o = control_q.group_valid || shows_q;
  assign job_tag_o = control_q.group_valid ? job_tag(5'd1, count_q[1], group_last_q) : stack_tag_q;

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 1; i <= Levels; i++) begin
      if (rst_i || forget_i) count_q[i] <= '0;
      else if (job_ready_i && job_valid_o && job_tag_o.level == 5'(i)) begin
        count_q[i].place <= job_tag_o.last ? '0 : count_q[i].place + 1'b1;
        count_q[i].many  <= !job_tag_o.last && (count_q[i].many || count_q[i].place == '1);
      end
    end
  end

  `GH_REQUIRE(one_group_ends, $onehot0(comes & comes_end), clk_i, rst_i)
  `GH_REQUIRE(groups_end_apart, !control_q.ends || !control_q.group_valid || group_taken, clk_i,
              rst_i)
  `GH_REQUIRE(forgets_at_rest, !forget_i || !waits_o, clk_i, rst_i)
  if (BlockMemory) begin : gen_reads
    `GH_REQUIRE(values_come_apart, !adds || !control_q.adds, clk_i, rst_i)
    `GH_ASSERT(reads_what_is_written,
               waits_q == '0 || !control_q.adds || control_d.address != control_q.address, clk_i,
               rst_i)
  end
  `GH_ASSERT(two_places_are_enough,
             !control_q.adds || !waits_q[control_q.address.entry][control_q.address.odd], clk_i,
             rst_i)
  `GH_ASSERT(shows_what_waits, !shows_q || waits_q[control_q.address.entry][control_q.address.odd],
             clk_i, rst_i)

endmodule

`default_nettype wire
