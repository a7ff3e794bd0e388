// SPDX-License-Identifier: Apache-2.0
//
// Sends bytes on a serial line: a start bit, eight data bits from the lowest on, a stop bit. A byte that
// is offered while ready_o is high leaves at once and takes 10 * ClocksPerBit cycles.

`default_nettype none

module gh_soc_serial_out #(
    parameter  int unsigned ClocksPerBit = 868,
    localparam int unsigned CountBits    = $clog2(ClocksPerBit)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire logic [7:0] data_i,
    input  wire logic       valid_i,
    output wire logic       ready_o,
    output wire logic       line_o
);

  if (ClocksPerBit < 4) begin : gen_check_clocks
    $fatal(1, "gh_soc_serial_out: ClocksPerBit is %0d; it must be from 4 on", ClocksPerBit);
  end

  logic [8:0] bits_q;  // the bit on the line is the lowest
  logic [3:0] left_q;  // bits to be sent
  logic [CountBits-1:0] count_q;

  assign ready_o = left_q == '0;
  assign line_o  = bits_q[0];

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      bits_q  <= '1;
      left_q  <= '0;
      count_q <= '0;
    end else if (ready_o) begin
      count_q <= '0;
      if (valid_i) begin
        bits_q <= {data_i, 1'b0};
        left_q <= 4'd10;
      end
    end else if (count_q == CountBits'(ClocksPerBit - 1)) begin
      count_q <= '0;
      bits_q  <= {1'b1, bits_q[8:1]};
      left_q  <= left_q - 1'b1;
    end else begin
      count_q <= count_q + 1'b1;
    end
  end

endmodule

`default_nettype wire
