// SPDX-License-Identifier: Apache-2.0
//
// Reduction of PHASH (Zalewski, section II; groups of 256 values, any number of levels).
//
// Values come in the order of their levels, a cycle's values by rising lane; lane 0 alone brings
// values of level 1 and up. Of a group, A is the exclusive-or of the first 128 values and B that of
// the others; a complete group is a job, W encryption of B under the key A, whose result is a value
// of the next level.
//
//   values of level 0 --> A, B in registers --> group ---------------------> job
//   values of level 1, 2 ... --> A, B of each level in memory: the stack --> job
//
// A group of level 0 waits in registers for the next start of a cipher on lane 0, and whoever
// schedules lets no two such groups end closer together than the longest time between two starts.
// A group of a higher level waits in the stack, which has two places a level: a message's last group
// of a level may be complete a few cycles after the one before it. A third can't be: a level's value
// stands for 256 of the level below, or ends its message, and then no group of that level is complete
// before 256 blocks of the next message are.

`default_nettype none

module gh_phash_reducer
  import gh_phash_pkg::*;
#(
    parameter int unsigned Lanes  = 1,
    parameter int unsigned Levels = 4
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire value_t [Lanes-1:0] value_i,     // zero where there is none
    input wire tag_t   [Lanes-1:0] next_tag_i,  // of the values that come in the next cycle
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

  // Groups of level 0. What the tags say is known a cycle ahead and reaches all bits from registers.
  value_t a_q, b_q, a_next, b_next;
  value_t group_a_q, group_b_q;
  logic group_valid_q, group_last_q;
  logic [Lanes-1:0] to_a_q, to_b_q;
  logic first_q, any_a_q, ends_q, last_q;

  logic [Lanes-1:0] comes, comes_first, comes_half, comes_end, comes_last;
  for (genvar i = 0; i < Lanes; i++) begin : gen_comes
    assign comes[i]       = next_tag_i[i].valid && (next_tag_i[i].level == '0) && !rst_i;
    assign comes_first[i] = next_tag_i[i].first;
    assign comes_half[i]  = next_tag_i[i].half;
    assign comes_end[i]   = next_tag_i[i].ends;
    assign comes_last[i]  = next_tag_i[i].last;
  end

  always_ff @(posedge clk_i) begin
    to_a_q  <= comes & ~comes_half;
    to_b_q  <= comes & comes_half;
    first_q <= |(comes & comes_first);
    any_a_q <= |(comes & ~comes_half);
    ends_q  <= |(comes & comes_end);
    last_q  <= |(comes & comes_last);
  end

  always_comb begin
    a_next = first_q ? '0 : a_q;
    // B is cleared for as long as values of the first half come.
    b_next = any_a_q ? '0 : b_q;
    for (int unsigned i = 0; i < Lanes; i++) begin
      if (to_a_q[i]) a_next ^= value_i[i];
      if (to_b_q[i]) b_next ^= value_i[i];
    end
  end

  logic group_taken;
  always_ff @(posedge clk_i) begin
    a_q <= a_next;
    b_q <= b_next;
    if (ends_q) begin
      group_a_q    <= a_next;
      group_b_q    <= b_next;
      group_last_q <= last_q;
    end
    if (rst_i) group_valid_q <= 1'b0;
    else if (ends_q) group_valid_q <= 1'b1;
    else if (group_taken) group_valid_q <= 1'b0;
  end
  assign group_taken = job_ready_i && group_valid_q;

  // A job's result has a place among the values of its level.
  typedef struct packed {
    logic       many;   // 256 or more went before
    logic [7:0] place;
  } count_t;
  count_t [Levels:1] count_q;

  function automatic tag_t job_tag(logic [4:0] level, count_t count, logic last);
    return
    '{
        valid: 1'b1,
        level: level,
        first: count.place == '0,
        half: count.place[7],
        ends: last || count.place == '1,
        last: last,
        digest: last && count == '0
    }
    ;
  endfunction

  // Groups of the higher levels: entry i holds values of level i + 1.
  logic stack_valid, stack_waits;
  value_t stack_a, stack_b;
  tag_t stack_tag;

  if (Levels == 1) begin : gen_no_stack
    assign stack_valid = 1'b0;
    assign stack_waits = 1'b0;
    assign stack_a     = '0;
    assign stack_b     = '0;
    assign stack_tag   = '0;
  end else begin : gen_stack
    localparam int unsigned Entries = Levels - 1;
    localparam int unsigned EntryBits = (Entries == 1) ? 1 : $clog2(Entries);
    typedef struct packed {
      logic [EntryBits-1:0] entry;
      logic                 odd;    // which of its level's two places
    } address_t;

    (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
    value_t memory_a[1<<$bits(address_t)];
    (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
    value_t memory_b[1<<$bits(address_t)];

    logic [Entries-1:0][1:0] waits_q, waits_last_q;
    logic [Entries-1:0] odd_d, odd_q;  // the group that grows is in the odd place
    logic [EntryBits-1:0] adding;
    address_t waiting, waiting_q, address_q;
    count_t waiting_count;
    tag_t tag_q, stack_tag_q;
    logic adds, adds_q, shows_q, stack_taken;

    // The top level's only value is the digest; another one belongs to a message that is too long.
    assign adds = next_tag_i[0].valid && next_tag_i[0].level != '0 && !next_tag_i[0].digest
                && next_tag_i[0].level < 5'(Levels) && !rst_i;
    assign adding = EntryBits'(next_tag_i[0].level - 1'b1);

    // The lowest level first, and of its groups the older one: where both wait, the next to grow
    // takes the older one's place.
    always_comb begin
      waiting       = '0;
      waiting_count = '0;
      for (int i = Entries - 1; i >= 0; i--) begin
        if (waits_q[i] != '0) begin
          waiting       = '{entry: EntryBits'(i), odd: odd_q[i] ^ !waits_q[i][odd_q[i]]};
          waiting_count = count_q[i+2];
        end
      end
    end

    // The memories' one port is a value's when one comes; else it shows a group that waits. What the
    // scheduling needs to know of that group is made a cycle ahead: the address itself drives the
    // memories of all bits.
    always_ff @(posedge clk_i) begin
      tag_q <= next_tag_i[0];
      adds_q <= adds;
      shows_q <= !adds && (waits_q != '0) && !stack_taken && !rst_i;
      address_q <= adds ? '{entry: adding, odd: odd_d[adding]} : waiting;
      waiting_q <= waiting;
      stack_tag_q <= job_tag(
          5'(waiting.entry) + 5'd2, waiting_count, waits_last_q[waiting.entry][waiting.odd]
      );
    end
    logic unused;
    assign unused      = ^{tag_q.valid, tag_q.digest, tag_q.level};

    assign stack_a     = memory_a[address_q];
    assign stack_b     = memory_b[address_q];
    assign stack_valid = shows_q;
    assign stack_waits = (waits_q != '0);
    assign stack_taken = job_ready_i && !group_valid_q && shows_q;
    assign stack_tag   = stack_tag_q;

    always_ff @(posedge clk_i) begin
      if (adds_q) begin
        memory_a[address_q] <= (tag_q.first ? '0 : stack_a) ^ (tag_q.half ? '0 : value_i[0]);
        memory_b[address_q] <= tag_q.half ? stack_b ^ value_i[0] : '0;
      end

      odd_q <= rst_i ? '0 : odd_d;
      if (stack_taken) waits_q[waiting_q.entry][waiting_q.odd] <= 1'b0;
      if (adds_q && tag_q.ends) begin
        waits_q[address_q.entry][address_q.odd]      <= 1'b1;
        waits_last_q[address_q.entry][address_q.odd] <= tag_q.last;
      end
      if (rst_i) waits_q <= '0;
    end

    always_comb begin
      odd_d = odd_q;
      if (adds_q && tag_q.ends) odd_d[address_q.entry] = !address_q.odd;
    end
  end

  // The job that goes next.
  assign waits_o         = group_valid_q || stack_waits;
  assign job_valid_o     = group_valid_q || stack_valid;
  assign job_key_o       = group_valid_q ? group_a_q : stack_a;
  assign job_plaintext_o = group_valid_q ? group_b_q : stack_b;
  assign job_tag_o       = group_valid_q ? job_tag(5'd1, count_q[1], group_last_q) : stack_tag;

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 1; i <= Levels; i++) begin
      if (rst_i || forget_i) count_q[i] <= '0;
      else if (job_ready_i && job_valid_o && job_tag_o.level == 5'(i)) begin
        count_q[i].place <= job_tag_o.last ? '0 : count_q[i].place + 1'b1;
        count_q[i].many  <= !job_tag_o.last && (count_q[i].many || count_q[i].place == '1);
      end
    end
  end

endmodule

`default_nettype wire
