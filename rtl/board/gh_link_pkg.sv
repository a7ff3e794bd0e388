// SPDX-License-Identifier: Apache-2.0
//
// The byte protocol between a host and a board: kinds of frames, faults, and the frame check sequence.
//
// A frame is a header (kind and sequence number), payload and the FCS, low byte first, between flags,
// with octet stuffing and the 16-bit FCS of RFC 1662. docs/boards.md has the protocol.

`default_nettype none

package gh_link_pkg;

  localparam logic [7:0] Flag = 8'h7e;
  localparam logic [7:0] Escape = 8'h7d;
  localparam logic [7:0] Flip = 8'h20;  // of a byte after an escape

  // Bits 7:4 of a header; from the host below 8.
  typedef enum logic [3:0] {
    Hello       = 4'd0,
    Config      = 4'd1,
    ConfigLast  = 4'd2,
    Message     = 4'd3,
    MessageLast = 4'd4,
    Identified  = 4'd8,
    Taken       = 4'd9,
    Answer      = 4'd10,
    End         = 4'd11,
    Fault       = 4'd12
  } kind_e;

  typedef enum logic [2:0] {
    NoFault    = 3'd0,
    BadFrame   = 3'd1,
    OutOfOrder = 3'd2,
    NotAllowed = 3'd3,
    Overrun    = 3'd4,
    PartWord   = 3'd5
  } fault_e;

  // A byte of a configuration or a message on its way to the core.
  typedef struct packed {
    logic       configures;
    logic       last;        // of its packet
    logic       frame_ends;
    logic       keep;        // 0 for the one beat of an empty message
    logic [7:0] data;
  } entry_t;

  // RFC 1662, appendix C.
  localparam logic [15:0] FcsStart = 16'hffff;
  localparam logic [15:0] FcsGood = 16'hf0b8;  // after the FCS itself
  localparam logic [15:0] FcsPolynomial = 16'h8408;

  function automatic logic [15:0] fcs_next(input logic [15:0] fcs, input logic [7:0] data);
    logic [15:0] next;
    next = fcs ^ {8'h00, data};
    for (int unsigned i = 0; i < 8; i++) begin
      next = (next >> 1) ^ (next[0] ? FcsPolynomial : 16'h0000);
    end
    return next;
  endfunction

  function automatic logic is_special(input logic [7:0] data);
    return data == Flag || data == Escape;
  endfunction

endpackage

`default_nettype wire
