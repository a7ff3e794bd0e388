// SPDX-License-Identifier: Apache-2.0
//
// One stream of messages of BLAKE, BLAKE2, ChaCha and XChaCha on an ARX coprocessor, a byte at a time:
// configuration, padding, counter and answer. Every byte goes straight to its place in the core's register
// file, and every byte of an answer comes straight out of it; one count of places serves all of that.
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
// The message's part of the register file is overwritten with zeros after it; after a reset, all
// parts of the stream's half are.

`include "gh_assert.svh"

`default_nettype none

module gh_arx_mc_stream
  import gh_arx_microcode_pkg::*;
#(
    parameter bit Blake  = 1'b1,  // besides BLAKE2
    parameter bit ChaCha = 1'b1,
    parameter bit Wide   = 1'b1,  // words of 64 bits
    parameter bit Alone  = 1'b1   // there is no other stream: both halves are erased together
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
    output     wire logic       wants_o,
    input      wire logic       granted_i,
    input      wire logic       running_i,
    output     wire logic       withdraws_o,
    output var run_e            run_o,
    output     wire logic [1:0] rounds_o,
    output     wire logic       bank_o,
    output     wire logic       initial_o,
    output     wire logic       shorter_o,
    input      wire logic       wrapped_i,

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

  if (!Wide && (Blake || ChaCha)) begin : gen_check
    $fatal(1, "gh_arx_mc_stream: Wide is 0; it must be 1 where there is more than BLAKE2");
  end

  localparam bit Full = Blake || ChaCha;
  localparam int unsigned PlaceBits = Wide ? 7 : 6;
  typedef logic [PlaceBits-1:0] place_t;
  localparam int unsigned WordBytes = Wide ? 8 : 4;
  typedef logic [7:0] byte_t;

  // A packet of configuration ends at the last place, with what is loaded in its place. The head is
  // where nothing is loaded.
  localparam place_t Head = Wide ? place_t'(56) : place_t'(8);
  // What is erased ends at the last place, too.
  localparam place_t Erased = Wide ? place_t'(64) : '0;

  // Data are of BLAKE and BLAKE2, and crypt is what ChaCha does with them.
  typedef struct packed {
    logic erase, configure, derive, data, crypt;
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
  // XChaCha: the key is made.
  logic derived_q;
  // After a reset: all parts of the register file are erased.
  logic all_q;

  // What a message's first byte says: none of BLAKE2, XChaCha, and which of several.
  logic [4:0] function_q;
  logic two, extended, ciphers, wide;
  assign two = !Full || !function_q[4];
  assign extended = ChaCha && !two && function_q[3];
  assign ciphers = ChaCha && !two && (function_q[3] || function_q[2]);
  assign wide = Wide && !ciphers && !all_q && function_q[1];
  always_comb begin
    if (ciphers) run_o = (extended && !derived_q) ? RunHChaCha : RunChaCha;
    else if (two) run_o = wide ? RunBlake2b : RunBlake2s;
    else run_o = wide ? RunBlake64 : RunBlake32;
  end
  assign rounds_o  = extended ? 2'd2 : function_q[1:0];
  assign shorter_o = !function_q[0];

  // Places. Words of 32 bits have the upper half of the places of those of 64.
  place_t place_q, next, place;
  logic place_last, head, restarts, to_tail, erased, ends;
  logic in_front;  // of BLAKE's length field
  logic config_taken, key_taken, data_taken, answer_taken, moves, loads, pads;
  assign place_last = &place_q;
  assign in_front   = wide ? place_q == place_t'(111) : place_q[5:0] == 6'd55;
  assign head       = place_q[PlaceBits-1:3] == Head[PlaceBits-1:3];
  assign next       = place_q + 1'b1;
  always_comb begin
    place = next;
    if (to_tail) place[5] = 1'b1;
    if (Wide && (to_tail || !wide && !state_q.configure)) place[PlaceBits-1] = 1'b1;
    // From the head to what is loaded.
    if (state_q.configure && head && &place_q[2:0]) begin
      place              = '0;
      place[5]           = !ciphers && !(two && wide);
      place[4]           = ciphers || !two && !wide;
      place[PlaceBits-1] = Wide || place[5];
    end
    if (state_q.erase) place[PlaceBits-1:4] = next[PlaceBits-1:4] | Erased[PlaceBits-1:4];
  end

  // The configuration.
  logic bad_q, head_wrong, config_good, keyed, keys, key_waits, goes_on;
  assign keyed          = keyed_q;
  assign keys           = key_q && state_q.data;
  assign key_waits      = key_q && state_q.tail;
  assign goes_on        = keyed || extended && !derived_q;
  assign config_open_o  = state_q.configure || keys;
  assign config_ready_o = config_open_o && load_ready_i && !rst_i;
  assign config_taken   = state_q.configure && load_ready_i && config_valid_i;
  assign key_taken      = keys && load_ready_i && config_valid_i;
  assign config_good    = place_last && !bad_q && !goes_on;

  logic length_place, key_place, length_wrong;  // of digest and key, in the parameter block
  logic parameters;
  assign parameters = two && !head && place_q[5] == !wide && place_q[4:1] == '0;
  assign length_place = parameters && !place_q[0];
  assign key_place = parameters && place_q[0];
  assign length_wrong = parameters && config_data_i > (wide ? 8'd64 : 8'd32)
                     || length_place && config_data_i == '0;
  always_comb begin
    head_wrong = |config_data_i;
    if (place_q[2:0] == '0) begin
      if (Full) begin
        head_wrong = |config_data_i[7:5];
        if (!config_data_i[4]) head_wrong |= |config_data_i[3:2];
        else if (config_data_i[3]) head_wrong |= !ChaCha || |config_data_i[2:0];
        else if (config_data_i[2]) head_wrong |= !ChaCha;
        else head_wrong |= !Blake;
      end else head_wrong = |config_data_i[7:2] || config_data_i[1] && !Wide;
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
  assign read_address_o = {
    ciphers, wide, ciphers && !bank_q, wide ? place_q[PlaceBits-1-:4] : place_q[5:2]
  };
  assign offered = offers_q && (state_q.out || state_q.crypt && valid_i && !malformed);
  assign valid_o = !rst_i && (state_q.fail || offered);
  assign keep_o = !state_q.crypt || keep_i;
  assign data_o = state_q.out ? answer : (state_q.crypt && keep_i) ? answer ^ data_i : '0;
  assign error_o = state_q.fail;
  assign last_o = state_q.fail || (state_q.crypt ? last_i : answer_last);
  assign answer_taken = offered && ready_i;

  always_comb begin
    if (two) begin
      answer_last = next[5:0] == length_q[5:0];
      if (wide && next[PlaceBits-1] != length_q[PlaceBits-1]) answer_last = 1'b0;
    end else begin
      answer_last = wide ? &place_q[3:0] && place_q[5:4] == {1'b1, !shorter_o}
                         : &place_q[1:0] && place_q[4:2] == {2'b11, !shorter_o};
    end
  end

  // BLAKE has a word's highest byte first.
  logic [2:0] part;
  assign part = {wide && place_q[2], place_q[1:0]} ^ ((two || ciphers) ? 3'd0 : {wide, 2'b11});
  assign word_last = &place_q[1:0] && (!wide || place_q[2]);
  if (Wide) begin : gen_parts_8
    gh_mux8 #(
        .Width(8)
    ) u_part (
        .data_i  (word_q),
        .select_i(part),
        .data_o  (answer)
    );
  end else begin : gen_parts_4
    logic unused;
    assign unused = ^{part[2], read_data_i[63:32]};
    gh_mux4 #(
        .Width(8)
    ) u_part (
        .data_i  (word_q),
        .select_i(part[1:0]),
        .data_o  (answer)
    );
  end

  logic configured, begins_key, begins_derive, derives, block_valid, filled, answered, unserved;
  assign configured = config_taken && config_last_i && config_good;
  assign begins_key = config_taken && !config_last_i && place_last && !bad_q && keyed;
  assign begins_derive = config_taken && !config_last_i && place_last && !bad_q && extended
                      && !derived_q;
  assign derives = state_q.derive && ran_q && !running_i;  // the key is made
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
  assign erased = state_q.erase && place_last && load_ready_i;
  assign restarts = state_q.fail || ends;

  // Parts of the register file that are erased after a reset: of words of 32 bits, of 64, of ChaCha.
  logic goes_to_wide, goes_to_ciphers;
  assign goes_to_wide = all_q && function_q[2:1] == '0;
  assign goes_to_ciphers = all_q && ChaCha && !function_q[2] && !goes_to_wide;

  // There is no block for this byte.
  assign unserved = state_q.crypt && exhausted_q && !have_q && valid_i;
  always_comb begin
    state_d = '0;
    state_d.erase = ends || state_q.erase && !(erased && !goes_to_wide && !goes_to_ciphers);
    state_d.configure = erased && !goes_to_wide && !goes_to_ciphers
                     || state_q.configure && !(config_taken && config_last_i) && !begins_key
                        && !begins_derive
                     || derives || key_taken && place_last && !config_last_i;
    state_d.derive = begins_derive || state_q.derive && !derives;
    state_d.drain = state_q.configure && config_taken && config_last_i && !config_good
                  || key_taken && !place_last && config_last_i
                  || (data_taken || crypt_taken) && malformed && !last_i || unserved
                  || state_q.drain && !(valid_i && last_i);
    state_d.fail  = state_q.drain && valid_i && last_i
                  || (data_taken || crypt_taken) && malformed && last_i
                  || state_q.fail && !ready_i;
    state_d.data  = configured && !ciphers || begins_key
                  || state_q.waits && granted_i && !final_q
                  || state_q.data && !(data_taken && malformed) && !filled
                  && !(key_taken && config_last_i);
    state_d.tail  = filled && !(data_taken && malformed) && !(keys && !config_last_i)
                  || state_q.tail && !(load_ready_i && place_last);
    state_d.waits = state_q.tail && load_ready_i && place_last || state_q.waits && !granted_i;
    state_d.out = state_q.waits && granted_i && final_q || state_q.out && !answered;
    state_d.crypt = configured && ciphers
                  || state_q.crypt && !(crypt_taken && (malformed || last_i)) && !unserved;
  end

  assign bank_o = bank_q;
  assign initial_o = initial_q;
  assign wants_o     = state_q.waits || state_q.derive && !ran_q
                    || state_q.crypt && !have_q && !exhausted_q;
  assign withdraws_o = state_q.erase || state_q.fail;
  assign erases_o = state_q.erase;

  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    if (moves) place_q <= place;
    if (erased && !goes_to_wide && !goes_to_ciphers) place_q <= Head;
    if (derives) place_q <= place_t'(112);
    if (restarts || rst_i) place_q <= Erased;
    if (rst_i) begin
      state_q       <= '0;
      state_q.erase <= 1'b1;
    end

    if (config_taken && head && place_q[2:0] == '0 && !bad_q) function_q <= config_data_i[4:0];
    if (erased) begin
      function_q <= {goes_to_ciphers, 1'b0, goes_to_ciphers, goes_to_wide, 1'b0};
      if (!goes_to_wide && !goes_to_ciphers) all_q <= 1'b0;
    end
    if (rst_i) begin
      function_q <= '0;
      all_q      <= 1'b1;
    end
    if (config_taken && (head && head_wrong || length_wrong
                       || place_last && !config_last_i && !goes_on))
      bad_q <= 1'b1;
    if (key_taken && place_last && !config_last_i) bad_q <= 1'b1;
    if (restarts || rst_i) bad_q <= 1'b0;
    if (config_taken && length_place && !bad_q) length_q <= place_t'(config_data_i);
    if (config_taken && key_place && !bad_q) keyed_q <= config_data_i != '0;
    if (begins_key) key_q <= 1'b1;
    if (key_waits && valid_i) key_q <= 1'b0;
    if (derives) derived_q <= 1'b1;
    if (withdraws_o || rst_i) {keyed_q, key_q, length_q, derived_q} <= '0;

    if (data_taken || crypt_taken) first_q <= 1'b0;
    if (data_taken && last_i) complete_q <= 1'b1;
    // An empty message's beat is the suffix already.
    if (load_ready_i && (pads || state_q.data && valid_i && !keep_i)) suffix_q <= 1'b0;
    if (!two && load_ready_i && pads && in_front) final_q <= 1'b1;
    if (two && filled && !keys) final_q <= complete_q || last_i;
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
      .Blake (Blake),
      .ChaCha(ChaCha),
      .Wide  (Wide),
      .Alone (Alone)
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
      .wide_i        (wide),
      .part_i        ({ciphers, wide || all_q && function_q[1]}),
      .ciphers_i     (ciphers),
      .two_i         (two),
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
  logic wide_q;
  always_ff @(posedge clk_i) wide_q <= wide;
  assign wide_o   = (state_q.configure ? wide_q : wide) && !bad_q;
  assign claims_o = wide && !bad_q && (loads || ends || key_waits && valid_i);

  `GH_REQUIRE(granted_is_wanted, !granted_i || wants_o, clk_i, rst_i)
  `GH_ASSERT(one_state, $onehot(state_q), clk_i, rst_i)
  `GH_ASSERT(key_is_loaded, !key_taken || load_valid_o != '0, clk_i, rst_i)
  `GH_ASSERT(data_are_loaded, !(data_taken && keep_i) || load_valid_o != '0, clk_i, rst_i)

endmodule

`default_nettype wire
