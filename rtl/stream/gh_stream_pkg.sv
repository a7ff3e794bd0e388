// SPDX-License-Identifier: Apache-2.0
//
// Types of the message streams: padding rules, and what goes with padded beats.

`default_nettype none

package gh_stream_pkg;

  // How a function completes a message to whole blocks. The bytes that follow the message are, in
  // order: the suffix, unless it is zero; the fewest zero bytes; the length in bits, big endian.
  // The closing byte is or-ed into the byte in front of the length, which is a block's last one
  // where there is no length. Where messages come in whole blocks and nothing is added, any other
  // message is malformed. The rules are in generated/.
  typedef struct packed {
    logic [8:0] block_bytes;
    logic [7:0] suffix;
    logic [7:0] closing;
    logic [5:0] length_bytes;
    logic       whole;
  } pad_rule_t;

  // Of a padded beat.
  typedef struct packed {
    logic valid;
    logic block_last;  // the beat completes its block
    logic ends;        // block_last: the message ends in this block
    logic error;       // block_last: the packet was malformed, and the message is abandoned
  } beat_flags_t;

endpackage

`default_nettype wire
