// SPDX-License-Identifier: Apache-2.0
//
// The states of gh_arx_mc_stream: one at a time, those of BLAKE for BLAKE and those of ChaCha
// for ChaCha; what each of them may offer, ask for and keep. Bound to it; it drives nothing.

`include "gh_assert.svh"

`default_nettype none

module gh_arx_mc_stream_checker #(
    parameter int unsigned WordBits = 64
) (
    input wire logic                clk_i,
    input wire logic                rst_i,
    // erase, configure, data, crypt, tail, waits, out, drain, fail
    input wire logic [         8:0] state_q,
    input wire logic                derive_q,
    input wire logic                ciphers,
    input wire logic                config_ready_o,
    input wire logic                ready_o,
    input wire logic [         7:0] data_o,
    input wire logic                last_o,
    input wire logic                error_o,
    input wire logic                valid_o,
    input wire logic                wants_o,
    input wire logic                withdraws_o,
    input wire logic [         7:0] load_valid_o,
    input wire logic                asked_q,
    input wire logic                offers_q,
    input wire logic                bad_q,
    input wire logic                have_q,
    input wire logic                ran_q,
    input wire logic                exhausted_q,
    input wire logic [WordBits-1:0] word_q
);

  logic erase, configure, data, crypt, tail, waits, out, drain, fail;
  assign {erase, configure, data, crypt, tail, waits, out, drain, fail} = state_q;
  logic empty_q;
  always_ff @(posedge clk_i) empty_q <= rst_i || erase || configure;

  `GH_ASSERT(one_state, $onehot({derive_q, state_q}), clk_i, rst_i)
  `GH_ASSERT(states_of_blake, !(data || tail || waits || out) || !ciphers, clk_i, rst_i)
  `GH_ASSERT(states_of_chacha, !crypt || ciphers, clk_i, rst_i)
  `GH_ASSERT(wants_with_a_message, !wants_o || waits || crypt || derive_q, clk_i, rst_i)
  `GH_ASSERT(wants_or_withdraws, !wants_o || !withdraws_o, clk_i, rst_i)
  `GH_ASSERT(takes_one_stream, !config_ready_o || !ready_o, clk_i, rst_i)
  `GH_ASSERT(asks_for_an_answer, !(asked_q || offers_q) || !(data || tail || waits), clk_i, rst_i)
  `GH_ASSERT(one_word, !asked_q || !offers_q, clk_i, rst_i)
  `GH_ASSERT(answers_with_a_word, !valid_o || fail || offers_q, clk_i, rst_i)
  `GH_ASSERT(error_is_silent, !fail || !error_o || last_o && data_o == '0, clk_i, rst_i)
  `GH_ASSERT(loads_before_the_run, load_valid_o == '0 || erase || configure || data || tail, clk_i,
             rst_i)
  `GH_ASSERT(refused_does_nothing, !bad_q || configure || drain || fail, clk_i, rst_i)
  `GH_ASSERT(key_stream_of_a_run, !(have_q && crypt) || ran_q, clk_i, rst_i)
  `GH_ASSERT(ends_after_a_run, !(exhausted_q && crypt) || ran_q, clk_i, rst_i)
  `GH_ASSERT(erased, !empty_q || word_q == '0 && !asked_q && !offers_q, clk_i, rst_i)

endmodule

bind gh_arx_mc_stream gh_arx_mc_stream_checker #(.WordBits(8 * WordBytes)) u_checker (.*);

`default_nettype wire
