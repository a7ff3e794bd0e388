// SPDX-License-Identifier: Apache-2.0
//
// Functions of Threefish and Skein, version 1.3 of the specification; see gh_skein_constants_pkg.
//
// Words are 64 bits; word 0 of a block holds its first eight bytes, least significant byte first.
// The functions run at elaboration (configuration UBI); the datapath shares their tables.

`default_nettype none

package gh_skein_pkg;

  import gh_skein_constants_pkg::*;

  typedef logic [63:0] word_t;

  // Words of the largest state. Functions take states in this many words and use the first ones.
  localparam int unsigned MaxWords = 16;
  typedef word_t [MaxWords-1:0] block_t;

  function automatic word_t rotate_left(word_t x, int unsigned distance);
    return (x << distance) | (x >> (64 - distance));
  endfunction

  // The tweak's high word for a block whose position fits in 96 bits.
  function automatic word_t tweak_high(logic first, logic last, logic [5:0] kind,
                                       logic [31:0] position_high);
    return {last, first, kind, 24'b0, position_high};
  endfunction

  // Threefish encryption (section 3.3); tweak is {t1, t0}.
  function automatic block_t threefish(int unsigned words, block_t key, logic [127:0] tweak,
                                       block_t plaintext);
    word_t ring[MaxWords+1];
    word_t t[3];
    block_t x, y;
    ring[words] = C240;
    for (int unsigned i = 0; i < words; i++) begin
      ring[i] = key[i];
      ring[words] ^= key[i];
    end
    t[0] = tweak[63:0];
    t[1] = tweak[127:64];
    t[2] = t[0] ^ t[1];
    x = plaintext;
    y = '0;
    for (int unsigned d = 0; d <= rounds(words); d++) begin
      if (d % 4 == 0) begin
        for (int unsigned i = 0; i < words; i++) x[i] += ring[(d/4+i)%(words+1)];
        x[words-3] += t[(d/4)%3];
        x[words-2] += t[(d/4+1)%3];
        x[words-1] += 64'(d / 4);
      end
      if (d < rounds(words)) begin
        for (int unsigned j = 0; j < words / 2; j++) begin
          y[2*j]   = x[2*j] + x[2*j+1];
          y[2*j+1] = rotate_left(x[2*j+1], rotation(words, d, j)) ^ y[2*j];
        end
        for (int unsigned i = 0; i < words; i++) x[i] = y[permutation(words, i)];
      end
    end
    return x;
  endfunction

  // Chaining value after the configuration UBI of plain hashing (section 3.5.4): the message UBI
  // starts from it. The configuration string is 32 bytes: schema "SHA3", version 1, output length
  // in bits, no tree.
  function automatic block_t initial_chaining(int unsigned words, longint unsigned digest_bits);
    block_t configuration, ciphertext;
    configuration = '0;
    configuration[0] = Schema;
    configuration[1] = digest_bits;
    ciphertext = threefish(words, '0, {tweak_high(1'b1, 1'b1, TypeCfg, '0), 64'd32}, configuration);
    for (int unsigned i = words; i < MaxWords; i++) ciphertext[i] = '0;
    return ciphertext ^ configuration;
  endfunction

endpackage

`default_nettype wire
