// SPDX-License-Identifier: Apache-2.0
//
// Drives any gatehash stream top: packets in from standard input, packets out to standard output,
// cycles counted. All tops have the same ports, once for each stream, so this file knows no design.
//
// This side leads: it asks for input when the design is about to need it, and the host writes only
// what it was asked for. So neither side can wait for the other to read, whatever a pipe holds, and
// of a message no more than a piece is here at a time.
//
// Commands on standard input (integers little endian, 32 bits):
//   'A'  {streams: 8 bits, one bit each} answer messages in these streams, until there are no more
//   'J'  for each stream {seed: 64 bits} of random stalls, 0 for none, then {cycles}: so many cycles
//        into the next 'A' a reset of one cycle ends it, 0 for none
//   'Q'  end; what is recorded is complete
// Requests and replies on standard output:
//   'C'  {stream: 8 bits} asks for the packet for s_axis_cfg of the stream's next message, where
//        there is that port: {words}, then words of 64 bits each; 0 if there are no more messages
//   'B'  {stream: 8 bits} asks for the stream's next bytes: pieces of {flags: 8 bits, length,
//        bytes}; 1: the message ends with the piece; 2: another piece follows; 4: no more messages;
//        8: between length and bytes stand {at, kind: 8 bits} of a malformed beat before byte at
//   'D'  {stream: 8 bits, length, bytes}: bytes of the packet that is leaving
//   'E'  end of packet: {stream: 8 bits, error: 8 bits, first: 64 bits, last: 64 bits}, the cycles
//        in which the message's first beat entered, at s_axis_cfg if there is one, and the answer's
//        last beat left
//   'T'  {cycles: 64 bits}: all cycles run so far; everything is answered
// The clock stands still while the host is asked: a cycle is run when each stream has its next
// beat and its next packet for s_axis_cfg, or it is known that none comes. So cycles do not depend
// on the pipes, and streams that work side by side do so in the same cycles.
//
// An argument +most_cycles=N ends the program with an error after N cycles.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "Vtop.h"
#include "host.h"
#include "ports.h"
#include "stream.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

double sc_time_stamp() { return 0; }

// After the message of a failing assertion: waveforms up to it are kept.
void vl_stop(const char*, int, const char*) {
  Verilated::runFlushCallbacks();
  std::fflush(nullptr);
  std::_Exit(3);
}

namespace {

using gatehash::Ports;
using gatehash::Stream;
using gatehash::fail;
using gatehash::get;
using gatehash::put;
using gatehash::replies;
using gatehash::separate_replies;

// A design that does nothing for so long is stuck.
constexpr uint64_t kStuckCycles = 1u << 20;

class Simulator {
 public:
  Simulator(int argc, char** argv) {
    context_.commandArgs(argc, argv);
    top_ = std::make_unique<Vtop>(&context_);
#if VM_TRACE
    if (argc > 1) {
      context_.traceEverOn(true);
      trace_ = std::make_unique<VerilatedFstC>();
      top_->trace(trace_.get(), 99);
      trace_->open(argv[1]);
      if (!trace_->isOpen()) fail("the waveform file can't be written");
    }
#endif
    for (const Ports& ports : gatehash::ports_of(*top_)) {
      streams_.emplace_back(streams_.size(), ports);
    }
    const std::string most = context_.commandArgsPlusMatch("most_cycles=");
    if (!most.empty()) most_ = std::strtoull(most.c_str() + most.find('=') + 1, nullptr, 10);
    reset(4);
    cycle_ = 0;
  }

  ~Simulator() {
    top_->final();
#if VM_TRACE
    if (trace_) trace_->close();
#endif
  }

  // How the streams stall from now on, and the cycles after which the next answers end by a reset.
  void disturb() {
    for (Stream& stream : streams_) stream.stall(get<uint64_t>());
    left_ = get<uint32_t>();
  }

  // Answer messages until there are no more, or until a reset.
  void answer() {
    const uint8_t chosen = get<uint8_t>();
    for (size_t i = 0; i < streams_.size(); i++) {
      if (chosen >> i & 1) streams_[i].open();
    }
    uint64_t limit = cycle_ + kStuckCycles;
    for (;;) {
      if (any(&Stream::must_ask)) {
        // The host may take its time, and has what has left so far.
        for (Stream& stream : streams_) stream.put_data();
        for (Stream& stream : streams_) stream.prepare();
      }
      if (!any(&Stream::busy)) break;
      if (left_ && --left_ == 0) {
        for (Stream& stream : streams_) stream.reset();
        reset(1);
        break;
      }
      if (step()) limit = cycle_ + kStuckCycles;
      if (cycle_ > limit) {
        fail(any(&Stream::offers) ? "the design takes no input" : "the design gives no answer");
      }
      if (cycle_ > most_) fail("all cycles are used up");
    }
    left_ = 0;
    put("T", 1);
    put(cycle_);
    std::fflush(replies);
  }

 private:
  // Whoever is connected is in reset as well, and sees nothing.
  void reset(int cycles) {
    top_->aresetn = 0;
    for (int i = 0; i < cycles; i++) {
      edge(0);
      edge(1);
      cycle_++;
    }
    top_->aresetn = 1;
    for (int i = 0; i < 2; i++) step();
  }

  bool any(bool (Stream::*does)() const) const {
    for (const Stream& stream : streams_) {
      if ((stream.*does)()) return true;
    }
    return false;
  }

  // One clock cycle; true if a beat moved.
  bool step() {
    edge(0);
    bool moved = false;
    for (Stream& stream : streams_) moved |= stream.look(cycle_);
    edge(1);
    cycle_++;
    for (Stream& stream : streams_) stream.advance();
    return moved;
  }

  void edge(uint8_t clock) {
    top_->aclk = clock;
    top_->eval();
    dump();
  }

  void dump() {
#if VM_TRACE
    if (trace_) trace_->dump(context_.time());
#endif
    context_.timeInc(5);
  }

  VerilatedContext context_;
  std::unique_ptr<Vtop> top_;
#if VM_TRACE
  std::unique_ptr<VerilatedFstC> trace_;
#endif
  uint64_t cycle_ = 0;
  uint64_t most_ = UINT64_MAX;
  uint32_t left_ = 0;  // cycles until a reset; 0 is none
  std::vector<Stream> streams_;
};

}  // namespace

int main(int argc, char** argv) {
  separate_replies();
  Simulator simulator(argc, argv);
  for (;;) {
    switch (get<char>()) {
      case 'A': simulator.answer(); break;
      case 'J': simulator.disturb(); break;
      case 'Q': return 0;
      default: fail("unknown command");
    }
  }
}
