// SPDX-License-Identifier: Apache-2.0
//
// Proof: gh_arx_mc_stream takes Most steps at most from one byte that it takes to the next one, or
// until it waits for one. A step is a byte's place, a run's start, or a change of state; with
// gh_prove_arx_served, which shows that each of them comes, answers come in time.

`default_nettype none

module gh_prove_arx_steps #(
    parameter bit Blake32 = 1'b1,
    parameter bit Blake64 = 1'b1,
    parameter bit ChaCha = 1'b1,
    parameter bit Blake2 = 1'b0,
    parameter int unsigned Most = 340
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic [ 7:0] config_data_i,
    input wire logic        config_last_i,
    input wire logic        config_valid_i,
    input wire logic [ 7:0] data_i,
    input wire logic        keep_i,
    input wire logic        last_i,
    input wire logic        valid_i,
    input wire logic        ready_i,
    input wire logic        granted_i,
    input wire logic        running_i,
    input wire logic        wrapped_i,
    input wire logic        load_ready_i,
    input wire logic        read_ready_i,
    input wire logic [63:0] read_data_i
);

  logic rst, reset_q, config_ready, ready, wants;
  gh_prove_reset u_reset (.*);

  logic unused_open, unused_keep, unused_last, unused_error, unused_valid, unused_withdraws;
  logic unused_bank, unused_initial, unused_shorter, unused_wide, unused_claims, unused_erases;
  logic unused_read;
  logic [1:0] unused_run, unused_rounds;
  logic [7:0] unused_data, unused_load_valid, unused_load_data;
  logic [8:0] unused_load_address;
  logic [6:0] unused_read_address;
  gh_arx_mc_stream #(
      .Blake32(Blake32),
      .Blake64(Blake64),
      .ChaCha (ChaCha),
      .Blake2 (Blake2)
  ) u_stream (
      .rst_i         (rst),
      .config_ready_o(config_ready),
      .config_open_o (unused_open),
      .ready_o       (ready),
      .data_o        (unused_data),
      .keep_o        (unused_keep),
      .last_o        (unused_last),
      .error_o       (unused_error),
      .valid_o       (unused_valid),
      .wants_o       (wants),
      .withdraws_o   (unused_withdraws),
      .run_o         (unused_run),
      .rounds_o      (unused_rounds),
      .bank_o        (unused_bank),
      .initial_o     (unused_initial),
      .shorter_o     (unused_shorter),
      .wide_o        (unused_wide),
      .claims_o      (unused_claims),
      .erases_o      (unused_erases),
      .load_valid_o  (unused_load_valid),
      .load_address_o(unused_load_address),
      .load_data_o   (unused_load_data),
      .read_o        (unused_read),
      .read_address_o(unused_read_address),
      .*
  );

  // Steps that are left: places to the last one, and behind these
  //   out 128, a run's start, a tail 32, another start, a block 128, a run's start, a tail 32, a start.
  // BLAKE2 erases 128 after an answer.
  localparam int unsigned Out = Blake2 ? 129 : 1;
  localparam int unsigned LastStart = Out + 128;
  localparam int unsigned LastTail = LastStart + 1;
  localparam int unsigned LastBlock = LastTail + 32;
  localparam int unsigned Start = LastBlock + 128;
  localparam int unsigned Tail = Start + 1;
  localparam int unsigned Block = Tail + 32;
  logic [9:0] left, left_q, places;
  logic padded, moves, byte_in, moves_q, byte_q;
  assign places = 10'($unsigned(~u_stream.place_q));
  // The block that is being padded is the last: the place in front of the length is still to come.
  assign padded = Blake2 || u_stream.final_q || (u_stream.wide ? u_stream.place_q < 112
                                                               : u_stream.place_q[5:0] < 56);
  always_comb begin
    left = '0;
    if (u_stream.state_q.erase) left = 10'd1 + places;
    if (u_stream.state_q.fail) left = 10'(LastStart);
    if (u_stream.state_q.crypt && !u_stream.have_q) left = u_stream.ran_q ? 10'd1 : 10'd2;
    if (u_stream.state_q.data && u_stream.complete_q) begin
      left = (padded ? 10'(LastBlock) : 10'(Block)) + places;
    end
    if (u_stream.state_q.tail) left = (u_stream.final_q ? 10'(LastTail) : 10'(Tail)) + places;
    if (u_stream.state_q.waits) left = u_stream.final_q ? 10'(LastStart) : 10'(Start);
    if (u_stream.state_q.out) left = 10'(Out) + places;
  end
  assign moves   = u_stream.moves || granted_i || u_stream.state_d != u_stream.state_q;
  assign byte_in = config_valid_i && config_ready || valid_i && ready;
  always_ff @(posedge clk_i) begin
    left_q  <= left;
    moves_q <= moves;
    byte_q  <= byte_in;
  end

  always_comb begin
    if (!rst) assume (!granted_i || wants);
    if (!rst && !reset_q) begin
      comes_nearer : assert (byte_q || left + 10'(moves_q) <= left_q);
      in_time : assert (32'(left) <= Most);
    end
    takes_time : cover (!rst && !reset_q && !byte_q && moves_q);
  end

endmodule

`default_nettype wire
