// SPDX-License-Identifier: Apache-2.0
//
// Types of the system's bus: Wishbone B4, classic, 32 bits of data, addresses in bytes.

`default_nettype none

package gh_soc_pkg;

  typedef struct packed {
    logic        cyc;
    logic        stb;
    logic        we;
    logic [31:0] adr;
    logic [31:0] dat;
    logic [3:0]  sel;
  } request_t;

  typedef struct packed {
    logic [31:0] dat;
    logic        ack;
    logic        err;
  } answer_t;

  // Pages of 4 KiB that devices have: bits 31:12 of their addresses.
  localparam int unsigned Devices = 4;
  localparam int unsigned Core = 0, Uart = 1, Timer = 2, Control = 3;
  localparam logic [Devices-1:0][19:0] Pages = {
    20'h80002,  // control
    20'h80001,  // timer
    20'h80000,  // UART
    20'h40000  // bridge of the design
  };

  // Interrupts of the processor. It raises those below 3 by itself, too.
  localparam int unsigned IrqBusError = 2, IrqTimer = 3, IrqCore = 4, IrqUart = 5;

endpackage

`default_nettype wire
