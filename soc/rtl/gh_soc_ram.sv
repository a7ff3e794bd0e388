// SPDX-License-Identifier: Apache-2.0
//
// The system's memory: 32-bit words with a strobe for each byte, read data in the next cycle and until
// the next read. A simulation fills it from the file of the argument +ram=FILE, words in hexadecimal as
// $readmemh takes them.

`default_nettype none

module gh_soc_ram #(
    parameter int unsigned Bytes = 262144,
    localparam int unsigned AddressBits = $clog2(Bytes)
) (
    input wire logic clk_i,

    input  wire logic                   read_i,
    input  wire logic [            3:0] write_i,
    input  wire logic [AddressBits-1:2] address_i,
    input  wire logic [           31:0] wdata_i,
    output wire logic [           31:0] rdata_o
);

  if (Bytes < 1024 || Bytes != 1 << AddressBits) begin : gen_check_bytes
    $fatal(1, "gh_soc_ram: Bytes is %0d; it must be a power of 2 from 1024 on", Bytes);
  end

  logic [31:0] memory  [Bytes/4];
  logic [31:0] rdata_q;

  // Not always_ff: a simulation fills the memory.
  always @(posedge clk_i) begin
    for (int unsigned lane = 0; lane < 4; lane++) begin
      if (write_i[lane]) memory[address_i][8*lane+:8] <= wdata_i[8*lane+:8];
    end
    if (read_i) rdata_q <= memory[address_i];
  end

  assign rdata_o = rdata_q;

`ifndef SYNTHESIS
  string file;
  initial begin
    for (int unsigned word = 0; word < Bytes / 4; word++) memory[word] = '0;
    if ($value$plusargs("ram=%s", file)) $readmemh(file, memory);
  end
`endif

endmodule

`default_nettype wire
