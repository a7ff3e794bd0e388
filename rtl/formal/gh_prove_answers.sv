// SPDX-License-Identifier: Apache-2.0
//
// Proof: a stream top answers each packet, once, in time; it takes a beat in time.
//
// From a cycle that the solver chooses, in any state that the top can reach by then, the receiver takes
// each beat in the cycle that offers it; while none is offered, it is ready or not. From then on a packet
// whose last beat has been taken is answered within Most cycles after that beat, after the answer before
// it or after that cycle, whichever comes last; and a beat that is offered is taken within Most cycles. A
// malformed packet may be answered before its end. Bound to the top that GH_ANSWERS names.

`default_nettype none

module gh_prove_answers #(
    parameter int unsigned Most = 100,
    parameter int unsigned Packets = 8  // that can be inside
) (
    input wire logic aclk,
    input wire logic aresetn,
    input wire logic s_axis_tlast,
    input wire logic s_axis_tvalid,
    input wire logic s_axis_tready,
    input wire logic m_axis_tlast,
    input wire logic m_axis_tvalid,
    input wire logic m_axis_tready
);

  typedef logic [$clog2(Packets+2)-1:0] packets_t;
  typedef logic [$clog2(Most+2)-1:0] wait_t;

  logic receives, begins, receives_q, taken, leaves, owes;
  logic open_q;  // a packet has begun and not ended; the last one to be answered
  packets_t inside_q;  // have begun and are not answered
  wait_t owes_q, waits_q;
  gh_prove_any u_begins (.any_o(begins));
  assign receives = receives_q || begins;
  assign taken = s_axis_tvalid && s_axis_tready;
  assign leaves = m_axis_tvalid && m_axis_tready && m_axis_tlast;
  assign owes = inside_q > packets_t'(open_q);

  always_ff @(posedge aclk) begin
    receives_q <= receives && aresetn;
    if (taken) open_q <= !s_axis_tlast;
    inside_q <= inside_q + packets_t'(taken && !open_q) - packets_t'(leaves);
    owes_q   <= (receives && owes && !leaves) ? owes_q + 1'b1 : '0;
    waits_q  <= (receives && s_axis_tvalid && !s_axis_tready) ? waits_q + 1'b1 : '0;
    if (!aresetn) {open_q, inside_q, owes_q, waits_q} <= '0;
  end

  always_comb begin
    if (receives) assume (m_axis_tready || !m_axis_tvalid);
    if (aresetn) begin
      once : assert (!leaves || inside_q != '0);
      room : assert (32'(inside_q) <= Packets);
      answers : assert (32'(owes_q) < Most);
      takes : assert (32'(waits_q) < Most);
    end
    is_asked : cover (aresetn && receives && owes);
  end

endmodule

bind `GH_ANSWERS gh_prove_answers #(.Most(`GH_MOST)) u_answers (.*);

`default_nettype wire
