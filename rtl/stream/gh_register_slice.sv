// SPDX-License-Identifier: Apache-2.0
//
// Register slice: cuts the long paths between two sides of a stream. The caller packs the payload.
//
// Contract: beats leave in order, each once, one a cycle in every Mode; an offered beat is held.
// Forward adds a cycle of latency and cuts valid and payload; Reverse cuts ready and adds none.
// One cycle of rst_i empties the slice; ready_o and valid_o are low in the cycle after each of it, and
// at power-up where the device keeps initial values of registers.
//
//                 +-------------+       +----------+
//     valid_i --->|    skid     |------>| register |---> valid_o
//     ready_o <---| (Mode 2, 3) |<------| (1, 3)   |<--- ready_i
//                 +-------------+       +----------+

`include "gh_assert.svh"

`default_nettype none

module gh_register_slice #(
    parameter int unsigned Width = 74,
    // 0: wires alone, and no contract about reset; 1: forward, valid and payload are registered;
    // 2: reverse, ready is; 3: both, no path is left.
    parameter int unsigned Mode  = 3,
    // Registers of the payload are cleared when a beat leaves and by reset: for keys and messages.
    parameter bit          Erase = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [Width-1:0] data_i,
    input  wire logic             valid_i,
    output wire logic             ready_o,

    output wire logic [Width-1:0] data_o,
    output wire logic             valid_o,
    input  wire logic             ready_i
);

  if (Width < 1) begin : gen_check_width
    $fatal(1, "gh_register_slice: Width is %0d; it must be at least 1 bit", Width);
  end
  if (Mode > 3) begin : gen_check_mode
    $fatal(
        1,
        "gh_register_slice: Mode is %0d; it must be 0 (wires), 1 (forward), 2 (reverse), 3 (both)",
        Mode
    );
  end

  localparam bit Forward = Mode[0];
  localparam bit Reverse = Mode[1];

  logic [Width-1:0] middle;
  logic middle_valid, middle_ready;

  if (Reverse) begin : gen_skid
    // What came when it could not go on. Out of reset ready_q is !full_q.
    logic [Width-1:0] data_q;
    logic full_d, full_q, ready_q;
    initial {full_q, ready_q} = '0;

    assign ready_o      = ready_q;
    assign middle       = full_q ? data_q : data_i;
    assign middle_valid = full_q || (valid_i && ready_q);
    assign full_d       = middle_valid && !middle_ready;

    always @(posedge clk_i) begin
      full_q  <= full_d && !rst_i;
      ready_q <= !full_d && !rst_i;

      if (Erase && (rst_i || !full_d)) data_q <= '0;
      else if (ready_q) data_q <= data_i;
    end
  end else begin : gen_no_skid
    logic up_q, up;  // out of reset
    initial up_q = 1'b0;
    always @(posedge clk_i) up_q <= !rst_i;
    assign up           = up_q || !Forward;

    assign ready_o      = up && middle_ready;
    assign middle       = data_i;
    assign middle_valid = up && valid_i;
  end

  if (Forward) begin : gen_register
    logic [Width-1:0] data_q;
    logic valid_q;
    initial valid_q = 1'b0;

    assign middle_ready = !valid_q || ready_i;
    assign data_o       = data_q;
    assign valid_o      = valid_q;

    always @(posedge clk_i) begin
      if (rst_i) valid_q <= 1'b0;
      else if (middle_ready) valid_q <= middle_valid;

      if (Erase && (rst_i || (middle_ready && !middle_valid))) data_q <= '0;
      else if (middle_ready) data_q <= middle;
    end
  end else begin : gen_no_register
    assign middle_ready = ready_i;
    assign data_o       = middle;
    assign valid_o      = middle_valid;
  end

  `GH_FLAG(was_reset, rst_i, 1'b1, clk_i, 1'b0)
  `GH_ASSERT(silent_after_reset, !was_reset || Mode == 0 || !ready_o && !valid_o, clk_i, 1'b0)
  `GH_REQUIRE_STABLE(held_in, valid_i, ready_o, data_i, clk_i, rst_i || Mode == 0)
  `GH_STABLE(held, valid_o, ready_i, data_o, clk_i, rst_i || Mode == 0)

endmodule

`default_nettype wire
