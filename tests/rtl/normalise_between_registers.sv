// SPDX-License-Identifier: Apache-2.0
//
// gh_axis_normalise between registers at all of its ports, for its frequency alone: paths to pins do not count.
// ready_i and ready_o are a cycle late here, so that it moves no data as it should.

`default_nettype none

module normalise_between_registers #(
    parameter int unsigned StreamBytes = 8
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [8*StreamBytes-1:0] data_i,
    input  wire logic [  StreamBytes-1:0] keep_i,
    input  wire logic                     last_i,
    input  wire logic                     user_i,
    input  wire logic                     valid_i,
    output wire logic                     ready_o,

    output wire logic [8*StreamBytes-1:0] data_o,
    output wire logic [  StreamBytes-1:0] keep_o,
    output wire logic                     last_o,
    output wire logic                     user_o,
    output wire logic                     valid_o,
    input  wire logic                     ready_i
);

  typedef struct packed {
    logic [8*StreamBytes-1:0] data;
    logic [StreamBytes-1:0] keep;
    logic last, user, valid;
  } beat_t;

  beat_t in_q, out_d, out_q;
  logic rst_q, ready_d, ready_q, taken_q;

  gh_axis_normalise #(
      .StreamBytes(StreamBytes)
  ) u_normalise (
      .clk_i,
      .rst_i  (rst_q),
      .data_i (in_q.data),
      .keep_i (in_q.keep),
      .last_i (in_q.last),
      .user_i (in_q.user),
      .valid_i(in_q.valid),
      .ready_o(ready_d),
      .data_o (out_d.data),
      .keep_o (out_d.keep),
      .last_o (out_d.last),
      .user_o (out_d.user),
      .valid_o(out_d.valid),
      .ready_i(taken_q)
  );

  always_ff @(posedge clk_i) begin
    in_q    <= '{data: data_i, keep: keep_i, last: last_i, user: user_i, valid: valid_i};
    out_q   <= out_d;
    rst_q   <= rst_i;
    ready_q <= ready_d;
    taken_q <= ready_i;
  end

  assign ready_o = ready_q;
  assign {data_o, keep_o, last_o, user_o, valid_o} = out_q;

endmodule

`default_nettype wire
