// SPDX-License-Identifier: Apache-2.0
//
// The streams of gh_sha3_mc, a byte at a time, around gh_sha3_mc_core: configuration, padding, and the
// digest's length. Contract and packets are in gh_sha3_mc; with Named = 1 there are two functions more,
// for messages that begin with blocks of a name or a key:
//
//   6 cSHAKE128, 7 cSHAKE256   (NIST SP 800-185, section 3) SHAKE with the suffix of cSHAKE
//
//   Config --> Message --> Config             the digest's last byte has left
//                 |
//                 +------> Fail --> Config    malformed
//
// The length is counted in bits: in the configuration it is loaded and lessened by 8, so that it never
// becomes negative, and then by 64 with each lane that has left. In the last lane its bits 5:3 are the place
// of the last byte. A round of gh_serial_counter, places 11 to 13 of count_q, does each.

`include "gh_assert.svh"

`default_nettype none

module gh_sha3_mc_stream
  import gh_keccak_pkg::*;
  import gh_serial_pkg::*;
  import gh_sha3_padding_pkg::*;
#(
    parameter bit Named = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [7:0] config_data_i,
    input  wire logic       config_last_i,
    input  wire logic       config_valid_i,
    output wire logic       config_ready_o,
    output wire logic       config_open_o,   // a configuration's bytes may come

    input  wire logic [7:0] data_i,
    input  wire logic       keep_i,
    input  wire logic       last_i,
    input  wire logic       valid_i,
    output wire logic       ready_o,

    output wire logic [7:0] data_o,
    output wire logic       last_o,
    output wire logic       error_o,
    output wire logic       valid_o,
    input  wire logic       ready_i
);

  typedef struct packed {logic configure, message, fail;} state_t;
  state_t state_d, state_q;

  // The configuration, by the places of its bytes.
  logic [3:0] count_q;
  logic [2:0] function_q;
  logic bad_q;  // so far, and then the message is malformed
  logic wrong, shake, config_taken, config_end, config_good;
  logic [7:0] expected;
  assign config_open_o  = state_q.configure;
  assign config_ready_o = state_q.configure && !rst_i;
  assign config_taken   = state_q.configure && config_valid_i;
  assign config_end     = config_taken && config_last_i;
  assign shake          = function_q[2];
  always_comb begin
    // Bytes of the length that follow from SHA-3; all others are zero.
    expected = '0;
    if (!shake && count_q == 4'd8) begin
      unique case (function_q[1:0])
        2'd0: expected = 8'hE0;
        2'd2: expected = 8'h80;
        default: ;
      endcase
    end
    if (!shake && count_q == 4'd9) expected = {6'b0, &function_q[1:0], ^function_q[1:0]};
    wrong = (config_data_i != expected);
    if (count_q == '0) wrong = (config_data_i[7:3] != '0) || !Named && (&config_data_i[2:1]);
    else if (shake && count_q == 4'd8) wrong = (config_data_i[2:0] != '0);
    else if (shake && (count_q == 4'd9 || count_q == 4'd10)) wrong = 1'b0;
  end

  // The length.
  logic counts, lessens, lane_taken, above_zero;
  logic [7:0] less, sum, unused_data;
  logic [2:0][7:0] length;
  assign lessens = (count_q == 4'd11) || (count_q == 4'd12) || (count_q == 4'd13);
  assign counts  = lessens || (count_q == 4'd8) || (count_q == 4'd9) || (count_q == 4'd10);
  assign less    = (count_q != 4'd11) ? 8'hFF : state_q.configure ? 8'hF8 : 8'hC0;
  gh_serial_counter #(
      .Bytes(1),
      .Words(3)
  ) u_length (
      .clk_i   (clk_i),
      .clear_i (1'b0),
      .step_i  (counts && (config_taken || state_q.message)),
      .first_i (count_q == 4'd11),
      .carry_i (1'b0),
      .add_i   (less),
      .data_o  (unused_data),
      .sum_o   (sum),
      .carry_o (above_zero),
      .next_i  (lessens ? sum : config_data_i),
      .number_o(length)
  );
  assign config_good = !bad_q && !wrong && (&count_q) && above_zero;

  // The message.
  localparam logic [7:0] CShakeSuffix = 8'h04;
  function_e sponge;
  logic named;
  assign named  = Named && (&function_q[2:1]);
  assign sponge = function_e'({function_q[2], function_q[1] && !named, function_q[0]});
  serial_rule_t rule;
  gh_stream_pkg::beat_flags_t flags;
  logic [7:0] unused_place, padded;
  logic padded_ready, is_message, unused_length, failed;
  always_comb begin
    unique case (sponge)
      Sha3Bits224: rule = serial_rule(sha3_padding(PadSha3224), 1);
      Sha3Bits256: rule = serial_rule(sha3_padding(PadSha3256), 1);
      Sha3Bits384: rule = serial_rule(sha3_padding(PadSha3384), 1);
      Sha3Bits512: rule = serial_rule(sha3_padding(PadSha3512), 1);
      Shake128:    rule = serial_rule(sha3_padding(PadShake128), 1);
      default:     rule = serial_rule(sha3_padding(PadShake256), 1);
    endcase
    if (named) rule.suffix = CShakeSuffix;
  end
  gh_serial_padder #(
      .Bytes        (1),
      .MaxBlockBytes(168)
  ) u_padder (
      .clk_i    (clk_i),
      .rst_i    (rst_i),
      .rule_i   (rule),
      .refuse_i (bad_q),
      .data_i   (data_i),
      .keep_i   (keep_i),
      .last_i   (last_i),
      .valid_i  (valid_i),
      .ready_o  (ready_o),
      .data_o   (padded),
      .place_o  (unused_place),
      .message_o(is_message),
      .length_o (unused_length),
      .length_i ('0),
      .flags_o  (flags),
      .ready_i  (padded_ready && state_q.message)
  );

  // The digest.
  logic [7:0] digest;
  logic [2:0] place;
  logic digest_valid, digest_ready, digest_last, answered;
  assign digest_last  = (length[2:1] == '0) && (length[0] == {2'b00, place, 3'b000});
  assign digest_ready = ready_i && !lessens;
  assign lane_taken   = digest_valid && digest_ready && (&place);
  assign data_o       = state_q.fail ? '0 : digest;
  assign last_o       = state_q.fail || digest_last;
  assign error_o      = state_q.fail;
  assign valid_o      = !rst_i && (state_q.fail || digest_valid && !lessens);
  assign answered     = digest_valid && digest_ready && digest_last;

  always_comb begin
    state_d.configure = state_q.configure && !config_end || state_q.fail && ready_i
                     || state_q.message && answered && !failed;
    state_d.message = config_end || state_q.message && !answered && !failed;
    state_d.fail = state_q.message && failed || state_q.fail && !ready_i;
  end

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (config_taken || state_q.message && lessens) count_q <= count_q + 1'b1;
    if (state_q.message && lane_taken) count_q <= 4'd11;
    if (config_taken) begin
      bad_q <= config_last_i ? !config_good : bad_q || wrong || (&count_q);
      if (count_q == '0) function_q <= config_data_i[2:0];
    end
    if (config_end || !state_q.configure && state_d.configure) count_q <= '0;
    if (!state_q.configure && state_d.configure) bad_q <= 1'b0;
    if (rst_i) begin
      state_q <= '{configure: 1'b1, default: 1'b0};
      count_q <= '0;
      bad_q   <= 1'b0;
    end
  end

  gh_sha3_mc_core u_core (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .function_i    (sponge),
      .byte_i        (padded),
      .last_i        (flags.block_last),
      .final_i       (flags.ends),
      .error_i       (flags.error),
      .valid_i       (flags.valid && state_q.message),
      .ready_o       (padded_ready),
      .failed_o      (failed),
      .digest_o      (digest),
      .place_o       (place),
      .digest_valid_o(digest_valid),
      .digest_ready_i(digest_ready),
      .digest_last_i (digest_last)
  );

  logic unused;
  assign unused = ^{unused_data, unused_place, is_message, unused_length};

  `GH_ASSERT(one_state, $onehot(state_q), clk_i, rst_i)

endmodule

`default_nettype wire
