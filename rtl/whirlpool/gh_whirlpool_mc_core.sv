// SPDX-License-Identifier: Apache-2.0
//
// Whirlpool (ISO/IEC 10118-3:2004, the final version) a byte a cycle, with key and state in distributed
// memory: padded blocks in, bytes of the digest out.
//
//   bytes of a block --> + ------------------------------+
//                        ^                               |
//          +-------------+                               v
//          |        +--> S-box --> multiples -+--> row of the key   --+--> memory of key and state
//   memory +--------+                         +--> row of the state --+    memory of state before round 0
//                                                                          memory of the key's last row
//
// Bytes of a row of the key go through the S-box in eight cycles and leave as a row of the next round's key
// in the eight behind these, while a row of the state goes through, and so on. A round is
//
//   Key 0, Constant, Data 0, Key 1, Data 1, ... Key 7, Data 7
//
// of eight cycles each: in Constant the S-box makes the round's constant, which joins row 0 of the key. A block
// takes 64 cycles to enter, ten rounds of 136 and eight for the last row to leave. The state behind the last
// round and the one before the first, added, are the next chaining value, which stands where the key did.
//
// A row needs a byte of each row before it, in column j the one j rows up, and no other row needs these. A byte
// is written where the one of its column was read, so that byte j of row i stands in row i - j * turn_q:
// turn_q counts rounds.
//
// A block with error_i is answered with one byte, 0. The memories' bytes are never used then.

`include "gh_assert.svh"

`default_nettype none

module gh_whirlpool_mc_core
  import gh_whirlpool_constants_pkg::*;
  import gh_whirlpool_pkg::*;
(
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire byte_t byte_i,
    input  wire logic  final_i,  // with a block's last byte: it is the message's last
    input  wire logic  error_i,  // with a block's last byte: abandon the message
    input  wire logic  valid_i,
    output wire logic  ready_o,

    output wire byte_t digest_o,
    output wire logic  digest_last_o,
    output wire logic  digest_error_o,
    output wire logic  digest_valid_o,
    input  wire logic  digest_ready_i
);

  // The phase says which bytes pass: those of a block, of the key, of a constant or of the state; none while the last
  // row leaves; or bytes of the digest.
  typedef struct packed {logic block, key, constant, data, none, digest;} phase_t;
  phase_t phase_d, phase_q;
  logic [2:0] column_q, row_d, row_q;
  logic [2:0] place_q;  // row of the memory
  logic [2:0] turn_q;
  logic [3:0] round_q;
  logic first_q;  // the block is the message's first: the chaining value is zero
  logic final_q;

  logic advance, row_end, rows_end, block_end, failed, last_round;
  assign row_end    = advance && (&column_q);
  assign rows_end   = row_end && (&row_q);
  assign block_end  = phase_q.block && rows_end;
  assign failed     = block_end && error_i;
  assign last_round = (round_q == 4'(Rounds - 1));

  always_comb begin
    phase_d = '0;
    phase_d.block    = phase_q.block && (!rows_end || failed) || phase_q.none && !final_q
                    || phase_q.digest && rows_end;
    phase_d.key = block_end && !failed || phase_q.data && !(rows_end && last_round);
    phase_d.constant = phase_q.key && (row_q == '0);
    phase_d.data = phase_q.key && (row_q != '0) || phase_q.constant;
    phase_d.none = phase_q.data && rows_end && last_round;
    phase_d.digest = phase_q.none && final_q || phase_q.digest && !rows_end;
    row_d = row_q + 3'(phase_q.block || phase_q.data || phase_q.digest);
  end
  always_ff @(posedge clk_i) begin
    if (advance) column_q <= column_q + 1'b1;
    if (advance) place_q <= row_end ? row_d : place_q - turn_q;
    if (row_end) begin
      phase_q <= phase_d;
      row_q   <= row_d;
    end
    if (rows_end && !phase_q.digest && phase_d.key) begin
      turn_q  <= turn_q + 1'b1;
      round_q <= phase_q.block ? '0 : round_q + 1'b1;
    end
    if (block_end) final_q <= final_i;
    if (phase_q.data && rows_end) first_q <= 1'b0;
    if (phase_q.digest || failed) first_q <= 1'b1;
    if (rst_i) begin
      phase_q  <= '{block: 1'b1, default: 1'b0};
      column_q <= '0;
      row_q    <= '0;
      place_q  <= '0;
      turn_q   <= '0;
      first_q  <= 1'b1;
    end
  end

  // The digest's bytes wait for their receiver in front of the S-box.
  byte_t data_q;
  logic digest_valid_q, digest_last_q, digest_error_q;
  assign ready_o = phase_q.block && !digest_valid_q && !rst_i;
  assign digest_o = data_q;
  assign digest_valid_o = digest_valid_q && !rst_i;
  assign digest_last_o = digest_last_q;
  assign digest_error_o = digest_error_q;
  assign advance        = phase_q.block ? ready_o && valid_i
                        : !(phase_q.digest && digest_valid_q && !digest_ready_i);
  always_ff @(posedge clk_i) begin
    if (digest_ready_i) digest_valid_q <= 1'b0;
    if (phase_q.digest || failed) digest_valid_q <= 1'b1;
    if (phase_q.digest && advance || failed) begin
      digest_last_q  <= rows_end;
      digest_error_q <= failed;
    end
    if (rst_i) digest_valid_q <= 1'b0;
  end

  // The write that belongs to a cycle, and the same one and two cycles later.
  typedef struct packed {
    logic block;
    logic key;       // a byte of a row of the key
    logic constant;  // of row 0
    logic data;      // a byte of a row of the state
    logic last;      // which is one of the next chaining value
  } write_t;
  write_t write, write_1_q, write_2_q;
  logic key_1_q, key_2_q, data_1_q, data_2_q;
  logic [2:0] column_1_q, column_2_q, row_1_q, row_2_q, row_before_q;
  assign write.block    = phase_q.block && advance;
  assign write.constant = phase_q.constant;
  assign write.key      = phase_q.constant || phase_q.data && (row_q != '0);
  assign write.data     = phase_q.none || phase_q.key && (row_q != '0 || round_q != '0);
  assign write.last     = phase_q.none || phase_q.key && (row_q != '0) && last_round;
  always_ff @(posedge clk_i) begin
    write_1_q    <= write;
    write_2_q    <= write_1_q;
    key_1_q      <= phase_q.key;
    key_2_q      <= key_1_q;
    data_1_q     <= phase_q.data;
    data_2_q     <= data_1_q;
    column_1_q   <= column_q;
    column_2_q   <= column_1_q;
    row_1_q      <= row_q;
    row_2_q      <= row_1_q;
    row_before_q <= row_q - 1'b1;
    if (rst_i) begin
      write_1_q <= '0;
      write_2_q <= '0;
    end
  end

  // The memory of key and state. A row's places are those that were read ten cycles before.
  logic [9:0][2:0] places_q;
  logic [6:0] read, place;
  logic  is_state;
  byte_t written;
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  byte_t bytes_q  [128];
  assign read     = {phase_q.data, place_q, column_q};
  assign is_state = write_2_q.block || write_2_q.data && !write_2_q.last;
  assign place    = {is_state, write_2_q.block ? places_q[1] : places_q[9], column_2_q};
  always_ff @(posedge clk_i) begin
    places_q <= {places_q[8:0], place_q};
    if (write_2_q.block || write_2_q.key || write_2_q.data) bytes_q[place] <= written;
    if (advance) begin
      data_q <= phase_q.constant ? {1'b0, round_q, column_q} : bytes_q[read];
      if (first_q && (phase_q.block || phase_q.key) || failed) data_q <= '0;
    end
  end

  // The state before round 0, and the last row of the key.
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  byte_t start_q  [64];
  (* ram_style = "distributed", syn_ramstyle = "distributed", ramstyle = "MLAB" *)
  byte_t key_row_q[ 8];
  byte_t byte_q, start, key, sum_q;
  assign start = start_q[{row_before_q, column_1_q}];
  assign key   = key_row_q[column_1_q];
  always_ff @(posedge clk_i) begin
    if (write_2_q.block) start_q[{row_2_q, column_2_q}] <= written;
    if (write_2_q.key) key_row_q[column_2_q] <= written;
    byte_q <= byte_i;
    sum_q  <= (write_1_q.block ? byte_q ^ data_q : '0) ^ (write_1_q.data ? key : '0)
            ^ (write_1_q.last ? start : '0);
  end

  // A row of each.
  byte_t substituted, key_column, data_column;
  row_t multiples;
  gh_whirlpool_sbox #(
      .SBox     (SBoxLut),
      .Pipelined(1'b1)
  ) u_sbox (
      .clk_i (clk_i),
      .data_i(data_q),
      .data_o(substituted)
  );
  always_comb begin
    for (int unsigned p = 0; p < 8; p++) multiples[p] = product(substituted, Circulant[p]);
  end
  gh_whirlpool_mix_serial u_key (
      .clk_i      (clk_i),
      .multiples_i(multiples),
      .add_i      (key_2_q),
      .column_o   (key_column)
  );
  gh_whirlpool_mix_serial u_data (
      .clk_i      (clk_i),
      .multiples_i(multiples),
      .add_i      (data_2_q),
      .column_o   (data_column)
  );
  assign written = (write_2_q.key ? key_column : '0) ^ (write_2_q.constant ? substituted : '0)
                 ^ (write_2_q.data ? data_column : '0) ^ sum_q;

  `GH_ASSERT(one_phase, $onehot(phase_q), clk_i, rst_i)
  `GH_ASSERT(one_write, $onehot0({write_2_q.block, write_2_q.key, write_2_q.data}), clk_i, rst_i)
  `GH_STABLE(held, digest_valid_o, digest_ready_i, {digest_error_o, digest_last_o, digest_o},
             clk_i, rst_i)

endmodule

`default_nettype wire
