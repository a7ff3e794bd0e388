// SPDX-License-Identifier: Apache-2.0
//
// theta, rho and pi of KECCAK-f[1600] (FIPS 202, sections 3.2.1 to 3.2.3), combinational, for one share
// of a state.
//
// In look-up tables of four inputs a bit's column takes two tables: four bits of the column, and then
// the effect of two columns, which are a bit and such a sum each.

`default_nettype none

module gh_keccak_linear
  import gh_keccak_pkg::*;
(
    input  wire lanes_t state_i,
    output wire lanes_t state_o
);

  lane_t [4:0] upper, effect;
  for (genvar x = 0; x < 5; x++) begin : gen_column
    localparam int unsigned Before = (x + 4) % 5;
    localparam int unsigned Behind = (x + 1) % 5;
    gh_xor4 u_upper (
        .data_i({state_i[x+5], state_i[x+10], state_i[x+15], state_i[x+20]}),
        .data_o(upper[x])
    );
    gh_xor4 u_effect (
        .data_i({
          state_i[Before],
          upper[Before],
          {state_i[Behind][62:0], state_i[Behind][63]},
          {upper[Behind][62:0], upper[Behind][63]}
        }),
        .data_o(effect[x])
    );
  end

  lanes_t theta;
  for (genvar i = 0; i < 25; i++) begin : gen_lane
    localparam int unsigned Source = Sources[i];
    localparam int unsigned Offset = Offsets[Source];
    assign theta[i]   = state_i[i] ^ effect[i%5];
    assign state_o[i] = 64'({2{theta[Source]}} >> (64 - Offset));
  end

endmodule

`default_nettype wire
