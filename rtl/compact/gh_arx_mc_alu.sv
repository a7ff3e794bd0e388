// SPDX-License-Identifier: Apache-2.0
//
// Operator, rotation and operand registers of the ARX coprocessors (after paper At, section VI.B,
// figures 10, 12, 13 and 14): one addition or exclusive-or of a word of 64 bits or of
// two of 32 bits a cycle, with a rotation of its result.
//
//   cycle      0         1          2           3            4          5
//              control   a_i, b_i   a, b, c --> operator, rotation ---> result_o
//                                         ^                             |
//                                         +-----------------------------+
//
// The result is an operand of the operation four cycles later. Pipeline places a register:
//   1  between the two steps of the rotation
//   2  in the operator, whose upper half works a cycle later
//   3  between memory and operands, and another in the feedback
// With Three the operator adds three words and b_i is changed by m_i: a + b + (m ^ c) of BLAKE's G is
// one operation. Without, it adds two, one of which may be an exclusive-or of two. wrapped_o
// reports for each half, two cycles after its sum, that ChaCha's counter has passed its end; with
// short_i that is the end of its low word, which has no carry to the high one.

`default_nettype none

module gh_arx_mc_alu
  import gh_arx_microcode_pkg::*, gh_blake_chacha_microcode_pkg::*;
  // Both packages define these names with the same values.
  import gh_arx_microcode_pkg::RunBlake64, gh_arx_microcode_pkg::RunChaCha,
      gh_arx_microcode_pkg::Count, gh_arx_microcode_pkg::ExclusiveOr,
      gh_arx_microcode_pkg::RotateBit;
#(
    parameter  bit          Blake32  = 1,
    parameter  bit          Blake64  = 1,
    parameter  bit          ChaCha   = 1,
    parameter  bit          Blake2   = 0,
    parameter  bit          Mixed    = 0,                 // the rotations of gh_arx_mc_core
    parameter  int unsigned Pipeline = 1,
    parameter  bit          Three    = 0,
    parameter  bit          Loads    = 1,
    localparam int unsigned Width    = Blake64 ? 64 : 32
) (
    input wire logic clk_i,

    input wire logic             idle_i,
    // run_i with Mixed, else algorithm_i; without Loads valid from two cycles before to the result.
    input wire algorithm_e       algorithm_i,
    input wire run_e             run_i,
    input wire logic             b_use_i,
    input wire logic             feedback_i,
    input wire logic       [2:0] operation_i,
    input wire logic             short_i,

    input wire logic [Width-1:0] a_i,
    input wire logic [Width-1:0] b_i,
    input wire logic [Width-1:0] m_i,  // Three: zero, or what b_i is to be changed by
    input wire logic [Width-1:0] load_i,  // Loads: the next result while idle_i, else zero
    output wire logic [Width-1:0] result_o,
    output wire logic [1:0] wrapped_o
);

  typedef logic [Width-1:0] word_t;

  localparam bit Several = 32'(Blake32) + 32'(Blake64) + 32'(ChaCha) > 1;
  // Words of 32 bits in a datapath of 64.
  localparam bit TwoStreams = Blake64 && Several;
  localparam int unsigned OperandCycle = (Pipeline == 3) ? 2 : 1;
  // Cycles for which operand controls are kept: with Mixed, Pipeline is 1.
  localparam int unsigned Kept = Mixed ? 1 : 2;
  localparam int unsigned NearCycle = (Pipeline == 1) ? 3 : 4;

  logic wide, b_adds;
  if (Loads) begin : gen_told
    assign wide   = (algorithm_i == gh_blake_chacha_microcode_pkg::RunBlake64);
    assign b_adds = (algorithm_i == gh_blake_chacha_microcode_pkg::RunChaCha);
  end else begin : gen_decoded
    // In a stream top the run is known long before the operands.
    always_ff @(posedge clk_i) begin
      wide   <= (algorithm_i == gh_blake_chacha_microcode_pkg::RunBlake64);
      b_adds <= (algorithm_i == gh_blake_chacha_microcode_pkg::RunChaCha);
      if (Mixed) begin
        wide   <= (run_i == RunBlake64 || run_i == RunBlake2b);
        b_adds <= ChaCha && (run_i == RunChaCha || run_i == RunHChaCha);
      end
    end
  end

  // The controls of earlier cycles, by cycles passed.
  logic [3:1][2:0] operation_q;
  logic [Kept:1] b_use_q, feedback_q;
  always_ff @(posedge clk_i) begin
    operation_q <= {operation_q[2:1], operation_i};
    b_use_q     <= Kept'({b_use_q, b_use_i});
    feedback_q  <= Kept'({feedback_q, feedback_i});
  end

  // Operands.
  word_t a, b, m, changed, fed_back, result_q, a_q, b_q, c_q;
  if (Pipeline == 3) begin : gen_registered
    always_ff @(posedge clk_i) begin
      a        <= a_i;
      b        <= b_i;
      m        <= m_i;
      fed_back <= result_q;
    end
  end else begin : gen_direct
    assign a        = a_i;
    assign b        = b_i;
    assign m        = m_i;
    assign fed_back = result_q;
  end

  if (Three) begin : gen_changed
    gh_xor2 #(
        .Width(Width)
    ) u_xor2 (
        .a_i     (b),
        .b_i     (m),
        .result_o(changed)
    );
  end else begin : gen_unchanged
    logic unused;
    assign unused  = ^m;
    assign changed = b;
  end

  always_ff @(posedge clk_i) begin
    a_q <= a;
    b_q <= b_use_q[OperandCycle] ? changed : '0;
    c_q <= feedback_q[OperandCycle] ? fed_back : '0;
  end

  // What is before the last step is zero while nothing runs.
  logic rests;
  assign rests = idle_i && Loads;

  // The operator. It may add a carry to each stream's word.
  logic xor_q;
  logic [1:0] carry_in, carry_out;
  word_t sum_q;
  always_ff @(posedge clk_i) begin
    xor_q <= operation_q[OperandCycle][RotateBit] || operation_q[OperandCycle] == ExclusiveOr;
  end

  if (Pipeline == 2) begin : gen_halves
    localparam int unsigned Half = Width / 2;
    logic [Half-1:0] low, low_q, high, high_a_q, high_b_q, high_c_q;
    logic low_carry, low_save, carry_q, save_q, high_xor_q, cut;
    logic [2:0] unused;

    gh_add_xor3 #(
        .Width(Half),
        .Cut  (0),
        .Three(Three)
    ) u_low (
        .a_i         (a_q[Half-1:0]),
        .b_i         (b_q[Half-1:0]),
        .c_i         (c_q[Half-1:0]),
        .xor_i       (xor_q),
        .b_adds_i    (b_adds),
        .carry_i     (carry_in[0]),
        .save_i      (1'b0),
        .cut_i       (1'b0),
        .cut_carry_i (1'b0),
        .result_o    (low),
        .half_carry_o(unused[0]),
        .carry_o     (low_carry),
        .save_o      (low_save)
    );
    always_ff @(posedge clk_i) begin
      low_q      <= low;
      carry_q    <= low_carry;
      save_q     <= low_save;
      high_a_q   <= a_q[Width-1:Half];
      high_b_q   <= b_q[Width-1:Half];
      high_c_q   <= c_q[Width-1:Half];
      high_xor_q <= xor_q;
    end
    assign cut = TwoStreams && !wide;
    gh_add_xor3 #(
        .Width(Half),
        .Cut  (0),
        .Three(Three)
    ) u_high (
        .a_i         (high_a_q),
        .b_i         (high_b_q),
        .c_i         (high_c_q),
        .xor_i       (high_xor_q),
        .b_adds_i    (b_adds),
        .carry_i     (cut ? carry_in[1] : carry_q),
        .save_i      (save_q && !cut),
        .cut_i       (1'b0),
        .cut_carry_i (1'b0),
        .result_o    (high),
        .half_carry_o(unused[1]),
        .carry_o     (carry_out[1]),
        .save_o      (unused[2])
    );
    assign carry_out[0] = TwoStreams ? low_carry : carry_out[1];
    always_ff @(posedge clk_i) sum_q <= rests ? '0 : {high, low_q};
  end else begin : gen_whole
    word_t sum;
    logic half_carry, unused;
    gh_add_xor3 #(
        .Width(Width),
        .Cut  (TwoStreams),
        .Three(Three)
    ) u_add_xor3 (
        .a_i         (a_q),
        .b_i         (b_q),
        .c_i         (c_q),
        .xor_i       (xor_q),
        .b_adds_i    (b_adds),
        .carry_i     (carry_in[0]),
        .save_i      (1'b0),
        .cut_i       (!wide),
        .cut_carry_i (carry_in[1]),
        .result_o    (sum),
        .half_carry_o(half_carry),
        .carry_o     (carry_out[1]),
        .save_o      (unused)
    );
    assign carry_out[0] = TwoStreams ? half_carry : carry_out[1];
    always_ff @(posedge clk_i) sum_q <= (rests && Pipeline != 1) ? '0 : sum;
  end

  // ChaCha's counter: one is added to its low word, and two operations later the carry to the high
  // one. Where the upper half works a cycle later, so does its counting.
  if (ChaCha) begin : gen_count
    logic [Kept+2:0] count_q;
    always_ff @(posedge clk_i) count_q <= {count_q[Kept+1:0], operation_q[OperandCycle] == Count};

    if (Pipeline == 2 && !TwoStreams) begin : gen_late
      logic carry_q;
      always_ff @(posedge clk_i) carry_q <= !count_q[1] || carry_out[0];
      assign carry_in  = {1'b0, count_q[0] && carry_q && !(short_i && count_q[2])};
      assign wrapped_o = {2{count_q[2] && count_q[4] == !short_i && carry_q}};
    end else begin : gen_streams
      for (genvar i = 0; i < 2; i++) begin : gen_stream
        localparam int unsigned First = (Pipeline == 2) ? i : 0;
        logic [1:0] carry_q;
        always_ff @(posedge clk_i) carry_q <= {carry_q[0], !count_q[First] || carry_out[i]};
        assign carry_in[i]  = count_q[First] && carry_q[1] && !(short_i && count_q[First+2]);
        assign wrapped_o[i] = count_q[First+1] && count_q[First+3] == !short_i && carry_q[0];
      end
    end
  end else begin : gen_no_count
    logic unused;
    assign unused    = ^{carry_out, short_i};
    assign carry_in  = '0;
    assign wrapped_o = '0;
  end

  // The rotation, in two steps.
  function automatic word_t rotr(word_t x, int unsigned bits, int unsigned distance);
    word_t rotated;
    for (int unsigned i = 0; i < Width; i++) begin
      rotated[i] = x[i/bits*bits+(i%bits+distance)%bits];
    end
    return rotated;
  endfunction

  logic [1:0] number;
  assign number = near_number(algorithm_i, operation_q[NearCycle-1]);

  word_t near, near_rotated, far;
  if (Several) begin : gen_near_8
    logic [2:0] near_d, near_q;
    word_t [7:0] words;
    always_comb begin
      near_d = {1'b0, number};
      if (wide && number != 2'd0) near_d[2] = 1'b1;
      // Where BLAKE has its last distance, ChaCha's differs; its others are BLAKE's.
      if (b_adds && number == 2'd3) near_d = 3'd4;
      // Without ChaCha the rotation by 32 takes its place, and no second step.
      if (!ChaCha && wide && far_number(algorithm_i, operation_q[NearCycle-1])) near_d = 3'd4;
      for (int unsigned i = 0; i < 4; i++) begin
        words[i]   = rotr(sum_q, 32, Blake32Near[i]);
        words[i+4] = rotr(sum_q, Width, Blake64Near[i]);
      end
      words[4] = ChaCha ? rotr(sum_q, 32, ChaChaNear[3]) : rotr(sum_q, Width, Far64);
      if (Mixed) begin
        near_d = Blake2 ? two_near(run_i, operation_q[2]) : full_near(run_i, operation_q[2]);
        for (int unsigned i = 0; i < 8; i++) begin
          words[i] = Blake2 ? rotr(sum_q, TwoNearBits[i], TwoNearDistance[i]) :
              rotr(sum_q, FullNearBits[i], FullNearDistance[i]);
        end
      end
    end
    always_ff @(posedge clk_i) near_q <= near_d;
    gh_mux8 #(
        .Width(Width)
    ) u_near (
        .data_i  (words),
        .select_i(near_q),
        .data_o  (near)
    );
  end else begin : gen_near_4
    logic  [1:0] near_q;
    word_t [3:0] words;
    always_comb begin
      for (int unsigned i = 0; i < 4; i++) begin
        words[i] = rotr(
          sum_q,
          Blake64 ? 64 : 32,
          (Blake64 && Blake2) ? Blake2bNear[i] : Blake64 ? Blake64Near[i] :
          Blake2 ? Blake2sNear[i] : ChaCha ? ChaChaNear[i] : Blake32Near[i]
        );
      end
    end
    always_ff @(posedge clk_i) near_q <= number;
    gh_mux4 #(
        .Width(Width)
    ) u_near (
        .data_i  (words),
        .select_i(near_q),
        .data_o  (near)
    );
  end

  if (Pipeline == 1) begin : gen_between
    always_ff @(posedge clk_i) near_rotated <= (!Mixed && rests) ? '0 : near;
  end else begin : gen_at_once
    assign near_rotated = near;
  end

  logic [1:0] far_q;
  always_ff @(posedge clk_i) begin
    far_q <= '0;
    if (far_number(algorithm_i, operation_q[3])) begin
      if (!wide) far_q <= 2'd1;
      else if (!TwoStreams || ChaCha) far_q <= 2'd2;
    end
    if (rests && TwoStreams && ChaCha) far_q <= 2'd3;
    if (Mixed) far_q <= Blake2 ? two_far(run_i, operation_q[3]) : full_far(run_i, operation_q[3]);
  end
  if (TwoStreams && (ChaCha || Mixed && !Blake2)) begin : gen_far_4
    word_t [3:0] words;
    always_comb begin
      words[0] = near_rotated;
      words[1] = rotr(near_rotated, 32, Far32);
      words[2] = rotr(near_rotated, Width, Far64);
      words[3] = Loads ? load_i : near_rotated;
      if (Mixed) begin
        for (int unsigned i = 0; i < 4; i++) begin
          words[i] = rotr(near_rotated, FullFarBits[i], FullFarDistance[i]);
        end
      end
    end
    gh_mux4 #(
        .Width(Width)
    ) u_far (
        .data_i  (words),
        .select_i(far_q),
        .data_o  (far)
    );
  end else begin : gen_far_2
    localparam int unsigned Bits = Mixed ? TwoFarBits[1] : Several ? 32 : Width;
    localparam int unsigned Distance = Mixed ? TwoFarDistance[1] : (Bits == 64) ? Far64 : Far32;
    word_t rotated;
    assign rotated = rotr(near_rotated, Bits, Distance);
    // The load is or-ed to zeros.
    assign far = ((Mixed ? far_q[0] : far_q != '0) ? rotated : near_rotated)
             | (Loads ? load_i : '0);
  end
  always_ff @(posedge clk_i) result_q <= far;
  assign result_o = result_q;

endmodule

`default_nettype wire
