// SPDX-License-Identifier: Apache-2.0
//
// A flash, a DMA channel that reads it, and a hash of 256 bits behind the channel, as the device of gh_soc. The
// hash is the stream top of
//
//     gatehash export sha256-lut@32 --as f -o sha256
//
// or of another design with streams of 32 bits, whose top the macro BOOT_HASH names, such as
// gatehash_sha3_x1_32.
//
//   0x00000  address  first byte in the flash, a multiple of 4; written
//   0x00004  length   bytes; a write starts the channel, and is refused while it works or if it is 0
//   0x00008  status   bit 0: the channel works; bit 1: the digest is there; bit 2: the design refused
//   0x00020  digest   eight words; byte 0 is the lowest of the first
//   0x10000  flash    64 KiB, which can be read only; the simulator loads it from +flash=FILE
//
// The flash gives a word in WordCycles cycles, to the processor and to the channel, as one with four data
// lines does in eight of its clock. A write to the flash, or to a register that can't be written, is refused.

`default_nettype none

`ifndef BOOT_HASH
`define BOOT_HASH gatehash_sha256_lut_32
`endif

module gh_soc_device #(
    parameter int unsigned WordCycles = 8
) (
    input wire logic wb_clk_i,
    input wire logic wb_rst_i,

    input  wire logic        wb_cyc_i,
    input  wire logic        wb_stb_i,
    input  wire logic        wb_we_i,
    input  wire logic [16:0] wb_adr_i,
    input  wire logic [31:0] wb_dat_i,
    input  wire logic [ 3:0] wb_sel_i,
    output wire logic [31:0] wb_dat_o,
    output wire logic        wb_ack_o,
    output wire logic        wb_err_o,
    output wire logic        wb_stall_o,
    output wire logic        irq_o
);

  localparam int unsigned FlashWords = 16384;
  localparam int unsigned WaitBits = $clog2(WordCycles + 1);
  typedef logic [WaitBits-1:0] wait_t;

  logic [31:0] flash[FlashWords];
  initial begin
    string name;
    if ($value$plusargs("flash=%s", name) != 0) $readmemh(name, flash);
  end

  // The channel.
  logic [13:0] word_q;
  logic [16:0] left_q;  // bytes that have not been sent
  logic [31:0] data_q;
  wait_t wait_q;
  logic valid_q, works_q, ready, starts, last;
  logic [16:0] address_q;
  assign last = left_q <= 17'd4;

  // The answer.
  logic [7:0][31:0] digest_q;
  logic [31:0] answer;
  logic [3:0] answer_keep;
  logic answers, answer_last, answer_user, known_q, refused_q;

  always_ff @(posedge wb_clk_i) begin
    if (starts) begin
      word_q  <= address_q[15:2];
      left_q  <= wb_dat_i[16:0];
      works_q <= 1'b1;
      valid_q <= 1'b0;
      wait_q  <= wait_t'(WordCycles - 1);
    end else if (valid_q && ready) begin
      valid_q <= 1'b0;
      word_q  <= word_q + 1'b1;
      left_q  <= last ? '0 : left_q - 17'd4;
      wait_q  <= wait_t'(WordCycles - 1);
    end else if (left_q != '0 && !valid_q) begin
      if (wait_q == '0) begin
        data_q  <= flash[word_q];
        valid_q <= 1'b1;
      end else wait_q <= wait_q - 1'b1;
    end

    if (starts) {known_q, refused_q} <= '0;
    else if (answers) begin
      digest_q <= {answer, digest_q[7:1]};
      if (answer_last) {works_q, known_q, refused_q} <= {1'b0, !answer_user, answer_user};
    end

    if (wb_rst_i) begin
      left_q <= '0;
      {valid_q, works_q, known_q, refused_q} <= '0;
    end
  end

  `BOOT_HASH u_hash (
      .aclk         (wb_clk_i),
      .aresetn      (!wb_rst_i),
      .s_axis_tdata (data_q),
      .s_axis_tkeep (last ? 4'hf >> (3'd4 - left_q[2:0]) : 4'hf),
      .s_axis_tlast (last),
      .s_axis_tvalid(valid_q),
      .s_axis_tready(ready),
      .m_axis_tdata (answer),
      .m_axis_tkeep (answer_keep),
      .m_axis_tlast (answer_last),
      .m_axis_tuser (answer_user),
      .m_axis_tvalid(answers),
      .m_axis_tready(1'b1)
  );

  // The bus.
  logic access, in_flash, legal, ack_q, err_q;
  wait_t bus_wait_q;
  logic [31:0] rdata, rdata_q;
  assign access   = wb_cyc_i && wb_stb_i && !ack_q && !err_q;
  assign in_flash = wb_adr_i[16];
  assign starts   = access && legal && wb_we_i && wb_adr_i[15:2] == 14'd1;
  always_comb begin
    legal = 1'b0;
    rdata = '0;
    if (wb_we_i) begin
      if (!in_flash && &wb_sel_i && !works_q) begin
        legal = wb_adr_i[15:2] == 14'd0 || (wb_adr_i[15:2] == 14'd1 && wb_dat_i != '0);
      end
    end else if (in_flash) begin
      legal = 1'b1;
      rdata = flash[wb_adr_i[15:2]];
    end else if (wb_adr_i[15:2] == 14'd2) begin
      legal = 1'b1;
      rdata = {29'd0, refused_q, known_q, works_q};
    end else if (wb_adr_i[15:5] == 11'd1) begin
      legal = 1'b1;
      rdata = digest_q[wb_adr_i[4:2]];
    end
  end
  always_ff @(posedge wb_clk_i) begin
    {ack_q, err_q} <= '0;
    if (access && in_flash && !wb_we_i && bus_wait_q != '0) bus_wait_q <= bus_wait_q - 1'b1;
    else if (access) begin
      {ack_q, err_q} <= {legal, !legal};
      rdata_q        <= rdata;
      bus_wait_q     <= wait_t'(WordCycles - 1);
      if (legal && wb_we_i && wb_adr_i[15:2] == 14'd0) address_q <= wb_dat_i[16:0];
    end
    if (wb_rst_i) begin
      {ack_q, err_q} <= '0;
      bus_wait_q     <= wait_t'(WordCycles - 1);
    end
  end
  assign wb_dat_o   = rdata_q;
  assign wb_ack_o   = ack_q;
  assign wb_err_o   = err_q;
  assign wb_stall_o = 1'b0;
  assign irq_o      = 1'b0;

  logic unused;
  assign unused = ^{answer_keep, wb_adr_i[1:0], address_q[16], address_q[1:0]};

endmodule

`default_nettype wire
