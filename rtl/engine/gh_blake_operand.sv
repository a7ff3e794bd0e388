// SPDX-License-Identifier: Apache-2.0
//
// One of the 16 words that a round of BLAKE (version 1.3, section 2.1.2) adds, m ^ c, of the blocks of all
// streams: what word number Operand of sigma tells of a block, and the constant that goes with it.
//
// Words of a block with even numbers are in one block memory, those with odd numbers in another. Where a
// round takes a word of the one, the other gives the constant, at the address that the word has in its own
// memory: in its ten rounds an operand takes no word twice with different constants. So the address is a
// number of four bits, whatever the round, and a carry chain does the exclusive-or.

`default_nettype none

module gh_blake_operand
  import gh_blake_constants_pkg::*;
#(
    parameter int unsigned WordBits = 32,
    parameter int unsigned Streams = 16,
    parameter int unsigned Operand = 0,
    localparam int unsigned IdBits = $clog2(Streams),
    localparam int unsigned NumberBits = $clog2(WordBits / 4)
) (
    input wire logic clk_i,

    // 64 bits of a block: two words of 32 bits, the one with the even number below, or one of 64.
    input wire logic                  write_i,
    input wire logic [    IdBits-1:0] write_stream_i,
    input wire logic [NumberBits-1:0] write_number_i,
    input wire logic [          63:0] data_i,

    input  wire logic [  IdBits-1:0] stream_i,
    input  wire logic [         3:0] round_i,
    // Two cycles later: the operand is the exclusive-or of both.
    output wire logic [WordBits-1:0] even_o,
    output wire logic [WordBits-1:0] odd_o
);

  if (WordBits != 32 && WordBits != 64) begin : gen_check_word
    $fatal(1, "gh_blake_operand: WordBits is %0d; it must be 32 or 64", WordBits);
  end
  if (Operand > 15) begin : gen_check_operand
    $fatal(1, "gh_blake_operand: Operand is %0d; it must be at most 15", Operand);
  end

  localparam int unsigned Rounds = 10;  // until sigma repeats
  localparam int unsigned RowBits = 1 + IdBits + 3;

  typedef logic [WordBits-1:0] word_t;
  // Whether the round takes a word with an odd number, and half that number.
  typedef struct packed {
    logic       odd;
    logic [2:0] half;
  } place_t;

  function automatic place_t place(logic [3:0] round);
    place_t found;
    found = '0;
    for (int unsigned r = 0; r < 16; r++) begin
      if (round == 4'(r)) begin
        found = '{odd: sigma(r, Operand) % 2 == 1, half: 3'(sigma(r, Operand) / 2)};
      end
    end
    return found;
  endfunction

  place_t taken;
  assign taken = place(round_i);

  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  word_t evens[1<<RowBits];
  (* ram_style = "block", rw_addr_collision = "no", syn_ramstyle = "block_ram, no_rw_check",
     ramstyle = "no_rw_check", no_rw_check *)
  word_t odds [1<<RowBits];

  // Rows of evens with taken.odd and of odds without have constants, the same for all streams.
  initial begin
    for (int unsigned row = 0; row < 1 << RowBits; row++) begin
      evens[row] = '0;
      odds[row]  = '0;
    end
    for (int unsigned s = 0; s < Streams; s++) begin
      for (int unsigned r = 0; r < Rounds; r++) begin
        if (sigma(r, Operand) % 2 == 1) begin
          evens[{1'b1, IdBits'(s), 3'(sigma(r, Operand)/2)}] =
              WordBits'(constant(WordBits, sigma(r, Operand ^ 1)));
        end else begin
          odds[{1'b0, IdBits'(s), 3'(sigma(r, Operand)/2)}] =
              WordBits'(constant(WordBits, sigma(r, Operand ^ 1)));
        end
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
    if (write_even) evens[{1'b0, write_stream_i, half}] <= even;
    if (write_odd) odds[{1'b1, write_stream_i, half}] <= odd;
    even_read_q <= evens[{taken.odd, stream_i, taken.half}];
    odd_read_q  <= odds[{taken.odd, stream_i, taken.half}];
    even_q      <= even_read_q;
    odd_q       <= odd_read_q;
  end
  assign even_o = even_q;
  assign odd_o  = odd_q;

endmodule

`default_nettype wire
