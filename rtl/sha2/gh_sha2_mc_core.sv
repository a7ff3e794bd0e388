// SPDX-License-Identifier: Apache-2.0
//
// SHA-2 (FIPS 180-4, section 6) a summand a cycle, with all words in one memory: padded blocks in, bytes
// of the digest out. SHA-224 and SHA-256 with words of 32 bits; SHA-384, SHA-512, SHA-512/224 and
// SHA-512/256 with words of 64. gh_sha2_mc_pkg has the program.
//
//            +---------------------+<-- bytes of a block, in cycles without another write
//   place -->| memory of 512 words |<-----------------------------------------+
//            +---------------------+                                          |
//             |        |        |                                             |
//             x        y        w --> Sigma0, Sigma1, sigma0, sigma1          |
//             |        |        |      |                                      |
//             |        +--------+------+--> s                                 |
//             +--------+--------------------+--> s ? y : x --> + --> acc -----+
//
// A round takes 11 cycles where W_t is a word of the message, else 14. A block takes 887 cycles with words
// of 32 bits and 1111 with words of 64, 9 more for a message's last one, where the next block has been
// loaded meanwhile; that begins behind round 15. Words of the digest leave while nothing else is done.
//
// The length that the padder puts into the last two words of a message is that of its last block alone,
// less a whole block where the message ends in the block before; whole blocks are counted here.
//
// A block with error_i is answered with one byte, 0, in its turn. The memory's words are never used then.

`include "gh_assert.svh"

`default_nettype none

module gh_sha2_mc_core
  import gh_sha2_constants_pkg::*;
  import gh_sha2_mc_pkg::*;
#(
    parameter  int unsigned WordBits   = 32,
    parameter  int unsigned DigestBits = 8 * WordBits,
    localparam int unsigned ByteBits   = $clog2(WordBits / 8)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [         7:0] byte_i,
    input  wire logic [ByteBits+3:0] place_i,  // of the byte in its block
    input  wire logic                final_i,  // with a block's last byte: it is the message's last
    input  wire logic                error_i,  // with a block's last byte: abandon the message
    input  wire logic                valid_i,
    output wire logic                ready_o,

    output wire logic [7:0] digest_o,
    output wire logic       digest_last_o,
    output wire logic       digest_error_o,
    output wire logic       digest_valid_o,
    input  wire logic       digest_ready_i
);

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_sha2_mc_core: WordBits is %0d; it must be 32 or 64", WordBits);
  end
  if (DigestBits != 224 && DigestBits != 256
      && (WordBits == 32 || DigestBits != 384 && DigestBits != 512)) begin : gen_check_digest
    $fatal(
        1,
        "gh_sha2_mc_core: DigestBits is %0d; it must be 224 or 256, or 384 or 512 with WordBits 64",
        DigestBits
    );
  end

  localparam int unsigned Rounds = rounds(WordBits);
  localparam int unsigned TurnBits = 7;
  localparam words_t InitialValue = initial_value(WordBits, DigestBits);
  localparam int unsigned WordBytes = WordBits / 8;

  typedef logic [WordBits-1:0] word_t;

  // Contents of the memory that programs find.
  function automatic word_t initial_word(int unsigned place);
    if (place < Rounds) return K[place][63-:WordBits];
    if (place >= 32'(PlaceInitialA) && place < 32'(PlaceInitialE)) begin
      return InitialValue[3-place%4][WordBits-1:0];
    end
    if (place >= 32'(PlaceInitialE) && place < 32'(PlaceCount)) begin
      return InitialValue[7-place%4][WordBits-1:0];
    end
    if (place == 32'(PlaceBlock)) return word_t'(16 * WordBits);
    if (place == 32'(PlaceCarry) + 1) return word_t'(1);
    return '0;
  endfunction

  // The program.
  phase_e phase, phase_next, phase_behind;
  logic [StepBits-1:0] step;
  instruction_t now;
  logic go, ends, leaves, last_turn, block_taken, digest_end;
  logic full_q, final_q, error_q;  // a block is in the memory; what it is
  logic ends_q, failed_q;  // what the block is that has been taken
  logic [TurnBits-1:0] turn_q;
  gh_sha2_mc_program #(
      .WordBits(WordBits)
  ) u_program (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .go_i         (go),
      .next_i       (ends),
      .phase_i      (phase_next),
      .phase_o      (phase),
      .step_o       (step),
      .instruction_o(now)
  );

  assign block_taken = now.waits && full_q;
  always_comb begin
    last_turn = &turn_q[1:0];
    if (now.repeats[1]) last_turn &= &turn_q[3:2];
    if (now.repeats == AllRounds) last_turn &= turn_q[TurnBits-1:4] == 3'(Rounds / 16 - 1);
    leaves = (now.repeats == Once) || last_turn || digest_end;
    ends = now.ends || digest_end;
    phase_behind = phase_e'(phase + 3'd1);
    if (now.waits && !final_q) phase_behind = First;
    if (now.waits && error_q) phase_behind = Out;
    if (phase == Sum && !ends_q) phase_behind = Wait;
    phase_next = leaves ? phase_behind : phase;
  end
  always_ff @(posedge clk_i) begin
    if (now.turn) turn_q <= (now.back && last_turn) ? '0 : turn_q + 1'b1;
    if (rst_i) turn_q <= '0;
  end

  // The memory. A block's word is written where the program writes none.
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  word_t words_q[1 << PlaceBits];
  initial begin
    for (int unsigned i = 0; i < 1 << PlaceBits; i++) words_q[i] = initial_word(i);
  end

  instruction_t now_q;  // a cycle later, with the word that it reads
  place_t place_q;
  word_t word_q, acc_q, block_q;
  logic [WordBits-9:0] bytes_q;
  logic carry_q, pending_q, last_q, writes;
  logic [3:0] number_q;  // of the block's word that is complete
  place_t read, place;
  assign read   = now.read + place_t'(turn_q) + place_t'(now.carry && carry_q);
  assign place  = now_q.write ? place_q : {PlaceMessage[PlaceBits-1:4], number_q};
  assign writes = (now_q.write || pending_q) && !rst_i;
  always_ff @(posedge clk_i) word_q <= words_q[read];
  always @(posedge clk_i) begin
    if (writes) words_q[place] <= now_q.write ? acc_q : block_q;
  end
  always_ff @(posedge clk_i) begin
    now_q   <= now;
    place_q <= now.place + place_t'(turn_q);
    if (rst_i) now_q.write <= 1'b0;
  end

  logic unused;
  assign unused = ^{
    step[1:0],
    now_q.read,
    now_q.place,
    now_q.carry,
    now_q.waits,
    now_q.sends,
    now_q.turn,
    now_q.back,
    now_q.ends,
    now_q.repeats
  };

  // Registers before the sum.
  function automatic word_t rotr(word_t v, int unsigned n);
    return (v >> n) | (v << (WordBits - n));
  endfunction

  word_t w_q, x_q, y_q, s_q, before_q, sigma, sum;
  logic [3:0][2:0][WordBits-1:0] rotated;
  always_comb begin
    for (int unsigned k = 0; k < 3; k++) begin
      rotated[BigSigma0][k] = rotr(w_q, (WordBits == 32) ? BigSigma0Of32[k] : BigSigma0Of64[k]);
      rotated[BigSigma1][k] = rotr(w_q, (WordBits == 32) ? BigSigma1Of32[k] : BigSigma1Of64[k]);
      rotated[SmallSigma0][k] =
          rotr(w_q, (WordBits == 32) ? SmallSigma0Of32[k] : SmallSigma0Of64[k]);
      rotated[SmallSigma1][k] =
          rotr(w_q, (WordBits == 32) ? SmallSigma1Of32[k] : SmallSigma1Of64[k]);
    end
    rotated[SmallSigma0][2] = w_q >> ((WordBits == 32) ? SmallSigma0Of32[2] : SmallSigma0Of64[2]);
    rotated[SmallSigma1][2] = w_q >> ((WordBits == 32) ? SmallSigma1Of32[2] : SmallSigma1Of64[2]);
  end
  gh_mux4_of_xor3 #(
      .Width(WordBits)
  ) u_sigma (
      .data_i  (rotated),
      .select_i(now_q.sigma),
      .data_o  (sigma)
  );
  always_ff @(posedge clk_i) begin
    before_q <= word_q;
    if (now_q.w) w_q <= word_q;
    if (failed_q) w_q <= '0;
    if (now_q.s) s_q <= now_q.equal ? ~(w_q ^ y_q) : sigma;
    else if (now_q.x) s_q <= '0;
    if (now_q.x) x_q <= word_q;
    if (now_q.y) y_q <= before_q;
    if (now_q.s && !now_q.equal) begin
      x_q <= '0;
      y_q <= '1;
    end
  end

  // A function of {x, y, s}.
  localparam logic [7:0] Choice = 8'hD8;
  gh_add_of_table #(
      .Width(WordBits),
      .Table(Choice)
  ) u_sum (
      .a_i  (acc_q),
      .b_i  (s_q),
      .c_i  (y_q),
      .d_i  (x_q),
      .sum_o(sum)
  );
  logic top;
  assign top = s_q[WordBits-1] ? y_q[WordBits-1] : x_q[WordBits-1];
  always_ff @(posedge clk_i) begin
    if (now_q.add) begin
      acc_q   <= sum;
      carry_q <= (acc_q[WordBits-1] && top) || (!sum[WordBits-1] && (acc_q[WordBits-1] || top));
    end
    if (now_q.clear) acc_q <= '0;
  end

  // A block. Its memory is free behind the last turn of First. The program leaves a cycle for a word
  // before the next one is complete.
  logic word_end;
  assign ready_o  = !full_q && !(pending_q && last_q) && !rst_i;
  assign word_end = ready_o && valid_i && (&place_i[ByteBits-1:0]);
  always_ff @(posedge clk_i) begin
    if (ready_o && valid_i) bytes_q <= {bytes_q[WordBits-17:0], byte_i};
    if (word_end) begin
      block_q  <= {bytes_q, byte_i};
      number_q <= place_i[ByteBits+:4];
      last_q   <= &place_i[ByteBits+:4];
      final_q  <= final_i;
      error_q  <= error_i;
    end
    if (!now_q.write) pending_q <= 1'b0;
    if (word_end) pending_q <= 1'b1;
    if (pending_q && last_q && !now_q.write) full_q <= 1'b1;
    if (now.ends && now.repeats == Turns16 && last_turn || block_taken && error_q) full_q <= 1'b0;
    if (block_taken) begin
      ends_q   <= final_q;
      failed_q <= error_q;
    end
    if (rst_i) begin
      pending_q <= 1'b0;
      full_q    <= 1'b0;
    end
  end
  `GH_ASSERT(word_is_written, !(word_end && pending_q && now_q.write), clk_i, rst_i)
  // Block memories differ in what they read then.
  `GH_ASSERT(no_collision, !(writes && place == read), clk_i, rst_i)
  `GH_ASSERT(constants_stay, !writes || place >= place_t'(Rounds), clk_i, rst_i)
  `GH_ASSERT(initial_value_stays, !writes || !(place inside {[PlaceInitialA : PlaceCount - 9'd1]}),
             clk_i, rst_i)
  `GH_ASSERT(steps_stay, !writes || !(place inside {[PlaceBlock : PlaceMessage - 9'd1]}), clk_i,
             rst_i)

  // The digest. Word k is sent when the step that follows is the second one of word k + 1.
  localparam int unsigned LastWord = (DigestBits - 1) / WordBits;
  localparam int unsigned LastByte = (DigestBits / 8 - 1) % WordBytes;
  logic [ByteBits-1:0] byte_q;
  logic taken;
  assign digest_valid_o = now.sends && !rst_i;
  assign digest_last_o = failed_q
      || (step[4:2] == 3'(LastWord + 1)) && (byte_q == ByteBits'(LastByte));
  assign digest_error_o = failed_q;
  assign taken = now.sends && digest_ready_i;
  assign digest_end = taken && digest_last_o;
  assign go = !(now.waits && !full_q) && !(now.sends && !(taken && ((&byte_q) || digest_last_o)));
  always_ff @(posedge clk_i) begin
    if (taken) byte_q <= byte_q + 1'b1;
    if (!now.sends) byte_q <= '0;
  end
  // Byte 0 is the highest one.
  logic [WordBytes-1:0][7:0] bytes;
  for (genvar i = 0; i < WordBytes; i++) begin : gen_byte
    assign bytes[i] = w_q[8*(WordBytes-1-i)+:8];
  end
  if (WordBytes == 4) begin : gen_four
    gh_mux4 #(
        .Width(8)
    ) u_byte (
        .data_i  (bytes),
        .select_i(byte_q),
        .data_o  (digest_o)
    );
  end else begin : gen_eight
    gh_mux8 #(
        .Width(8)
    ) u_byte (
        .data_i  (bytes),
        .select_i(byte_q),
        .data_o  (digest_o)
    );
  end

  `GH_STABLE(held, digest_valid_o, digest_ready_i, {digest_error_o, digest_last_o, digest_o},
             clk_i, rst_i)

endmodule

`default_nettype wire
