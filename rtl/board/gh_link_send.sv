// SPDX-License-Identifier: Apache-2.0
//
// Frames for the host: identity, faults, what has been taken, and the core's answer byte by byte.
//
// Contract: each event is reported once, the newest fault and the newest number of Taken. An answer is
// any number of frames Answer and then one End with its tuser. A frame is closed as soon as the
// core has no byte for it, or another frame waits: so no frame waits for the core. abort_i closes
// an open frame and forgets the answer; no byte of it leaves after that. The frames of an answer
// are numbered from 0 on from identify_i on.

`include "gh_assert.svh"

`default_nettype none

module gh_link_send
  import gh_link_pkg::*;
#(
    parameter int unsigned IdentityBytes = 1,
    parameter logic [8*IdentityBytes-1:0] Identity = '0  // byte 0 in [7:0]
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input wire logic          identify_i,
    input wire logic   [31:0] nonce_i,
    input wire fault_e        fault_i,
    input wire logic          taken_i,     // the last byte of a frame has been taken
    input wire logic          abort_i,

    // The core's answer.
    input  wire logic [7:0] data_i,
    input  wire logic       keep_i,
    input  wire logic       last_i,
    input  wire logic       user_i,
    input  wire logic       valid_i,
    output wire logic       ready_o,

    output wire logic [7:0] item_o,
    output wire logic       item_ends_o,
    output wire logic       item_valid_o,
    input  wire logic       item_ready_i
);

  localparam int unsigned PayloadBytes = IdentityBytes + 4;
  localparam int unsigned IndexBits = $clog2(PayloadBytes);
  if (IdentityBytes < 1) begin : gen_check_identity
    $fatal(1, "gh_link_send: IdentityBytes is %0d; it must be at least 1", IdentityBytes);
  end

  typedef enum logic [2:0] {
    Idle,
    Identify,
    TellFault,
    TellEnd,
    TellAnswer,
    Finish
  } state_e;
  state_e state_d, state_q;

  // Events that wait to be told.
  logic identify_q, taken_q, ends_q, error_q;
  fault_e fault_q;
  logic [3:0] taken_number_q;  // of the frame that was taken last
  logic [3:0] number_q;  // of the next frame of an answer
  logic [IndexBits-1:0] index_q;

  logic [7:0] item_d, item_q;
  logic item_ends_d, item_ends_q, item_valid_q;
  logic load, loads, takes, tells_taken, tells_fault, tells_identity, tells_end, numbered;

  logic [7:0] payload;
  logic [8*PayloadBytes-1:0] payloads;
  assign payloads     = {Identity, nonce_i};
  assign payload      = payloads[8*index_q+:8];

  assign item_o       = item_q;
  assign item_ends_o  = item_ends_q;
  assign item_valid_o = item_valid_q;
  assign load         = (!item_valid_q || item_ready_i) && !abort_i;
  assign ready_o      = load && takes;

  always_comb begin
    state_d = state_q;
    item_d = '0;
    item_ends_d = 1'b0;
    loads = 1'b1;
    takes = 1'b0;
    numbered = 1'b0;
    {tells_taken, tells_fault, tells_identity, tells_end} = '0;
    case (state_q)
      Idle: begin
        if (identify_q) begin
          item_d = {Identified, 4'd0};
          tells_identity = 1'b1;
          state_d = Identify;
        end else if (fault_q != NoFault) begin
          item_d  = {Fault, 4'd0};
          state_d = TellFault;
        end else if (taken_q) begin
          item_d = {Taken, taken_number_q};
          tells_taken = 1'b1;
          state_d = Finish;
        end else if (ends_q) begin
          item_d   = {End, number_q};
          numbered = 1'b1;
          state_d  = TellEnd;
        end else if (valid_i && keep_i) begin
          item_d   = {Answer, number_q};
          numbered = 1'b1;
          state_d  = TellAnswer;
        end else begin
          // A beat without a byte.
          loads = 1'b0;
          takes = valid_i;
        end
      end
      Identify: begin
        item_d = payload;
        if (index_q == IndexBits'(PayloadBytes - 1)) state_d = Finish;
      end
      TellFault: begin
        item_d = {5'd0, fault_q};
        tells_fault = 1'b1;
        state_d = Finish;
      end
      TellEnd: begin
        item_d = {7'd0, error_q};
        tells_end = 1'b1;
        state_d = Finish;
      end
      TellAnswer: begin
        if (valid_i && keep_i && !taken_q) begin
          item_d = data_i;
          takes  = 1'b1;
          if (last_i) state_d = Finish;
        end else begin
          item_ends_d = 1'b1;
          state_d = Idle;
        end
      end
      Finish: begin
        item_ends_d = 1'b1;
        state_d = Idle;
      end
      default: begin
        loads   = 1'b0;
        state_d = Idle;
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Idle;
    else if (abort_i) state_q <= (state_q == Idle) ? Idle : Finish;
    else if (load) state_q <= state_d;

    if (rst_i) item_valid_q <= 1'b0;
    else if (load) item_valid_q <= loads;
    else if (item_ready_i) item_valid_q <= 1'b0;
    if (rst_i) {item_ends_q, item_q} <= '0;
    else if (load) {item_ends_q, item_q} <= {item_ends_d, item_d};
    else if (item_ready_i) item_q <= '0;

    if (rst_i) identify_q <= 1'b0;
    else if (identify_i) identify_q <= 1'b1;
    else if (load && tells_identity) identify_q <= 1'b0;

    if (rst_i || identify_i) fault_q <= NoFault;
    else if (fault_i != NoFault) fault_q <= fault_i;
    else if (load && tells_fault) fault_q <= NoFault;

    if (rst_i || abort_i) taken_q <= 1'b0;
    else if (taken_i) taken_q <= 1'b1;
    else if (load && tells_taken) taken_q <= 1'b0;
    if (rst_i || identify_i) taken_number_q <= '1;
    else if (taken_i) taken_number_q <= taken_number_q + 1'b1;

    if (rst_i || abort_i) ends_q <= 1'b0;
    else if (ready_o && valid_i && last_i) ends_q <= 1'b1;
    else if (load && tells_end) ends_q <= 1'b0;
    if (ready_o && valid_i && last_i) error_q <= user_i;

    if (rst_i || identify_i) number_q <= '0;
    else if (load && numbered) number_q <= number_q + 1'b1;

    if (state_q != Identify) index_q <= '0;
    else if (load) index_q <= index_q + 1'b1;
  end

  `GH_FLAG(known, rst_i, 1'b0, clk_i, 1'b0)
  `GH_ASSERT(one_end_at_a_time, !known || !(ends_q && ready_o && valid_i && last_i), clk_i, rst_i)
  `GH_REQUIRE(no_fault_without_abort, fault_i == NoFault || abort_i, clk_i, rst_i)
  `GH_REQUIRE(no_identity_without_abort, !identify_i || abort_i, clk_i, rst_i)
  `GH_STABLE(held, item_valid_o, item_ready_i, {item_ends_o, item_o}, clk_i, rst_i)

endmodule

`default_nettype wire
