// SPDX-License-Identifier: Apache-2.0
//
// Types of the lanes of BLAKE3's engine: rows of a lane's two memories, and what becomes of a block on its way
// around the lane's ring.

`default_nettype none

package gh_blake3_lanes_pkg;

  // Of 256 bits, in each of both memories. Of a block the first half is in the first memory, and so is the
  // left one of two chaining values; the others are in the second one, in the same rows. What a message of one
  // chunk writes is in the first 64.
  typedef logic [8:0] row_t;

  typedef struct packed {
    logic second;  // in the second memory
    row_t row;
  } place_t;

  localparam row_t KeyRow = gh_blake3_pkg::KeyRow[9:1];
  localparam row_t RestRow = gh_blake3_pkg::RestRow[9:1];  // of zeros

  function automatic row_t block_row(logic [3:0] slot, logic [3:0] block);
    return {slot, 1'b0, block};
  endfunction

  // A chunk's chaining value, by its number in the lane.
  function automatic row_t chunk_row(logic [4:0] chunk);
    return {chunk[3:0], 4'b1110, chunk[4]};
  endfunction

  // That of a part of a run that waits for its sibling, by its level.
  function automatic row_t part_row(logic [1:0] level);
    return {2'd0, level, 5'b10001};
  endfunction

  // A row of the tree of all runs, in which bit 4 is 0.
  function automatic row_t tree_row(gh_blake3_pkg::row_t row);
    return {row[9:5], row[4] || row[3], row[2:0]};
  endfunction

  // The chaining value of a run, by its number.
  function automatic row_t run_row(logic [5:0] run);
    return tree_row(gh_blake3_pkg::chunk_row(run));
  endfunction

  // Half a block of the output, in the first memory.
  function automatic row_t output_row(logic [4:0] half);
    return {3'd0, half[4], 1'b0, half[3:0]};
  endfunction

  // A job is a block or a parent. Its result is the next chaining value of a chunk or a chaining value for
  // a tree; of the root it is a block of the output.
  typedef struct packed {
    logic       valid;     // in the ring is a job
    logic       again;     // another block of the chunk follows
    logic       complete;  // a chunk that is not the last one has its chaining value
    logic       last;      // the last chunk has
    logic       parent;    // of a run's parts
    logic       run;       // of all of a run's parts
    logic       joint;     // a parent of runs
    logic       root;
    place_t     place;     // of the result
    logic [3:0] block;
  } token_t;

  // The left value is in the first memory, the right one in the second.
  typedef struct packed {
    row_t   left;
    row_t   right;
    place_t result;
    logic   run;     // the result is a run's
    logic   root;
  } parent_t;

endpackage

`default_nettype wire
