// SPDX-License-Identifier: Apache-2.0
//
// Proof: any value in any cycle, as the solver chooses. Proofs replace it by a free input.

`default_nettype none (* blackbox *)
module gh_prove_any #(
    parameter int unsigned Width = 1
) (
    output wire logic [Width-1:0] any_o
);
endmodule

`default_nettype wire
