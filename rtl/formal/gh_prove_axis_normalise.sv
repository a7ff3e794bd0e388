// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_axis_normalise: for packets with any tkeep in any beat, the bytes that are kept and the
// packets' ends leave in order, each once, unchanged, in time; packets leave well-formed, and a bad one
// malformed.
//
// A byte is a token of gh_prove_tokens, and so is a packet's end, which says whether the packet was bad.

`default_nettype none

module gh_prove_axis_normalise #(
    parameter int unsigned StreamBytes = 2,
    parameter bit Erase = 1'b1
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,  // free
    input wire logic [7:0] place_i, // free

    input wire logic [8*StreamBytes-1:0] data_i,
    input wire logic [  StreamBytes-1:0] keep_i,
    input wire logic                     last_i,
    input wire logic                     user_i,
    input wire logic                     valid_i,
    input wire logic                     ready_i
);

  logic rst, reset_q, last_o, user_o, valid_o, ready_o;
  logic [8*StreamBytes-1:0] data_o;
  logic [  StreamBytes-1:0] keep_o;
  gh_prove_reset u_reset (.*);

  gh_axis_normalise #(
      .StreamBytes(StreamBytes),
      .Erase      (Erase)
  ) u_normalise (
      .rst_i(rst),
      .*
  );

  localparam int unsigned Tokens = StreamBytes + 1;  // of a beat
  localparam int unsigned Most = 2 * Tokens;
  localparam int unsigned CountBits = $clog2(Most + Tokens + 1);
  typedef logic [CountBits-1:0] count_t;
  typedef struct packed {
    logic       ends;
    logic       bad;
    logic [7:0] data;
  } token_t;

  // A byte has the place of the bytes that are kept below it, the end the one behind them.
  function automatic token_t [Tokens-1:0] tokens(logic [8*StreamBytes-1:0] data,
                                                 logic [StreamBytes-1:0] keep, logic bad);
    count_t place;
    for (int unsigned i = 0; i < Tokens; i++) tokens[i] = '{1'b1, bad, 8'd0};
    place = '0;
    for (int unsigned i = 0; i < StreamBytes; i++) begin
      for (int unsigned j = 0; j <= i; j++) begin
        if (keep[i] && place == count_t'(j)) tokens[j] = '{1'b0, 1'b0, data[8*i+:8]};
      end
      place = place + count_t'(keep[i]);
    end
  endfunction

  logic in_taken, out_taken, in_first_q, out_first_q, in_bad_q, in_bad, partial_q, partial;
  assign in_taken  = valid_i && ready_o;
  assign out_taken = valid_o && ready_i;
  assign in_bad    = user_i || (!in_first_q && in_bad_q);
  assign partial   = (!last_o && !(&keep_o)) || (!out_first_q && partial_q);

  count_t entering, leaving, held, ends_q;
  assign entering = !in_taken ? '0 : count_t'($countones(keep_i)) + count_t'(last_i);
  assign leaving  = !out_taken ? '0 : count_t'($countones(keep_o)) + count_t'(last_o);
  gh_prove_tokens #(
      .Width    ($bits(token_t)),
      .InTokens (Tokens),
      .OutTokens(Tokens),
      .Most     (Most)
  ) u_tokens (
      .clk_i     (clk_i),
      .rst_i     (rst),
      .mark_i    (mark_i),
      .place_i   (place_i),
      .in_i      (tokens(data_i, keep_i, in_bad)),
      .entering_i(entering),
      .out_i     (tokens(data_o, keep_o, user_o)),
      .leaving_i (leaving),
      .held_o    (held)
  );

  logic [1:0] paused_q;
  logic due;
  assign due = ends_q != '0 || held > count_t'(StreamBytes);
  count_t bad_ends_q;
  always_ff @(posedge clk_i) begin
    if (rst) begin
      in_first_q  <= 1'b1;
      out_first_q <= 1'b1;
      ends_q      <= '0;
      paused_q    <= '0;
      bad_ends_q  <= '0;
    end else begin
      if (in_taken) in_first_q <= last_i;
      if (out_taken) out_first_q <= last_o;
      ends_q <= ends_q + count_t'(in_taken && last_i) - count_t'(out_taken && last_o);
      bad_ends_q <= bad_ends_q + count_t'(in_taken && last_i && in_bad)
                    - count_t'(out_taken && user_o);
      paused_q <= (ready_i && !ready_o) ? paused_q + 1'b1 : '0;
    end
    if (in_taken) in_bad_q <= in_bad;
    if (out_taken) partial_q <= partial;
  end

  gh_prove_offer #(
      .Width(9 * StreamBytes + 2)
  ) u_offer (
      .clk_i    (clk_i),
      .rst_i    (rst),
      .assumed_i(1'b0),
      .payload_i({user_o, last_o, keep_o, data_o}),
      .valid_i  (valid_o),
      .ready_i  (ready_i)
  );

  always_comb begin
    if (reset_q) begin
      silent_after_reset : assert (!ready_o && !valid_o);
    end
    if (!rst) begin
      // A beat waits for no more than the byte behind it, or the end.
      in_time : assert (valid_o || !due);
      no_pause : assert (ready_o || !ready_i || reset_q || bad_ends_q != '0);
      goes_on : assert (paused_q <= 2);
    end
    if (!rst && Erase && held == '0 && in_first_q) begin
      erased : assert (data_o == '0);
    end
    if (!rst && valid_o) begin
      no_hole : assert ((keep_o & (keep_o + 1'b1)) == '0);
      only_the_end : assert (!user_o || last_o);
      well_formed : assert (!last_o || user_o == (partial || (keep_o == '0 && !out_first_q)));
    end
    packs : cover (!rst && valid_o && &keep_o && !last_o && out_taken);
    bad_packet : cover (!rst && out_taken && user_o);
  end

endmodule

`default_nettype wire
