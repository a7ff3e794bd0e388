// SPDX-License-Identifier: Apache-2.0
// Sends frames to the system, and writes down what leaves it, with the cycle of each beat.
`timescale 1ns / 1ps

module bench;
  parameter integer Most = 1 << 20;
  // Cycles without a beat after which all has left.
  parameter integer Limit = 5000;

  reg clock = 1'b0, reset = 1'b1;
  always #5 clock = !clock;

  // For each cycle: whether a frame begins, whether there is a byte, whether it is the frame's last
  // one, and its value.
  reg [11:0] frames[0:Most-1];
  integer count, window, at = 0, sent = 0, cycle = 0, quiet = 0, out;
  wire ready, valid, last;
  wire [63:0] data;
  wire [7:0] last_be;
  wire [31:0] opened, dropped, missed;
  wire [11:0] beat = frames[at];
  // A frame begins while few are under way.
  wire runs = !reset && at < count && (!beat[10] || sent - opened - dropped - missed < window);
  wire offered = runs && beat[9];

  system u_system (
      .sys_clk(clock),
      .sys_rst(reset),
      .rx_valid(offered),
      .rx_ready(ready),
      .rx_last(beat[8]),
      .rx_data(beat[7:0]),
      .udp_valid(valid),
      .udp_ready(1'b1),
      .udp_last(last),
      .udp_last_be(last_be),
      .udp_data(data),
      .opened(opened),
      .dropped(dropped),
      .missed(missed)
  );

  initial begin
    if (!$value$plusargs("beats=%d", count) || count > Most) $fatal(1, "no number of beats");
    if (!$value$plusargs("window=%d", window)) $fatal(1, "no number of frames");
    $readmemh("frames.hex", frames, 0, count - 1);
    out = $fopen("opened.txt", "w");
    #100 reset = 1'b0;
  end

  always @(posedge clock) begin
    cycle <= cycle + 1;
    if (offered && !ready) $fatal(1, "the receiver is not ready");
    if (runs) at <= at + 1;
    if (runs && beat[10]) sent <= sent + 1;
    if (valid) $fdisplay(out, "%0d %h %h %h", cycle, last, last_be, data);
    quiet <= offered || valid ? 0 : quiet + 1;
    if (quiet == Limit) begin
      if (at < count) $fatal(1, "frame %0d does not begin", sent);
      $fdisplay(out, "%0d %0d %0d", opened, dropped, missed);
      $fclose(out);
      $finish;
    end
  end
endmodule
