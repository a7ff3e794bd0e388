// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_message_fifo: packets leave in order when all of them is in, without a gap; beats are
// those that entered; a packet of more than Depth beats leaves as one beat, and nothing else of it.
//
// The scoreboard follows one packet that the solver chooses, and one beat in it.

`default_nettype none

module gh_prove_message_fifo #(
    parameter int unsigned Depth = 4
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,  // free: the packet that begins
    input wire logic [3:0] place_i, // free: the beat in it

    input wire logic       data_i,
    input wire logic [1:0] keep_i,
    input wire logic       last_i,
    input wire logic       user_i,
    input wire logic       valid_i,
    input wire logic       ready_i
);

  localparam int unsigned CountBits = $clog2(Depth + 3);
  typedef logic [CountBits-1:0] count_t;
  typedef struct packed {
    logic       user;
    logic       last;
    logic [1:0] keep;
    logic       data;
  } beat_t;

  logic rst, reset_q, valid, ready;
  beat_t in, out;
  logic [14:0] unused;
  gh_prove_reset u_reset (.*);

  assign in = '{user_i, last_i, keep_i, data_i};
  gh_message_fifo #(
      .StreamBytes(2),
      .Depth      (Depth)
  ) u_fifo (
      .clk_i  (clk_i),
      .rst_i  (rst),
      .data_i ({15'd0, data_i}),
      .keep_i (keep_i),
      .last_i (last_i),
      .user_i (user_i),
      .valid_i(valid_i),
      .ready_o(ready),
      .data_o ({unused, out.data}),
      .keep_o (out.keep),
      .last_o (out.last),
      .user_o (out.user),
      .valid_o(valid),
      .ready_i(ready_i)
  );

  logic in_taken, out_taken, in_first_q, out_first_q;
  assign in_taken  = valid_i && ready;
  assign out_taken = valid && ready_i;

  // Whole packets, and beats of the one that enters and of the one that leaves, up to Depth + 1.
  count_t in_beats_q, out_beats_q, in_beat, out_beat, whole_q, waited_q, paused_q;
  assign in_beat  = in_first_q ? '0 : in_beats_q;
  assign out_beat = out_first_q ? '0 : out_beats_q;

  // The packet that is followed: how many are ahead of it, its beats, and one of them.
  logic marked_q, marks, complete_q, leaves;
  count_t ahead_q, ahead, beats_q;
  logic [3:0] place_q, place;
  beat_t beat_q;
  assign marks  = mark_i && in_taken && in_first_q && !marked_q;
  assign place  = marks ? place_i : place_q;
  assign ahead  = marked_q ? ahead_q : whole_q;
  assign leaves = marked_q && ahead_q == '0 && valid;

  always_ff @(posedge clk_i) begin
    if (in_taken) in_beats_q <= (32'(in_beat) > Depth) ? in_beat : in_beat + 1'b1;
    if (out_taken) out_beats_q <= (32'(out_beat) > Depth) ? out_beat : out_beat + 1'b1;
    if (in_taken && (marks || marked_q && !complete_q)) begin
      if (4'(in_beat) == place) beat_q <= in;
      beats_q    <= in_beat + 1'b1;
      complete_q <= last_i;
    end
    place_q <= place;
    ahead_q <= ahead - count_t'(out_taken && out.last);

    if (in_taken) in_first_q <= last_i;
    if (out_taken) out_first_q <= out.last;
    whole_q  <= whole_q + count_t'(in_taken && last_i) - count_t'(out_taken && out.last);
    marked_q <= marks || marked_q && !(leaves && ready_i && out.last);
    waited_q <= (whole_q != '0 && !valid) ? waited_q + 1'b1 : '0;
    paused_q <= (!ready && (ready_i || whole_q == '0)) ? paused_q + 1'b1 : '0;
    if (rst) begin
      {in_first_q, out_first_q, marked_q} <= 3'b110;
      whole_q <= '0;
      waited_q <= '0;
      paused_q <= '0;
    end
  end

  logic long;
  assign long = 32'(beats_q) > Depth;
  always_comb begin
    if (!rst && valid) begin
      whole_in : assert (whole_q != '0);
    end
    if (!rst && !out_first_q) begin
      no_gap : assert (valid);
    end
    if (!rst && leaves) begin
      whole : assert (complete_q);
      if (long) begin
        one_beat : assert (out.last && out.user && out.keep == 2'b10 && out_first_q);
      end else begin
        length : assert (out.last == (out_beat + 1'b1 == beats_q));
        if (4'(out_beat) == place_q) begin
          unchanged : assert (out == beat_q);
        end
      end
    end
    if (!rst) begin
      in_time : assert (waited_q <= 1);
      goes_on : assert (paused_q <= 1);
    end
    if (reset_q) begin
      silent_after_reset : assert (!ready && !valid);
    end
    long_leaves : cover (!rst && leaves && long);
    most_leaves : cover (!rst && leaves && 32'(out_beat) + 1 == Depth && out.last);
    after_long : cover (!rst && leaves && !long && place_q == '0 && 32'(in_beats_q) > Depth);
  end

  gh_prove_offer #(
      .Width($bits(beat_t))
  ) u_offer (
      .clk_i    (clk_i),
      .rst_i    (rst),
      .assumed_i(1'b0),
      .payload_i(out),
      .valid_i  (valid),
      .ready_i  (ready_i)
  );

endmodule

`default_nettype wire
