// SPDX-License-Identifier: Apache-2.0
//
// Proof of gh_digest_stream: of each piece the digest's bytes leave in order, each once, unchanged; an
// error leaves as one beat of zero.

`default_nettype none

module gh_prove_digest_stream #(
    parameter int unsigned StreamBytes = 2,
    parameter int unsigned PieceBytes  = 4,
    parameter int unsigned DigestBytes = 7
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic       mark_i,
    input wire logic [7:0] place_i,

    input wire logic [8*PieceBytes-1:0] piece_i,
    input wire logic                    valid_i,
    input wire logic                    last_i,
    input wire logic                    error_i,
    input wire logic                    ready_i
);

  localparam int unsigned KeptBytes = (DigestBytes < PieceBytes) ? DigestBytes : PieceBytes;
  localparam int unsigned LastBytes = (DigestBytes - 1) % PieceBytes + 1;
  localparam int unsigned Bytes = (KeptBytes > StreamBytes) ? KeptBytes : StreamBytes;

  logic rst, reset_q, last, user, valid, ready;
  logic [8*StreamBytes-1:0] data;
  logic [  StreamBytes-1:0] keep;
  gh_prove_reset u_reset (.*);

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (PieceBytes),
      .DigestBytes(DigestBytes)
  ) u_digest (
      .clk_i  (clk_i),
      .rst_i  (rst),
      .piece_i(piece_i),
      .valid_i(valid_i),
      .last_i (last_i),
      .error_i(error_i),
      .ready_o(ready),
      .data_o (data),
      .keep_o (keep),
      .last_o (last),
      .user_o (user),
      .valid_o(valid),
      .ready_i(ready_i)
  );

  logic [8*Bytes-1:0] entering;
  logic [  Bytes-1:0] kept;
  always_comb begin
    entering = (8 * Bytes)'(piece_i[8*KeptBytes-1:0]);
    kept     = {Bytes{1'b1}} >> (Bytes - (last_i ? LastBytes : KeptBytes));
    if (error_i) begin
      entering = '0;
      kept     = {Bytes{1'b1}} >> (Bytes - StreamBytes);
    end
  end

  gh_prove_bytes #(
      .InBytes (Bytes),
      .OutBytes(StreamBytes),
      .Most    (Bytes),
      .Pause   ((Bytes + StreamBytes - 1) / StreamBytes)
  ) u_bytes (
      .clk_i      (clk_i),
      .rst_i      (rst),
      .open_i     (1'b1),
      .mark_i     (mark_i),
      .place_i    (place_i),
      .in_data_i  (entering),
      .in_keep_i  (kept),
      .in_last_i  (last_i || error_i),
      .in_user_i  (error_i),
      .in_valid_i (valid_i),
      .in_ready_i (ready),
      .out_data_i (data),
      .out_keep_i (keep),
      .out_last_i (last),
      .out_user_i (user),
      .out_valid_i(valid),
      .out_ready_i(ready_i)
  );

  gh_prove_offer #(
      .Width(9 * StreamBytes + 2)
  ) u_offer (
      .clk_i    (clk_i),
      .rst_i    (rst),
      .assumed_i(1'b0),
      .payload_i({user, last, keep, data}),
      .valid_i  (valid),
      .ready_i  (ready_i)
  );

  // A digest that fits in a piece is one.
  always_comb begin
    if (DigestBytes <= PieceBytes) assume (last_i || error_i);
    if (!rst && valid) begin
      zero_behind :
      for (int unsigned i = 0; i < StreamBytes; i++) begin
        if (LastBytes < KeptBytes && !keep[i]) assert (data[8*i+:8] == '0);
      end
    end
    abandons : cover (!rst && valid && user && ready_i);
  end

  logic unused;
  assign unused = reset_q;

endmodule

`default_nettype wire
