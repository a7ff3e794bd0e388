// SPDX-License-Identifier: Apache-2.0
//
// Model of the Virtex-6 RAMB18E1 (UG363), for simulation of netlists: one clock, no output
// registers, no cascades.

`default_nettype none

module RAMB18E1 #(
    parameter [255:0]
        INIT_00 = 0, INIT_01 = 0, INIT_02 = 0, INIT_03 = 0, INIT_04 = 0, INIT_05 = 0,
        INIT_06 = 0, INIT_07 = 0, INIT_08 = 0, INIT_09 = 0, INIT_0A = 0, INIT_0B = 0,
        INIT_0C = 0, INIT_0D = 0, INIT_0E = 0, INIT_0F = 0, INIT_10 = 0, INIT_11 = 0,
        INIT_12 = 0, INIT_13 = 0, INIT_14 = 0, INIT_15 = 0, INIT_16 = 0, INIT_17 = 0,
        INIT_18 = 0, INIT_19 = 0, INIT_1A = 0, INIT_1B = 0, INIT_1C = 0, INIT_1D = 0,
        INIT_1E = 0, INIT_1F = 0, INIT_20 = 0, INIT_21 = 0, INIT_22 = 0, INIT_23 = 0,
        INIT_24 = 0, INIT_25 = 0, INIT_26 = 0, INIT_27 = 0, INIT_28 = 0, INIT_29 = 0,
        INIT_2A = 0, INIT_2B = 0, INIT_2C = 0, INIT_2D = 0, INIT_2E = 0, INIT_2F = 0,
        INIT_30 = 0, INIT_31 = 0, INIT_32 = 0, INIT_33 = 0, INIT_34 = 0, INIT_35 = 0,
        INIT_36 = 0, INIT_37 = 0, INIT_38 = 0, INIT_39 = 0, INIT_3A = 0, INIT_3B = 0,
        INIT_3C = 0, INIT_3D = 0, INIT_3E = 0, INIT_3F = 0,
    parameter [255:0]
        INITP_00 = 0, INITP_01 = 0, INITP_02 = 0, INITP_03 = 0, INITP_04 = 0, INITP_05 = 0,
        INITP_06 = 0, INITP_07 = 0,
    parameter [17:0] INIT_A = 0,
    parameter [17:0] INIT_B = 0,
    parameter [17:0] SRVAL_A = 0,
    parameter [17:0] SRVAL_B = 0,
    parameter RAM_MODE = "TDP",
    parameter WRITE_MODE_A = "WRITE_FIRST",
    parameter WRITE_MODE_B = "WRITE_FIRST",
    parameter integer READ_WIDTH_A = 0,
    parameter integer READ_WIDTH_B = 0,
    parameter integer WRITE_WIDTH_A = 0,
    parameter integer WRITE_WIDTH_B = 0,
    parameter integer DOA_REG = 0,
    parameter integer DOB_REG = 0
) (
    input wire CLKARDCLK, CLKBWRCLK, ENARDEN, ENBWREN, REGCEAREGCE, REGCEB,
    input wire RSTRAMARSTRAM, RSTRAMB, RSTREGARSTREG, RSTREGB,
    input wire [13:0] ADDRARDADDR, ADDRBWRADDR,
    input wire [15:0] DIADI, DIBDI,
    input wire [1:0] DIPADIP, DIPBDIP,
    input wire [1:0] WEA,
    input wire [3:0] WEBWE,
    output wire [15:0] DOADO, DOBDO,
    output wire [1:0] DOPADOP, DOPBDOP
);

  initial begin
    if (DOA_REG != 0 || DOB_REG != 0) $fatal(1, "RAMB18E1: output registers have no model");
  end

  localparam [16383:0] Data = {
    INIT_3F, INIT_3E, INIT_3D, INIT_3C, INIT_3B, INIT_3A, INIT_39, INIT_38,
    INIT_37, INIT_36, INIT_35, INIT_34, INIT_33, INIT_32, INIT_31, INIT_30,
    INIT_2F, INIT_2E, INIT_2D, INIT_2C, INIT_2B, INIT_2A, INIT_29, INIT_28,
    INIT_27, INIT_26, INIT_25, INIT_24, INIT_23, INIT_22, INIT_21, INIT_20,
    INIT_1F, INIT_1E, INIT_1D, INIT_1C, INIT_1B, INIT_1A, INIT_19, INIT_18,
    INIT_17, INIT_16, INIT_15, INIT_14, INIT_13, INIT_12, INIT_11, INIT_10,
    INIT_0F, INIT_0E, INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08,
    INIT_07, INIT_06, INIT_05, INIT_04, INIT_03, INIT_02, INIT_01, INIT_00
  };
  localparam [2047:0] Parity = {
    INITP_07, INITP_06, INITP_05, INITP_04, INITP_03, INITP_02, INITP_01, INITP_00
  };

  // Each unit with its ninth bit.
  function [18431:0] joined(input integer count);
    integer unit;
    for (unit = 0; unit < count; unit = unit + 1) begin
      joined[9*unit+:9] = {Parity[unit], Data[8*unit+:8]};
    end
  endfunction

  function [17:0] units(input integer width, input [17:0] value);
    units = width < 18 ? value : {value[17], value[15:8], value[16], value[7:0]};
  endfunction

  function integer mode(input [87:0] name);
    mode = name == "READ_FIRST" ? 0 : name == "WRITE_FIRST" ? 1 : 2;
  endfunction

  // As wide as both ports: port A reads and port B writes, the lower half at the pins of A.
  localparam Wide = READ_WIDTH_A == 36;
  localparam WideWrite = WRITE_WIDTH_B == 36;

  wire [17:0] data_a = {DIPADIP[1], DIADI[15:8], DIPADIP[0], DIADI[7:0]};
  wire [17:0] data_b = {DIPBDIP[1], DIBDI[15:8], DIPBDIP[0], DIBDI[7:0]};
  wire [71:0] read_a, read_b;
  wire [17:0] upper = Wide ? read_a[35:18] : read_b[17:0];
  assign {DOPADOP[1], DOADO[15:8], DOPADOP[0], DOADO[7:0]} = read_a[17:0];
  assign {DOPBDOP[1], DOBDO[15:8], DOPBDOP[0], DOBDO[7:0]} = upper;

  gh_block_ram #(
      .Units(2048),
      .Init(joined(2048)),
      .ReadWidthA(READ_WIDTH_A),
      .ReadWidthB(READ_WIDTH_B),
      .WriteWidthA(WRITE_WIDTH_A),
      .WriteWidthB(WRITE_WIDTH_B),
      .ModeA(mode(WRITE_MODE_A)),
      .ModeB(mode(WRITE_MODE_B)),
      .FirstA(Wide ? {units(18, INIT_B), units(18, INIT_A)} : units(READ_WIDTH_A, INIT_A)),
      .FirstB(units(READ_WIDTH_B, INIT_B)),
      .ResetA(Wide ? {units(18, SRVAL_B), units(18, SRVAL_A)} : units(READ_WIDTH_A, SRVAL_A)),
      .ResetB(units(READ_WIDTH_B, SRVAL_B))
  ) u_ram (
      .clk(CLKARDCLK | CLKBWRCLK),
      .enable_a(ENARDEN),
      .reset_a(RSTRAMARSTRAM),
      .write_a({6'd0, WEA}),
      .address_a({1'b0, ADDRARDADDR}),
      .data_a({54'd0, data_a}),
      .enable_b(ENBWREN),
      .reset_b(RSTRAMB),
      .write_b({4'd0, WEBWE}),
      .address_b({1'b0, ADDRBWRADDR}),
      .data_b(WideWrite ? {36'd0, data_b, data_a} : {54'd0, data_b}),
      .read_a(read_a),
      .read_b(read_b)
  );

endmodule

`default_nettype wire
