// SPDX-License-Identifier: Apache-2.0
//
// Proof: the stream of gh_threefish_mc goes on, see gh_prove_served. A stand-in of the core is in its
// place. A step inside is that of a beat of 16 bits, or one of the states. With Rests it is the proof of
// what the other one assumes: a configuration comes while the core rests, beats of words that are read
// leave and come back in step, and while a block is worked on the next one begins and does not end.

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

  assign steps = u_top.u_serial.moves || u_top.u_serial.state_d != u_top.u_serial.state_q
              || u_top.digest_valid && u_top.digest_ready;
  // Beats of words that are read have left, and come back, in step.
  logic in_step;
  logic [6:0] taken, here;
  assign taken = u_top.u_serial.u_reader.reading_q ? 7'(u_top.u_serial.u_reader.index_q)
                                                   : 7'(u_top.u_serial.u_reader.limit) + 1'b1;
  assign here = u_top.u_serial.part_valid ? 7'd4 - 7'(u_top.u_serial.u_reader.u_unload.part_q) : '0;
  always_comb begin
    in_step = 1'b1;
    if (u_top.u_serial.state_q inside {Copy, Left, Save, Restore}) begin
      if (u_top.u_serial.entered_q) begin
        in_step = u_top.u_serial.count_q == '0 && !u_top.u_serial.reading
                                               && !u_top.u_serial.part_valid;
      end else in_step = u_top.u_serial.count_q == (taken << 2) - here;
    end
  end

  // While a block is worked on, the next one begins, and no more.
  logic begins_only;
  assign begins_only = !u_top.u_serial.from_message || u_top.u_serial.state_q == Take
                    || !u_top.u_serial.u_padder.block_last;

  // The ends of Erase and Wipe may come in any cycle, the others come as they do.
  logic ends;
  always_comb begin
    unique case (u_top.u_serial.state_q)
      Erase, Wipe: ends = u_top.u_serial.op_end;
      Config: ends = u_top.u_serial.config_last_i;
      Take: ends = u_top.u_serial.flags.block_last;
      Save, Restore: ends = u_top.u_serial.block_end;
      Run, Unload: ends = 1'b0;
      default: ends = u_top.u_serial.eighth;
    endcase
  end

  logic at_rest;
  assign at_rest = u_top.u_serial.state_q != Config || !u_top.u_serial.core_busy;
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
        assume (u_top.u_serial.op_end == (ends && u_top.u_serial.moves));
      end
    end

    gh_prove_served #(
        .Most(Most)
    ) u_served (
        .clk_i,
        .rst_i         (rst),
        .rests_i       (!u_top.u_serial.core_busy),
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

`default_nettype wire
