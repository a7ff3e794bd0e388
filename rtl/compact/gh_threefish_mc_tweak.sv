// SPDX-License-Identifier: Apache-2.0
//
// Numbers of the Threefish and Skein coprocessor that are counted, 16 bits a beat, in one register of
// 128 bits: the tweak, word 0 in the lower half; for the pieces of a digest the piece's number there,
// and in the upper half how many bits are left, less one.
//
// In each of the eight beats of Tweak, Left and Piece sum_o is the next part; it enters the register
// as beat_i, or what the caller has chosen instead, as it does while the configuration is read. In Copy
// sum_o is a constant.

`default_nettype none

module gh_threefish_mc_tweak
  import gh_threefish_mc_pkg::*;
(
    input wire logic clk_i,

    input wire state_e       state_i,
    input wire stage_e       stage_i,
    input wire logic         hashes_i,
    input wire logic   [1:0] size_i,
    input wire logic   [2:0] part_i,    // of the eight
    input wire logic         moves_i,   // the beat is taken
    input wire logic         first_i,   // block of the message, or piece
    input wire logic         second_i,  // block of the message
    input wire logic         final_i,   // so is the block that has entered
    input wire logic   [5:0] place_i,   // of the message's last beat in it
    input wire logic   [1:0] kept_i,    // bytes of that

    input  wire beat_t       beat_i,
    output wire beat_t       sum_o,
    output wire logic        more_o,      // pieces behind this one
    output wire logic  [6:0] last_byte_o  // of the last piece
);

  beat_t addend, number_part;
  beat_t [7:0] number;
  logic carry_in, clears, steps;
  always_comb begin
    addend   = '0;
    carry_in = 1'b0;
    unique case (state_i)
      Copy: addend = Schema[part_i[1:0]];
      Left: addend = '1;
      Piece: begin
        if (part_i[2]) addend = (part_i[1:0] == '0) ? ~(16'd256 << size_i) : '1;
        carry_in = !part_i[2] || !first_i;
      end
      default: begin
        if (!hashes_i) carry_in = !first_i && !part_i[2];
        else if (part_i == '0) begin
          unique case (stage_i)
            Configuration: addend = ConfigBytes;
            Output: addend = OutputBytes;
            // 2 place_i + 1 + 1 where both bytes are the message's.
            default: begin
              addend   = 16'({place_i, kept_i[0]});
              carry_in = kept_i[1];
            end
          endcase
        end else if ((&part_i)) begin
          unique case (stage_i)
            Configuration: addend = {2'b11, TypeConfig, 8'b0};
            Output: addend = {2'b11, TypeOutput, 8'b0};
            default: begin
              // Bits 15 and 14, final and first, are added to those of the block before.
              addend = {
                final_i ^ second_i, first_i || second_i, first_i ? TypeMessage : 6'd0, 8'b0
              };
            end
          endcase
        end
      end
    endcase
    clears = (state_i == Erase) || (state_i == Copy) || (state_i == Wipe)
           || hashes_i && state_i == Run
           && (stage_i == Configuration || stage_i == Message && final_i);
    steps = moves_i
          && (state_i == Config || state_i == Tweak || state_i == Left || state_i == Piece);
  end

  gh_serial_counter #(
      .Bytes(Bytes),
      .Words(8)
  ) u_counter (
      .clk_i,
      .clear_i (clears),
      .step_i  (steps),
      .first_i (part_i[1:0] == '0 && (!part_i[2] || !hashes_i || state_i == Piece)),
      .carry_i (carry_in),
      .add_i   (addend),
      .data_o  (number_part),
      .sum_o,
      .carry_o (more_o),
      .next_i  (beat_i),
      .number_o(number)
  );
  assign last_byte_o = number[4][9:3];
  logic unused;
  assign unused = ^{number_part, number[7:5], number[4][15:10], number[4][2:0], number[3:0]};

endmodule

`default_nettype wire
