// SPDX-License-Identifier: Apache-2.0
//
// Holds a stream top back after reset until it has answered a known message right.
//
// Contract: until passed_o nothing that is outside reaches the top, and nothing of the top is outside;
// from then on both sides are connected by wires. If the answer is wrong or not there after Limit cycles,
// failed_o is 1 until the next reset: every packet of a message is then taken and answered with one beat,
// zero and with user, and every packet of a configuration is taken.
//
// StreamBits is the width of message and answer, ConfigBits that of the configuration.
// Message, Configuration and Answer have their first beat lowest. All of their beats are full but the last,
// which has MessageKeep or AnswerKeep.

`include "gh_assert.svh"

`default_nettype none

module gh_self_test #(
    parameter int unsigned StreamBits = 64,
    parameter int unsigned MessageBeats = 1,
    parameter logic [MessageBeats*StreamBits-1:0] Message = '0,
    parameter logic [StreamBits/8-1:0] MessageKeep = '1,
    parameter int unsigned ConfigBits = StreamBits,
    parameter int unsigned ConfigBeats = 0,  // 0 for a top without s_axis_cfg
    localparam int unsigned ConfigRoom = ConfigBeats > 0 ? ConfigBeats : 1,
    parameter logic [ConfigRoom*ConfigBits-1:0] Configuration = '0,
    parameter int unsigned AnswerBeats = 1,
    parameter logic [AnswerBeats*StreamBits-1:0] Answer = '0,
    parameter logic [StreamBits/8-1:0] AnswerKeep = '1,
    parameter int unsigned Limit = 1024
) (
    input wire logic clk_i,
    input wire logic rst_i,

    output wire logic passed_o,
    output wire logic failed_o,

    // Outside.
    input  wire logic [  ConfigBits-1:0] config_data_i,
    input  wire logic                    config_last_i,
    input  wire logic                    config_valid_i,
    output wire logic                    config_ready_o,
    input  wire logic [  StreamBits-1:0] data_i,
    input  wire logic [StreamBits/8-1:0] keep_i,
    input  wire logic                    last_i,
    input  wire logic                    valid_i,
    output wire logic                    ready_o,
    output wire logic [  StreamBits-1:0] data_o,
    output wire logic [StreamBits/8-1:0] keep_o,
    output wire logic                    last_o,
    output wire logic                    user_o,
    output wire logic                    valid_o,
    input  wire logic                    ready_i,

    // The top.
    output wire logic [  ConfigBits-1:0] top_config_data_o,
    output wire logic                    top_config_last_o,
    output wire logic                    top_config_valid_o,
    input  wire logic                    top_config_ready_i,
    output wire logic [  StreamBits-1:0] top_data_o,
    output wire logic [StreamBits/8-1:0] top_keep_o,
    output wire logic                    top_last_o,
    output wire logic                    top_valid_o,
    input  wire logic                    top_ready_i,
    input  wire logic [  StreamBits-1:0] top_data_i,
    input  wire logic [StreamBits/8-1:0] top_keep_i,
    input  wire logic                    top_last_i,
    input  wire logic                    top_user_i,
    input  wire logic                    top_valid_i,
    output wire logic                    top_ready_o
);

  if (StreamBits == 0 || StreamBits % 8 != 0) begin : gen_check_stream_bits
    $fatal(1, "gh_self_test: StreamBits is %0d; it must be a multiple of 8", StreamBits);
  end
  if (ConfigBits == 0 || ConfigBits % 8 != 0) begin : gen_check_config_bits
    $fatal(1, "gh_self_test: ConfigBits is %0d; it must be a multiple of 8", ConfigBits);
  end
  if (MessageBeats == 0 || AnswerBeats == 0 || Limit == 0) begin : gen_check_beats
    $fatal(
        1,
        "gh_self_test: MessageBeats is %0d, AnswerBeats %0d, Limit %0d; they must be at least 1",
        MessageBeats,
        AnswerBeats,
        Limit
    );
  end

  typedef logic [StreamBits-1:0] data_t;

  typedef enum logic [1:0] {
    Test,
    Passed,
    Failed
  } self_test_e;
  self_test_e state_q;
  assign passed_o = (state_q == Passed);
  assign failed_o = (state_q == Failed);

  // The test. Counts stay at the number of beats once all have gone.
  logic [$clog2(MessageBeats+1)-1:0] message_q;
  logic [$clog2(ConfigRoom+1)-1:0] config_q;
  logic [$clog2(AnswerBeats+1)-1:0] answer_q;
  logic [$clog2(Limit+1)-1:0] cycles_q;
  logic testing, message_left, config_left, answer_last, right, wrong_q;
  data_t expected, unkept;
  assign testing      = (state_q == Test) && !rst_i;
  assign message_left = testing && 32'(message_q) != MessageBeats;
  assign config_left  = testing && 32'(config_q) != ConfigBeats;
  assign answer_last  = (32'(answer_q) == AnswerBeats - 1);
  assign expected     = Answer[StreamBits*answer_q+:StreamBits];
  always_comb begin
    for (int unsigned i = 0; i < StreamBits / 8; i++) begin
      unkept[8*i+:8] = {8{answer_last && !AnswerKeep[i]}};
    end
  end
  assign right = ((top_data_i ^ expected) & ~unkept) == '0 && !top_user_i
              && top_keep_i == (answer_last ? AnswerKeep : '1) && top_last_i == answer_last;

  // It begins at power-up as well, where the device keeps initial values.
  initial begin
    state_q = Test;
    {message_q, config_q, answer_q, cycles_q, wrong_q} = '0;
  end
  always @(posedge clk_i) begin
    if (message_left && top_ready_i) message_q <= message_q + 1'b1;
    if (config_left && top_config_ready_i) config_q <= config_q + 1'b1;
    if (testing) begin
      cycles_q <= cycles_q + 1'b1;
      if (top_valid_i) begin
        answer_q <= answer_q + 1'b1;
        wrong_q  <= wrong_q || !right;
        if (answer_last || top_last_i) state_q <= (right && !wrong_q) ? Passed : Failed;
      end
      if (32'(cycles_q) == Limit) state_q <= Failed;
    end
    if (rst_i) begin
      state_q   <= Test;
      message_q <= '0;
      config_q  <= '0;
      answer_q  <= '0;
      cycles_q  <= '0;
      wrong_q   <= 1'b0;
    end
  end

  // After a failure: a packet's answer is owed from its last beat on.
  logic owes_q, refuses;
  assign refuses = failed_o && !rst_i;
  always_ff @(posedge clk_i) begin
    if (refuses) owes_q <= owes_q ? !ready_i : valid_i && last_i;
    if (rst_i) owes_q <= 1'b0;
  end

  // Outside.
  logic open;
  assign open           = passed_o && !rst_i;
  assign config_ready_o = refuses || open && top_config_ready_i;
  assign ready_o        = refuses && !owes_q || open && top_ready_i;
  assign valid_o        = refuses && owes_q || open && top_valid_i;
  assign data_o         = failed_o ? '0 : top_data_i;
  assign keep_o         = failed_o ? '1 : top_keep_i;
  assign last_o         = failed_o || top_last_i;
  assign user_o         = failed_o || top_user_i;

  // The top. What it sends after a failure goes nowhere.
  data_t message;
  logic [ConfigBits-1:0] configuration;
  assign message            = Message[StreamBits*message_q+:StreamBits];
  assign configuration      = Configuration[ConfigBits*config_q+:ConfigBits];
  assign top_config_data_o  = passed_o ? config_data_i : configuration;
  assign top_config_last_o  = passed_o ? config_last_i : 32'(config_q) == ConfigRoom - 1;
  assign top_config_valid_o = open ? config_valid_i : config_left;
  assign top_data_o         = passed_o ? data_i : message;
  assign top_last_o         = passed_o ? last_i : 32'(message_q) == MessageBeats - 1;
  assign top_keep_o         = passed_o ? keep_i : top_last_o ? MessageKeep : '1;
  assign top_valid_o        = open ? valid_i : message_left;
  assign top_ready_o        = open ? ready_i : !rst_i;

  `GH_ASSERT(silent, passed_o || failed_o || !valid_o && !ready_o && !config_ready_o, clk_i, rst_i)

endmodule

`default_nettype wire
