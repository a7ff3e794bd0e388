// SPDX-License-Identifier: Apache-2.0
//
// One stream of messages of an ARX coprocessor, a byte at a time: configuration, padding, counter and
// answer. Every byte goes straight to its place in the core's register file, and every byte of an answer
// comes straight out of it; one count of places serves all of that.
//
//   Erase --> Config --> Data --> Tail --> Wait --> Out --> Erase       BLAKE, BLAKE2
//                         ^                 |
//                         +-----------------+  next block
//   Config --> Crypt --> Erase                                          ChaCha
//   Config --> Derive --> Config --> Crypt --> Erase                    XChaCha
//   Config, Data, Crypt --> Drain --> Fail --> Erase                    malformed
//
// BLAKE: a block is loaded into the bank that the core does not work on, its padding and a length field
// of zeros with it. Tail is four rounds of the counter: it counts, the length is written in a message's last
// block, and t is written twice. Then the block waits for its run, and the next one is loaded.
// BLAKE2: Config is the parameter block; a key's block follows from the configuration, and whether it is
// the last one shows with the message's first beat. A tail is the count, t and the two flags.
// ChaCha: a run follows another as long as there is a bank to leave key stream in, one ahead of the
// message; the message is encrypted on its way through. A run that proves unserved is given up, and so
// is that of a malformed message's last whole block.
// XChaCha: Derive is a run that turns the key and 16 bytes of the nonce into the key; what is behind them in
// the configuration, the rest of the nonce and the number of the first block, takes the place of the nonce then.
// The message's part of the register file is overwritten with zeros after it, but for BLAKE without Mixed;
// with Mixed all parts of the stream's half are, after a reset.

`include "gh_assert.svh"

`default_nettype none

module gh_arx_mc_stream
  import gh_arx_microcode_pkg::*;
#(
    parameter bit Blake32 = 1'b1,
    parameter bit Blake64 = 1'b1,
    parameter bit ChaCha = 1'b1,
    parameter bit Blake2 = 1'b0,  // in place of BLAKE, without ChaCha
    // For gh_arx_mc_core: BLAKE2 is beside BLAKE, if Blake2 is 0, and XChaCha beside ChaCha. Without,
    // BLAKE2 has words of one length.
    parameter bit Mixed = 1'b0,
    parameter bit Alone = 1'b1,  // there is no other stream: both halves are erased together
    localparam int unsigned RunBits = Mixed ? 3 : 2
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [7:0] config_data_i,
    input  wire logic       config_last_i,
    input  wire logic       config_valid_i,
    output wire logic       config_ready_o,
    output wire logic       config_open_o,   // a configuration's bytes may come

    input  wire logic [7:0] data_i,
    input  wire logic       keep_i,
    input  wire logic       last_i,
    input  wire logic       valid_i,
    output wire logic       ready_o,

    output wire logic [7:0] data_o,
    output wire logic       keep_o,
    output wire logic       last_o,
    output wire logic       error_o,
    output wire logic       valid_o,
    input  wire logic       ready_i,

    // A run: asked for, granted in the cycle of its start, under way. Other values hold still meanwhile.
    output     wire logic               wants_o,
    input      wire logic               granted_i,
    input      wire logic               running_i,
    output     wire logic               withdraws_o,
    output var logic      [RunBits-1:0] run_o,        // run_e, without Mixed its lower bits
    output     wire logic [        1:0] rounds_o,
    output     wire logic               bank_o,
    output     wire logic               initial_o,
    output     wire logic               shorter_o,
    input      wire logic               wrapped_i,

    // The register file; of words of 64 bits the upper half has bytes 7 to 4. With wide_o
    // load_ready_i is of both halves, a cycle after claims_o at the earliest.
    output wire logic        wide_o,
    output wire logic        claims_o,
    output wire logic        erases_o,
    output wire logic [ 7:0] load_valid_o,
    output wire logic [ 8:0] load_address_o,
    output wire logic [ 7:0] load_data_o,     // a cycle later
    input  wire logic        load_ready_i,
    output wire logic        read_o,
    output wire logic [ 6:0] read_address_o,
    input  wire logic        read_ready_i,
    input  wire logic [63:0] read_data_i
);

  localparam bit Blake = Blake32 || Blake64;
  localparam bit Two = Blake2 || Mixed;
  localparam bit Erases = ChaCha || Two;
  localparam bit Several = !Mixed && 32'(Blake32) + 32'(Blake64) + 32'(ChaCha) > 1;
  localparam int unsigned PlaceBits = Blake64 ? 7 : 6;
  typedef logic [PlaceBits-1:0] place_t;
  localparam int unsigned WordBytes = Blake64 ? 8 : 4;
  typedef logic [7:0] byte_t;

  // A packet of configuration ends at the last place, with what is loaded in its place. The head is where
  // nothing is loaded; of several algorithms, without Mixed, where it is for ChaCha.
  localparam place_t Head = Mixed ? (Blake64 ? place_t'(56) : place_t'(8)) :
                            Blake2 ? (Blake64 ? place_t'(56) : place_t'(24)) :
                            Several ? place_t'(72) : ChaCha ? place_t'(8) :
                            Blake32 ? place_t'(40) : place_t'(88);
  // What is erased ends at the last place, too; with BLAKE2 all places are.
  localparam place_t Erased = (Mixed && Blake64) ? place_t'(64) : '0;

  // Data are of BLAKE and BLAKE2, and crypt is what ChaCha does with them.
  typedef struct packed {
    logic erase, configure, data, crypt;
    logic tail, waits, out, drain, fail;
  } state_t;
  state_t state_d, state_q;

  // The message: it has no byte yet, no block, no byte behind it; its last block is under way.
  logic first_q, fresh_q, complete_q, final_q;
  logic suffix_q;  // of the padding is owed
  logic bank_q, initial_q;
  // Key stream: there is some, a run has been started, there is none behind it.
  logic have_q, settled_q, ran_q, exhausted_q;
  // A word of the answer has been asked for, is offered byte by byte.
  logic asked_q, offers_q;
  byte_t [WordBytes-1:0] word_q;
  // BLAKE2: there is a key, and its block is on its way; the digest's length in bytes.
  logic keyed_q, key_q;
  place_t length_q;

  // XChaCha: the key is made, will be.
  logic derive_q, derived_q;
  // With Mixed, where all parts of the register file are erased after a reset: others follow; the last one passes.
  logic goes_on_erasing, all_erased;

  // What a message's first byte says.
  localparam int unsigned FunctionBits = Mixed ? 5 : 3;
  logic [FunctionBits-1:0] function_q;
  logic ciphers, extended, wide, wide_q, mixed_two;
  logic [1:0] part;  // of the register file
  assign shorter_o = !function_q[0];
  // Whether the message is of BLAKE2, which without Mixed is known.
  function automatic logic two();
    return Mixed ? mixed_two : Blake2;
  endfunction

  // Places. Words of 32 bits have the upper half of the places of those of 64.
  place_t place_q, next, place;
  logic place_last, head, restarts, to_tail, ends;
  logic in_front;  // of BLAKE's length field
  logic config_taken, key_taken, data_taken, answer_taken, moves, loads, pads;
  assign place_last = &place_q;
  assign in_front   = wide ? place_q == place_t'(111) : place_q[5:0] == 6'd55;
  assign head       = place_q[PlaceBits-1:3] == Head[PlaceBits-1:3];
  assign next       = place_q + 1'b1;
  always_comb begin
    place = next;
    if (to_tail) place[5] = 1'b1;
    if (Blake64 && (to_tail || !wide && !(Mixed && state_q.configure))) place[PlaceBits-1] = 1'b1;
    // From the head to what is loaded.
    if (Mixed && state_q.configure && head && &place_q[2:0]) begin
      place              = '0;
      place[5]           = !ciphers && !(mixed_two && wide);
      place[4]           = ciphers || !mixed_two && !wide;
      place[PlaceBits-1] = Blake64 || place[5];
    end
    if (Mixed && state_q.erase) place[PlaceBits-1:4] = next[PlaceBits-1:4] | Erased[PlaceBits-1:4];
    if (Several && state_q.configure && head && &place_q[2:0]) begin
      if (!ciphers) place[5] = 1'b1;
      if (wide) place[4] = 1'b0;
    end
  end

  // The configuration.
  logic bad_q, head_wrong, config_good, keyed, keys, key_waits, goes_on;
  assign keyed          = Two && keyed_q;
  assign keys           = Two && key_q && state_q.data;
  assign key_waits      = Two && key_q && state_q.tail;
  assign goes_on        = keyed || Mixed && extended && !derived_q;
  assign config_open_o  = state_q.configure || keys;
  assign config_ready_o = config_open_o && load_ready_i && !rst_i;
  assign config_taken   = state_q.configure && load_ready_i && config_valid_i;
  assign key_taken      = keys && load_ready_i && config_valid_i;
  assign config_good    = place_last && !bad_q && !goes_on;

  logic length_place, key_place, length_wrong;  // of digest and key, in the parameter block
  if (Mixed) begin : gen_lengths
    logic parameters;
    assign parameters = mixed_two && !head && place_q[5] == !wide && place_q[4:1] == '0;
    assign length_place = parameters && !place_q[0];
    assign key_place = parameters && place_q[0];
    assign length_wrong = parameters && config_data_i > (wide ? 8'd64 : 8'd32)
                       || length_place && config_data_i == '0;
  end else begin : gen_length
    assign length_place = Blake2 && !head && place_q[PlaceBits-2:0] == '0;
    assign key_place = Blake2 && !head && place_q[PlaceBits-2:0] == (PlaceBits - 1)'(1);
    assign length_wrong = (length_place || key_place) && config_data_i > 8'(8 * WordBytes)
                       || length_place && config_data_i == '0;
  end
  always_comb begin
    head_wrong = |config_data_i;
    if (place_q[2:0] == '0) begin
      if (Mixed && Blake2) head_wrong = |config_data_i[7:2] || config_data_i[1] && !Blake64;
      else if (Mixed) begin
        head_wrong = |config_data_i[7:5];
        if (!config_data_i[4]) head_wrong |= |config_data_i[3:2];
        else if (config_data_i[3]) head_wrong |= !ChaCha || |config_data_i[2:0];
        else if (config_data_i[2]) head_wrong |= !ChaCha;
      end else begin
        head_wrong = |config_data_i[7:3];
        unique case (config_data_i[2:0])
          3'd0, 3'd1: head_wrong |= !Blake32;
          3'd2, 3'd3: head_wrong |= !Blake64;
          default: head_wrong |= !ChaCha;
        endcase
      end
    end
  end

  // The message. Only its first beat may be empty, as the whole of it.
  logic malformed, empty, crypt_taken;
  assign empty = !keep_i && last_i;
  assign malformed = !keep_i && !(first_q && last_i);
  assign ready_o     = !rst_i && (state_q.drain
                                || state_q.data && !keys && load_ready_i && !complete_q
                                || key_waits && valid_i && empty
                                || state_q.crypt && offers_q && (ready_i || valid_i && malformed));
  assign data_taken = state_q.data && !keys && load_ready_i && !complete_q && valid_i;
  assign crypt_taken = state_q.crypt && offers_q && (ready_i || malformed) && valid_i;

  // Words of the answer: one is asked for, comes out of the register file, and is offered.
  logic asks, offered, answer_last, word_last;
  byte_t answer;
  assign read_o = (state_q.out || state_q.crypt && have_q && settled_q) && !asked_q && !offers_q;
  assign asks = read_o && read_ready_i && (state_q.crypt || !running_i);
  assign read_address_o = {part, ciphers && !bank_q, wide ? place_q[PlaceBits-1-:4] : place_q[5:2]};
  assign offered = offers_q && (state_q.out || state_q.crypt && valid_i && !malformed);
  assign valid_o = !rst_i && (state_q.fail || offered);
  assign keep_o = !state_q.crypt || keep_i;
  assign data_o = state_q.out ? answer : (state_q.crypt && keep_i) ? answer ^ data_i : '0;
  assign error_o = state_q.fail;
  assign last_o = state_q.fail || (state_q.crypt ? last_i : answer_last);
  assign answer_taken = offered && ready_i;

  always_comb begin
    answer_last = wide ? &place_q[3:0] && place_q[5:4] == {1'b1, !shorter_o} :
                         &place_q[1:0] && place_q[4:2] == {2'b11, !shorter_o};
    if (two()) begin
      answer_last = next == length_q;
      if (Mixed)
        answer_last = next[5:0] == length_q[5:0]
                   && (!wide || next[PlaceBits-1] == length_q[PlaceBits-1]);
    end
  end

  // BLAKE has a word's highest byte first.
  logic [2:0] byte_at;
  assign byte_at   = {wide && place_q[2], place_q[1:0]} ^ (two() ? 3'd0 : {wide, {2{!ciphers}}});
  assign word_last = &place_q[1:0] && (!wide || place_q[2]);
  if (Blake64) begin : gen_parts_8
    gh_mux8 #(
        .Width(8)
    ) u_part (
        .data_i  (word_q),
        .select_i(byte_at),
        .data_o  (answer)
    );
  end else begin : gen_parts_4
    logic unused;
    assign unused = ^{byte_at[2], read_data_i[63:32]};
    gh_mux4 #(
        .Width(8)
    ) u_part (
        .data_i  (word_q),
        .select_i(byte_at[1:0]),
        .data_o  (answer)
    );
  end

  logic configured, begins_key, begins_derive, derives, block_valid, filled, answered, unserved;
  assign configured = config_taken && config_last_i && config_good;
  assign begins_key = config_taken && !config_last_i && place_last && !bad_q && keyed;
  assign begins_derive = config_taken && !config_last_i && place_last && !bad_q && extended
                      && !derived_q;
  assign derives = derive_q && ran_q && !running_i;  // the key is made
  assign block_valid = keys ? config_valid_i : valid_i || complete_q;
  assign filled = to_tail && load_ready_i && block_valid;
  assign answered = offers_q && ready_i && answer_last;
  assign pads = state_q.data && complete_q;
  assign to_tail = place_last && state_q.data;
  assign loads = state_q.erase || state_q.tail && !key_waits || state_q.configure && config_valid_i
              || state_q.data && block_valid;
  assign moves = loads && load_ready_i
              || offers_q && ready_i && (state_q.out || state_q.crypt && valid_i && keep_i);
  assign ends = state_q.fail && ready_i || crypt_taken && last_i && !malformed
             || state_q.out && answered;

  // What is to run, of the function of a message's first byte.
  if (Mixed) begin : gen_mixed
    logic all_q;  // after a reset
    assign mixed_two = Blake2 || !function_q[4];
    assign extended = ChaCha && !mixed_two && function_q[3];
    assign ciphers = ChaCha && !mixed_two && (function_q[3] || function_q[2]);
    assign wide = Blake64 && !ciphers && !all_q && function_q[1];
    always_comb begin
      if (ciphers) run_o = (extended && !derived_q) ? RunHChaCha : RunChaCha;
      else if (mixed_two) run_o = wide ? RunBlake2b : RunBlake2s;
      else run_o = wide ? RunBlake64 : RunBlake32;
    end
    assign part = {ciphers, wide || all_q && function_q[1]};
    assign rounds_o = extended ? 2'd2 : function_q[1:0];

    // Parts that are erased after a reset: of words of 32 bits, of 64, of ChaCha.
    logic goes_to_wide, goes_to_ciphers;
    assign goes_to_wide    = all_q && function_q[2:1] == '0;
    assign goes_to_ciphers = all_q && ChaCha && !function_q[2] && !goes_to_wide;
    assign goes_on_erasing = goes_to_wide || goes_to_ciphers;
    assign all_erased      = state_q.erase && place_last && load_ready_i && !goes_on_erasing;
    assign restarts        = state_q.fail || ends;
    always_ff @(posedge clk_i) begin
      if (config_taken && head && place_q[2:0] == '0 && !bad_q) function_q <= config_data_i[4:0];
      if (state_q.erase && place_last && load_ready_i) begin
        function_q <= {goes_to_ciphers, 1'b0, goes_to_ciphers, goes_to_wide, 1'b0};
        if (!goes_on_erasing) all_q <= 1'b0;
      end
      if (rst_i) begin
        function_q <= '0;
        all_q      <= 1'b1;
      end
    end
  end else begin : gen_one_family
    assign {mixed_two, extended, goes_on_erasing, all_erased} = '0;
    assign restarts = state_q.fail || state_q.erase && place_last && load_ready_i
                   || crypt_taken && last_i || state_q.out && answered;
    assign ciphers = ChaCha && (!Blake || function_q[2]);
    assign wide = Blake64 && (!Several || !ciphers && (!Blake32 || function_q[1]));
    always_comb begin
      run_o = (state_q.erase || ciphers) ? RunChaCha[1:0] :
              wide ? RunBlake64[1:0] : RunBlake32[1:0];
    end
    assign part     = run_o;
    assign rounds_o = function_q[1:0];
    always_ff @(posedge clk_i) begin
      if (config_taken && head && place_q[2:0] == '0 && !bad_q) function_q <= config_data_i[2:0];
      if (Several && (withdraws_o || state_q.out && answered || rst_i)) function_q <= '0;
    end
  end

  // There is no block for this byte.
  assign unserved = state_q.crypt && exhausted_q && !have_q && valid_i;
  always_comb begin
    state_d = '0;
    state_d.configure = !Erases && state_q.fail && ready_i || !Two && state_q.out && answered
                      || state_q.configure && !(config_taken && config_last_i) && !begins_key
                         && !(Mixed && begins_derive)
                      || Mixed && derives || key_taken && place_last && !config_last_i;
    state_d.drain = state_q.configure && config_taken && config_last_i && !config_good
                  || key_taken && !place_last && config_last_i
                  || (data_taken || crypt_taken) && malformed && !last_i || unserved
                  || state_q.drain && !(valid_i && last_i);
    state_d.fail  = state_q.drain && valid_i && last_i
                  || (data_taken || crypt_taken) && malformed && last_i
                  || state_q.fail && !ready_i;
    if (Blake) begin
      state_d.data  = configured && !ciphers || begins_key
                    || state_q.waits && granted_i && !final_q
                    || state_q.data && !(data_taken && malformed) && !filled
                    && !(key_taken && config_last_i);
      state_d.tail  = filled && !(data_taken && malformed) && !(keys && !config_last_i)
                    || state_q.tail && !(load_ready_i && place_last);
      state_d.waits = state_q.tail && load_ready_i && place_last || state_q.waits && !granted_i;
      state_d.out = state_q.waits && granted_i && final_q || state_q.out && !answered;
    end
    if (ChaCha) begin
      state_d.crypt = configured && ciphers
                    || state_q.crypt && !(crypt_taken && (malformed || last_i)) && !unserved;
    end
    if (Erases) begin
      state_d.erase = state_q.erase && !(load_ready_i && place_last && !(Mixed && goes_on_erasing))
                    || state_q.fail && ready_i
                    || ChaCha && crypt_taken && last_i && !malformed
                    || Two && state_q.out && answered;
      if (state_q.erase && load_ready_i && place_last && !(Mixed && goes_on_erasing))
        state_d.configure = 1'b1;
    end
  end

  assign bank_o = bank_q;
  assign initial_o = initial_q;
  assign wants_o     = state_q.waits || Mixed && derive_q && !ran_q
                    || state_q.crypt && !have_q && !exhausted_q;
  assign withdraws_o = state_q.erase || state_q.fail;
  assign erases_o = state_q.erase;

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (moves) place_q <= place;
    if (Mixed && all_erased) place_q <= Head;
    if (Mixed && derives) place_q <= place_t'(112);
    if (restarts || rst_i) place_q <= (Two && (rst_i || !state_q.erase || Mixed)) ? Erased : Head;
    if (rst_i) begin
      state_q           <= '0;
      state_q.erase     <= Erases;
      state_q.configure <= !Erases;
    end

    if (config_taken && (head && head_wrong || length_wrong
                       || place_last && !config_last_i && !goes_on))
      bad_q <= 1'b1;
    if (key_taken && place_last && !config_last_i) bad_q <= 1'b1;
    if (restarts || rst_i) bad_q <= 1'b0;
    derive_q <= Mixed && !rst_i && (begins_derive || derive_q && !derives);
    if (Two) begin
      if (config_taken && length_place && !bad_q) length_q <= place_t'(config_data_i);
      if (config_taken && key_place && !bad_q) keyed_q <= config_data_i != '0;
      if (begins_key) key_q <= 1'b1;
      if (key_waits && valid_i) key_q <= 1'b0;
      if (derives) derived_q <= 1'b1;
      if (withdraws_o || rst_i) {keyed_q, key_q, length_q, derived_q} <= '0;
    end
    wide_q <= wide;
    if (!Mixed && (withdraws_o || state_q.out || bad_q || rst_i)) wide_q <= 1'b0;

    if (data_taken || crypt_taken) first_q <= 1'b0;
    if (data_taken && last_i) complete_q <= 1'b1;
    // An empty message's beat is the suffix already.
    if (load_ready_i && (pads || state_q.data && valid_i && !keep_i)) suffix_q <= 1'b0;
    if (!two() && load_ready_i && pads && in_front) final_q <= 1'b1;
    if (two() && filled && !keys) final_q <= complete_q || last_i;
    if (key_waits && valid_i && empty) final_q <= 1'b1;
    if (granted_i) begin
      bank_q      <= !bank_q;
      initial_q   <= state_q.waits && fresh_q;
      fresh_q     <= 1'b0;
      have_q      <= ran_q;
      ran_q       <= 1'b1;
      exhausted_q <= ran_q && wrapped_i;
    end
    if (state_q.crypt && answer_taken && place_last) have_q <= 1'b0;
    if (state_q.configure) begin
      first_q     <= 1'b1;
      complete_q  <= 1'b0;
      suffix_q    <= 1'b1;
      final_q     <= 1'b0;
      fresh_q     <= 1'b1;
      have_q      <= 1'b0;
      ran_q       <= 1'b0;
      exhausted_q <= 1'b0;
    end

    // So the first byte waits for the run's first words as the others do.
    settled_q <= have_q;
    asked_q   <= asks;
    offers_q  <= asked_q || offers_q && !((answer_taken || crypt_taken) && word_last);
    if (asked_q) word_q <= read_data_i[8*WordBytes-1:0];
    if (state_q.configure || state_q.erase || rst_i) begin
      word_q   <= '0;
      asked_q  <= 1'b0;
      offers_q <= 1'b0;
    end
    if (rst_i) bank_q <= 1'b0;
  end

  // The byte that is loaded, and where.
  gh_arx_mc_loader #(
      .Blake32(Blake32),
      .Blake64(Blake64),
      .ChaCha (ChaCha),
      .Blake2 (Blake2),
      .Mixed  (Mixed),
      .Alone  (Alone)
  ) u_loader (
      .clk_i,
      .erase_i       (state_q.erase),
      .configure_i   (state_q.configure),
      .fill_i        (state_q.data),
      .tail_i        (state_q.tail),
      .key_i         (keys),
      .place_i       (place_q),
      .next_i        (next),
      .head_i        (head),
      .bad_i         (bad_q),
      .part_i        (part),
      .wide_i        (wide),
      .two_i         (mixed_two),
      .swaps_i       (derived_q),
      .odd_i         (function_q[0]),
      .bank_i        (bank_q),
      .complete_i    (complete_q),
      .suffix_i      (suffix_q),
      .in_front_i    (in_front),
      .final_i       (final_q),
      .counted_i     (data_taken && keep_i || key_taken),
      .counting_i    (state_q.tail && load_ready_i && !key_waits),
      .granted_i     (granted_i),
      .config_data_i (config_data_i),
      .config_valid_i(config_valid_i),
      .data_i        (data_i),
      .keep_i        (keep_i),
      .valid_i       (valid_i),
      .load_valid_o  (load_valid_o),
      .load_address_o(load_address_o),
      .load_data_o   (load_data_o)
  );
  // A malformed configuration is not loaded. The upper half is claimed a cycle before words are loaded.
  assign wide_o   = Mixed ? (state_q.configure ? wide_q : wide) && !bad_q : wide_q;
  assign claims_o = wide && !bad_q && (loads || Mixed && (ends || key_waits && valid_i));

  `GH_REQUIRE(granted_is_wanted, !granted_i || wants_o, clk_i, rst_i)
  `GH_ASSERT(key_is_loaded, !key_taken || load_valid_o != '0, clk_i, rst_i)
  `GH_ASSERT(data_are_loaded, !(data_taken && keep_i) || load_valid_o != '0, clk_i, rst_i)

endmodule

`default_nettype wire
