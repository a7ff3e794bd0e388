// SPDX-License-Identifier: Apache-2.0
//
// Key stream of ChaCha (Bernstein, 2008; RFC 8439) from a ring with nine blocks in flight: blocks of one
// stream, one behind the other, in pairs of words.
//
// While run_i is 1 blocks enter the ring, the first with the counter of last_i, and a block leaves every 10
// cycles. With blocks that leave without the sum, a user who needs the first one alone may change the key from
// its first word on. Without run_i nothing is in flight, and after 14 cycles of wipe_i, with a key of zeros, no register
// depends on what was there.

`include "gh_assert.svh"

`default_nettype none

module gh_chacha_piped_core #(
    parameter bit Raw = 1'b0  // whether blocks may leave without the sum behind the rounds
) (
    input wire logic clk_i,

    input wire logic run_i,
    input wire logic wipe_i,

    input wire logic [       3:0]       passes_i,  // double rounds: 4, 6 or 10
    // Bit 0: the counter has one word, the nonce three. Bit 1, where Raw: no sum.
    input wire logic [32'(Raw):0]       short_i,
    input wire logic [       7:0][31:0] key_i,     // is still while run_i is 1, as all of these
    input wire logic [       3:0][31:0] last_i,    // words 12 to 15 of the first block

    output wire logic [63:0] data_o,     // words 2 k and 2 k + 1 of a block, k from 0 on
    output wire logic        wrapped_o,  // the counter has passed its end before this block
    output wire logic        valid_o,
    input  wire logic        ready_i
);

  localparam logic [3:0][31:0] Constants = 128'h6b20657479622d323320646e61707865;

  // Words 12 and 13 of the block that enters, and of the one that leaves: the counter, or of one word the
  // counter and the nonce's first word.
  logic [63:0] enters_q, leaves_q;
  logic take, done, go, go_next, captures, full_q, full_next;
  gh_engine #(
      .Stages   (9),
      .MaxPasses(10),
      .Pace     (10)
  ) u_engine (
      .clk_i,
      .rst_i       (!run_i),
      .passes_i    (passes_i),
      .offer_next_i(1'b1),
      .take_o      (take),
      .done_o      (done),
      .ready_next_i(!full_next),
      .go_o        (go),
      .go_next_o   (go_next)
  );
  assign captures = done && go;

  // The next count: between its words a 1 takes the carry on, and a 0 keeps it.
  function automatic logic [63:0] counted(logic [63:0] count, logic is_short);
    logic [31:0] upper, lower;
    logic unused_between;
    {upper, unused_between, lower} = {count[63:32], !is_short, count[31:0]} + 1'b1;
    return {upper, lower};
  endfunction

  logic [15:0][31:0] block, state;
  assign block = {last_i[3:2], enters_q, key_i, Constants};
  gh_chacha_ring u_ring (
      .clk_i,
      .go_next_i(go_next || wipe_i),
      .enter_i  (take),
      .block_i  (block),
      .state_o  (state)
  );

  always_ff @(posedge clk_i) begin
    if (!run_i) begin
      enters_q <= last_i[1:0];
    end else if (take && go) begin
      enters_q <= counted(enters_q, short_i[0]);
    end
  end

  // The pairs of a block, and of the block of before the rounds, in three steps: one of each half of
  // a block, one of both, and their sum.
  logic [7:0][63:0] result_q, start;
  logic [2:0] pair_q;
  logic [1:0][1:0] quarter_q;  // the low bits of pair_q once more, one for each half
  logic step, pass, ends, wrapped_q, data_ready;
  logic [2:0] valid_q, passed_q;  // the counter has passed its end
  logic upper_q;
  logic [1:0][63:0] result_half_q, start_half_q;
  logic [63:0] result_pair_q, start_pair_q, data_q;

  assign start = {last_i[3:2], leaves_q, key_i, Constants};
  assign step = !valid_q[2] || data_ready;
  assign pass = full_q && step;
  assign ends = pass && (&pair_q);
  assign full_next = captures || full_q && !ends;

  logic [2:0] pair_next;
  assign pair_next = run_i ? pair_q + 3'(pass) : '0;
  gh_copies #(
      .Width (2),
      .Copies(2)
  ) u_quarter (
      .clk_i,
      .data_i(pair_next[1:0]),
      .data_o(quarter_q)
  );

  logic [63:0] start_pair;
  if (Raw) begin : gen_raw
    assign start_pair = start_half_q[upper_q] & {64{!short_i[Raw]}};
  end else begin : gen_sums
    assign start_pair = start_half_q[upper_q];
  end

  logic [1:0][63:0] result_half, start_half;
  for (genvar i = 0; i < 2; i++) begin : gen_half
    gh_mux4 #(
        .Width(64)
    ) u_result (
        .data_i  (result_q[4*i+:4]),
        .select_i(quarter_q[i]),
        .data_o  (result_half[i])
    );
    assign start_half[i] = start[{1'(i), quarter_q[i]}];
  end

  always_ff @(posedge clk_i) begin
    if (captures || wipe_i) result_q <= state;
    pair_q <= pair_next;
    if (!run_i) begin
      full_q    <= 1'b0;
      leaves_q  <= last_i[1:0];
      wrapped_q <= 1'b0;
    end else begin
      full_q <= full_next;
      if (ends) begin
        leaves_q  <= counted(leaves_q, short_i[0]);
        wrapped_q <= wrapped_q || &(leaves_q[31:0]) && (short_i[0] || &(leaves_q[63:32]));
      end
    end

    if (step || wipe_i) begin
      {result_half_q, start_half_q} <= {result_half, start_half};
      upper_q <= pair_q[2];
      {result_pair_q, start_pair_q} <= {result_half_q[upper_q], start_pair};
      data_q <= {
        result_pair_q[63:32] + start_pair_q[63:32], result_pair_q[31:0] + start_pair_q[31:0]
      };
      passed_q <= {passed_q[1:0], wrapped_q};
    end
    if (!run_i) valid_q <= '0;
    else if (step) valid_q <= {valid_q[1:0], full_q};
  end

  // So that whoever takes the words does not enable the steps.
  gh_register_slice #(
      .Width(65),
      .Mode (Raw ? 3 : 2),
      .Erase(1'b1)
  ) u_slice (
      .clk_i,
      .rst_i  (!run_i),
      .data_i ({passed_q[2], data_q}),
      .valid_i(valid_q[2]),
      .ready_o(data_ready),
      .data_o ({wrapped_o, data_o}),
      .valid_o(valid_o),
      .ready_i(ready_i)
  );

  `GH_REQUIRE(passes_are_known, !run_i || passes_i inside {4'd4, 4'd6, 4'd10}, clk_i, 1'b0)
  `GH_REQUIRE(wipes_at_rest, !wipe_i || !run_i, clk_i, 1'b0)

endmodule

`default_nettype wire
