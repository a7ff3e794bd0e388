// SPDX-License-Identifier: Apache-2.0
//
// SHA3-224, -256, -384, -512, SHAKE128 and SHAKE256 (FIPS 202) for messages of two streams at once: padded blocks
// in, word by word, digests out. Each stream has a state of its own in gh_keccak_ring.
//
// A frame of a state is 24 passes of the ring, 48 cycles. In it the state takes in a block, makes another piece of a
// digest that is longer than a block, or waits. Frames in place 0 begin in cycle 0 of count_q, those in place 1 in
// cycle 25, in which its state is in the first stage of the ring. The stream whose message is first has place 0.
//
//   cycle from the frame's beginning
//   -2 - BlockLanes   its block is taken, if there is one, and the first word is asked for
//   0 - BlockLanes    the first word is here
//   0, 1              all words are in the ring, and the block joins
//   47                the state behind the frame is at the ring's output; lanes of the digest are copied
//   48                they leave, a lane a cycle
//
// A state that does not belong to a message is zeros. Where none does, a block is taken at once, and its frame
// begins as many cycles later as any.

`include "gh_assert.svh"

`default_nettype none

module gh_sha3_piped_core
  import gh_keccak_pkg::*;
#(
    parameter int unsigned RateBytes = 136,  // 72, 104, 136, 144 or 168
    parameter int unsigned DigestBits = 256,  // a multiple of 8
    localparam int unsigned BlockLanes = RateBytes / 8,
    localparam int unsigned DigestLanes = (DigestBits + 63) / 64,
    localparam int unsigned WordBits = $clog2(BlockLanes),
    localparam int unsigned ResultBits = $clog2(
        (DigestLanes > BlockLanes) ? DigestLanes : BlockLanes
    )
) (
    input wire logic clk_i,
    input wire logic rst_i,

    // The next block, as gh_tid_shell offers it.
    input  wire logic                stream_i,
    input  wire logic                ends_i,
    input  wire logic                error_i,
    input  wire logic                valid_i,
    output wire logic                ready_o,
    output wire logic [WordBits-1:0] number_o,
    input  wire logic [        63:0] word_i,
    output wire logic [         1:0] may_o,     // streams whose block may be chosen

    output wire logic                  result_valid_o,
    output wire logic                  result_stream_o,
    output wire logic [ResultBits-1:0] result_number_o,
    output wire logic [          63:0] result_o,

    output wire logic answer_o,
    output wire logic answer_stream_o,
    output wire logic answer_error_o
);

  if (RateBytes != 72 && RateBytes != 104 && RateBytes != 136 && RateBytes != 144
      && RateBytes != 168) begin : gen_check_rate
    $fatal(
        1, "gh_sha3_piped_core: RateBytes is %0d; it must be 72, 104, 136, 144 or 168", RateBytes
    );
  end
  if (DigestBits < 8 || DigestBits % 8 != 0) begin : gen_check_digest
    $fatal(
        1, "gh_sha3_piped_core: DigestBits is %0d; it must be a positive multiple of 8", DigestBits
    );
  end

  localparam int unsigned Frame = 2 * Rounds;
  localparam int unsigned CountBits = $clog2(Frame);
  typedef logic [CountBits-1:0] count_t;
  // A place's state is in the ring's first stage in every second cycle, so one of these is odd.
  localparam int unsigned Begins[2] = '{0, Rounds + 1};
  localparam int unsigned Pieces = (DigestLanes + BlockLanes - 1) / BlockLanes;
  localparam int unsigned PieceLanes = (Pieces > 1) ? BlockLanes : DigestLanes;
  localparam int unsigned LaneBits = (PieceLanes > 1) ? $clog2(PieceLanes) : 1;
  localparam int unsigned LeftBits = (Pieces > 1) ? $clog2(Pieces) : 1;

  // Whether the frame of each place begins so many cycles behind this one.
  function automatic logic [1:0] begins_in(count_t count, int unsigned cycles);
    for (int unsigned p = 0; p < 2; p++) begin
      begins_in[p] = count == count_t'((Begins[p] + Frame - cycles) % Frame);
    end
  endfunction

  typedef struct packed {
    logic permutes;  // the state does not wait
    logic ends;      // a piece of the digest is behind the frame, or the message is abandoned
    logic error;
  } frame_t;
  frame_t [1:0] frame_q;
  frame_t next_q;  // of the frame that begins next
  logic joins_q;  // a block joins in it
  logic [1:0][LeftBits-1:0] left_q;  // pieces of the digest that are not behind this frame
  logic [1:0] begins, more;
  count_t count_q;
  assign begins = begins_in(count_q, 1);
  for (genvar p = 0; p < 2; p++) begin : gen_more
    assign more[p] = frame_q[p].ends && !frame_q[p].error && left_q[p] != '0;
  end

  // Places take turns, but where both are at rest. A block is chosen early enough to be offered in its turn.
  logic swap_q;  // stream 1 has place 0
  logic turn_q, load_q, load_next, rest_q, restarts, takes, place;
  logic [1:0] used_q, may, ends;
  assign restarts  = rest_q && valid_i;
  assign load_next = |begins_in(count_q, BlockLanes + 3) && !restarts;
  for (genvar p = 0; p < 2; p++) begin : gen_may
    assign may[p] = rest_q || turn_q == 1'(p) && !load_next && !load_q && !more[p];
  end
  assign may_o   = swap_q ? {may[0], may[1]} : may;
  assign ready_o = load_q || rest_q;
  assign takes   = valid_i && ready_o;
  assign place   = !rest_q && turn_q;  // of the block that is taken
  for (genvar p = 0; p < 2; p++) begin : gen_ends
    assign ends[p] = begins_in(count_q, 2) [p] && frame_q[p].ends && !more[p];
  end
  always_ff @(posedge clk_i) begin
    count_q <= (count_q == count_t'(Frame - 1)) ? '0 : count_q + 1'b1;
    load_q  <= load_next;
    if (load_q) turn_q <= !turn_q;
    if (restarts) begin
      {count_q, turn_q, swap_q} <= {count_t'(Frame - BlockLanes - 1), 1'b1, stream_i};
    end
    if (ready_o) begin
      joins_q <= valid_i && !error_i && !more[place];
      if (more[place]) next_q <= '{permutes: 1'b1, ends: 1'b1, error: 1'b0};
      else if (!valid_i) next_q <= '0;
      else next_q <= '{permutes: !error_i, ends: ends_i || error_i, error: error_i};
    end
    for (int unsigned p = 0; p < 2; p++) begin
      if (begins[p]) begin
        frame_q[p] <= next_q;
        left_q[p]  <= joins_q ? LeftBits'(Pieces - 1) : left_q[p] - 1'b1;
      end
      if (ends[p]) used_q[p] <= next_q.permutes || next_q.ends;
      if (takes && place == 1'(p)) used_q[p] <= 1'b1;
    end
    rest_q <= used_q == '0 && !takes;
    if (rst_i) begin
      {count_q, frame_q, next_q, joins_q, load_q, swap_q, rest_q, used_q} <= '0;
      turn_q <= 1'b1;
      left_q <= '0;
    end
  end

  // The block's words.
  logic asked_q;
  logic [WordBits-1:0] number_q;
  logic [BlockLanes-1:0] write_q;
  assign number_o = number_q;
  always_ff @(posedge clk_i) begin
    number_q <= (rst_i || load_next || used_q == '0 && !takes) ? '0 : number_q + 1'b1;
    asked_q  <= takes;
    write_q  <= BlockLanes'({write_q, asked_q});
  end

  // The ring.
  localparam int unsigned PassBits = $clog2(Rounds);
  typedef logic [PassBits-1:0] pass_t;
  localparam pass_t Half = pass_t'(Rounds / 2);
  pass_t pass_q, half;  // the pass of the state in the first stage; half of count_q
  lane_t round_constant;
  assign half = count_q[CountBits-1:1];
  // A bit of the constants of all rounds.
  function automatic logic [(1<<PassBits)-1:0] bits_of(logic [5:0] z);
    bits_of = '0;
    for (int unsigned i = 0; i < Rounds; i++) bits_of[i] = RoundConstants[i][z];
  endfunction
  for (genvar z = 0; z < 64; z++) begin : gen_constant
    localparam logic [(1<<PassBits)-1:0] Bits = bits_of(6'(z));
    assign round_constant[z] = Bits[pass_q];
  end
  logic absorb_q, still_q, clear_q, rst_q;
  lane_t constant_q;
  lanes_t state;
  logic [1:0] copies;
  for (genvar p = 0; p < 2; p++) begin : gen_copies
    assign copies[p] = begins_in(count_q, 2) [p] && frame_q[p].ends && !frame_q[p].error;
  end
  always_ff @(posedge clk_i) begin
    absorb_q <= |begins && joins_q;
    // The next cycle is that of place 1 if it is an odd one.
    still_q  <= !((|begins) ? next_q.permutes : frame_q[!count_q[0]].permutes);
    // The next cycle is place 0's if this one is odd.
    if (count_q[0]) pass_q <= (half == pass_t'(Rounds - 1)) ? '0 : half + 1'b1;
    else pass_q <= (half < Half) ? half + Half : half - Half;
    constant_q <= still_q ? '0 : round_constant;
    // Both states are zeros behind a reset.
    rst_q <= rst_i;
    clear_q <= rst_i || rst_q || |ends;
  end
  gh_keccak_ring #(
      .BlockLanes(BlockLanes)
  ) u_ring (
      .clk_i,
      .word_i,
      .write_i   (write_q),
      .absorb_i  (absorb_q),
      .still_i   (still_q),
      .constant_i(constant_q),
      .clear_i   (clear_q),
      .state_o   (state)
  );

  // Pieces of digests, and answers.
  logic copy_q, leaves_q, leaves_stream_q, ends_q, answer_q, error_q;
  logic  [  LaneBits-1:0] lane_q;
  lane_t [PieceLanes-1:0] piece_q;
  always_ff @(posedge clk_i) begin
    copy_q   <= !rst_i && |copies;
    ends_q   <= !rst_i && |ends;
    answer_q <= !rst_i && ends_q;
    if (|begins_in(count_q, 2)) begin
      leaves_stream_q <= begins_in(count_q, 2) [1] ^ swap_q;
      error_q <= frame_q[begins_in(count_q, 2) [1]].error;
    end
    if (copy_q) piece_q <= state[PieceLanes-1:0];
    lane_q <= copy_q ? '0 : lane_q + 1'b1;
    if (copy_q) leaves_q <= 1'b1;
    else if (lane_q == LaneBits'(PieceLanes - 1)) leaves_q <= 1'b0;
    if (rst_i) leaves_q <= 1'b0;
  end
  assign answer_o = answer_q;
  assign answer_stream_o = leaves_stream_q;
  assign answer_error_o = error_q;
  assign result_stream_o = leaves_stream_q;
  gh_mux #(
      .Words(PieceLanes),
      .Width(64)
  ) u_lane (
      .data_i  (piece_q),
      .select_i(lane_q),
      .data_o  (result_o)
  );
  if (Pieces == 1) begin : gen_piece
    assign result_number_o = ResultBits'(lane_q);
    assign result_valid_o  = leaves_q;
  end else begin : gen_pieces
    // Lanes of each stream's digest that have left.
    localparam int unsigned LeftLanes = Pieces * BlockLanes;
    logic [1:0][$clog2(LeftLanes)-1:0] reached_q;
    always_ff @(posedge clk_i) begin
      for (int unsigned s = 0; s < 2; s++) begin
        if (leaves_q && 32'(leaves_stream_q) == s) begin
          reached_q[s] <= (32'(reached_q[s]) == LeftLanes - 1) ? '0 : reached_q[s] + 1'b1;
        end
      end
      if (rst_i) reached_q <= '0;
    end
    assign result_number_o = ResultBits'(reached_q[leaves_stream_q]);
    assign result_valid_o  = leaves_q && 32'(reached_q[leaves_stream_q]) < DigestLanes;
  end

  logic unused;
  assign unused = ^state[24:PieceLanes];

  `GH_ASSERT(count_in_range, 32'(count_q) < Frame, clk_i, rst_i)
  `GH_REQUIRE(in_turn,
              !load_q || !valid_i || rest_q || stream_i == (place ^ swap_q) && !more[place], clk_i,
              rst_i)
  `GH_ASSERT(has_left, !copy_q || !leaves_q, clk_i, rst_i)

endmodule

`default_nettype wire
