// SPDX-License-Identifier: Apache-2.0
//
// Streams of messages, one or two, on a BLAKE and ChaCha coprocessor.
//
// A run begins as soon as any lane has a block that wants one, and takes with it what the other lane
// has for the same algorithm and rounds. A lane whose block is complete a cycle too late waits until
// that run is over; when lanes want different things they take turns. BLAKE-384 and -512 take both
// halves of the datapath, for lane 0.
//
//   lane 0 --+--> words --> core --> results --+--> lane 0
//   lane 1 --+                                 +--> lane 1
//
//   Idle --> Load --> Run --> Result --> Idle     Result only for digests and key stream
//     +--> Erase --> Idle

`default_nettype none

module gh_blake_chacha_mc_lanes
  import gh_blake_chacha_mc_pkg::*;
  import gh_blake_chacha_microcode_pkg::algorithm_e;
  import gh_blake_chacha_microcode_pkg::RunBlake32;
  import gh_blake_chacha_microcode_pkg::RunBlake64;
  import gh_blake_chacha_microcode_pkg::RunChaCha;
#(
    parameter bit Blake32 = 1'b1,
    parameter bit Blake64 = 1'b1,
    parameter bit ChaCha = 1'b1,
    parameter int unsigned Pipeline = 1,
    parameter bit Three = 1'b0,
    parameter int unsigned Lanes = 2
) (
    input wire logic aclk,
    input wire logic aresetn,

    input  wire logic [Lanes-1:0][63:0] config_data_i,
    input  wire logic [Lanes-1:0]       config_last_i,
    input  wire logic [Lanes-1:0]       config_valid_i,
    output wire logic [Lanes-1:0]       config_ready_o,

    input  wire logic [Lanes-1:0][63:0] data_i,
    input  wire logic [Lanes-1:0][ 7:0] keep_i,
    input  wire logic [Lanes-1:0]       last_i,
    input  wire logic [Lanes-1:0]       valid_i,
    output wire logic [Lanes-1:0]       ready_o,

    output wire logic [Lanes-1:0][63:0] data_o,
    output wire logic [Lanes-1:0][ 7:0] keep_o,
    output wire logic [Lanes-1:0]       last_o,
    output wire logic [Lanes-1:0]       error_o,
    output wire logic [Lanes-1:0]       valid_o,
    input  wire logic [Lanes-1:0]       ready_i
);

  if (Lanes < 1 || Lanes > ((Blake64 && (Blake32 || ChaCha)) ? 2 : 1)) begin : gen_check_lanes
    $fatal(1, "gh_blake_chacha_mc_lanes: Lanes is %0d; it must be 1, or 2 where halves are", Lanes);
  end

  typedef logic [5:0] address_t;

  // Of the core's register file.
  localparam address_t FirstKey = 6'd20;
  localparam address_t FirstInput = 6'd16;
  localparam address_t FirstCounter = 6'd28;
  localparam address_t LastInput = 6'd31;
  localparam address_t LastBlock = 6'd47;

  typedef enum logic [2:0] {
    Idle,
    Load,
    Run,
    Result,
    Erase
  } state_e;
  state_e state_d, state_q;

  // In reset at power-up: registers may begin with any value, and no memory is written.
  logic rst_q;
  initial rst_q = 1'b1;
  always @(posedge aclk) rst_q <= !aresetn;

  function automatic algorithm_e algorithm_of(function_e which);
    unique case (which)
      Blake224, Blake256: return RunBlake32;
      Blake384, Blake512: return RunBlake64;
      default: return RunChaCha;
    endcase
  endfunction

  // What lanes want, and who takes part.
  logic [Lanes-1:0] wants, first, last, erase, alike, part_q, granted, finished, erased;
  function_e [Lanes-1:0] which;
  logic [Lanes-1:0] turn_q;  // one bit: who is asked first
  logic [Lanes-1:0] chosen;
  function_e function_d, function_q;
  algorithm_e algorithm;
  address_t   address_q;
  logic core_busy, core_start, ends;

  assign chosen    = |(wants & turn_q) ? wants & turn_q : wants & ~turn_q;
  assign algorithm = (state_q == Erase) ? RunChaCha : algorithm_of(function_q);
  always_comb begin
    function_d = which[0];
    for (int unsigned k = 1; k < Lanes; k++) if (chosen[k]) function_d = which[k];
    for (int unsigned k = 0; k < Lanes; k++) begin
      // Digests of one family differ in their initial value only.
      alike[k] = (algorithm_of(function_d) == RunChaCha) ? which[k] == function_d :
          algorithm_of(which[k]) == algorithm_of(function_d);
    end
  end

  assign core_start = (state_q == Load)
                    && address_q == ((algorithm == RunChaCha) ? LastInput : LastBlock);
  assign ends = (state_q == Run && !core_busy && state_d == Idle)
              || (state_q == Result && state_d == Idle);
  assign granted = core_start ? part_q : '0;
  assign finished = ends ? part_q : '0;
  assign erased = (state_q == Erase && state_d == Idle) ? part_q : '0;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle:
      if (erase != '0) state_d = Erase;
      else if (wants != '0) state_d = Load;
      Load: if (core_start) state_d = Run;
      Run: if (!core_busy) state_d = (algorithm == RunChaCha || |(last & part_q)) ? Result : Idle;
      // A word comes two cycles after its address.
      Result: if (address_q == ((algorithm == RunChaCha) ? 6'd17 : 6'd9)) state_d = Idle;
      default: if (address_q == LastInput) state_d = Idle;
    endcase
  end

  always_ff @(posedge aclk) begin
    state_q   <= rst_q ? Idle : state_d;
    address_q <= address_q + 1'b1;

    if (state_q == Idle) begin
      part_q     <= (erase != '0) ? erase : wants & alike;
      function_q <= function_d;
      address_q  <= '0;
      if (erase == '0) begin
        // ChaCha's next block needs no word: one is loaded again.
        if (algorithm_of(function_d) == RunChaCha) begin
          address_q <= |(wants & alike & first) ? FirstKey : LastInput;
        end else address_q <= |(wants & alike & first) ? FirstInput : FirstCounter;
      end
    end
    if (state_q == Run) address_q <= '0;
    if (core_start) turn_q <= ~part_q;
    if (rst_q) turn_q <= '0;
  end

  word_t [Lanes-1:0] word, result;
  word_t core_load, core_read;
  logic [Lanes-1:0] load, result_valid;
  logic [1:0] core_load_valid, core_lanes;
  logic wide;
  assign wide = Blake64 && (algorithm == RunBlake64);

  // What a run after a message's first one needs: counter and block, of ChaCha nothing.
  address_t following;
  assign following = (algorithm == RunChaCha) ? LastInput : FirstCounter;

  always_comb begin
    for (int unsigned k = 0; k < Lanes; k++) begin
      load[k] = part_q[k] && ((state_q == Load && (first[k] || address_q >= following))
      // Constants stay.
      || (state_q == Erase && (address_q < FirstInput || address_q >= FirstKey)));
      result_valid[k] = part_q[k] && (state_q == Result) && address_q >= 6'd2
                      && (algorithm == RunChaCha || last[k]);
      result[k] = wide ? core_read : word_t'(core_read[32*k+:32]);
    end
    core_lanes      = 2'(part_q);
    core_load_valid = 2'(load);
    core_load       = word_t'(word[0][31:0]);
    if (Lanes > 1) core_load[63:32] = word[Lanes-1][31:0];
    if (wide) begin
      core_lanes      = 2'b11;
      core_load_valid = {2{load[0]}};
      core_load       = word[0];
    end
  end

  logic core_done;
  gh_blake_chacha_mc_core #(
      .Blake32 (Blake32),
      .Blake64 (Blake64),
      .ChaCha  (ChaCha),
      .Pipeline(Pipeline),
      .Three   (Three)
  ) u_core (
      .clk_i         (aclk),
      .rst_i         (rst_q),
      .start_i       (core_start),
      .algorithm_i   (algorithm),
      .rounds_i      (2'(function_q - ChaCha8)),
      .lanes_i       (core_lanes),
      .busy_o        (core_busy),
      .done_o        (core_done),
      .load_valid_i  (core_load_valid),
      .load_address_i(address_q),
      .load_data_i   (core_load),
      .read_address_i((algorithm == RunChaCha) ? address_q : FirstInput | address_q),
      .read_data_o   (core_read)
  );
  logic unused;
  assign unused = core_done;

  for (genvar k = 0; k < Lanes; k++) begin : gen_lanes
    gh_blake_chacha_mc_lane #(
        .Blake32(Blake32),
        .Blake64(Blake64 && (k == 0)),
        .ChaCha (ChaCha)
    ) u_lane (
        .clk_i         (aclk),
        .rst_i         (rst_q),
        .config_data_i (config_data_i[k]),
        .config_last_i (config_last_i[k]),
        .config_valid_i(config_valid_i[k]),
        .config_ready_o(config_ready_o[k]),
        .data_i        (data_i[k]),
        .keep_i        (keep_i[k]),
        .last_i        (last_i[k]),
        .valid_i       (valid_i[k]),
        .ready_o       (ready_o[k]),
        .data_o        (data_o[k]),
        .keep_o        (keep_o[k]),
        .last_o        (last_o[k]),
        .error_o       (error_o[k]),
        .valid_o       (valid_o[k]),
        .ready_i       (ready_i[k]),
        .wants_o       (wants[k]),
        .first_o       (first[k]),
        .final_o       (last[k]),
        .function_o    (which[k]),
        .granted_i     (granted[k]),
        .finished_i    (finished[k]),
        .erase_o       (erase[k]),
        .erased_i      (erased[k]),
        .address_i     (address_q),
        .word_o        (word[k]),
        .result_valid_i(result_valid[k]),
        .result_index_i(4'(address_q - 6'd2)),
        .result_i      (result[k])
    );
  end

endmodule

`default_nettype wire
