// SPDX-License-Identifier: Apache-2.0
//
// A system with a processor, PicoRV32 (RV32IM), and a gatehash design behind its bus:
//
//            +-----------+  look-ahead   +------------+
//            | picorv32  |-------------->| gh_soc_ram |  0x0000_0000
//            |           |               +------------+
//            |           |  +------------+  Wishbone    gh_soc_device    0x4000_0000  bridge and design
//            |           |--| gh_soc_bus |------------- gh_soc_uart      0x8000_0000
//            |       irq |  +------------+              gh_soc_timer     0x8000_1000
//            +-----------+                              gh_soc_control   0x8000_2000
//
// gh_soc_device is a stream top behind Wishbone, or several: `gatehash soc` generates it for designs.
// An access to memory takes one cycle, to a device two. An access that is refused reads as 0 and raises
// interrupt 2. The processor starts at address 0; interrupts go to address 0x10.
//
// rst_i for one cycle resets the system; the memory keeps its contents.

`default_nettype none

module gh_soc
  import gh_soc_pkg::*;
#(
    parameter  int unsigned RamBytes     = 262144,
    parameter  int unsigned ClocksPerBit = 868,
    parameter  int unsigned CoreBits     = 12,               // of an address in gh_soc_device
    localparam int unsigned RamBits      = $clog2(RamBytes)
) (
    input wire logic clk_i,
    input wire logic rst_i,

    output wire logic uart_tx_o,
    input  wire logic uart_rx_i,
    output wire logic uart_rts_o,

    output wire logic        ended_o,   // the firmware has ended
    output wire logic [31:0] status_o,  // with this status
    output wire logic        trap_o,    // the processor has stopped
    output wire logic [31:0] fetch_o    // address of the latest instruction that was fetched
);

  logic valid, instruction, ready, la_read, la_write, in_ram, la_in_ram;
  logic [31:0] address, wdata, rdata, la_address, la_wdata, ram_rdata, irq;
  logic [3:0] wstrb, la_wstrb;
  logic bus_ready, refused, timer_irq, core_irq, uart_irq;
  logic [31:0] bus_rdata, fetch_q;
  request_t [Devices-1:0] requests;
  answer_t  [Devices-1:0] answers;

  // What the system does not need of the processor and of a classic Wishbone cycle.
  logic pcpi_valid, trace_valid, core_stall;
  logic [31:0] pcpi_insn, pcpi_rs1, pcpi_rs2, eoi;
  logic [35:0] trace_data;
  logic unused;
  assign unused = ^{
    pcpi_valid, pcpi_insn, pcpi_rs1, pcpi_rs2, eoi, trace_valid, trace_data, core_stall,
    la_address[1:0]
  };

  always_comb begin
    irq              = '0;
    irq[IrqBusError] = refused;
    irq[IrqTimer]    = timer_irq;
    irq[IrqCore]     = core_irq;
    irq[IrqUart]     = uart_irq;
  end

  picorv32 #(
      .BARREL_SHIFTER  (1),
      .ENABLE_FAST_MUL (1),
      .ENABLE_DIV      (1),
      .ENABLE_IRQ      (1),
      .ENABLE_IRQ_TIMER(0),
      .MASKED_IRQ      (32'hffff_ffc1),
      // What the processor raises by itself lasts a cycle; devices hold theirs.
      .LATCHED_IRQ     (32'h0000_0007),
      .PROGADDR_RESET  (32'h0000_0000),
      .PROGADDR_IRQ    (32'h0000_0010)
  ) u_cpu (
      .clk         (clk_i),
      .resetn      (!rst_i),
      .trap        (trap_o),
      .mem_valid   (valid),
      .mem_instr   (instruction),
      .mem_ready   (ready),
      .mem_addr    (address),
      .mem_wdata   (wdata),
      .mem_wstrb   (wstrb),
      .mem_rdata   (rdata),
      .mem_la_read (la_read),
      .mem_la_write(la_write),
      .mem_la_addr (la_address),
      .mem_la_wdata(la_wdata),
      .mem_la_wstrb(la_wstrb),
      .pcpi_valid  (pcpi_valid),
      .pcpi_insn   (pcpi_insn),
      .pcpi_rs1    (pcpi_rs1),
      .pcpi_rs2    (pcpi_rs2),
      .pcpi_wr     (1'b0),
      .pcpi_rd     ('0),
      .pcpi_wait   (1'b0),
      .pcpi_ready  (1'b0),
      .irq,
      .eoi         (eoi),
      .trace_valid (trace_valid),
      .trace_data  (trace_data)
  );

  // The look-ahead port tells an access in the cycle before it, so that memory answers at once.
  assign in_ram    = address[31:RamBits] == '0;
  assign la_in_ram = la_address[31:RamBits] == '0;

  gh_soc_ram #(
      .Bytes(RamBytes)
  ) u_ram (
      .clk_i,
      .read_i   (la_read && la_in_ram),
      .write_i  (la_write && la_in_ram && !rst_i ? la_wstrb : '0),
      .address_i(la_address[RamBits-1:2]),
      .wdata_i  (la_wdata),
      .rdata_o  (ram_rdata)
  );

  gh_soc_bus #(
      .CoreBits(CoreBits)
  ) u_bus (
      .clk_i,
      .rst_i,
      .valid_i   (valid && !in_ram),
      .address_i (address),
      .wdata_i   (wdata),
      .wstrb_i   (wstrb),
      .ready_o   (bus_ready),
      .error_o   (refused),
      .rdata_o   (bus_rdata),
      .requests_o(requests),
      .answers_i (answers)
  );

  assign ready = valid && in_ram || bus_ready;
  assign rdata = in_ram ? ram_rdata : bus_rdata;

  gh_soc_device u_device (
      .wb_clk_i  (clk_i),
      .wb_rst_i  (rst_i),
      .wb_cyc_i  (requests[Core].cyc),
      .wb_stb_i  (requests[Core].stb),
      .wb_we_i   (requests[Core].we),
      .wb_adr_i  (requests[Core].adr[CoreBits-1:0]),
      .wb_dat_i  (requests[Core].dat),
      .wb_sel_i  (requests[Core].sel),
      .wb_dat_o  (answers[Core].dat),
      .wb_ack_o  (answers[Core].ack),
      .wb_err_o  (answers[Core].err),
      .wb_stall_o(core_stall),
      .irq_o     (core_irq)
  );

  gh_soc_uart #(
      .ClocksPerBit(ClocksPerBit)
  ) u_uart (
      .clk_i,
      .rst_i,
      .wb_i (requests[Uart]),
      .wb_o (answers[Uart]),
      .tx_o (uart_tx_o),
      .rx_i (uart_rx_i),
      .rts_o(uart_rts_o),
      .irq_o(uart_irq)
  );

  gh_soc_timer u_timer (
      .clk_i,
      .rst_i,
      .wb_i (requests[Timer]),
      .wb_o (answers[Timer]),
      .irq_o(timer_irq)
  );

  gh_soc_control u_control (
      .clk_i,
      .rst_i,
      .wb_i     (requests[Control]),
      .wb_o     (answers[Control]),
      .refused_i(refused),
      .address_i(address),
      .ended_o  (ended_o),
      .status_o (status_o)
  );

  always_ff @(posedge clk_i) begin
    if (valid && instruction) fetch_q <= address;
  end
  assign fetch_o = fetch_q;

endmodule

`default_nettype wire
