// SPDX-License-Identifier: Apache-2.0
//
// One of the words that a step of BLAKE (version 1.3, section 2.1.2) adds, m ^ c, of the blocks of all streams:
// the first or the second one of a G, and the constant that goes with it. A step is a round, of which the G is a
// column's or a diagonal's, or half a round, and then it is both in turns.
//
// Words of a block with even numbers are in one block memory, those with odd numbers in another. Where a
// step takes a word of the one, the other gives the constant, at the address that the word has in its own
// memory: in ten rounds an operand takes no word with two constants, or, of steps of half a round, with
// three. The address is therefore a number of four or five bits, whatever the step, and a carry
// chain does the exclusive-or.

`default_nettype none

module gh_blake_operand
  import gh_blake_constants_pkg::*;
#(
    parameter int unsigned WordBits = 32,
    parameter int unsigned Streams = 16,
    parameter int unsigned Halves = 2,  // of a round in a step, 1 or 2
    parameter int unsigned Unit = 0,  // of column Unit, and of diagonal -Unit modulo 4
    parameter int unsigned Half = 0,  // with Halves 2: 0 columns, 1 diagonals
    parameter int unsigned Second = 0,  // 0 the first word that G adds, 1 the second
    localparam int unsigned IdBits = $clog2(Streams),
    localparam int unsigned StepBits = 6 - Halves,
    localparam int unsigned NumberBits = $clog2(WordBits / 4)
) (
    input wire logic clk_i,

    // 64 bits of a block: two words of 32 bits, the one with the even number below, or one of 64.
    input wire logic                  write_i,
    input wire logic [    IdBits-1:0] write_stream_i,
    input wire logic [NumberBits-1:0] write_number_i,
    input wire logic [          63:0] data_i,

    input  wire logic [  IdBits-1:0] stream_i,
    input  wire logic [StepBits-1:0] step_i,
    // Two cycles later: the operand is the exclusive-or of both.
    output wire logic [WordBits-1:0] even_o,
    output wire logic [WordBits-1:0] odd_o
);

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_blake_operand: WordBits is %0d; it must be 32 or 64", WordBits);
  end
  if (Halves != 1 && Halves != 2) begin : gen_check_halves
    $fatal(1, "gh_blake_operand: Halves is %0d; it must be 1 or 2", Halves);
  end
  if (Unit > 3 || Half >= Halves || Second > 1) begin : gen_check_operand
    $fatal(
        1,
        "gh_blake_operand: Unit is %0d, Half %0d and Second %0d; they must be below 4, %0d and 2",
        Unit,
        Half,
        Second,
        Halves
    );
  end

  localparam int unsigned Steps = 20 / Halves;  // until sigma repeats
  localparam int unsigned CopyBits = 2 - Halves;
  localparam int unsigned RowBits = 1 + IdBits + CopyBits + 3;

  typedef logic [WordBits-1:0] word_t;
  typedef logic [RowBits-1:0] row_t;
  // Whether the step takes a word with an odd number, half that number, and which of the constants that go with
  // the word.
  typedef struct packed {
    logic       odd;
    logic       copy;
    logic [2:0] half;
  } place_t;

  // What sigma tells: the number of the word, and that of the constant.
  function automatic int unsigned index(int unsigned step, int unsigned second);
    int unsigned half;
    half = (Halves == 2) ? Half : step % 2;
    return sigma(Halves * step / 2, 8 * half + 2 * ((half == 0) ? Unit : (4 - Unit) % 4) + second);
  endfunction
  function automatic int unsigned word_number(int unsigned step);
    return index(step, Second);
  endfunction
  function automatic int unsigned constant_number(int unsigned step);
    return index(step, 1 - Second);
  endfunction

  function automatic place_t place_of(int unsigned step);
    int unsigned first;
    first = step;
    for (int unsigned p = Steps; p > 0; p--) begin
      if (word_number(p - 1) == word_number(step)) first = p - 1;
    end
    return
    '{
        odd: word_number(step) % 2 == 1,
        copy: constant_number(first) != constant_number(step),
        half: 3'(word_number(step) / 2)
    }
    ;
  endfunction

  function automatic place_t place(logic [StepBits-1:0] step);
    place_t found;
    found = '0;
    for (int unsigned p = 0; p < 1 << StepBits; p++) begin
      if (step == StepBits'(p)) found = place_of(p % Steps);
    end
    return found;
  endfunction

  function automatic row_t row(logic odd, logic [IdBits-1:0] stream, logic copy, logic [2:0] half);
    return (Halves == 1) ? row_t'({odd, stream, copy, half}) : row_t'({odd, stream, half});
  endfunction

  place_t taken;
  assign taken = place(step_i);

  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  word_t evens[1<<RowBits];
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  word_t odds [1<<RowBits];

  // Rows of evens with taken.odd and of odds without have constants, the same for all streams.
  initial begin
    for (int unsigned i = 0; i < 1 << RowBits; i++) begin
      evens[i] = '0;
      odds[i]  = '0;
    end
    for (int unsigned p = 0; p < Steps; p++) begin
      automatic place_t at = place_of(p);
      automatic word_t  value = WordBits'(constant(WordBits, constant_number(p)));
      for (int unsigned s = 0; s < Streams; s++) begin
        if (at.odd) evens[row(1'b1, IdBits'(s), at.copy, at.half)] = value;
        else odds[row(1'b0, IdBits'(s), at.copy, at.half)] = value;
      end
    end
  end

  logic write_even, write_odd;
  word_t even, odd;
  logic [2:0] half;
  if (WordBits == 32) begin : gen_two
    assign {odd, even} = data_i;
    assign half = write_number_i;
    assign {write_odd, write_even} = {2{write_i}};
  end else begin : gen_one
    assign even = data_i;
    assign odd = data_i;
    assign half = write_number_i[3:1];
    assign write_even = write_i && !write_number_i[0];
    assign write_odd = write_i && write_number_i[0];
  end

  word_t even_read_q, odd_read_q, even_q, odd_q;
  always @(posedge clk_i) begin
    if (write_even) evens[row(1'b0, write_stream_i, 1'b0, half)] <= even;
    if (write_odd) odds[row(1'b1, write_stream_i, 1'b0, half)] <= odd;
    even_read_q <= evens[row(taken.odd, stream_i, taken.copy&&taken.odd, taken.half)];
    odd_read_q  <= odds[row(taken.odd, stream_i, taken.copy&&!taken.odd, taken.half)];
    even_q      <= even_read_q;
    odd_q       <= odd_read_q;
  end
  assign even_o = even_q;
  assign odd_o  = odd_q;

endmodule

`default_nettype wire
