// SPDX-License-Identifier: Apache-2.0
//
// Receives bytes from a serial line: a start bit, eight data bits from the lowest on, a stop bit. Each
// bit is sampled in its middle. valid_o is high for one cycle, in the middle of the stop bit. A byte
// without a stop bit is dropped.

`default_nettype none

module gh_soc_serial_in #(
    parameter  int unsigned ClocksPerBit = 868,
    localparam int unsigned CountBits    = $clog2(ClocksPerBit)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic       line_i,
    output wire logic [7:0] data_o,
    output wire logic       valid_o,
    output wire logic       busy_o    // a byte is coming in
);

  if (ClocksPerBit < 8) begin : gen_check_clocks
    $fatal(1, "gh_soc_serial_in: ClocksPerBit is %0d; it must be from 8 on", ClocksPerBit);
  end

  logic line;
  logic [7:0] bits_q;
  logic [3:0] left_q;  // bits that are still to be sampled
  logic [CountBits-1:0] count_q;
  logic sample;

  gh_synchroniser u_line (
      .clk_i,
      .data_i(line_i),
      .data_o(line)
  );

  assign busy_o  = left_q != '0;
  assign sample  = busy_o && count_q == '0;
  assign data_o  = bits_q;
  assign valid_o = sample && left_q == 4'd1 && line;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      left_q  <= '0;
      count_q <= '0;
    end else if (!busy_o) begin
      // From the edge of the start bit to its middle.
      count_q <= CountBits'(ClocksPerBit / 2 - 1);
      left_q  <= line ? '0 : 4'd10;
    end else if (sample) begin
      count_q <= CountBits'(ClocksPerBit - 1);
      // A start bit that is gone in its middle was none.
      left_q  <= left_q == 4'd10 && line ? '0 : left_q - 1'b1;
    end else begin
      count_q <= count_q - 1'b1;
    end
    if (sample && left_q != 4'd1) bits_q <= {line, bits_q[7:1]};
  end

endmodule

`default_nettype wire
