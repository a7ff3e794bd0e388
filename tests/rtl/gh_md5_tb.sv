// SPDX-License-Identifier: Apache-2.0
//
// MD5 (RFC 1321), message stream in, digest stream out, for the test of lengths with the lowest byte
// first. It shows that gh_hash_shell and gh_length_order fit such a hash; MD5 is broken and no design of the library.
//
// 65 cycles a block: 64 of a step each, and one in which the chaining value joins. That cycle also takes
// the next block, and offers the digest of a message that ends.

`default_nettype none

module gh_md5_tb
  import gh_sha2_padding_pkg::*;
  import gh_stream_pkg::pad_rule_t;
#(
    parameter int unsigned DigestBits = 128,
    parameter int unsigned StreamBits = 64,
    parameter bit Registered = 1'b0
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [  StreamBits-1:0] s_axis_tdata,
    input  wire logic [StreamBits/8-1:0] s_axis_tkeep,
    input  wire logic                    s_axis_tlast,
    input  wire logic                    s_axis_tvalid,
    output wire logic                    s_axis_tready,

    output wire logic [  StreamBits-1:0] m_axis_tdata,
    output wire logic [StreamBits/8-1:0] m_axis_tkeep,
    output wire logic                    m_axis_tlast,
    output wire logic                    m_axis_tuser,
    output wire logic                    m_axis_tvalid,
    input  wire logic                    m_axis_tready
);

  logic rst, block_valid, block_ends, block_error, take;
  logic piece_valid, piece_error, piece_ready;
  logic [511:0] block_data, block;
  logic [DigestBits-1:0] piece_data;

  // The rule of SHA-256, but for the order of the length's bytes.
  localparam pad_rule_t Rule = sha2_padding(PadSha256);
  gh_hash_shell #(
      .Rule      (Rule),
      .StreamBits(StreamBits),
      .PieceBits (DigestBits),
      .Registered(Registered)
  ) u_shell (
      .piece_last(1'b1),
      .*
  );

  gh_length_order #(
      .Rule  (Rule),
      .Little(1'b1)
  ) u_order (
      .block_i(block_data),
      .ends_i (block_ends),
      .block_o(block)
  );

  typedef logic [31:0] word_t;
  typedef word_t [3:0] state_t;  // element 0 is A
  localparam state_t Initial = {32'h10325476, 32'h98badcfe, 32'hefcdab89, 32'h67452301};
  localparam word_t [63:0] Constants = {
    32'heb86d391,
    32'h2ad7d2bb,
    32'hbd3af235,
    32'hf7537e82,
    32'h4e0811a1,
    32'ha3014314,
    32'hfe2ce6e0,
    32'h6fa87e4f,
    32'h85845dd1,
    32'hffeff47d,
    32'h8f0ccc92,
    32'h655b59c3,
    32'hfc93a039,
    32'hab9423a7,
    32'h432aff97,
    32'hf4292244,
    32'hc4ac5665,
    32'h1fa27cf8,
    32'he6db99e5,
    32'hd9d4d039,
    32'h04881d05,
    32'hd4ef3085,
    32'heaa127fa,
    32'h289b7ec6,
    32'hbebfbc70,
    32'hf6bb4b60,
    32'h4bdecfa9,
    32'ha4beea44,
    32'hfde5380c,
    32'h6d9d6122,
    32'h8771f681,
    32'hfffa3942,
    32'h8d2a4c8a,
    32'h676f02d9,
    32'hfcefa3f8,
    32'ha9e3e905,
    32'h455a14ed,
    32'hf4d50d87,
    32'hc33707d6,
    32'h21e1cde6,
    32'he7d3fbc8,
    32'hd8a1e681,
    32'h02441453,
    32'hd62f105d,
    32'he9b6c7aa,
    32'h265e5a51,
    32'hc040b340,
    32'hf61e2562,
    32'h49b40821,
    32'ha679438e,
    32'hfd987193,
    32'h6b901122,
    32'h895cd7be,
    32'hffff5bb1,
    32'h8b44f7af,
    32'h698098d8,
    32'hfd469501,
    32'ha8304613,
    32'h4787c62a,
    32'hf57c0faf,
    32'hc1bdceee,
    32'h242070db,
    32'he8c7b756,
    32'hd76aa478
  };
  // Element 4 * round + step % 4.
  localparam logic [15:0][4:0] Rotations = {
    {5'd21, 5'd15, 5'd10, 5'd6},
    {5'd23, 5'd16, 5'd11, 5'd4},
    {5'd20, 5'd14, 5'd9, 5'd5},
    {5'd22, 5'd17, 5'd12, 5'd7}
  };

  typedef enum logic [1:0] {
    Rest,
    Step,
    Chain
  } core_e;
  core_e core_d, core_q;
  logic [5:0] step_q;
  logic final_q, chains, takes, refuse;
  word_t [15:0] block_q;
  state_t state_q, chaining_q, sum, next;

  assign chains = (core_q == Chain) && (!final_q || piece_ready);
  assign takes  = block_valid && !block_error && ((core_q == Rest) || chains);
  assign refuse = block_valid && block_error && (core_q == Rest) && piece_ready;
  assign take   = takes || refuse;

  always_comb begin
    core_d = core_q;
    if (takes) core_d = Step;
    else if (chains) core_d = Rest;
    else if ((core_q == Step) && (&step_q)) core_d = Chain;
  end

  always_ff @(posedge aclk) begin
    core_q <= rst ? Rest : core_d;
    step_q <= takes ? '0 : step_q + 1'b1;
    if (takes) {final_q, block_q} <= {block_ends, block};
  end

  word_t a, b, c, d, f, rotated;
  logic [3:0] place;
  logic [4:0] by;
  assign {d, c, b, a} = state_q;
  assign by = Rotations[{step_q[5:4], step_q[1:0]}];
  always_comb begin
    unique case (step_q[5:4])
      2'd0: begin
        f = (b & c) | (~b & d);
        place = step_q[3:0];
      end
      2'd1: begin
        f = (d & b) | (~d & c);
        place = 4'(5 * step_q[3:0] + 1);
      end
      2'd2: begin
        f = b ^ c ^ d;
        place = 4'(3 * step_q[3:0] + 5);
      end
      default: begin
        f = c ^ (b | ~d);
        place = 4'(7 * step_q[3:0]);
      end
    endcase
    rotated = a + f + Constants[step_q] + block_q[place];
    rotated = (rotated << by) | (rotated >> (6'd32 - 6'(by)));
    for (int unsigned i = 0; i < 4; i++) sum[i] = chaining_q[i] + state_q[i];
  end

  logic restart;
  assign restart = rst || refuse || (chains && final_q);
  assign next    = restart ? Initial : sum;
  always_ff @(posedge aclk) begin
    if (restart || chains) {chaining_q, state_q} <= {next, next};
    else if (core_q == Step) state_q <= {c, b, b + rotated, d};
  end

  assign piece_data  = sum;
  assign piece_error = refuse;
  assign piece_valid = refuse || ((core_q == Chain) && final_q);

endmodule

`default_nettype wire
