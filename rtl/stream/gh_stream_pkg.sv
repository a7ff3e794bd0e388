// SPDX-License-Identifier: Apache-2.0
//
// Types of the message streams.

`default_nettype none

package gh_stream_pkg;

  // How a hash function completes a message to whole blocks. The bytes that follow the message are,
  // in order: 0x80 if there is a marker; the fewest zero bytes; 0x01 or-ed into the byte in front
  // of the length if there is a closing bit; the length in bits, big endian. Where messages come in
  // whole blocks and nothing is added, any other message is malformed.
  //
  //               block  marker  length  closing  whole
  //   Skein  32 64 128     no       0       no      no
  //   SHA-512      128    yes      16       no      no
  //   Whirlpool     64    yes      32       no      no
  //   BLAKE-256     64    yes       8      yes      no   (BLAKE-224: not closing)
  //   BLAKE-512    128    yes      16      yes      no   (BLAKE-384: not closing)
  //   PHASH        112    yes      16       no      no
  //   padded PHASH 112     no       0       no     yes
  typedef struct packed {
    logic [8:0] block_bytes;
    logic       marker;
    logic [5:0] length_bytes;
    logic       closing;
    logic       whole;
  } pad_rule_t;

endpackage

`default_nettype wire
