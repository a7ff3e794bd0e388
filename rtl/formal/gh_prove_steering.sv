// SPDX-License-Identifier: Apache-2.0
//
// Proof: which beats of a coprocessor's configuration say what to do with a message; all other bits are
// data: key, tweak, salt, number of the first block, nonce.
//
// Those of word 0 do, and where word 0 says that the message is hashed, those of Lengths words behind it:
// word 1 is the length of the digest, word 2 BLAKE3's number of the output's first block. Bound to each stream of configurations of the top that GH_STEERED names;
// GH_LENGTHS is its Lengths, GH_TWO_STREAMS is defined where there are two.

`default_nettype none

module gh_prove_steering #(
    parameter int unsigned Bytes   = 1,
    parameter int unsigned Lengths = 0
) (
    input wire logic clk_i,
    input wire logic rst_ni,

    input wire logic [8*Bytes-1:0] data_i,
    input wire logic               last_i,
    input wire logic               valid_i,
    input wire logic               ready_i
);

  logic [3:0] bytes_q, bytes;  // of the word
  logic [1:0] word_q;  // 3 is any behind word 2
  logic first, hashes_q, hashes;
  assign bytes  = bytes_q + 4'(Bytes);
  assign first  = (word_q == '0) && (bytes_q == '0);
  assign hashes = first ? data_i[5:4] == '0 : hashes_q;

  (* keep *) logic steers;
  assign steers = valid_i && (word_q == '0 || hashes_q && 32'(word_q) <= Lengths);

  always_ff @(posedge clk_i) begin
    if (valid_i && ready_i) begin
      hashes_q <= hashes;
      bytes_q  <= bytes;
      if (bytes[3]) begin
        bytes_q <= '0;
        if (word_q != 2'd3) word_q <= word_q + 1'b1;
      end
      if (last_i) {bytes_q, word_q} <= '0;
    end
    if (!rst_ni) {bytes_q, word_q} <= '0;
  end

endmodule

`define GH_BIND_STEERING(axis) \
  bind `GH_STEERED gh_prove_steering #( \
      .Bytes  ($bits(axis``_tdata) / 8), \
      .Lengths(`GH_LENGTHS) \
  ) u_``axis``_steering ( \
      .clk_i  (aclk), \
      .rst_ni (aresetn), \
      .data_i (axis``_tdata), \
      .last_i (axis``_tlast), \
      .valid_i(axis``_tvalid), \
      .ready_i(axis``_tready) \
  );

`GH_BIND_STEERING(s_axis_cfg)
`ifdef GH_TWO_STREAMS
`GH_BIND_STEERING(s1_axis_cfg)
`endif

`default_nettype wire
