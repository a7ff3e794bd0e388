// SPDX-License-Identifier: Apache-2.0
//
// Simulator of a stream top that Verilator has made C++ of; see simulator.h for the pipes' protocol.
// The first argument, if it can record, is the file of what is recorded: waveforms or coverage.
// An argument +most_cycles=N ends the program with an error after N cycles.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "Vtop.h"
#include "simulator.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

double sc_time_stamp() { return 0; }

// After the message of a failing assertion: waveforms up to it are kept.
void vl_stop(const char*, int, const char*) {
  Verilated::runFlushCallbacks();
  std::fflush(nullptr);
  std::_Exit(3);
}

namespace {

class Model {
 public:
  Model(int argc, char** argv) : record_(argc > 1 ? argv[1] : nullptr) {
    context_.commandArgs(argc, argv);
    top_ = std::make_unique<Vtop>(&context_);
#if VM_TRACE
    if (record_) {
      context_.traceEverOn(true);
      trace_ = std::make_unique<VerilatedFstC>();
      top_->trace(trace_.get(), 99);
      trace_->open(record_);
      if (!trace_->isOpen()) gatehash::fail("the waveform file can't be written");
    }
#endif
  }

  ~Model() {
    top_->final();
#if VM_TRACE
    if (trace_) trace_->close();
#endif
#if VM_COVERAGE
    if (record_) context_.coveragep()->write(record_);
#endif
  }

  Vtop& pins() { return *top_; }

  uint64_t most_cycles() {
    const std::string most = context_.commandArgsPlusMatch("most_cycles=");
    if (most.empty()) return UINT64_MAX;
    return std::strtoull(most.c_str() + most.find('=') + 1, nullptr, 10);
  }

  void edge(uint8_t clock) {
    top_->aclk = clock;
    top_->eval();
#if VM_TRACE
    if (trace_) trace_->dump(context_.time());
#endif
    context_.timeInc(5);
  }

 private:
  const char* record_;
  VerilatedContext context_;
  std::unique_ptr<Vtop> top_;
#if VM_TRACE
  std::unique_ptr<VerilatedFstC> trace_;
#endif
};

}  // namespace

int main(int argc, char** argv) {
  gatehash::separate_replies();
  Model model(argc, argv);
  gatehash::Simulator<Model>(model, model.most_cycles()).serve();
}
