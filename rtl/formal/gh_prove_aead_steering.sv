// SPDX-License-Identifier: Apache-2.0
//
// Proof: which bytes of the configuration of gh_chacha_poly1305_mc_core say what to do with a message;
// all others are data: key, nonce, associated data.
//
// Those of word 0 do, the four zeros before a nonce of 12 bytes, and the number of bytes of associated
// data. The core's states say where in a packet a byte is; that they agree with a count of the packet's
// bytes is proved too. Bound to that core.

`default_nettype none

module gh_prove_aead_steering (
    input wire logic clk_i,
    input wire logic rst_ni,

    input wire logic [7:0] data_i,
    input wire logic       last_i,
    input wire logic       valid_i,
    input wire logic       ready_i,

    input wire logic       configure_i,  // states of the core
    input wire logic       lengths_i,
    input wire logic       extends_i,
    input wire logic [5:0] place_i
);

  logic [2:0] byte_q;  // of the word
  logic [3:0] word_q;  // 9 is any behind word 8
  logic extends_q;
  logic counted;
  assign counted = word_q == '0 || word_q == 4'd5 && !byte_q[2] && !extends_q
                || word_q == (extends_q ? 4'd8 : 4'd7);

  (* keep *) logic steers, agrees;
  assign steers = valid_i && (configure_i && (place_i[5:3] == '0 || place_i[5:2] == 4'd10 && !extends_i)
                              || lengths_i);
  // Not of a packet that is drained.
  assign agrees = !(valid_i && ready_i && (configure_i || lengths_i)) || steers == counted;

  always_ff @(posedge clk_i) begin
    if (valid_i && ready_i) begin
      if (word_q == '0 && byte_q == '0) extends_q <= data_i[1];
      byte_q <= byte_q + 1'b1;
      if (byte_q == '1 && word_q != 4'd9) word_q <= word_q + 1'b1;
      if (last_i) {byte_q, word_q} <= '0;
    end
    if (!rst_ni) {byte_q, word_q} <= '0;
  end

endmodule

bind gh_chacha_poly1305_mc_core gh_prove_aead_steering u_s_axis_cfg_steering (
    .clk_i,
    .rst_ni,
    .data_i     (config_data_i),
    .last_i     (config_last_i),
    .valid_i    (config_valid_i),
    .ready_i    (config_ready_o),
    .configure_i(state_q.configure),
    .lengths_i  (state_q.lengths),
    .extends_i  (extends_q),
    .place_i    (place_q)
);

`default_nettype wire
