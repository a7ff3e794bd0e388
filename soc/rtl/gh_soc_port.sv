// SPDX-License-Identifier: Apache-2.0
//
// A device's port on the system's bus. An access is presented for one cycle in which request_o is high,
// and the device gives data and error in the same cycle. It is answered in the next one.
//
// Devices have registers of 32 bits: a write of less than four bytes is refused before the device sees
// it. So is what lies behind the first `Registers` registers.

`default_nettype none

module gh_soc_port
  import gh_soc_pkg::*;
#(
    parameter  int unsigned Registers = 4,
    localparam int unsigned IndexBits = $clog2(Registers)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    input  wire request_t wb_i,
    output answer_t       wb_o,

    output wire logic                 request_o,
    output wire logic                 write_o,
    output wire logic [IndexBits-1:0] index_o,    // of the register
    output wire logic [         31:0] wdata_o,
    input  wire logic [         31:0] rdata_i,
    input  wire logic                 error_i
);

  if (Registers < 2 || Registers > 1024) begin : gen_check_registers
    $fatal(1, "gh_soc_port: Registers is %0d; it must be from 2 to 1024", Registers);
  end

  logic answer_q, error_q, access, legal;
  logic [31:0] rdata_q;

  assign access    = wb_i.cyc && wb_i.stb && !answer_q;
  assign legal     = 32'(wb_i.adr[11:2]) < Registers && (!wb_i.we || &wb_i.sel);
  assign request_o = access && legal;
  assign write_o   = wb_i.we;
  assign index_o   = wb_i.adr[2+:IndexBits];
  assign wdata_o   = wb_i.dat;

  always_ff @(posedge clk_i) begin
    answer_q <= access && !rst_i;
    error_q  <= !legal || error_i;
    rdata_q  <= legal && !error_i && !wb_i.we ? rdata_i : '0;
  end

  assign wb_o.dat = rdata_q;
  assign wb_o.ack = answer_q && !error_q;
  assign wb_o.err = answer_q && error_q;

endmodule

`default_nettype wire
