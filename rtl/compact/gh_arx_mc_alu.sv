// SPDX-License-Identifier: Apache-2.0
//
// Operator, rotation and operand registers of the ARX coprocessor (after paper At, section VI.B): one
// addition or exclusive-or of a word of 64 bits or of two of 32 bits a cycle, with a rotation of its
// result.
//
//   cycle      0         1          2           3            4          5
//              control   a_i, b_i   a, b, c --> operator, rotation ---> result_o
//                                         ^                             |
//                                         +-----------------------------+
//
// The result is an operand of the operation four cycles later. The operator adds two words, one of which
// may be an exclusive-or of two. A rotation has two steps with a register between them. wrapped_o
// reports for each half, two cycles after its sum, that ChaCha's counter has passed its end; with
// short_i that is the end of its low word, which has no carry to the high one.
//
// Contract: run_i is valid from two cycles before its operation to the result.

`default_nettype none

module gh_arx_mc_alu
  import gh_arx_microcode_pkg::*;
#(
    parameter bit Full   = 1'b1,  // the rotations of all algorithms, else those of BLAKE2
    parameter bit ChaCha = 1'b1
) (
    input wire logic clk_i,

    input wire run_e       run_i,
    input wire logic       b_use_i,
    input wire logic       feedback_i,
    input wire logic [2:0] operation_i,
    input wire logic       short_i,

    input  wire logic [63:0] a_i,
    input  wire logic [63:0] b_i,
    output wire logic [63:0] result_o,
    output wire logic [ 1:0] wrapped_o
);

  typedef logic [63:0] word_t;

  // The run comes from afar, long before the operands.
  logic wide_q, b_adds_q;
  always_ff @(posedge clk_i) begin
    wide_q   <= (run_i == RunBlake64 || run_i == RunBlake2b);
    b_adds_q <= ChaCha && (run_i == RunChaCha || run_i == RunHChaCha);
  end

  // What was told, by cycles passed.
  logic [3:1][2:0] operation_q;
  logic b_use_q, feedback_q;
  always_ff @(posedge clk_i) begin
    operation_q <= {operation_q[2:1], operation_i};
    b_use_q     <= b_use_i;
    feedback_q  <= feedback_i;
  end

  word_t a_q, b_q, c_q, sum, sum_q, result_q;
  logic xor_q;
  always_ff @(posedge clk_i) begin
    a_q   <= a_i;
    b_q   <= b_use_q ? b_i : '0;
    c_q   <= feedback_q ? result_q : '0;
    xor_q <= operation_q[1][RotateBit] || operation_q[1] == ExclusiveOr;
  end

  // The operator. It may add a carry to each stream's word.
  logic [1:0] carry_in, carry_out;
  logic unused_save;
  gh_add_xor3 #(
      .Width(64),
      .Cut  (1),
      .Three(0)
  ) u_add_xor3 (
      .a_i         (a_q),
      .b_i         (b_q),
      .c_i         (c_q),
      .xor_i       (xor_q),
      .b_adds_i    (b_adds_q),
      .carry_i     (carry_in[0]),
      .save_i      (1'b0),
      .cut_i       (!wide_q),
      .cut_carry_i (carry_in[1]),
      .result_o    (sum),
      .half_carry_o(carry_out[0]),
      .carry_o     (carry_out[1]),
      .save_o      (unused_save)
  );
  always_ff @(posedge clk_i) sum_q <= sum;

  // ChaCha's counter: one is added to its low word, and two operations later the carry to the high one.
  if (ChaCha) begin : gen_count
    logic [3:0] count_q;
    always_ff @(posedge clk_i) count_q <= {count_q[2:0], operation_q[1] == Count};
    for (genvar i = 0; i < 2; i++) begin : gen_stream
      logic [1:0] carry_q;
      always_ff @(posedge clk_i) carry_q <= {carry_q[0], !count_q[0] || carry_out[i]};
      assign carry_in[i]  = count_q[0] && carry_q[1] && !(short_i && count_q[2]);
      assign wrapped_o[i] = count_q[1] && count_q[3] == !short_i && carry_q[0];
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
    for (int unsigned i = 0; i < 64; i++) begin
      rotated[i] = x[i/bits*bits+(i%bits+distance)%bits];
    end
    return rotated;
  endfunction

  logic  [2:0] near_q;
  logic  [1:0] far_q;
  word_t [7:0] nears;
  word_t near, near_q_word, far;
  always_comb begin
    for (int unsigned i = 0; i < 8; i++) begin
      nears[i] = Full ? rotr(sum_q, FullNearBits[i], FullNearDistance[i]) :
          rotr(sum_q, TwoNearBits[i], TwoNearDistance[i]);
    end
  end
  always_ff @(posedge clk_i) begin
    near_q      <= Full ? full_near(run_i, operation_q[2]) : two_near(run_i, operation_q[2]);
    far_q       <= Full ? full_far(run_i, operation_q[3]) : two_far(run_i, operation_q[3]);
    near_q_word <= near;
  end
  gh_mux8 #(
      .Width(64)
  ) u_near (
      .data_i  (nears),
      .select_i(near_q),
      .data_o  (near)
  );
  if (Full) begin : gen_far_4
    word_t [3:0] fars;
    always_comb begin
      for (int unsigned i = 0; i < 4; i++) begin
        fars[i] = rotr(near_q_word, FullFarBits[i], FullFarDistance[i]);
      end
    end
    gh_mux4 #(
        .Width(64)
    ) u_far (
        .data_i  (fars),
        .select_i(far_q),
        .data_o  (far)
    );
  end else begin : gen_far_2
    assign far = far_q[0] ? rotr(near_q_word, TwoFarBits[1], TwoFarDistance[1]) : near_q_word;
    logic unused;
    assign unused = far_q[1];
  end
  always_ff @(posedge clk_i) result_q <= far;
  assign result_o = result_q;

endmodule

`default_nettype wire
