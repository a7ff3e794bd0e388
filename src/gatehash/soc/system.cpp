// SPDX-License-Identifier: Apache-2.0
//
// Simulator of gh_soc: standard input and output are at the two ends of its serial line.
//
// Arguments: +ram=FILE, contents of the memory for $readmemh; +limit=N, cycles after which it ends;
// +reset=N, cycles after which a second reset of one cycle comes, from which on they are counted.
// Standard output is what the system sends. A byte of standard input is read when the system is ready
// to receive one: the clock stands still meanwhile, so that cycles don't depend on the pipe. After the
// end of the input the system receives the byte EOT once.
//
// The last line on standard error says how it ended, after CYCLES cycles without that of the reset:
//   ended STATUS CYCLES     the firmware ended itself
//   stopped ADDRESS CYCLES  the processor did; the instruction was fetched from ADDRESS
//   limit ADDRESS CYCLES    after +limit cycles
// What a failing assertion says stands there, too; the exit status is 3 then, and else 0.

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "Vtop.h"
#include "host.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

void vl_stop(const char*, int, const char*) {
  std::fflush(nullptr);
  std::_Exit(3);
}

namespace {

constexpr int kFrameBits = 10;  // start bit, eight data bits, stop bit
constexpr int kEndOfTransmission = 4;

// The other end of the system's serial line.
class Line {
 public:
  // A bit from the system, in each cycle.
  void receive(bool bit) {
    if (!arriving_) {
      if (!bit) arriving_ = kFrameBits * GH_CLOCKS_PER_BIT;
      return;
    }
    arriving_--;
    const int past = kFrameBits * GH_CLOCKS_PER_BIT - arriving_;
    if (past % GH_CLOCKS_PER_BIT != GH_CLOCKS_PER_BIT / 2) return;
    in_ = in_ >> 1 | bit << (kFrameBits - 1);
    // The stop bit has begun: the next start bit may follow it at once.
    if (past / GH_CLOCKS_PER_BIT == kFrameBits - 1) {
      arriving_ = 0;
      gatehash::put(static_cast<uint8_t>(in_ >> 1));
      if ((in_ >> 1 & 0xff) == '\n') std::fflush(gatehash::replies);
    }
  }

  // A bit for the system, in each cycle.
  bool send(bool ready) {
    if (!leaving_) {
      if (!ready || at_end_) return true;
      std::fflush(gatehash::replies);
      const int byte = std::getchar();
      at_end_ = byte == EOF;
      out_ = ((at_end_ ? kEndOfTransmission : byte) | 0x100) << 1;
      leaving_ = kFrameBits * GH_CLOCKS_PER_BIT;
    }
    const int past = kFrameBits * GH_CLOCKS_PER_BIT - leaving_--;
    return out_ >> past / GH_CLOCKS_PER_BIT & 1;
  }

 private:
  int arriving_ = 0;  // cycles of the frame that is coming in
  int leaving_ = 0;   // cycles of the frame that is going out
  int in_ = 0;
  int out_ = 0;
  bool at_end_ = false;
};

class System {
 public:
  System(int argc, char** argv) {
    context_.commandArgs(argc, argv);
    Verilated::assertOn(false);
    reset();
    Verilated::assertOn(true);
  }

  ~System() { top_.final(); }

  void run() {
    const uint64_t limit = number("limit=");
    uint64_t again = number("reset=");
    // A reset ends with the system's first cycle.
    for (uint64_t cycles = 1;; cycles++) {
      if (cycles == again) {
        again = UINT64_MAX;
        cycles = 1;
        line_ = Line();
        reset();
      }
      if (top_.ended_o) return end("ended", top_.status_o, cycles);
      if (top_.trap_o) return end("stopped", top_.fetch_o, cycles);
      if (cycles >= limit) return end("limit", top_.fetch_o, cycles);
      line_.receive(top_.uart_tx_o);
      top_.uart_rx_i = line_.send(top_.uart_rts_o);
      cycle();
    }
  }

 private:
  void reset() {
    top_.rst_i = 1;
    top_.uart_rx_i = 1;
    cycle();
    top_.rst_i = 0;
    cycle();
  }

  void cycle() {
    top_.clk_i = 0;
    top_.eval();
    top_.clk_i = 1;
    top_.eval();
    context_.timeInc(1);
  }

  uint64_t number(const char* name) {
    const std::string found = context_.commandArgsPlusMatch(name);
    if (found.empty()) return UINT64_MAX;
    return std::strtoull(found.c_str() + found.find('=') + 1, nullptr, 10);
  }

  static void end(const char* how, uint32_t what, uint64_t cycles) {
    std::fflush(gatehash::replies);
    std::fprintf(stderr, "%s %" PRIu32 " %" PRIu64 "\n", how, what, cycles);
  }

  VerilatedContext context_;
  Vtop top_{&context_};
  Line line_;
};

}  // namespace

int main(int argc, char** argv) {
  gatehash::separate_replies();
  System(argc, argv).run();
}
