// SPDX-License-Identifier: Apache-2.0
//
// The contract that a user of gh_blake_chacha_mc_core must keep, as assertions for simulation;
// synthesis has an empty module. Ports are the core's.

`default_nettype none

module gh_blake_chacha_mc_contract
  import gh_blake_chacha_microcode_pkg::*;
#(
    parameter bit Blake   = 1,  // there is BLAKE
    parameter bit Blake2  = 0,  // it is BLAKE2
    parameter bit Several = 1,
    parameter bit Streams = 1,  // there are two
    parameter bit Overlap = 1
) (
    input wire logic                   clk_i,
    input wire logic                   rst_i,
    input wire logic                   start_i,
    input wire logic                   busy_o,
    input wire algorithm_e             algorithm,
    input wire logic       [1:0]       rounds_i,
    input wire logic       [1:0]       streams_i,
    input wire logic       [1:0]       bank_i,
    input wire logic       [1:0]       initial_i,
    input wire logic       [1:0]       shorter_i,
    input wire logic       [1:0][ 3:0] load_valid_i,
    input wire logic       [1:0][ 8:0] load_address_i,
    input wire logic       [1:0][31:0] load_data_i,
    input wire logic       [1:0]       load_ready_o
);

`ifndef SYNTHESIS
  // synthesis translate_off
  localparam logic [4:0] Read = 5'd27;  // cycles in which a run reads t
  localparam int unsigned Half = Streams ? 2 : 1;
  logic [4:0] cycle_q;
  logic run_q;  // busy_o of the cycle before
  logic [1:0] taken_q, rounds_q, streams_q;
  algorithm_e algorithm_q;
  logic [1:0][2:0] told_q, told;
  always_comb
    for (int unsigned k = 0; k < 2; k++) told[k] = {bank_i[k], initial_i[k], shorter_i[k]};

  always_ff @(posedge clk_i) begin
    run_q       <= busy_o && !rst_i;
    algorithm_q <= algorithm;
    rounds_q    <= rounds_i;
    streams_q   <= streams_i;
    told_q      <= told;
    if (!busy_o) cycle_q <= 5'd2;
    else if (cycle_q <= Read) cycle_q <= cycle_q + 1'b1;
    for (int unsigned k = 0; k < 2; k++) taken_q[k] <= load_ready_o[k] && load_valid_i[k] != '0;

    if (!rst_i) begin
      assert (!(start_i && busy_o))
      else $fatal(1, "start_i during a run");
      if (busy_o) begin
        // The run begins with what was asked for in the cycle of start_i.
        assert (cycle_q == 5'd2 || algorithm == algorithm_q)
        else $fatal(1, "algorithm_i changes");
      end
      if (busy_o && run_q) begin
        assert (rounds_i == rounds_q)
        else $fatal(1, "rounds_i changes");
        assert ((streams_i & ~streams_q) == '0)
        else $fatal(1, "a stream joins a run");
      end
      for (int unsigned k = 0; k < Half; k++) begin
        if (busy_o && run_q && streams_i[k] && Overlap) begin
          assert (told[k] == told_q[k])
          else $fatal(1, "a run's bank or initial value changes");
        end
        if (busy_o && !(Overlap && Blake)) begin
          assert (taken_q[k] || load_data_i[k] == '0)
          else $fatal(1, "data without a load");
        end
        if (Overlap && load_ready_o[k] && load_valid_i[k] != '0) begin
          assert (!constant(load_address_i[k][8:2]))
          else $fatal(1, "a constant is loaded");
          assert (!(busy_o && streams_i[k] && used(load_address_i[k][8:2], bank_i[k])))
          else $fatal(1, "a word that the run uses is loaded");
        end
      end
    end
  end

  function automatic algorithm_e owner(logic [1:0] told_algorithm);
    return Several ? algorithm_e'(told_algorithm) : algorithm;
  endfunction
  function automatic logic constant(logic [8:2] address);
    if (owner(address[8:7]) == RunChaCha) return address[5:2] == InputBase[5:2];
    // Of BLAKE2's there are two copies; what is above the first bank's input is never read.
    return &address[5:4] || !Blake2 && address[6] && !address[5];
  endfunction
  function automatic logic used(logic [8:2] address, logic bank);
    if (owner(address[8:7]) != algorithm) return 1'b0;
    if (algorithm == RunChaCha) return address[4] || address[6] == bank;
    if (address[5]) return address[6] == bank;
    // t is read at the beginning only.
    return !(address[4] && &address[3:2] && cycle_q > Read);
  endfunction
  // synthesis translate_on
`endif

endmodule

`default_nettype wire
