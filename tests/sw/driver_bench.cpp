// SPDX-License-Identifier: Apache-2.0
//
// The C driver on a stream top behind AXI4-Lite, with waits at random on all of its channels.
//
// It does what standard input says, as driver_commands.h has it. With the argument "serve" the driver
// is in another program, driver_remote.cpp, whose accesses come on standard input, in words:
//   r address 0           reads a register
//   w address data        writes one
//   i 0 0                 waits for the interrupt
//   c running 0           stops or starts the core's clock
// Numbers are hexadecimal. After each a line goes back: what was read, and the number of accesses that
// the bus has refused.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>
#include <string>

#include "Vtop.h"
#include "driver_commands.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

double sc_time_stamp() { return 0; }

namespace {

// Cycles in which an access must be answered.
constexpr int kLimit = 200;

class Simulated : public Bus {
 public:
  // One cycle of reset; assertions hold from then on, behind the crossing of clocks a little later.
  Simulated() {
    Verilated::assertOn(false);
    top_.aclk = 0;
    top_.aresetn = 0;
    top_.s_axil_awvalid = top_.s_axil_wvalid = top_.s_axil_bready = 0;
    top_.s_axil_arvalid = top_.s_axil_rready = 0;
    top_.s_axil_awprot = top_.s_axil_arprot = 0;
#ifdef GH_TWO_CLOCKS
    top_.core_aclk = 0;
#endif
    top_.eval();
    cycle();
    top_.aresetn = 1;
    for (int i = 0; i < 40; i++) cycle();
    Verilated::assertOn(true);
  }

  uint32_t get(uint32_t address) override {
    idle();
    top_.s_axil_araddr = address;
    top_.s_axil_arvalid = 1;
    until([this] { return top_.s_axil_arready; });
    top_.s_axil_arvalid = 0;
    idle();
    top_.s_axil_rready = 1;
    uint32_t data = 0;
    until([this, &data] {
      data = top_.s_axil_rdata;
      refused += top_.s_axil_rvalid && top_.s_axil_rresp != 0;
      return top_.s_axil_rvalid;
    });
    top_.s_axil_rready = 0;
    return data;
  }

  void put(uint32_t address, uint32_t data) override {
    idle();
    top_.s_axil_awaddr = address;
    top_.s_axil_awvalid = 1;
    idle();
    top_.s_axil_wdata = data;
    top_.s_axil_wstrb = 15;
    top_.s_axil_wvalid = 1;
    until([this] { return top_.s_axil_awready && top_.s_axil_wready; });
    top_.s_axil_awvalid = top_.s_axil_wvalid = 0;
    top_.s_axil_wdata = 0;
    idle();
    top_.s_axil_bready = 1;
    until([this] {
      refused += top_.s_axil_bvalid && top_.s_axil_bresp != 0;
      return top_.s_axil_bvalid;
    });
    top_.s_axil_bready = 0;
  }

  void wait() override {
    for (int i = 0; i < 3000 && !top_.irq; i++) cycle();
  }

  void run(bool running) override { running_ = running; }

  void write_state([[maybe_unused]] const std::string& file) override {
#if VM_TRACE
    for (int i = 0; i < 2000; i++) cycle();
    VerilatedVcdC trace;
    top_.trace(&trace, 99);
    trace.open(file.c_str());
    trace.dump(0);
    trace.close();
#else
    std::puts("built without traces");
    std::exit(1);
#endif
  }

 private:
  // A cycle of the bus; the core's clock has seven edges in the time of five.
  void cycle() {
    for (int step = 0; step < 10; step++) {
      if (step == 0) top_.aclk = 1;
      if (step == 5) top_.aclk = 0;
#ifdef GH_TWO_CLOCKS
      if (running_ && phase_++ % 7 == 0) top_.core_aclk = !top_.core_aclk;
#endif
      top_.eval();
    }
  }

  void idle() {
    while (random_() % 3 == 0) cycle();
  }

  // Runs until what is true in a cycle is taken at its end.
  template <typename Taken>
  void until(Taken taken) {
    for (int i = 0; i < kLimit; i++) {
      top_.eval();
      const bool now = taken();
      cycle();
      if (now) return;
    }
    std::puts("hangs");
    std::exit(1);
  }

  Vtop top_;
  std::mt19937 random_{1};
  unsigned phase_ = 0;
  bool running_ = true;
};

// Makes the accesses of a driver in another program.
void serve(Simulated& model) {
  std::cin >> std::hex;
  char access;
  uint32_t first, second;
  while (std::cin >> access >> first >> second) {
    uint32_t value = 0;
    switch (access) {
      case 'r':
        value = model.get(first);
        break;
      case 'w':
        model.put(first, second);
        break;
      case 'c':
        model.run(first != 0);
        break;
      default:
        model.wait();
    }
    std::printf("%x %x\n", value, static_cast<unsigned>(model.refused));
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
#if VM_TRACE
  Verilated::traceEverOn(true);
#endif
  auto model = std::make_unique<Simulated>();
  if (argc > 1 && std::string(argv[1]) == "serve") {
    serve(*model);
  } else {
    run_commands(*model);
  }
  return 0;
}
