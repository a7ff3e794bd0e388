// SPDX-License-Identifier: Apache-2.0
//
// Tree hashing of Skein-512 and Skein-256 (version 1.3, section 3.5.6), with the blocks of many leaves in
// flight: message stream in, digest stream out. A message at a time; the next one may enter when the answer
// has left.
//
//   s_axis --> gh_tree_leaves --> gh_skein_piped_core --> results --> m_axis
//                                      ^                     |
//                                      +-- gh_tree_nodes <---+
//
// A leaf has 2**LeafBits blocks, a node 2**FanBits results, the tree at most Height levels: Y_l, Y_f and Y_m
// of the specification. Leaves of up to 32 blocks are buffered whole, sixteen of them. Nodes are processed
// one block at a time, which keeps up with leaves of 32 blocks or more. Streams are as in gh_hash_shell; a
// digest has at most as many bits as the state.

`include "gh_assert.svh"

`default_nettype none

module gh_skein_tree #(
    parameter int unsigned StateBits = 512,  // 256 or 512
    parameter int unsigned RoundsPerPass = 8,  // 4 or 8
    parameter int unsigned LeafBits = 5,  // Y_l, 1 to 255
    parameter int unsigned FanBits = 4,  // Y_f, 1 to 255
    parameter int unsigned Height = 255,  // Y_m, 2 to 255
    parameter int unsigned DigestBits = StateBits,
    parameter bit Registered = 1'b0
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [63:0] s_axis_tdata,
    input  wire logic [ 7:0] s_axis_tkeep,
    input  wire logic        s_axis_tlast,
    input  wire logic        s_axis_tvalid,
    output wire logic        s_axis_tready,

    output wire logic [63:0] m_axis_tdata,
    output wire logic [ 7:0] m_axis_tkeep,
    output wire logic        m_axis_tlast,
    output wire logic        m_axis_tuser,
    output wire logic        m_axis_tvalid,
    input  wire logic        m_axis_tready
);

  if (StateBits != 256 && StateBits != 512) begin : gen_check_state
    $fatal(1, "gh_skein_tree: StateBits is %0d; it must be 256 or 512", StateBits);
  end
  if (LeafBits < 1 || LeafBits > 255) begin : gen_check_leaf
    $fatal(1, "gh_skein_tree: LeafBits is %0d; it must be 1 to 255", LeafBits);
  end
  if (FanBits < 1 || FanBits > 255) begin : gen_check_fan
    $fatal(1, "gh_skein_tree: FanBits is %0d; it must be 1 to 255", FanBits);
  end
  if (Height < 2 || Height > 255) begin : gen_check_height
    $fatal(1, "gh_skein_tree: Height is %0d; it must be 2 to 255", Height);
  end

  localparam int unsigned Words = StateBits / 64;
  localparam int unsigned WordBits = $clog2(Words);
  localparam int unsigned Slots = 16;
  localparam int unsigned SlotBits = $clog2(Slots);
  localparam int unsigned SlotBlocks = (LeafBits < 5) ? 1 << LeafBits : 32;
  localparam int unsigned MostBits = 60 - WordBits - SlotBits;
  localparam int unsigned BlockBits = (LeafBits < MostBits) ? LeafBits : MostBits;
  localparam int unsigned NumberBits = 61 - WordBits - BlockBits;  // of a leaf
  localparam int unsigned Nodes = (NumberBits + FanBits - 1) / (FanBits + 32'(FanBits == 0)) + 1;
  localparam int unsigned LevelBits = ($clog2(Nodes) > SlotBits) ? $clog2(Nodes) : SlotBits;
  localparam int unsigned IdBits = 1 + LevelBits;
  localparam int unsigned EarlierBits = 61 - WordBits;
  localparam int unsigned SizeBits = WordBits + 4;
  localparam int unsigned Beats = (DigestBits + 63) / 64;
  localparam logic [7:0] EndKeep = 8'hff >> (8 * Beats - DigestBits / 8);

  // In reset at power-up: registers may begin with any value.
  logic rst_q, rst_pins;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;
  // What drives the pins is silent as soon as rst_q is set.
  assign rst_pins = rst_q || !aresetn;

  typedef struct packed {
    logic        user;
    logic        last;
    logic [7:0]  keep;
    logic [63:0] data;
  } beat_t;
  localparam int unsigned SliceMode = Registered ? 3 : 0;
  beat_t entering, leaving_q;
  logic entering_valid, entering_ready, leaving_valid_q, leaving_ready;
  gh_register_slice #(
      .Width($bits(beat_t)),
      .Mode (SliceMode)
  ) u_in (
      .clk_i  (aclk),
      .rst_i  (rst_pins),
      .data_i ({1'b0, s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
      .valid_i(s_axis_tvalid),
      .ready_o(s_axis_tready),
      .data_o (entering),
      .valid_o(entering_valid),
      .ready_i(entering_ready)
  );

  typedef enum logic [2:0] {
    Message,
    Process,
    Answer,
    Drain,    // the rest of a malformed packet
    Error
  } state_e;
  state_e state_q;
  logic begun_q, odd, takes, leaves_ready, clear_q, ends, moves;
  logic [3:0] bytes;
  assign odd = entering.last
      ? (entering.keep & (entering.keep + 1'b1)) != '0 || !entering.keep[0] && begun_q
      : !(&entering.keep);
  assign takes = entering_valid && entering_ready;
  assign entering_ready = !rst_q && (state_q == Message && leaves_ready || state_q == Drain);
  always_comb begin
    bytes = '0;
    for (int unsigned i = 0; i < 8; i++) bytes += 4'(entering.keep[i]);
  end

  // The block that the core takes: a node's before a leaf's. It waits in a register.
  typedef struct packed {
    logic                   node;
    logic [LevelBits-1:0]   place;    // level of a node, slot of a leaf
    logic                   first;
    logic                   ends;
    logic                   root;
    logic [6:0]             level;    // of the tree
    logic [EarlierBits-1:0] earlier;  // blocks of its level before it
    logic [SizeBits-1:0]    size;     // its bytes
    logic                   of_leaf;  // a node's block: whose result it is
    logic [LevelBits-1:0]   source;
    logic [BlockBits-1:0]   block;    // of a leaf
  } job_t;
  job_t job_q;
  logic job_valid_q, core_ready, chooses;
  logic [SlotBits-1:0] leaf_slot, next_slot;
  logic [BlockBits-1:0] leaf_block;
  logic leaf_first, leaf_ends, leaf_only, leaf_valid, complete, last_leaf, frees;
  logic [63:0] leaf_word;
  logic [EarlierBits-1:0] leaf_earlier;
  logic [SizeBits-1:0] leaf_size;
  logic [NumberBits-1:0] node_earlier;
  logic [LevelBits-1:0] node_level;
  logic node_leaf, node_first, node_ends, node_root, node_valid;
  logic done, answered, unused_error;
  logic [IdBits-1:0] done_stream, answer_stream;
  logic result_valid;
  logic [IdBits-1:0] result_stream;
  logic [WordBits-1:0] number, result_number;
  logic [63:0] result_data;

  assign chooses = !job_valid_q || core_ready;
  always_ff @(posedge aclk) begin
    if (chooses && node_valid) begin
      job_q <= '{
          node: 1'b1,
          place: node_level,
          first: node_first,
          ends: node_ends,
          root: node_root,
          level: 7'(node_level) + 7'd2,
          earlier: EarlierBits'(node_earlier),
          size: SizeBits'(StateBits / 8),
          of_leaf: node_leaf,
          source: node_leaf ? LevelBits'(next_slot) : node_level - 1'b1,
          block: '0
      };
    end else if (chooses) begin
      job_q <= '{
          node: 1'b0,
          place: LevelBits'(leaf_slot),
          first: leaf_first,
          ends: leaf_ends,
          root: leaf_ends && leaf_only,
          level: 7'd1,
          earlier: leaf_earlier,
          size: leaf_size,
          of_leaf: 1'b0,
          source: '0,
          block: leaf_block
      };
    end
    if (rst_q || clear_q) job_valid_q <= 1'b0;
    else if (chooses) job_valid_q <= node_valid || leaf_valid;
  end

  gh_tree_leaves #(
      .BlockWords(Words),
      .LeafBits  (LeafBits),
      .Slots     (Slots),
      .SlotBlocks(SlotBlocks)
  ) u_leaves (
      .clk_i       (aclk),
      .rst_i       (rst_q || clear_q),
      .word_i      (entering.data),
      .size_i      (bytes),
      .last_i      (entering.last),
      .valid_i     (takes && state_q == Message && !odd),
      .ready_o     (leaves_ready),
      .slot_o      (leaf_slot),
      .block_o     (leaf_block),
      .first_o     (leaf_first),
      .ends_o      (leaf_ends),
      .only_o      (leaf_only),
      .earlier_o   (leaf_earlier),
      .size_o      (leaf_size),
      .valid_o     (leaf_valid),
      .ready_i     (chooses && !node_valid),
      .read_i      (core_ready && !job_q.node),
      .read_slot_i (job_q.place[SlotBits-1:0]),
      .read_block_i(job_q.block),
      .read_ends_i (job_q.ends),
      .number_i    (number),
      .word_o      (leaf_word),
      .done_i      (done && !done_stream[LevelBits]),
      .done_slot_i (done_stream[SlotBits-1:0]),
      .next_i      (next_slot),
      .complete_o  (complete),
      .last_o      (last_leaf),
      .free_i      (frees)
  );

  gh_tree_nodes #(
      .FanBits   (FanBits),
      .Height    (Height),
      .Slots     (Slots),
      .NumberBits(NumberBits),
      .Levels    (1 << LevelBits)
  ) u_nodes (
      .clk_i     (aclk),
      .rst_i     (rst_q || clear_q),
      .next_o    (next_slot),
      .complete_i(complete),
      .last_i    (last_leaf),
      .free_o    (frees),
      .level_o   (node_level),
      .leaf_o    (node_leaf),
      .first_o   (node_first),
      .ends_o    (node_ends),
      .root_o    (node_root),
      .earlier_o (node_earlier),
      .valid_o   (node_valid),
      .ready_i   (chooses),
      .done_i    (done && done_stream[LevelBits])
  );

  // Words of results: of a leaf in its slot, of a node in its level.
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  logic [63:0] results[(1<<IdBits)*Words];
  logic [63:0] result_q, node_word_q;
  logic [IdBits-1:0] reading_q, answer_q;
  logic node_q;
  logic [1:0] is_node_q;
  logic [WordBits-1:0] beat_q;
  always_ff @(posedge aclk) begin
    if (result_valid) results[{result_stream, result_number}] <= result_data;
    if (core_ready) {node_q, reading_q} <= {job_q.node, !job_q.of_leaf, job_q.source};
    is_node_q <= {is_node_q[0], core_ready ? job_q.node : node_q};
    if (state_q != Answer || moves) begin
      result_q <= results[(state_q == Answer) ? {answer_q, beat_q}
          : {core_ready ? {!job_q.of_leaf, job_q.source} : reading_q, number}];
    end
    node_word_q <= result_q;
  end

  gh_skein_piped_core #(
      .StateWords   (Words),
      .RoundsPerPass(RoundsPerPass),
      .Streams      (1 << IdBits),
      .DigestBits   (DigestBits),
      .Tree         ({8'(Height), 8'(FanBits), 8'(LeafBits)})
  ) u_core (
      .clk_i          (aclk),
      .rst_i          (rst_q || clear_q),
      .stream_i       ({job_q.node, job_q.place}),
      .first_i        (job_q.first),
      .ends_i         (job_q.ends),
      .output_i       (job_q.root),
      .error_i        (1'b0),
      .level_i        (job_q.level),
      .position_i     ({job_q.earlier, {(WordBits + 3) {1'b0}}} + 64'(job_q.size)),
      .valid_i        (job_valid_q),
      .ready_o        (core_ready),
      .number_o       (number),
      .word_i         (is_node_q[1] ? node_word_q : leaf_word),
      .done_o         (done),
      .done_stream_o  (done_stream),
      .result_valid_o (result_valid),
      .result_stream_o(result_stream),
      .result_number_o(result_number),
      .result_o       (result_data),
      .answer_o       (answered),
      .answer_stream_o(answer_stream),
      .answer_error_o (unused_error)
  );

  // The answer: a beat is addressed, is at the memory's output, and is in the register that leaves.
  logic read_q, read_last_q, all_q;
  assign moves = !leaving_valid_q || leaving_ready;
  assign ends  = leaving_valid_q && leaving_ready && leaving_q.last;
  always_ff @(posedge aclk) begin
    if (moves) begin
      leaving_q <= '{
          user: state_q == Error,
          last: state_q == Error || read_last_q,
          keep: (state_q == Answer && read_last_q) ? EndKeep : '1,
          data: (state_q == Error) ? '0 : result_q
      };
      for (int unsigned i = 0; i < 8; i++) begin
        if (read_last_q && !EndKeep[i]) leaving_q.data[8*i+:8] <= '0;
      end
      read_last_q <= beat_q == WordBits'(Beats - 1);
      beat_q      <= beat_q + 1'b1;
      all_q       <= all_q || beat_q == WordBits'(Beats - 1);
    end
    if (answered) answer_q <= answer_stream;
    if (state_q != Answer) begin
      {beat_q, all_q, read_last_q} <= '0;
    end

    clear_q <= ends || takes && odd && state_q == Message;
    unique case (state_q)
      Message: begin
        if (takes) begin
          begun_q <= 1'b1;
          if (odd) state_q <= entering.last ? Error : Drain;
          else if (entering.last) state_q <= Process;
        end
      end
      Process: if (answered) state_q <= Answer;
      Drain:   if (takes && entering.last) state_q <= Error;
      default: if (ends) {state_q, begun_q} <= {Message, 1'b0};
    endcase
    if (moves) begin
      read_q <= state_q == Answer && !all_q;
      leaving_valid_q <= (state_q == Answer) ? read_q : state_q == Error && !leaving_valid_q;
    end
    if (rst_q) begin
      {state_q, begun_q, clear_q, read_q, leaving_valid_q} <= {Message, 4'd0};
    end
  end

  gh_register_slice #(
      .Width($bits(beat_t)),
      .Mode (SliceMode)
  ) u_out (
      .clk_i  (aclk),
      .rst_i  (rst_pins),
      .data_i (leaving_q),
      .valid_i(leaving_valid_q && !rst_q),
      .ready_o(leaving_ready),
      .data_o ({m_axis_tuser, m_axis_tlast, m_axis_tkeep, m_axis_tdata}),
      .valid_o(m_axis_tvalid),
      .ready_i(m_axis_tready)
  );

  logic unused;
  assign unused = ^{entering.user, unused_error};

endmodule

`default_nettype wire
