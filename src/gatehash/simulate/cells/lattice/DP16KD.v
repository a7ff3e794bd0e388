// SPDX-License-Identifier: Apache-2.0
//
// Model of the ECP5 DP16KD (FPGA-TN-02204), for simulation of netlists: one clock, no output
// registers.

`default_nettype none

module DP16KD #(
    parameter [319:0]
        INITVAL_00 = 0, INITVAL_01 = 0, INITVAL_02 = 0, INITVAL_03 = 0, INITVAL_04 = 0,
        INITVAL_05 = 0, INITVAL_06 = 0, INITVAL_07 = 0, INITVAL_08 = 0, INITVAL_09 = 0,
        INITVAL_0A = 0, INITVAL_0B = 0, INITVAL_0C = 0, INITVAL_0D = 0, INITVAL_0E = 0,
        INITVAL_0F = 0, INITVAL_10 = 0, INITVAL_11 = 0, INITVAL_12 = 0, INITVAL_13 = 0,
        INITVAL_14 = 0, INITVAL_15 = 0, INITVAL_16 = 0, INITVAL_17 = 0, INITVAL_18 = 0,
        INITVAL_19 = 0, INITVAL_1A = 0, INITVAL_1B = 0, INITVAL_1C = 0, INITVAL_1D = 0,
        INITVAL_1E = 0, INITVAL_1F = 0, INITVAL_20 = 0, INITVAL_21 = 0, INITVAL_22 = 0,
        INITVAL_23 = 0, INITVAL_24 = 0, INITVAL_25 = 0, INITVAL_26 = 0, INITVAL_27 = 0,
        INITVAL_28 = 0, INITVAL_29 = 0, INITVAL_2A = 0, INITVAL_2B = 0, INITVAL_2C = 0,
        INITVAL_2D = 0, INITVAL_2E = 0, INITVAL_2F = 0, INITVAL_30 = 0, INITVAL_31 = 0,
        INITVAL_32 = 0, INITVAL_33 = 0, INITVAL_34 = 0, INITVAL_35 = 0, INITVAL_36 = 0,
        INITVAL_37 = 0, INITVAL_38 = 0, INITVAL_39 = 0, INITVAL_3A = 0, INITVAL_3B = 0,
        INITVAL_3C = 0, INITVAL_3D = 0, INITVAL_3E = 0, INITVAL_3F = 0,
    parameter INIT_DATA = "STATIC",
    parameter integer DATA_WIDTH_A = 18,
    parameter integer DATA_WIDTH_B = 18,
    parameter WRITEMODE_A = "NORMAL",
    parameter WRITEMODE_B = "NORMAL",
    parameter REGMODE_A = "NOREG",
    parameter REGMODE_B = "NOREG",
    parameter RESETMODE = "SYNC",
    parameter ASYNC_RESET_RELEASE = "SYNC",
    parameter CSDECODE_A = "0b000",
    parameter CSDECODE_B = "0b000",
    parameter CLKAMUX = "CLKA",
    parameter CLKBMUX = "CLKB",
    parameter GSR = "ENABLED"
) (
    input wire
        DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9,
        DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
        ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5,
        ADA4, ADA3, ADA2, ADA1, ADA0,
        CLKA, CEA, OCEA, WEA, RSTA, CSA2, CSA1, CSA0,
        DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9,
        DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
        ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5,
        ADB4, ADB3, ADB2, ADB1, ADB0,
        CLKB, CEB, OCEB, WEB, RSTB, CSB2, CSB1, CSB0,
    output wire
        DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9,
        DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
        DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9,
        DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);

  initial begin
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG") begin
      $fatal(1, "DP16KD: output registers have no model");
    end
    if (CLKAMUX != "CLKA" || CLKBMUX != "CLKB") begin
      $fatal(1, "DP16KD: inverted clocks have no model");
    end
    if (CSDECODE_A != "0b000" || CSDECODE_B != "0b000") begin
      $fatal(1, "DP16KD: selects have no model");
    end
  end

  localparam [20479:0] Words = {
    INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A,
    INITVAL_39, INITVAL_38, INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34,
    INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30, INITVAL_2F, INITVAL_2E,
    INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
    INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22,
    INITVAL_21, INITVAL_20, INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C,
    INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18, INITVAL_17, INITVAL_16,
    INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
    INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A,
    INITVAL_09, INITVAL_08, INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04,
    INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
  };

  // Words of 18 bits, without what fills them up to 20.
  function [18431:0] joined(input integer words);
    integer word;
    for (word = 0; word < words; word = word + 1) joined[18*word+:18] = Words[20*word+:18];
  endfunction

  function integer mode(input [119:0] name);
    mode = name == "READBEFOREWRITE" ? 0 : name == "WRITETHROUGH" ? 1 : 2;
  endfunction

  wire [13:0] address_a = {
    ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5,
    ADA4, ADA3, ADA2, ADA1, ADA0
  };
  wire [17:0] data_a = {
    DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9,
    DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0
  };
  wire [13:0] address_b = {
    ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5,
    ADB4, ADB3, ADB2, ADB1, ADB0
  };
  wire [17:0] data_b = {
    DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9,
    DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0
  };

  // A port of 18 bits or more has its write enables in the lowest address bits. One of 36 takes the
  // pins of both ports, its lower half at those of A: A writes and B reads.
  wire [3:0] units_a = DATA_WIDTH_A < 18 ? 4'd1 : address_a[3:0];
  wire [3:0] units_b = DATA_WIDTH_B < 18 ? 4'd1 : address_b[3:0];
  wire [71:0] read_a, read_b;
  wire wide = DATA_WIDTH_B == 36;
  assign {
    DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9,
    DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0
  } = wide ? read_b[17:0] : read_a[17:0];
  assign {
    DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9,
    DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
  } = wide ? read_b[35:18] : read_b[17:0];

  gh_block_ram #(
      .Units(2048),
      .Init(joined(1024)),
      .ReadWidthA(DATA_WIDTH_A),
      .ReadWidthB(DATA_WIDTH_B),
      .WriteWidthA(DATA_WIDTH_A),
      .WriteWidthB(DATA_WIDTH_B),
      .ModeA(mode(WRITEMODE_A)),
      .ModeB(mode(WRITEMODE_B))
  ) u_ram (
      .clk(CLKA | CLKB),
      // A reset needs no enable and keeps the port from writing.
      .enable_a(CEA | RSTA),
      .reset_a(RSTA),
      .write_a(WEA && !RSTA ? {4'd0, units_a} : 8'd0),
      .address_a({1'b0, address_a}),
      .data_a({36'd0, data_b, data_a}),
      .enable_b(CEB | RSTB),
      .reset_b(RSTB),
      .write_b(WEB && !RSTB ? {4'd0, units_b} : 8'd0),
      .address_b({1'b0, address_b}),
      .data_b({54'd0, data_b}),
      .read_a(read_a),
      .read_b(read_b)
  );

endmodule

`default_nettype wire
