// SPDX-License-Identifier: Apache-2.0
//
// Model of the Virtex-6 RAMB36E1 (UG363), for simulation of netlists: one clock, no output
// registers, no cascades, no error correction.

`default_nettype none

module RAMB36E1 #(
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
        INIT_3C = 0, INIT_3D = 0, INIT_3E = 0, INIT_3F = 0, INIT_40 = 0, INIT_41 = 0,
        INIT_42 = 0, INIT_43 = 0, INIT_44 = 0, INIT_45 = 0, INIT_46 = 0, INIT_47 = 0,
        INIT_48 = 0, INIT_49 = 0, INIT_4A = 0, INIT_4B = 0, INIT_4C = 0, INIT_4D = 0,
        INIT_4E = 0, INIT_4F = 0, INIT_50 = 0, INIT_51 = 0, INIT_52 = 0, INIT_53 = 0,
        INIT_54 = 0, INIT_55 = 0, INIT_56 = 0, INIT_57 = 0, INIT_58 = 0, INIT_59 = 0,
        INIT_5A = 0, INIT_5B = 0, INIT_5C = 0, INIT_5D = 0, INIT_5E = 0, INIT_5F = 0,
        INIT_60 = 0, INIT_61 = 0, INIT_62 = 0, INIT_63 = 0, INIT_64 = 0, INIT_65 = 0,
        INIT_66 = 0, INIT_67 = 0, INIT_68 = 0, INIT_69 = 0, INIT_6A = 0, INIT_6B = 0,
        INIT_6C = 0, INIT_6D = 0, INIT_6E = 0, INIT_6F = 0, INIT_70 = 0, INIT_71 = 0,
        INIT_72 = 0, INIT_73 = 0, INIT_74 = 0, INIT_75 = 0, INIT_76 = 0, INIT_77 = 0,
        INIT_78 = 0, INIT_79 = 0, INIT_7A = 0, INIT_7B = 0, INIT_7C = 0, INIT_7D = 0,
        INIT_7E = 0, INIT_7F = 0,
    parameter [255:0]
        INITP_00 = 0, INITP_01 = 0, INITP_02 = 0, INITP_03 = 0, INITP_04 = 0, INITP_05 = 0,
        INITP_06 = 0, INITP_07 = 0, INITP_08 = 0, INITP_09 = 0, INITP_0A = 0, INITP_0B = 0,
        INITP_0C = 0, INITP_0D = 0, INITP_0E = 0, INITP_0F = 0,
    parameter [35:0] INIT_A = 0,
    parameter [35:0] INIT_B = 0,
    parameter [35:0] SRVAL_A = 0,
    parameter [35:0] SRVAL_B = 0,
    parameter RAM_MODE = "TDP",
    parameter WRITE_MODE_A = "WRITE_FIRST",
    parameter WRITE_MODE_B = "WRITE_FIRST",
    parameter integer READ_WIDTH_A = 0,
    parameter integer READ_WIDTH_B = 0,
    parameter integer WRITE_WIDTH_A = 0,
    parameter integer WRITE_WIDTH_B = 0,
    parameter RAM_EXTENSION_A = "NONE",
    parameter RAM_EXTENSION_B = "NONE",
    parameter integer DOA_REG = 0,
    parameter integer DOB_REG = 0
) (
    input wire CLKARDCLK, CLKBWRCLK, ENARDEN, ENBWREN, REGCEAREGCE, REGCEB,
    input wire RSTRAMARSTRAM, RSTRAMB, RSTREGARSTREG, RSTREGB,
    input wire [15:0] ADDRARDADDR, ADDRBWRADDR,
    input wire [31:0] DIADI, DIBDI,
    input wire [3:0] DIPADIP, DIPBDIP,
    input wire [3:0] WEA,
    input wire [7:0] WEBWE,
    output wire [31:0] DOADO, DOBDO,
    output wire [3:0] DOPADOP, DOPBDOP
);

  initial begin
    if (DOA_REG != 0 || DOB_REG != 0) $fatal(1, "RAMB36E1: output registers have no model");
    if (RAM_EXTENSION_A != "NONE" || RAM_EXTENSION_B != "NONE") begin
      $fatal(1, "RAMB36E1: cascades have no model");
    end
  end

  localparam [32767:0] Data = {
    INIT_7F, INIT_7E, INIT_7D, INIT_7C, INIT_7B, INIT_7A, INIT_79, INIT_78,
    INIT_77, INIT_76, INIT_75, INIT_74, INIT_73, INIT_72, INIT_71, INIT_70,
    INIT_6F, INIT_6E, INIT_6D, INIT_6C, INIT_6B, INIT_6A, INIT_69, INIT_68,
    INIT_67, INIT_66, INIT_65, INIT_64, INIT_63, INIT_62, INIT_61, INIT_60,
    INIT_5F, INIT_5E, INIT_5D, INIT_5C, INIT_5B, INIT_5A, INIT_59, INIT_58,
    INIT_57, INIT_56, INIT_55, INIT_54, INIT_53, INIT_52, INIT_51, INIT_50,
    INIT_4F, INIT_4E, INIT_4D, INIT_4C, INIT_4B, INIT_4A, INIT_49, INIT_48,
    INIT_47, INIT_46, INIT_45, INIT_44, INIT_43, INIT_42, INIT_41, INIT_40,
    INIT_3F, INIT_3E, INIT_3D, INIT_3C, INIT_3B, INIT_3A, INIT_39, INIT_38,
    INIT_37, INIT_36, INIT_35, INIT_34, INIT_33, INIT_32, INIT_31, INIT_30,
    INIT_2F, INIT_2E, INIT_2D, INIT_2C, INIT_2B, INIT_2A, INIT_29, INIT_28,
    INIT_27, INIT_26, INIT_25, INIT_24, INIT_23, INIT_22, INIT_21, INIT_20,
    INIT_1F, INIT_1E, INIT_1D, INIT_1C, INIT_1B, INIT_1A, INIT_19, INIT_18,
    INIT_17, INIT_16, INIT_15, INIT_14, INIT_13, INIT_12, INIT_11, INIT_10,
    INIT_0F, INIT_0E, INIT_0D, INIT_0C, INIT_0B, INIT_0A, INIT_09, INIT_08,
    INIT_07, INIT_06, INIT_05, INIT_04, INIT_03, INIT_02, INIT_01, INIT_00
  };
  localparam [4095:0] Parity = {
    INITP_0F, INITP_0E, INITP_0D, INITP_0C, INITP_0B, INITP_0A, INITP_09, INITP_08,
    INITP_07, INITP_06, INITP_05, INITP_04, INITP_03, INITP_02, INITP_01, INITP_00
  };

  // Each unit with its ninth bit.
  function [36863:0] joined(input integer count);
    integer unit;
    for (unit = 0; unit < count; unit = unit + 1) begin
      joined[9*unit+:9] = {Parity[unit], Data[8*unit+:8]};
    end
  endfunction

  function [35:0] units(input integer width, input [35:0] value);
    if (width < 18) units = value;
    else if (width == 18) units = {18'd0, value[17], value[15:8], value[16], value[7:0]};
    else begin
      units = {
        value[35], value[31:24], value[34], value[23:16],
        value[33], value[15:8], value[32], value[7:0]
      };
    end
  endfunction

  function integer mode(input [87:0] name);
    mode = name == "READ_FIRST" ? 0 : name == "WRITE_FIRST" ? 1 : 2;
  endfunction

  // As wide as both ports: port A reads and port B writes, the lower half at the pins of A.
  localparam Wide = READ_WIDTH_A == 72;
  localparam WideWrite = WRITE_WIDTH_B == 72;

  wire [35:0] data_a = {
    DIPADIP[3], DIADI[31:24], DIPADIP[2], DIADI[23:16],
    DIPADIP[1], DIADI[15:8], DIPADIP[0], DIADI[7:0]
  };
  wire [35:0] data_b = {
    DIPBDIP[3], DIBDI[31:24], DIPBDIP[2], DIBDI[23:16],
    DIPBDIP[1], DIBDI[15:8], DIPBDIP[0], DIBDI[7:0]
  };
  wire [71:0] read_a, read_b;
  wire [35:0] upper = Wide ? read_a[71:36] : read_b[35:0];
  assign {
    DOPADOP[3], DOADO[31:24], DOPADOP[2], DOADO[23:16],
    DOPADOP[1], DOADO[15:8], DOPADOP[0], DOADO[7:0]
  } = read_a[35:0];
  assign {
    DOPBDOP[3], DOBDO[31:24], DOPBDOP[2], DOBDO[23:16],
    DOPBDOP[1], DOBDO[15:8], DOPBDOP[0], DOBDO[7:0]
  } = upper;

  gh_block_ram #(
      .Units(4096),
      .Init(joined(4096)),
      .ReadWidthA(READ_WIDTH_A),
      .ReadWidthB(READ_WIDTH_B),
      .WriteWidthA(WRITE_WIDTH_A),
      .WriteWidthB(WRITE_WIDTH_B),
      .ModeA(mode(WRITE_MODE_A)),
      .ModeB(mode(WRITE_MODE_B)),
      .FirstA(Wide ? {units(36, INIT_B), units(36, INIT_A)} : units(READ_WIDTH_A, INIT_A)),
      .FirstB(units(READ_WIDTH_B, INIT_B)),
      .ResetA(Wide ? {units(36, SRVAL_B), units(36, SRVAL_A)} : units(READ_WIDTH_A, SRVAL_A)),
      .ResetB(units(READ_WIDTH_B, SRVAL_B))
  ) u_ram (
      .clk(CLKARDCLK | CLKBWRCLK),
      .enable_a(ENARDEN),
      .reset_a(RSTRAMARSTRAM),
      .write_a({4'd0, WEA}),
      .address_a(ADDRARDADDR[14:0]),
      .data_a({36'd0, data_a}),
      .enable_b(ENBWREN),
      .reset_b(RSTRAMB),
      .write_b(WEBWE),
      .address_b(ADDRBWRADDR[14:0]),
      .data_b(WideWrite ? {data_b, data_a} : {36'd0, data_b}),
      .read_a(read_a),
      .read_b(read_b)
  );

endmodule

`default_nettype wire
