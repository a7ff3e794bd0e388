// SPDX-License-Identifier: Apache-2.0
//
// Binds a gh_axis_checker to each stream of a stream top, for simulations and proofs. GH_CHECKED is
// the top's name; GH_CONFIGURED is defined where it has streams of configurations, GH_MASKED where it
// has one of random bits, GH_TWO_STREAMS where it has s1_axis and m1_axis.

`define GH_BIND(axis, leaves, keep, last, user) \
  bind `GH_CHECKED gh_axis_checker #( \
      .Bytes ($bits(axis``_tdata) / 8), \
      .Leaves(leaves) \
  ) u_``axis``_checker ( \
      .clk_i  (aclk), \
      .rst_ni (aresetn), \
      .data_i (axis``_tdata), \
      .keep_i (keep), \
      .last_i (last), \
      .user_i (user), \
      .valid_i(axis``_tvalid), \
      .ready_i(axis``_tready) \
  );

`GH_BIND(s_axis, 1'b0, s_axis_tkeep, s_axis_tlast, 1'b0)
`GH_BIND(m_axis, 1'b1, m_axis_tkeep, m_axis_tlast, m_axis_tuser)
`ifdef GH_CONFIGURED
`GH_BIND(s_axis_cfg, 1'b0, '1, s_axis_cfg_tlast, 1'b0)
`endif
`ifdef GH_MASKED
`GH_BIND(s_axis_rnd, 1'b0, '1, 1'b1, 1'b0)
`endif
`ifdef GH_TWO_STREAMS
`GH_BIND(s1_axis, 1'b0, s1_axis_tkeep, s1_axis_tlast, 1'b0)
`GH_BIND(m1_axis, 1'b1, m1_axis_tkeep, m1_axis_tlast, m1_axis_tuser)
`ifdef GH_CONFIGURED
`GH_BIND(s1_axis_cfg, 1'b0, '1, s1_axis_cfg_tlast, 1'b0)
`endif
`endif
