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

  logic rst, reset_q, last_o, user_o, valid_o, ready_o, none_held;
  logic [8*StreamBytes-1:0] data_o;
  logic [  StreamBytes-1:0] keep_o;
  gh_prove_reset u_reset (.*);

  gh_digest_stream #(
      .StreamBytes(StreamBytes),
      .PieceBytes (PieceBytes),
      .DigestBytes(DigestBytes)
  ) u_digest (
      .rst_i(rst),
      .*
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
      .rst_i (rst),
      .open_i(1'b1),
      .data_i(entering),
      .keep_i(kept),
      .last_i(last_i || error_i),
      .user_i(error_i),
      .*
  );

  // A digest that fits in a piece is one.
  always_comb begin
    if (!rst && valid_i && DigestBytes <= PieceBytes) assume (last_i || error_i);
    if (!rst && valid_o) begin
      zero_behind :
      for (int unsigned i = 0; i < StreamBytes; i++) begin
        if (LastBytes < KeptBytes && !keep_o[i]) assert (data_o[8*i+:8] == '0);
      end
    end
    abandons : cover (!rst && valid_o && user_o && ready_i);
  end

  logic unused;
  assign unused = ^{reset_q, none_held};

endmodule

`default_nettype wire
