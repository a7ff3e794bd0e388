// SPDX-License-Identifier: Apache-2.0
//
// Packs the bytes of a packet: holes in tkeep, beats without a byte and bytes at other places than the
// lowest ones disappear.
//
// Contract: a packet leaves with the bytes that have a bit of tkeep, in order, each once; every beat is
// full but the last, and only a packet without a byte has an empty one. A beat enters every cycle, and
// leaves the cycle after the next byte, or the end, has entered. One cycle of rst_i empties it.
//
// Byte 0 is data[7:0]. A full beat waits for the next byte or the end because a packet may end with
// empty beats. user_i with any beat of a packet says that the packet is bad: it leaves malformed, with
// an empty last beat after others, which has user_o. No beat enters for up to two cycles after it.
//
//     beat --> network: byte i goes to the place of the bytes kept so far, modulo StreamBytes
//                 |
//                 +--> bytes wait in data_q --> together with this beat: out_q

`include "gh_assert.svh"

`default_nettype none

module gh_axis_normalise #(
    parameter int unsigned StreamBytes = 8,
    // The registers of the data are cleared when a packet has left and by reset: for keys and messages.
    parameter bit          Erase       = 1'b0
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [8*StreamBytes-1:0] data_i,
    input  wire logic [  StreamBytes-1:0] keep_i,
    input  wire logic                     last_i,
    input  wire logic                     user_i,
    input  wire logic                     valid_i,
    output wire logic                     ready_o,

    output wire logic [8*StreamBytes-1:0] data_o,
    output wire logic [  StreamBytes-1:0] keep_o,
    output wire logic                     last_o,
    output wire logic                     user_o,
    output wire logic                     valid_o,
    input  wire logic                     ready_i
);

  localparam int unsigned Stages = $clog2(StreamBytes);
  if (StreamBytes < 1 || StreamBytes != 1 << Stages) begin : gen_check
    $fatal(1, "gh_axis_normalise: StreamBytes is %0d; it must be a power of 2", StreamBytes);
  end

  // Bytes of two beats at most.
  typedef logic [Stages+1:0] count_t;
  localparam count_t Full = count_t'(StreamBytes);

  typedef logic [StreamBytes-1:0][7:0] beat_t;
  typedef logic [StreamBytes-1:0] mask_t;

  function automatic mask_t below(count_t count);
    for (int unsigned i = 0; i < StreamBytes; i++) below[i] = count_t'(i) < count;
  endfunction

  beat_t data_q, out_q;
  mask_t  keep_q;
  count_t fill_q;  // bytes in data_q, of which no beat has left
  logic   first_q;  // the next beat is a packet's first
  logic   flush_q;  // they are the last of a packet, of which a beat is left, or of a bad one two
  logic   bad_q;  // user_i came with the packet
  logic   begun_q;  // a beat of it has left
  logic up_q, valid_q, last_q, user_q;

  // The network. Bytes that are kept have places in a row, modulo StreamBytes: stage k exchanges what
  // is 2^k rows apart, so that bit k of the row is that of the place. Two bytes never want one row.
  beat_t rows;
  mask_t valid;
  count_t [StreamBytes-1:0] place;
  count_t total;  // bytes in data_q with those of this beat
  always_comb begin
    rows  = data_i;
    valid = keep_i;
    total = flush_q ? '0 : fill_q;
    for (int unsigned i = 0; i < StreamBytes; i++) begin
      place[i] = total;
      total    = total + count_t'(keep_i[i]);
    end
    for (int unsigned k = 0; 1 << k < StreamBytes; k++) begin
      beat_t from_rows;
      mask_t from_valid;
      count_t [StreamBytes-1:0] from_place;
      from_rows  = rows;
      from_valid = valid;
      from_place = place;
      for (int unsigned i = 0; i < StreamBytes; i++) begin
        logic comes;
        comes    = from_valid[i^(1<<k)] && from_place[i^(1<<k)][k] == i[k];
        rows[i]  = comes ? from_rows[i^(1<<k)] : from_rows[i];
        place[i] = comes ? from_place[i^(1<<k)] : from_place[i];
        valid[i] = comes || (from_valid[i] && from_place[i][k] == i[k]);
      end
    end
  end

  logic room, taken, over, bad, more, emits;
  assign over    = total > Full;
  assign bad     = user_i || (bad_q && !first_q);
  assign room    = !valid_q || ready_i;
  assign more    = flush_q && bad_q && (fill_q != '0 || !begun_q);
  assign ready_o = up_q && room && !more;
  assign taken   = valid_i && ready_o;
  assign emits   = flush_q || (taken && (over || last_i));

  assign data_o  = out_q;
  assign keep_o  = keep_q;
  assign last_o  = last_q;
  assign user_o  = user_q;
  assign valid_o = valid_q;

  mask_t waiting;
  assign waiting = below(fill_q);
  always_ff @(posedge clk_i) begin
    up_q <= !rst_i;

    if (rst_i) valid_q <= 1'b0;
    else if (room) valid_q <= emits;

    if (room && emits) begin
      for (int unsigned i = 0; i < StreamBytes; i++) begin
        out_q[i] <= (flush_q || waiting[i]) ? data_q[i] : rows[i];
      end
      keep_q <= flush_q ? waiting : below(total);
      last_q <= flush_q ? !more : !over && !bad;
      user_q <= flush_q && bad_q && !more;
    end
    if (Erase && (rst_i || (room && !emits))) out_q <= '0;

    if (rst_i) begin
      fill_q  <= '0;
      first_q <= 1'b1;
      flush_q <= 1'b0;
    end else if (taken) begin
      fill_q  <= over ? total - Full : (last_i && !flush_q) ? '0 : total;
      first_q <= last_i;
      flush_q <= last_i && (flush_q || over || bad);
    end else if (flush_q && room) begin
      fill_q  <= '0;
      flush_q <= more;
    end
    if (taken && first_q) begun_q <= last_i && !flush_q;
    else if (room && emits) begun_q <= 1'b1;

    if (taken) begin
      bad_q <= bad;
      for (int unsigned i = 0; i < StreamBytes; i++) begin
        if (over || flush_q || !waiting[i]) data_q[i] <= rows[i];
      end
    end
    if (Erase && (rst_i || (room && (flush_q ? !taken : taken && last_i && !over)))) data_q <= '0;
  end

  logic unused;
  assign unused = ^{valid, place};

  `GH_FLAG(was_reset, rst_i, 1'b1, clk_i, 1'b0)
  `GH_ASSERT(silent_after_reset, !was_reset || !ready_o && !valid_o, clk_i, 1'b0)
  `GH_ASSERT(fill_in_range, fill_q <= Full, clk_i, rst_i)
  `GH_STABLE(held, valid_o, ready_i, {user_o, last_o, keep_o, data_o}, clk_i, rst_i)
  `GH_ASSERT(erased, !Erase || valid_q || !first_q || flush_q || {out_q, data_q} == '0, clk_i,
             rst_i)

endmodule

`default_nettype wire
