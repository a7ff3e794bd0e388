// SPDX-License-Identifier: Apache-2.0
//
// Proof: the bytes of well-formed packets come out in order, each once, unchanged, in time; packets
// stay what they are; a beat that is offered is held.
//
// The ports have the names of the module under proof, so that .* connects both of them. This one drives
// none of them.
//
// A byte of a packet is a token of gh_prove_tokens, and so is an empty packet. The last token of a
// packet also carries the exclusive-or of tuser over the packet's beats that have it.

`default_nettype none

module gh_prove_bytes #(
    parameter int unsigned InBytes = 2,
    parameter int unsigned OutBytes = 2,
    parameter int unsigned UserBits = 1,
    parameter int unsigned Most = 8,  // tokens that the module can hold
    // When an answer is due: with a token, with OutBytes of them or a packet's end, with an end.
    parameter int unsigned Due = 0,
    parameter int unsigned Latency = 0,  // cycles from then until it is valid, at most
    parameter int unsigned Pause = 1,  // cycles without ready while the receiver takes all, at most
    parameter bit Alone = 1'b0,  // a packet enters when the one before has left
    parameter bit Erase = 1'b0,  // the data are zero when nothing is held
    localparam int unsigned CountBits = $clog2(Most + InBytes + 1)
) (
    input wire logic clk_i,
    input wire logic rst_i,
    input wire logic open_i, // ready is promised

    input wire logic       mark_i,  // free
    input wire logic [7:0] place_i, // free

    input wire logic [8*InBytes-1:0] data_i,
    input wire logic [  InBytes-1:0] keep_i,
    input wire logic                 last_i,
    input wire logic [ UserBits-1:0] user_i,
    input wire logic                 valid_i,
    input wire logic                 ready_o,

    input wire logic [8*OutBytes-1:0] data_o,
    input wire logic [  OutBytes-1:0] keep_o,
    input wire logic                  last_o,
    input wire logic [  UserBits-1:0] user_o,
    input wire logic                  valid_o,
    input wire logic                  ready_i,

    output wire logic none_held
);

  typedef logic [CountBits-1:0] count_t;
  typedef struct packed {
    logic                empty;
    logic                last;
    logic [UserBits-1:0] user;
    logic [7:0]          data;
  } token_t;

  logic in_taken, out_taken, in_first_q, out_first_q;
  logic [UserBits-1:0] in_user_q, in_user, out_user_q, out_user;
  assign in_taken  = valid_i && ready_o;
  assign out_taken = valid_o && ready_i;
  assign in_user   = user_i | (in_first_q ? '0 : in_user_q);
  assign out_user  = user_o | (out_first_q ? '0 : out_user_q);

  count_t in_bytes, out_bytes, entering, leaving, held, ends_q;
  token_t [ InBytes-1:0] in;
  token_t [OutBytes-1:0] out;
  always_comb begin
    in_bytes  = '0;
    out_bytes = '0;
    for (int unsigned i = 0; i < InBytes; i++) in_bytes += count_t'(keep_i[i]);
    for (int unsigned i = 0; i < OutBytes; i++) out_bytes += count_t'(keep_o[i]);
    for (int unsigned i = 0; i < InBytes; i++) begin
      in[i] = '{1'b0, 1'b0, '0, data_i[8*i+:8]};
      if (keep_i == '0) in[i] = '{1'b1, 1'b0, '0, 8'd0};
      if (last_i && (count_t'(i + 1) == in_bytes || in_bytes == '0)) begin
        in[i].last = 1'b1;
        in[i].user = in_user;
      end
    end
    for (int unsigned i = 0; i < OutBytes; i++) begin
      out[i] = '{1'b0, 1'b0, '0, data_o[8*i+:8]};
      if (keep_o == '0) out[i] = '{1'b1, 1'b0, '0, 8'd0};
      if (last_o && (count_t'(i + 1) == out_bytes || out_bytes == '0)) begin
        out[i].last = 1'b1;
        out[i].user = out_user;
      end
    end
  end
  assign entering = !in_taken ? '0 : (in_bytes == '0) ? count_t'(1) : in_bytes;
  assign leaving  = !out_taken ? '0 : (out_bytes == '0) ? count_t'(1) : out_bytes;

  gh_prove_tokens #(
      .Width    ($bits(token_t)),
      .InTokens (InBytes),
      .OutTokens(OutBytes),
      .Most     (Most)
  ) u_tokens (
      .clk_i     (clk_i),
      .rst_i     (rst_i),
      .mark_i    (mark_i),
      .place_i   (place_i),
      .in_i      (in),
      .entering_i(entering),
      .out_i     (out),
      .leaving_i (leaving),
      .held_o    (held)
  );

  logic due;
  logic [7:0] waited_q, paused_q;
  assign due = (Due == 0) ? held != '0 : ends_q != '0 || Due == 1 && held >= count_t'(OutBytes);

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      in_first_q  <= 1'b1;
      out_first_q <= 1'b1;
      ends_q      <= '0;
      waited_q    <= '0;
      paused_q    <= '0;
    end else begin
      if (in_taken) in_first_q <= last_i;
      if (out_taken) out_first_q <= last_o;
      ends_q   <= ends_q + count_t'(in_taken && last_i) - count_t'(out_taken && last_o);
      waited_q <= (due && !valid_o) ? waited_q + 1'b1 : '0;
      paused_q <= (open_i && ready_i && !ready_o) ? paused_q + 1'b1 : '0;
    end
    if (in_taken) in_user_q <= in_user;
    if (out_taken) out_user_q <= out_user;
  end

  gh_prove_offer #(
      .Width(9 * OutBytes + 1 + UserBits)
  ) u_offer (
      .clk_i    (clk_i),
      .rst_i    (rst_i),
      .assumed_i(1'b0),
      .payload_i({user_o, last_o, keep_o, data_o}),
      .valid_i  (valid_o),
      .ready_i  (ready_i)
  );

  assign none_held = held == '0;
  always_comb begin
    if (!rst_i && Alone && in_taken && in_first_q) begin
      one_packet : assert (none_held);
    end
    if (!rst_i && Erase && none_held) begin
      erased : assert (data_o == '0);
    end
    if (!rst_i && valid_i) begin
      given_no_hole : assume ((keep_i & (keep_i + 1'b1)) == '0);
      given_full_beats : assume (last_i ? keep_i != '0 || in_first_q : &keep_i);
    end
    if (!rst_i) begin
      in_time : assert (32'(waited_q) <= Latency);
      goes_on : assert (32'(paused_q) <= Pause);
    end
    if (!rst_i && valid_o) begin
      no_hole : assert ((keep_o & (keep_o + 1'b1)) == '0);
      full_beats : assert (last_o ? keep_o != '0 || out_first_q : &keep_o);
    end
  end

endmodule

`default_nettype wire
