// SPDX-License-Identifier: Apache-2.0
//
// Types and constants of PHASH (Zalewski, section II) and of the order in which its ciphers work.

`default_nettype none

package gh_phash_pkg;

  localparam int unsigned BlockBytes = 112;  // X_i = Y_i || Z_i
  localparam int unsigned YBytes = 48;
  localparam int unsigned ZBytes = 64;

  // Stages of the ring with block memories, gh_phash_ring_cipher; of gh_w_cipher there are 1 or 3.
  localparam int unsigned RingStages = 6;

  // Cycles from start to start of a W cipher: as many as there are rounds, however long its pipeline.
  // In the ring a block has the first stage once more, to enter.
  function automatic int unsigned period(int unsigned stages);
    return (stages == RingStages) ? 11 : 10;
  endfunction

  typedef logic [8*BlockBytes-1:0] block_t;
  typedef logic [511:0] value_t;  // a C_i, a D_i, half of a group; byte 0 is bits 7:0

  // What goes through a cipher, beside its operands: a value of some level of the reduction (C_i are
  // level 0, the D_i of groups of C_i are level 1), its place in its group of 256, and what it ends.
  typedef struct packed {
    logic       valid;
    logic [4:0] level;
    logic       first;   // first of its group
    logic       half;    // of the second 128 of its group
    logic       ends;    // last of its group
    logic       last;    // last of its level
    logic       digest;  // alone in its level: the hash
  } tag_t;

  // Cipher k starts k periods / N after cipher 0. Others may share that phase: each has a slot of it.
  function automatic int unsigned start_phase(int unsigned stages, int unsigned ciphers,
                                              int unsigned k);
    return k * period(stages) / ciphers;
  endfunction

  function automatic int unsigned slot_of(int unsigned stages, int unsigned ciphers,
                                          int unsigned k);
    int unsigned earlier;
    earlier = 0;
    for (int unsigned i = 0; i < k; i++) begin
      if (start_phase(stages, ciphers, i) == start_phase(stages, ciphers, k)) earlier++;
    end
    return earlier;
  endfunction

  // Slots of a phase: ciphers that start in it.
  function automatic int unsigned slots(int unsigned stages, int unsigned ciphers,
                                        int unsigned phase);
    int unsigned number;
    number = 0;
    for (int unsigned i = 0; i < ciphers; i++) begin
      if (start_phase(stages, ciphers, i) == phase) number++;
    end
    return number;
  endfunction

endpackage

`default_nettype wire
