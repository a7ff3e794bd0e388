// SPDX-License-Identifier: Apache-2.0
//
// Types of BLAKE3's engine: rows of its memory, and what becomes of a block on its way around the ring.

`default_nettype none

package gh_blake3_pkg;

  typedef logic [9:0] row_t;

  // Rows of 256 bits: of each slot, a chunk's 16 blocks in two rows each, and as many others. What a message
  // of one chunk writes is in the first 64.
  localparam row_t KeyRow = 10'd33;
  localparam row_t RestRow = 10'd63;  // of zeros

  // A chunk's chaining value.
  function automatic row_t chunk_row(logic [5:0] chunk);
    return {chunk[3:0], 4'b1001, chunk[5:4]};
  endfunction

  // The chaining value of a subtree that waits for its sibling, by its level.
  function automatic row_t level_row(logic [5:0] level);
    return {level[3:0], 4'b1010, level[5:4]};
  endfunction

  // Half a block of the output, where the blocks of the first chunk were.
  function automatic row_t output_row(logic [4:0] half);
    return {5'd0, half};
  endfunction

  // A job is a block or a parent. Its result is the next chaining value of a chunk or a chaining value for
  // the tree; of the root it is a block of the output.
  typedef struct packed {
    logic       valid;     // in the ring is a job
    logic       again;     // another block of the chunk follows
    logic       complete;  // a chunk that is not the last one has its chaining value
    logic       last;      // the last chunk has
    logic       parent;
    logic       root;
    row_t       row;       // of the result
    logic [3:0] block;
  } token_t;

  typedef struct packed {
    row_t left;
    row_t right;
    row_t result;
    logic root;
  } parent_t;

endpackage

`default_nettype wire
