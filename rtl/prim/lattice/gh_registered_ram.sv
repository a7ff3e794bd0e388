// SPDX-License-Identifier: Apache-2.0
//
// Memory in block RAM with a port that writes and one that reads, and the register behind a block's output.
// Lattice ECP5 (FPGA-TN-02204): PDPW16KD, 512 words of 36 bits. Beyond 512 words it is left to the
// tools, which know no such register.

`default_nettype none

module gh_registered_ram #(
    parameter int unsigned Width = 64,
    parameter int unsigned Depth = 512,
    localparam int unsigned AddressBits = $clog2(Depth)
) (
    input wire logic clk_i,

    input wire logic                   write_i,
    input wire logic [AddressBits-1:0] write_address_i,
    input wire logic [      Width-1:0] data_i,

    input  wire logic                   advance_i,
    input  wire logic [AddressBits-1:0] address_i,
    output wire logic [      Width-1:0] data_o
);

  localparam int unsigned Most = 512;
  localparam int unsigned BlockBits = 36;
  localparam int unsigned Blocks = (Width + BlockBits - 1) / BlockBits;

  if (Depth <= Most) begin : gen_blocks
    logic [8:0] write_address, address;
    logic [BlockBits*Blocks-1:0] data, read;
    assign write_address = 9'(write_address_i);
    assign address = 9'(address_i);
    assign data = (BlockBits * Blocks)'(data_i);
    assign data_o = read[Width-1:0];

    for (genvar b = 0; b < Blocks; b++) begin : gen_block
      PDPW16KD #(
          .REGMODE("OUTREG"),
          .GSR    ("DISABLED")
      ) u_block (
          .DI0  (data[36*b+0]),
          .DI1  (data[36*b+1]),
          .DI2  (data[36*b+2]),
          .DI3  (data[36*b+3]),
          .DI4  (data[36*b+4]),
          .DI5  (data[36*b+5]),
          .DI6  (data[36*b+6]),
          .DI7  (data[36*b+7]),
          .DI8  (data[36*b+8]),
          .DI9  (data[36*b+9]),
          .DI10 (data[36*b+10]),
          .DI11 (data[36*b+11]),
          .DI12 (data[36*b+12]),
          .DI13 (data[36*b+13]),
          .DI14 (data[36*b+14]),
          .DI15 (data[36*b+15]),
          .DI16 (data[36*b+16]),
          .DI17 (data[36*b+17]),
          .DI18 (data[36*b+18]),
          .DI19 (data[36*b+19]),
          .DI20 (data[36*b+20]),
          .DI21 (data[36*b+21]),
          .DI22 (data[36*b+22]),
          .DI23 (data[36*b+23]),
          .DI24 (data[36*b+24]),
          .DI25 (data[36*b+25]),
          .DI26 (data[36*b+26]),
          .DI27 (data[36*b+27]),
          .DI28 (data[36*b+28]),
          .DI29 (data[36*b+29]),
          .DI30 (data[36*b+30]),
          .DI31 (data[36*b+31]),
          .DI32 (data[36*b+32]),
          .DI33 (data[36*b+33]),
          .DI34 (data[36*b+34]),
          .DI35 (data[36*b+35]),
          .ADW0 (write_address[0]),
          .ADW1 (write_address[1]),
          .ADW2 (write_address[2]),
          .ADW3 (write_address[3]),
          .ADW4 (write_address[4]),
          .ADW5 (write_address[5]),
          .ADW6 (write_address[6]),
          .ADW7 (write_address[7]),
          .ADW8 (write_address[8]),
          .BE0  (1'b1),
          .BE1  (1'b1),
          .BE2  (1'b1),
          .BE3  (1'b1),
          .CEW  (write_i),
          .CLKW (clk_i),
          .CSW0 (1'b0),
          .CSW1 (1'b0),
          .CSW2 (1'b0),
          .ADR0 (1'b0),
          .ADR1 (1'b0),
          .ADR2 (1'b0),
          .ADR3 (1'b0),
          .ADR4 (1'b0),
          .ADR5 (address[0]),
          .ADR6 (address[1]),
          .ADR7 (address[2]),
          .ADR8 (address[3]),
          .ADR9 (address[4]),
          .ADR10(address[5]),
          .ADR11(address[6]),
          .ADR12(address[7]),
          .ADR13(address[8]),
          .CER  (advance_i),
          .OCER (advance_i),
          .CLKR (clk_i),
          .CSR0 (1'b0),
          .CSR1 (1'b0),
          .CSR2 (1'b0),
          .RST  (1'b0),
          .DO0  (read[36*b+0]),
          .DO1  (read[36*b+1]),
          .DO2  (read[36*b+2]),
          .DO3  (read[36*b+3]),
          .DO4  (read[36*b+4]),
          .DO5  (read[36*b+5]),
          .DO6  (read[36*b+6]),
          .DO7  (read[36*b+7]),
          .DO8  (read[36*b+8]),
          .DO9  (read[36*b+9]),
          .DO10 (read[36*b+10]),
          .DO11 (read[36*b+11]),
          .DO12 (read[36*b+12]),
          .DO13 (read[36*b+13]),
          .DO14 (read[36*b+14]),
          .DO15 (read[36*b+15]),
          .DO16 (read[36*b+16]),
          .DO17 (read[36*b+17]),
          .DO18 (read[36*b+18]),
          .DO19 (read[36*b+19]),
          .DO20 (read[36*b+20]),
          .DO21 (read[36*b+21]),
          .DO22 (read[36*b+22]),
          .DO23 (read[36*b+23]),
          .DO24 (read[36*b+24]),
          .DO25 (read[36*b+25]),
          .DO26 (read[36*b+26]),
          .DO27 (read[36*b+27]),
          .DO28 (read[36*b+28]),
          .DO29 (read[36*b+29]),
          .DO30 (read[36*b+30]),
          .DO31 (read[36*b+31]),
          .DO32 (read[36*b+32]),
          .DO33 (read[36*b+33]),
          .DO34 (read[36*b+34]),
          .DO35 (read[36*b+35])
      );
    end
  end else begin : gen_tools
    (* ram_style = "block", rw_addr_collision = "no", no_rw_check *)
    logic [Width-1:0] memory[Depth];
    logic [Width-1:0] read_q, data_q;
    always_ff @(posedge clk_i) begin
      if (write_i) memory[write_address_i] <= data_i;
      if (advance_i) begin
        read_q <= memory[address_i];
        data_q <= read_q;
      end
    end
    assign data_o = data_q;
  end

endmodule

`default_nettype wire
