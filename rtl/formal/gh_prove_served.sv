// SPDX-License-Identifier: Apache-2.0
//
// Proof: a stream with a packet of configuration for each message never waits for ever.
//
// Something is due of it while
//   a beat of configuration is offered, and each message that has a configuration has ended, whether
//     anybody offers a message or not;
//   a beat of a message is offered that has a configuration, whether anybody offers the next one or not;
//   a message has ended that has a configuration, and its answer has not.
// Cycles count that are none of a run of the core, and in which no answer waits for the receiver: it may be
// ready only once an answer is offered. While something is due Most of them at most pass without a beat at
// the pins or a step inside. Before that everybody may pause whenever he likes, in packets and between them,
// and the receiver may also later. A packet is answered once.

`default_nettype none

module gh_prove_served #(
    parameter int unsigned Most = 8
) (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic rests_i,  // no run is under way
    input wire logic steps_i,  // a step inside

    input wire logic config_last_i,
    input wire logic config_valid_i,
    input wire logic config_ready_i,
    input wire logic last_i,
    input wire logic valid_i,
    input wire logic ready_i,
    input wire logic answer_last_i,
    input wire logic answer_valid_i,
    input wire logic answer_ready_i
);

  // Packets that have ended and are not answered: -1 for a message that is answered and has not.
  logic signed [3:0] configs_q, messages_q;
  logic open_q;  // a message has begun and not ended
  logic configures, enters, leaves, answers;
  logic config_due, due, owes, counts;
  logic [$clog2(Most+2)-1:0] still_q;
  assign configures = config_valid_i && config_ready_i;
  assign enters     = valid_i && ready_i;
  assign leaves     = answer_valid_i && answer_ready_i;
  assign answers    = leaves && answer_last_i;
  assign config_due = config_valid_i && configs_q <= messages_q;
  assign due        = valid_i && configs_q > messages_q;
  assign owes       = configs_q > 0 && messages_q > 0;
  assign counts     = rests_i && (answer_ready_i || !answer_valid_i);

  always_ff @(posedge clk_i) begin
    configs_q  <= configs_q + 4'(configures && config_last_i) - 4'(answers);
    messages_q <= messages_q + 4'(enters && last_i) - 4'(answers);
    if (enters) open_q <= !last_i;
    if (counts) still_q <= still_q + 1'b1;
    if (configures || enters || leaves || steps_i || !(config_due || due || owes)) still_q <= '0;
    if (rst_i) {configs_q, messages_q, open_q, still_q} <= '0;
  end

  always_comb begin
    if (!rst_i) begin
      once :
      assert (!answers || (configs_q > 0 || configures)
                              && (messages_q > 0 || messages_q == 0 && (open_q || enters)));
      room : assert (configs_q <= 3 && messages_q <= 3);
      goes_on : assert (34'(still_q) <= Most);
    end
    config_waits : cover (!rst_i && config_due && counts);
    waits : cover (!rst_i && due && counts);
    answered : cover (!rst_i && answers);
  end

endmodule

`default_nettype wire
