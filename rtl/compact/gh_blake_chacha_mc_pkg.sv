// SPDX-License-Identifier: Apache-2.0
//
// What the streams of the BLAKE and ChaCha coprocessors know: initial values of BLAKE (version 1.3,
// sections 2.1.1 and 2.2.1, 2.3.1 and 2.4.1), and the first word of a message's configuration.

`default_nettype none

package gh_blake_chacha_mc_pkg;

  typedef logic [63:0] word_t;

  // What becomes of a message; other values are errors.
  typedef enum logic [2:0] {
    Blake224,
    Blake256,
    Blake384,
    Blake512,
    ChaCha8,
    ChaCha12,
    ChaCha20
  } function_e;

  // h_i, of 32 bits in the lower half for BLAKE-224 and -256.
  function automatic word_t initial_value(function_e which, logic [2:0] i);
    word_t [7:0] h;
    unique case (which)
      Blake224:
      h = {
        64'h00000000BEFA4FA4,
        64'h0000000064F98FA7,
        64'h0000000068581511,
        64'h00000000FFC00B31,
        64'h00000000F70E5939,
        64'h000000003070DD17,
        64'h00000000367CD507,
        64'h00000000C1059ED8
      };
      Blake256:
      h = {
        64'h000000005BE0CD19,
        64'h000000001F83D9AB,
        64'h000000009B05688C,
        64'h00000000510E527F,
        64'h00000000A54FF53A,
        64'h000000003C6EF372,
        64'h00000000BB67AE85,
        64'h000000006A09E667
      };
      Blake384:
      h = {
        64'h47B5481DBEFA4FA4,
        64'hDB0C2E0D64F98FA7,
        64'h8EB44A8768581511,
        64'h67332667FFC00B31,
        64'h152FECD8F70E5939,
        64'h9159015A3070DD17,
        64'h629A292A367CD507,
        64'hCBBB9D5DC1059ED8
      };
      default:
      h = {
        64'h5BE0CD19137E2179,
        64'h1F83D9ABFB41BD6B,
        64'h9B05688C2B3E6C1F,
        64'h510E527FADE682D1,
        64'hA54FF53A5F1D36F1,
        64'h3C6EF372FE94F82B,
        64'hBB67AE8584CAA73B,
        64'h6A09E667F3BCC908
      };
    endcase
    return h[i];
  endfunction

  // Bytes in the other order, of both halves each or of the whole.
  function automatic word_t swapped(word_t word, logic wide);
    word_t result;
    for (int unsigned i = 0; i < 8; i++) result[8*i+:8] = word[8*(7-i)+:8];
    return wide ? result : {result[31:0], result[63:32]};
  endfunction

endpackage

`default_nettype wire
