// SPDX-License-Identifier: Apache-2.0
//
// A padding rule as gh_serial_padder takes it: places of beats instead of lengths in bytes, so that
// the padder compares and never subtracts.

`default_nettype none

package gh_serial_pkg;

  typedef struct packed {
    logic [7:0] last;     // place in its block of the block's last beat
    logic [7:0] front;    // place of the beat in front of the length; without a length the last one
    logic [7:0] suffix;
    logic [7:0] closing;
    logic       whole;
  } serial_rule_t;

  // Where a rule is chosen at run time, the choice is between results of this function.
  function automatic serial_rule_t serial_rule(gh_stream_pkg::pad_rule_t rule, int unsigned bytes);
    return
    '{
        last: 8'(32'(rule.block_bytes) / bytes - 1),
        front: 8'((32'(rule.block_bytes) - 32'(rule.length_bytes)) / bytes - 1),
        suffix: rule.suffix,
        closing: rule.closing,
        whole: rule.whole
    }
    ;
  endfunction

endpackage

`default_nettype wire
