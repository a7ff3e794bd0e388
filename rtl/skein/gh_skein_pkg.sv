// SPDX-License-Identifier: Apache-2.0
//
// Constants and functions of Threefish and Skein, version 1.3 of the specification.
//
// Words are 64 bits; word 0 of a block holds its first eight bytes, least significant byte first.
// The functions run at elaboration (configuration UBI); the datapath shares their tables.

`default_nettype none

package gh_skein_pkg;

  typedef logic [63:0] word_t;

  // Words of the largest state. Functions take states in this many words and use the first ones.
  localparam int unsigned MaxWords = 16;
  typedef word_t [MaxWords-1:0] block_t;

  // Key schedule constant (section 3.3.2).
  localparam word_t C240 = 64'h1BD11BDAA9FC1A22;

  // UBI types (table 6) and tweak flags (table 5), as bits 63:56 of the tweak's high word.
  localparam logic [5:0] TypeCfg = 6'd4;
  localparam logic [5:0] TypeMsg = 6'd48;
  localparam logic [5:0] TypeOut = 6'd63;

  // Rotation distances R(d mod 8, j) (table 4).
  localparam int unsigned Rotation4[8][2] = '{
      '{14, 16},
      '{52, 57},
      '{23, 40},
      '{5, 37},
      '{25, 33},
      '{46, 12},
      '{58, 22},
      '{32, 32}
  };
  localparam int unsigned Rotation8[8][4] = '{
      '{46, 36, 19, 37},
      '{33, 27, 14, 42},
      '{17, 49, 36, 39},
      '{44, 9, 54, 56},
      '{39, 30, 34, 24},
      '{13, 50, 10, 17},
      '{25, 29, 39, 43},
      '{8, 35, 56, 22}
  };
  localparam int unsigned Rotation16[8][8] = '{
      '{24, 13, 8, 47, 8, 17, 22, 37},
      '{38, 19, 10, 55, 49, 18, 23, 52},
      '{33, 4, 51, 13, 34, 41, 59, 17},
      '{5, 20, 48, 41, 47, 28, 16, 25},
      '{41, 9, 37, 31, 12, 47, 44, 30},
      '{16, 34, 56, 51, 4, 53, 42, 41},
      '{31, 44, 47, 46, 19, 42, 44, 25},
      '{9, 48, 35, 52, 23, 31, 37, 20}
  };

  // Word permutation pi(i) (table 3).
  localparam int unsigned Permutation4[4] = '{0, 3, 2, 1};
  localparam int unsigned Permutation8[8] = '{2, 1, 4, 7, 6, 5, 0, 3};
  localparam int unsigned Permutation16[16] = '{
      0,
      9,
      2,
      13,
      6,
      11,
      4,
      15,
      10,
      7,
      12,
      3,
      14,
      5,
      8,
      1
  };

  // R(d mod 8, j) for a state of the given words.
  function automatic int unsigned rotation(int unsigned words, int unsigned d, int unsigned j);
    case (words)
      4: return Rotation4[d%8][j%2];
      8: return Rotation8[d%8][j%4];
      default: return Rotation16[d%8][j%8];
    endcase
  endfunction

  // pi(i) for a state of the given words.
  function automatic int unsigned permutation(int unsigned words, int unsigned i);
    case (words)
      4: return Permutation4[i%4];
      8: return Permutation8[i%8];
      default: return Permutation16[i%16];
    endcase
  endfunction

  // Nr, the number of rounds.
  function automatic int unsigned rounds(int unsigned words);
    return (words == 16) ? 80 : 72;
  endfunction

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
    configuration[0] = 64'h0000_0001_3341_4853;
    configuration[1] = digest_bits;
    ciphertext = threefish(words, '0, {tweak_high(1'b1, 1'b1, TypeCfg, '0), 64'd32}, configuration);
    for (int unsigned i = words; i < MaxWords; i++) ciphertext[i] = '0;
    return ciphertext ^ configuration;
  endfunction

endpackage

`default_nettype wire
