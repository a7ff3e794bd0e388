// SPDX-License-Identifier: Apache-2.0
//
// Sum or exclusive-or of three words: half a CCU2C a bit, and what goes before it. A bit of the chain
// takes two words and adds them, or takes their exclusive-or and lets no carry arise, so that there is
// no choice behind it. For (a ^ b) + c one look-up table a bit takes a ^ b; with b_adds_i it takes
// b | c; for three summands two tables save the carries. Where the word can be cut, a place of the
// chain between the halves lets the carry through or replaces it.

`default_nettype none

module gh_add_xor3 #(
    parameter int unsigned Width = 64,
    parameter bit          Cut   = 1,
    parameter bit          Three = 0
) (
    input  wire logic [Width-1:0] a_i,
    input  wire logic [Width-1:0] b_i,
    input  wire logic [Width-1:0] c_i,
    input  wire logic             xor_i,
    input  wire logic             b_adds_i,
    input  wire logic             carry_i,
    input  wire logic             save_i,
    input  wire logic             cut_i,
    input  wire logic             cut_carry_i,
    output wire logic [Width-1:0] result_o,
    output wire logic             half_carry_o,
    output wire logic             carry_o,
    output wire logic             save_o
);

  localparam int unsigned Half = Width / 2;
  // The last place shows the carry out.
  localparam int unsigned Places = Width + 32'(Cut) + 1;
  localparam int unsigned Cells = (Places + 1) / 2;

  // What a place does. Inputs: A goes into the carry where it does not pass, B and D tell that none
  // is to arise, C is the other summand.
  function automatic logic [15:0] table_of_sum();
    logic [15:0] init;
    for (int unsigned i = 0; i < 16; i++) init[i] = (i[0] ^ i[2]) && (!i[1] || i[3]);
    return init;
  endfunction

  // C lets the carry pass, D replaces it by A; one of them is 1.
  function automatic logic [15:0] table_of_cut();
    logic [15:0] init;
    for (int unsigned i = 0; i < 16; i++) init[i] = !i[3] && (i[2] || i[0]);
    return init;
  endfunction

  localparam logic [15:0] Sum = table_of_sum();
  localparam logic [15:0] Between = table_of_cut();

  logic [Width-1:0] saved, term, other;
  always_comb begin
    saved = xor_i ? '0 : (a_i & b_i) | (a_i & c_i) | (b_i & c_i);
    if (Three) begin
      term = {saved[Width-2:0], save_i};
      if (Cut && cut_i) term[Half] = 1'b0;
      other = a_i ^ b_i ^ c_i;
    end else begin
      term  = b_adds_i ? b_i | c_i : c_i;
      other = b_adds_i ? a_i : a_i ^ b_i;
    end
  end
  assign save_o = Three && saved[Width-1];

  logic [2*Cells-1:0] a, b, c, d, s;
  always_comb begin
    a = '0;
    b = '0;
    c = '0;
    d = '0;
    for (int unsigned i = 0; i < Width; i++) begin
      a[i+((Cut&&i>=Half)?1 : 0)] = term[i];
      b[i+((Cut&&i>=Half)?1 : 0)] = xor_i && !Three;
      c[i+((Cut&&i>=Half)?1 : 0)] = other[i];
      d[i+((Cut&&i>=Half)?1 : 0)] = xor_i && !Three;
    end
    if (Cut) begin
      a[Half] = cut_carry_i;
      b[Half] = 1'b0;
      c[Half] = !cut_i;
      d[Half] = cut_i;
    end
  end

  logic [Cells:0] carry;
  assign carry[0] = carry_i;
  for (genvar i = 0; i < Cells; i++) begin : gen_cells
    CCU2C #(
        .INIT0    ((Cut && 2 * i == Half) ? Between : Sum),
        .INIT1    ((Cut && 2 * i + 1 == Half) ? Between : Sum),
        .INJECT1_0("NO"),
        .INJECT1_1("NO")
    ) u_ccu2c (
        .CIN (carry[i]),
        .A0  (a[2*i]),
        .B0  (b[2*i]),
        .C0  (c[2*i]),
        .D0  (d[2*i]),
        .A1  (a[2*i+1]),
        .B1  (b[2*i+1]),
        .C1  (c[2*i+1]),
        .D1  (d[2*i+1]),
        .S0  (s[2*i]),
        .S1  (s[2*i+1]),
        .COUT(carry[i+1])
    );
  end

  assign carry_o = s[Places-1];
  if (Cut) begin : gen_cut
    assign result_o     = {s[Width:Half+1], s[Half-1:0]};
    // That place passes the carry on or not: its sum is the carry, or the reverse of it.
    assign half_carry_o = s[Half] ^ !cut_i;
  end else begin : gen_whole
    logic unused;
    assign unused       = ^{cut_i, cut_carry_i};
    assign result_o     = s[Width-1:0];
    assign half_carry_o = 1'b0;
  end

endmodule

`default_nettype wire
