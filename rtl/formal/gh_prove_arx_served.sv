// SPDX-License-Identifier: Apache-2.0
//
// Proof: each stream of gh_arx_mc_streams goes on, see gh_prove_served, whatever the other one
// does. A stand-in of the core is in its place. Bytes of BLAKE-384 and -512 on stream 0 pass before those
// of stream 1; cycles in which one takes the half of stream 1 do not count there.

`default_nettype none

module gh_prove_arx_served #(
    parameter bit Blake32 = 1'b1,
    parameter bit Blake64 = 1'b1,
    parameter bit ChaCha = 1'b1,
    parameter bit Blake2 = 1'b0,
    parameter int unsigned StreamBits = 8,
    parameter int unsigned Streams = 2,
    parameter int unsigned Most = 8,
    localparam int unsigned Bytes = StreamBits / 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [Streams-1:0][StreamBits-1:0] config_data_i,
    input wire logic [Streams-1:0]                 config_last_i,
    input wire logic [Streams-1:0]                 config_valid_i,
    input wire logic [Streams-1:0][StreamBits-1:0] data_i,
    input wire logic [Streams-1:0][     Bytes-1:0] keep_i,
    input wire logic [Streams-1:0]                 last_i,
    input wire logic [Streams-1:0]                 valid_i,
    input wire logic [Streams-1:0]                 ready_i
);

  logic rst, unused_reset;
  gh_prove_reset u_reset (
      .reset_q(unused_reset),
      .*
  );

  logic [Streams-1:0] config_ready, ready, last, valid;
  logic [Streams-1:0][StreamBits-1:0] unused_data;
  logic [Streams-1:0][Bytes-1:0] unused_keep;
  logic [Streams-1:0] unused_error;
  gh_arx_mc_streams #(
      .Blake32   (Blake32),
      .Blake64   (Blake64),
      .ChaCha    (ChaCha),
      .Blake2    (Blake2),
      .StreamBits(StreamBits),
      .Streams   (Streams)
  ) u_streams (
      .aclk          (clk_i),
      .aresetn       (!rst),
      .config_ready_o(config_ready),
      .ready_o       (ready),
      .data_o        (unused_data),
      .keep_o        (unused_keep),
      .last_o        (last),
      .error_o       (unused_error),
      .valid_o       (valid),
      .*
  );

  logic [Streams-1:0] passed;
  if (Streams == 2) begin : gen_passed
    assign passed = {u_streams.gen_two.claim_q, 1'b0};
  end else begin : gen_alone
    assign passed = '0;
  end

  // A step is a byte's, a run's start, or one of the states.
  for (genvar k = 0; k < Streams; k++) begin : gen_streams
    logic steps;
    assign steps = u_streams.gen_streams[k].u_stream.moves || u_streams.granted[k]
                || u_streams.gen_streams[k].u_stream.state_d
                   != u_streams.gen_streams[k].u_stream.state_q;
    gh_prove_served #(
        .Most(Most)
    ) u_served (
        .clk_i,
        .rst_i         (rst),
        .rests_i       (!u_streams.busy && !passed[k]),
        .steps_i       (steps),
        .config_last_i (config_last_i[k]),
        .config_valid_i(config_valid_i[k]),
        .config_ready_i(config_ready[k]),
        .last_i        (last_i[k]),
        .valid_i       (valid_i[k]),
        .ready_i       (ready[k]),
        .answer_last_i (last[k]),
        .answer_valid_i(valid[k]),
        .answer_ready_i(ready_i[k])
    );
  end

endmodule

`default_nettype wire
