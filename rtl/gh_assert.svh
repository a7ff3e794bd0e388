// SPDX-License-Identifier: Apache-2.0
//
// Assertions: the only include of the library. Each use is an item of a module and ends in no
// semicolon.
//
//   GH_ASSERT(name, condition, clk, rst)    the condition holds at every edge of clk without rst
//   GH_REQUIRE(name, condition, clk, rst)   so it does, and the module's user has to see to it
//   GH_STABLE(name, valid, ready, payload, clk, rst)          what is offered is held until taken
//   GH_REQUIRE_STABLE(name, valid, ready, payload, clk, rst)  the same of what the user offers
//   GH_KNOWN(name, value, clk, rst)         no bit of it is X or Z, for simulators that have them
//   GH_FLAG(name, set, clear, clk, rst)     a register for the conditions of assertions; set wins
//
// A condition that is X holds: before the first reset registers are, in simulators that have X.
// GH_KNOWN lists the signals that must be known. A flag begins as 0. In proofs both may be
// anything.
//
// They are immediate assertions: simulators, formal tools and Yosys take them. A failing one ends a
// simulation by $fatal and names instance and assertion. Synthesis, where SYNTHESIS or Quartus's own
// macro is defined, finds nothing here, nor does whoever defines GH_NO_ASSERT, for an old simulator.
//
// The label of what a user has to see to starts with require_: a proof of a module by itself assumes
// it, a proof of its user asserts it. Proofs define FORMAL.

`ifndef GH_ASSERT_SVH
`define GH_ASSERT_SVH

`ifdef SYNTHESIS
`define GH_ASSERTS_NOTHING
`endif
`ifdef ALTERA_RESERVED_QIS
`define GH_ASSERTS_NOTHING
`endif
`ifdef GH_NO_ASSERT
`define GH_ASSERTS_NOTHING
`endif

`ifdef GH_ASSERTS_NOTHING

`define GH_ASSERT(name, condition, clk, rst)
`define GH_REQUIRE(name, condition, clk, rst)
`define GH_STABLE(name, valid, ready, payload, clk, rst)
`define GH_REQUIRE_STABLE(name, valid, ready, payload, clk, rst)
`define GH_KNOWN(name, value, clk, rst)
`define GH_FLAG(name, set, clear, clk, rst)

`else

`ifdef FORMAL
`define GH_HOLDS(condition) (condition)
`define GH_STARTS(name)
`else
`define GH_HOLDS(condition) ((condition) !== 1'b0)
`define GH_STARTS(name) initial name = 1'b0;
`endif

`define GH_ASSERT(name, condition, clk, rst) \
  always_ff @(posedge clk) begin \
    if (!(rst)) begin \
      name : assert (`GH_HOLDS(condition)) \
      else $fatal(1, `"name does not hold`"); \
    end \
  end

`define GH_REQUIRE(name, condition, clk, rst) \
  always_ff @(posedge clk) begin \
    if (!(rst)) begin \
      require_``name : assert (`GH_HOLDS(condition)) \
      else $fatal(1, `"name is required of the module's user`"); \
    end \
  end

`define GH_HELD(valid, ready, payload, rst) \
  (!$past((valid) && !(ready) && !(rst)) || (valid) && (payload) == $past(payload))

`define GH_STABLE(name, valid, ready, payload, clk, rst) \
  `GH_ASSERT(name, `GH_HELD(valid, ready, payload, rst), clk, rst)

`define GH_REQUIRE_STABLE(name, valid, ready, payload, clk, rst) \
  `GH_REQUIRE(name, `GH_HELD(valid, ready, payload, rst), clk, rst)

`ifdef FORMAL
`define GH_KNOWN(name, value, clk, rst)
`else
`define GH_KNOWN(name, value, clk, rst) \
  `GH_ASSERT(name, !$isunknown(value), clk, rst)
`endif

`define GH_FLAG(name, set, clear, clk, rst) \
  logic name; \
  `GH_STARTS(name) \
  always @(posedge clk) begin \
    if (rst) name <= 1'b0; \
    else if (set) name <= 1'b1; \
    else if (clear) name <= 1'b0; \
  end

`endif

`endif
