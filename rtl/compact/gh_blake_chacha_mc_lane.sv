// SPDX-License-Identifier: Apache-2.0
//
// One stream of messages of a BLAKE and ChaCha coprocessor: configuration, padding, two blocks, and
// the answer. The core is shared with other lanes; see gh_blake_chacha_mc_lanes, which asks for words.
//
// A block gathers while the core works on the one before. It wants a run when it is complete and its
// answer has room, so that a lane whose sink sleeps keeps nobody waiting.

`default_nettype none

module gh_blake_chacha_mc_lane
  import gh_blake_chacha_mc_pkg::*;
  import gh_blake_padding_pkg::*;
  import gh_chacha_padding_pkg::*;
#(
    parameter bit Blake32 = 1'b1,
    parameter bit Blake64 = 1'b1,
    parameter bit ChaCha  = 1'b1
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [63:0] config_data_i,
    input  wire logic        config_last_i,
    input  wire logic        config_valid_i,
    output wire logic        config_ready_o,

    input  wire logic [63:0] data_i,
    input  wire logic [ 7:0] keep_i,
    input  wire logic        last_i,
    input  wire logic        valid_i,
    output wire logic        ready_o,

    output wire logic [63:0] data_o,
    output wire logic [ 7:0] keep_o,
    output wire logic        last_o,
    output wire logic        error_o,
    output wire logic        valid_o,
    input  wire logic        ready_i,

    // A run: asked for, granted in the cycle of its start, over.
    output wire logic      wants_o,
    output wire logic      first_o,     // of its message: all words are to be loaded
    output wire logic      final_o,     // of its message
    output wire function_e function_o,
    input  wire logic      granted_i,
    input  wire logic      finished_i,
    // The key is to be overwritten, in the core as well; that is done.
    output wire logic      erase_o,
    input  wire logic      erased_i,

    // The word that goes to an address of the core's register file.
    input  wire logic  [5:0] address_i,
    output wire word_t       word_o,
    // Words of the result, in order, those of 32 bits in the lower half.
    input  wire logic        result_valid_i,
    input  wire logic  [3:0] result_index_i,
    input  wire word_t       result_i
);

  localparam bit Blake = Blake32 || Blake64;
  localparam int unsigned BlockBytes = Blake64 ? 128 : 64;
  localparam int unsigned BeatBits = Blake64 ? 4 : 3;
  localparam int unsigned CountBits = Blake64 ? 125 : 61;
  localparam int unsigned AnswerBeats = 8;
  typedef logic [BeatBits-1:0] beat_t;
  typedef logic [CountBits-1:0] count_t;

  typedef enum logic [2:0] {
    Erase,    // key, message, answer: after reset, and after a message with a key
    Config,   // the packet of the configuration
    Work,
    Discard,  // the rest of a message that needs a block behind the counter's end
    Swallow,  // the message of a malformed configuration
    Fail      // the answer to what is malformed
  } state_e;
  state_e state_d, state_q;

  // The configuration.
  logic [2:0] place_q;  // of the next word
  logic bad_q;  // so far
  function_e function_q;
  logic ciphers, wide, config_taken, head_good, config_good;
  logic [2:0] config_words;
  assign ciphers        = ChaCha && (!Blake || function_q > Blake512);
  assign wide           = Blake64 && !ciphers && (!Blake32 || function_q > Blake256);
  assign config_words   = ciphers ? 3'd6 : wide ? 3'd4 : 3'd2;
  assign config_ready_o = (state_q == Config) && !rst_i;
  assign config_taken   = config_ready_o && config_valid_i;

  always_comb begin
    unique case (config_data_i[2:0])
      Blake224, Blake256: head_good = Blake32;
      Blake384, Blake512: head_good = Blake64;
      3'd7:    head_good = 1'b0;
      default: head_good = ChaCha;
    endcase
    if (config_data_i[63:3] != '0) head_good = 1'b0;
    config_good = !bad_q && config_last_i == (place_q != '0 && place_q == config_words)
                && (place_q != '0 || head_good);
  end

  // Salt, or key, counter and nonce.
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  word_t given[8];
  logic [2:0] given_write, given_at;
  logic erasing;
  assign erasing     = ChaCha && (state_q == Erase);
  assign given_write = erasing ? address_i[2:0] : place_q - 1'b1;
  always_comb begin
    if (ciphers) given_at = 3'((address_i - 6'd20) >> 1);
    else given_at = wide ? address_i[2:0] : {2'b00, address_i[1]};
  end
  always_ff @(posedge clk_i) begin
    if (config_taken || erasing) begin
      given[given_write] <= erasing ? '0 : config_data_i;
    end
  end

  // The message's blocks, two of them.
  gh_stream_pkg::pad_rule_t rule;
  always_comb begin
    if (ciphers) rule = chacha_padding(PadChacha);
    else if (wide) rule = blake_padding((function_q == Blake512) ? PadBlake512 : PadBlake384);
    else rule = blake_padding((function_q == Blake256) ? PadBlake256 : PadBlake224);
  end

  typedef struct packed {
    logic       error;
    logic       last;
    logic [7:0] bytes;  // of the message
  } block_t;
  block_t block_q[2];
  logic [1:0] full_q;
  logic write_q, read_q;  // the block that gathers, and the older one
  logic complete_q;  // the message is in
  gh_stream_pkg::beat_flags_t beat_flags;
  logic beat_ready, beat_taken, padder_ready;
  logic unused_blocks;
  beat_t beat;
  logic [63:0] beat_data;
  count_t count;
  logic [7:0] before_q;  // bytes of the message in the blocks before, modulo 256

  assign beat_ready = (state_q == Discard) || (state_q == Work && !full_q[write_q] && !complete_q);
  assign beat_taken = beat_flags.valid && beat_ready;
  assign ready_o    = padder_ready || (state_q == Swallow) && !rst_i;

  gh_message_padder #(
      .StreamBytes  (8),
      .MaxBlockBytes(BlockBytes),
      .CountBits    (CountBits)
  ) u_padder (
      .clk_i,
      .rst_i,
      .rule_i  (rule),
      .data_i,
      .keep_i  (keep_i & {8{!erasing}}),
      .last_i,
      .valid_i (valid_i && state_q != Swallow),
      .ready_o (padder_ready),
      .data_o  (beat_data),
      .beat_o  (beat),
      .blocks_o(unused_blocks),
      .count_o (count),
      .flags_o (beat_flags),
      .ready_i (beat_ready)
  );

  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  word_t memory[2 << BeatBits];
  beat_t memory_at;
  word_t memory_data;
  assign memory_data = memory[{read_q, memory_at}];
  // A beat of no bytes is zero.
  logic [BeatBits:0] memory_write;
  assign memory_write = erasing ? (BeatBits + 1)'(address_i) : {write_q, beat};
  always_ff @(posedge clk_i) if (beat_taken || erasing) memory[memory_write] <= beat_data;

  // Runs.
  block_t block;
  logic first_q, running_q, run_last_q;
  logic [7:0] run_bytes_q;
  logic [4:0] waiting_q;  // beats of the answer
  word_t left_q;  // numbers of blocks behind the next one's
  logic exhausted_q;  // there is none
  logic ready, frees, push, popped, over;
  assign block      = block_q[read_q];
  assign ready      = (state_q == Work) && full_q[read_q] && !running_q && !over;
  assign over       = block.error || (ciphers && exhausted_q);
  assign wants_o    = ready && waiting_q <= 5'(AnswerBeats);
  assign first_o    = first_q;
  assign final_o    = run_last_q;
  assign function_o = function_q;
  // A block that is encrypted is needed until its key stream is there.
  assign frees      = ciphers ? finished_i : granted_i;
  assign popped     = valid_o && ready_i;
  // The memory of the answer is cleared too, so all of it must have left.
  assign erase_o    = (state_q == Erase) && waiting_q == 5'(popped);

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Erase:   if (erased_i) state_d = Config;
      Config:  if (config_taken && config_last_i) state_d = config_good ? Work : Swallow;
      Work: begin
        if (full_q[read_q] && !running_q && over) begin
          state_d = (block.error || complete_q) ? Fail : Discard;
        end
        if (finished_i && run_last_q) state_d = ciphers ? Erase : Config;
      end
      Discard: if (beat_taken && beat_flags.block_last && beat_flags.ends) state_d = Fail;
      Swallow: if (valid_i && last_i) state_d = Fail;
      default: if (waiting_q <= 5'(AnswerBeats)) state_d = ciphers ? Erase : Config;
    endcase
  end

  always_ff @(posedge clk_i) begin
    state_q <= rst_i ? (ChaCha ? Erase : Config) : state_d;

    if (config_taken) begin
      place_q <= config_last_i ? '0 : bad_q ? place_q : place_q + 1'b1;
      bad_q   <= !config_last_i && !config_good;
      if (place_q == '0) function_q <= function_e'(config_data_i[2:0]);
      // What is malformed may have brought a key.
      if (ChaCha && config_last_i && !config_good) function_q <= ChaCha8;
    end

    if (beat_taken && beat_flags.block_last) begin
      block_q[write_q].error <= beat_flags.error;
      block_q[write_q].last  <= beat_flags.ends;
      block_q[write_q].bytes <= count[7:0] - before_q;
      before_q               <= count[7:0];
      write_q                <= !write_q;
      full_q[write_q]        <= 1'b1;
      complete_q             <= beat_flags.ends;
    end
    if (frees) begin
      full_q[read_q] <= 1'b0;
      read_q         <= !read_q;
    end
    if (granted_i) begin
      first_q     <= 1'b0;
      run_last_q  <= block.last;
      run_bytes_q <= block.bytes;
    end
    running_q <= (running_q || granted_i) && !finished_i;

    // The counter is the last but one word of what is given.
    if (erasing) left_q <= '0;
    else if (config_taken && ciphers && place_q == 3'd5) begin
      left_q      <= ~config_data_i;
      exhausted_q <= 1'b0;
    end else if (granted_i) begin
      left_q      <= left_q - 1'b1;
      exhausted_q <= (left_q == '0);
    end

    waiting_q <= waiting_q + 5'(push) - 5'(popped);

    if (rst_i || state_q == Config) begin
      full_q     <= '0;
      write_q    <= 1'b0;
      read_q     <= 1'b0;
      complete_q <= 1'b0;
      before_q   <= '0;
      first_q    <= 1'b1;
      running_q  <= 1'b0;
    end
    if (rst_i) begin
      place_q   <= '0;
      bad_q     <= 1'b0;
      waiting_q <= '0;
    end
  end

  // Bits of the message up to and with the block, but of none where a block has none.
  logic [CountBits+2:0] bits_q, bits;
  assign bits = bits_q + (CountBits + 3)'({block.bytes, 3'b000});
  always_ff @(posedge clk_i) begin
    if (state_q == Config) bits_q <= '0;
    else if (granted_i) bits_q <= bits;
  end

  // Words for the core.
  word_t word, given_word, block_word, counter_word;
  logic odd;
  always_comb begin
    odd       = address_i[0];
    memory_at = wide ? beat_t'(address_i) : beat_t'(address_i >> 1);
    if (running_q) memory_at = beat_t'(result_index_i >> 1);

    given_word = ciphers ? given[given_at] : swapped(given[given_at], wide);
    block_word = swapped(memory_data, wide);
    counter_word = wide ? (address_i[1] ? word_t'(128'(bits) >> 64) : bits[63:0])
                        : (address_i[1] ? word_t'(bits[63:32]) : word_t'(bits[31:0]));
    if (block.bytes == '0) counter_word = '0;

    if (erasing) word = '0;
    else if (address_i[5]) word = (odd && !wide) ? block_word >> 32 : block_word;
    else if (ciphers || address_i[3:2] == 2'd2) begin
      word = (odd && !wide) ? given_word >> 32 : given_word;
    end else if (address_i[3]) word = counter_word;
    else word = initial_value(function_q, address_i[2:0]);
  end
  assign word_o = word;

  // The answer, a beat from each two words of 32 bits.
  typedef struct packed {
    logic       error;
    logic       last;
    logic [7:0] keep;
    word_t      data;
  } answer_t;
  answer_t pushed, popped_answer;
  logic [31:0] even_q;
  logic [ 3:0] beat_index;
  logic [7:0] bytes, offset;
  word_t both;
  always_ff @(posedge clk_i) even_q <= result_i[31:0];

  always_comb begin
    unique case (function_q)
      Blake224: bytes = 8'd28;
      Blake256: bytes = 8'd32;
      Blake384: bytes = 8'd48;
      default:  bytes = 8'd64;
    endcase
    if (ciphers) bytes = run_bytes_q;
    beat_index = wide ? result_index_i : result_index_i >> 1;
    offset = {1'b0, beat_index, 3'b000};
    both = wide ? result_i : {result_i[31:0], even_q};
    push         = result_valid_i && (wide || result_index_i[0])
                 && (offset < bytes || (offset == '0 && run_last_q));
    pushed.error = 1'b0;
    pushed.last = run_last_q && offset + 8'd8 >= bytes;
    pushed.keep = (offset + 8'd8 <= bytes) ? '1 : ~(8'hFF << bytes[2:0]);
    pushed.data = ciphers ? both ^ memory_data : swapped(both, wide);
    for (int unsigned i = 0; i < 8; i++) if (!pushed.keep[i]) pushed.data[8*i+:8] = '0;
    if (state_q == Fail || erasing) begin
      push   = (state_q == Fail) && (state_d != Fail);
      pushed = '{error: 1'b1, last: 1'b1, keep: '1, data: '0};
    end
  end

  // Once the answer has left its memory is cleared: zeros enter, and each leaves unseen in the next
  // cycle.
  logic clears, cleared_q, answer_valid;
  assign clears  = erasing && waiting_q == '0;
  assign valid_o = answer_valid && !cleared_q && !rst_i;
  always_ff @(posedge clk_i) cleared_q <= clears && !rst_i;

  gh_fifo #(
      .Width($bits(answer_t)),
      .Depth(2 * AnswerBeats)
  ) u_answer (
      .clk_i,
      .rst_i,
      .data_i (pushed),
      .valid_i(push || clears),
      .data_o (popped_answer),
      .valid_o(answer_valid),
      .ready_i(ready_i || cleared_q)
  );
  assign {error_o, last_o, keep_o, data_o} = popped_answer;

  logic unused;
  assign unused = ^{unused_blocks, count};

endmodule

`default_nettype wire
