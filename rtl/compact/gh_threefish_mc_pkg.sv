// SPDX-License-Identifier: Apache-2.0
//
// Types and places of the Threefish and Skein coprocessor's stream top.

`default_nettype none

package gh_threefish_mc_pkg;

  localparam int unsigned Bytes = 2;
  typedef logic [15:0] beat_t;

  // Skein 1.3, sections 3.4 and 3.5: the configuration block's first word; lengths and types in the
  // tweaks of the blocks around a message.
  localparam logic [3:0][15:0] Schema = 64'h0000_0001_3341_4853;
  localparam beat_t ConfigBytes = 16'd32;
  localparam beat_t OutputBytes = 16'd8;
  localparam logic [5:0] TypeConfig = 6'd4;
  localparam logic [5:0] TypeMessage = 6'd48;
  localparam logic [5:0] TypeOutput = 6'd63;

  // Where words lie in the register file, see gh_threefish_mc_core: bits 6:4 of their addresses.
  localparam logic [2:0] StateWords = 3'd0;
  localparam logic [2:0] KeyWords = 3'd2;
  localparam logic [2:0] ZeroWords = 3'd4;
  localparam logic [2:0] SavedWords = 3'd6;  // the chaining value of several output blocks
  localparam logic [2:0] HashWords = 3'd7;  // word 1: the digest's length

  typedef enum logic [3:0] {
    Erase,    // overwrite all words
    Config,   // the packet at s_axis_cfg
    Copy,     // the words of the configuration block
    Take,     // a block of the message
    Tweak,
    Start,    // as soon as the last result has been read
    Run,
    Unload,   // the result: the first cycle where a block follows, else all of it
    Wipe,     // the block, for the digest's pieces
    Left,     // the number before the first piece's, and the digest's length, into the counter
    Piece,    // its number to the block; what of the digest is left behind it
    Save,     // the chaining value, if there is a second piece
    Restore,
    Fail      // the answer to a malformed packet
  } state_e;

  // A hash function's blocks.
  typedef enum logic [1:0] {
    Configuration,
    Message,
    Output
  } stage_e;

endpackage

`default_nettype wire
