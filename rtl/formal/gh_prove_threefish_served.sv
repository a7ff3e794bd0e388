// SPDX-License-Identifier: Apache-2.0
//
// Proof: the stream of gh_threefish_mc goes on, see gh_prove_served. A stand-in of the core is in its
// place. A step inside is that of a beat of 16 bits, or one of the states. With Rests it is the proof of
// what the other one assumes: a configuration comes while the core rests, beats of words that are read
// leave and come back in step, and while a block is worked on the next one begins and does not end.

`define GH_SERIAL u_top.gen_plain.u_serial

`default_nettype none

module gh_prove_threefish_served
  import gh_threefish_mc_pkg::*;
#(
    parameter bit Decrypts = 1'b1,
    parameter bit Chains = 1'b1,
    parameter int unsigned StreamBits = 16,
    parameter bit Registered = 1'b0,
    parameter bit Rests = 1'b0,
    parameter int unsigned Most = 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [  StreamBits-1:0] config_data_i,
    input wire logic                    config_last_i,
    input wire logic                    config_valid_i,
    input wire logic [  StreamBits-1:0] data_i,
    input wire logic [StreamBits/8-1:0] keep_i,
    input wire logic                    last_i,
    input wire logic                    valid_i,
    input wire logic                    ready_i
);

  logic rst, unused_reset;
  gh_prove_reset u_reset (
      .reset_q(unused_reset),
      .*
  );

  logic config_ready, ready, last, valid, steps, unused_error;
  logic [  StreamBits-1:0] unused_data;
  logic [StreamBits/8-1:0] unused_keep;
  gh_threefish_mc #(
      .Decrypts  (Decrypts),
      .Chains    (Chains),
      .StreamBits(StreamBits),
      .Registered(Registered)
  ) u_top (
      .aclk             (clk_i),
      .aresetn          (!rst),
      .s_axis_cfg_tdata (config_data_i),
      .s_axis_cfg_tlast (config_last_i),
      .s_axis_cfg_tvalid(config_valid_i),
      .s_axis_cfg_tready(config_ready),
      .s_axis_tdata     (data_i),
      .s_axis_tkeep     (keep_i),
      .s_axis_tlast     (last_i),
      .s_axis_tvalid    (valid_i),
      .s_axis_tready    (ready),
      .m_axis_tdata     (unused_data),
      .m_axis_tkeep     (unused_keep),
      .m_axis_tlast     (last),
      .m_axis_tuser     (unused_error),
      .m_axis_tvalid    (valid),
      .m_axis_tready    (ready_i)
  );

  assign steps = `GH_SERIAL.moves || `GH_SERIAL.state_d != `GH_SERIAL.state_q
              || u_top.digest_valid && u_top.digest_ready;
  // Beats of words that are read have left, and come back, in step.
  logic in_step;
  logic [6:0] taken, here;
  assign taken = `GH_SERIAL.u_reader.reading_q ? 7'(`GH_SERIAL.u_reader.index_q)
                                                   : 7'(`GH_SERIAL.u_reader.limit) + 1'b1;
  assign here = `GH_SERIAL.part_valid ? 7'd4 - 7'(`GH_SERIAL.u_reader.u_unload.part_q) : '0;
  always_comb begin
    in_step = 1'b1;
    if (`GH_SERIAL.state_q inside {Copy, Left, Save, Restore}) begin
      if (`GH_SERIAL.entered_q) begin
        in_step = `GH_SERIAL.count_q == '0 && !`GH_SERIAL.reading && !`GH_SERIAL.part_valid;
      end else in_step = `GH_SERIAL.count_q == (taken << 2) - here;
    end
  end

  // While a block is worked on, the next one begins, and no more.
  logic begins_only;
  assign begins_only = !`GH_SERIAL.from_message || `GH_SERIAL.state_q == Take
                    || !`GH_SERIAL.u_padder.block_last;

  // The ends of Erase and Wipe may come in any cycle, the others come as they do.
  logic ends;
  always_comb begin
    unique case (`GH_SERIAL.state_q)
      Erase, Wipe: ends = `GH_SERIAL.op_end;
      Config: ends = `GH_SERIAL.config_last_i;
      Take: ends = `GH_SERIAL.flags.block_last;
      Save, Restore: ends = `GH_SERIAL.block_end;
      Run, Unload: ends = 1'b0;
      default: ends = `GH_SERIAL.eighth;
    endcase
  end

  logic at_rest;
  assign at_rest = `GH_SERIAL.state_q != Config || !`GH_SERIAL.core_busy;
  if (Rests) begin : gen_rests
    logic unused;
    assign unused = steps ^ ends ^ last ^ valid ^ ready;
    always_comb begin
      if (!rst) begin
        rests : assert (at_rest);
        reads_in_step : assert (in_step);
        begins_a_block : assert (begins_only);
      end
      is_configured : cover (!rst && config_valid_i && config_ready);
    end
  end else begin : gen_served
    always_comb begin
      if (!rst) begin
        assume (at_rest);
        assume (in_step);
        assume (begins_only);
        assume (`GH_SERIAL.op_end == (ends && `GH_SERIAL.moves));
      end
    end

    gh_prove_served #(
        .Most(Most)
    ) u_served (
        .clk_i,
        .rst_i         (rst),
        .rests_i       (!`GH_SERIAL.core_busy),
        .steps_i       (steps),
        .config_last_i,
        .config_valid_i,
        .config_ready_i(config_ready),
        .last_i,
        .valid_i,
        .ready_i       (ready),
        .answer_last_i (last),
        .answer_valid_i(valid),
        .answer_ready_i(ready_i)
    );
  end

endmodule

`undef GH_SERIAL

`default_nettype wire
