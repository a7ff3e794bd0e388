// SPDX-License-Identifier: Apache-2.0
//
// Drives any gatehash stream top: packets in from standard input, packets out to standard output,
// cycles counted. All tops have the same ports, so this file knows no design.
//
// Commands on standard input (integers little endian, 32 bits):
//   'M'  a message: chunks of {length, bytes}, ended by a chunk of length 0
//   'F'  run until every message that entered has been answered
//   end of file: as 'F', then exit
// Replies on standard output:
//   'D'  {length, bytes}: bytes of the packet that is leaving
//   'E'  end of packet: {error: 8 bits, first: 64 bits, last: 64 bits}, the cycles in which the
//        message's first beat entered and the answer's last beat left
//   'T'  {cycles: 64 bits}: all cycles run so far, the answer to 'F'

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include "Vtop.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

#ifndef GH_STREAM_BYTES
#error "GH_STREAM_BYTES, the width of tdata in bytes, must be defined"
#endif

double sc_time_stamp() { return 0; }

namespace {

constexpr size_t kBytes = GH_STREAM_BYTES;
constexpr size_t kKeepBytes = (kBytes + 7) / 8;
// A design that does nothing for so long is stuck.
constexpr uint64_t kStuckCycles = 1u << 20;

[[noreturn]] void fail(const char* what) {
  std::fflush(stdout);
  std::fprintf(stderr, "simulator: %s\n", what);
  std::exit(3);
}

void put(const void* data, size_t size) {
  if (std::fwrite(data, 1, size, stdout) != size) fail("standard output is closed");
}

bool get(void* data, size_t size) { return std::fread(data, 1, size, stdin) == size; }

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
    top_->m_axis_tready = 1;
    top_->s_axis_tvalid = 0;
    top_->aresetn = 0;
    for (int i = 0; i < 4; i++) step();
    top_->aresetn = 1;
    for (int i = 0; i < 2; i++) step();
    cycle_ = 0;
  }

  ~Simulator() {
    top_->final();
#if VM_TRACE
    if (trace_) trace_->close();
#endif
  }

  // One packet: beats go out as chunks come in; the last beat waits for the end mark.
  void message() {
    entered_ = false;
    held_.clear();
    std::vector<uint8_t> chunk;
    for (;;) {
      uint32_t size;
      if (!get(&size, sizeof size)) fail("a message broke off");
      if (size == 0) break;
      chunk.resize(size);
      if (!get(chunk.data(), size)) fail("a message broke off");
      feed(chunk);
    }
    uint8_t last[kBytes] = {};
    std::memcpy(last, held_.data(), held_.size());
    beat(last, held_.size(), true);
    top_->s_axis_tvalid = 0;
  }

  void flush() {
    uint64_t limit = cycle_ + kStuckCycles;
    while (!pending_.empty()) {
      if (step()) limit = cycle_ + kStuckCycles;
      if (cycle_ > limit) fail("the design gives no answer");
    }
    put_data();
  }

  void total() {
    put("T", 1);
    put(&cycle_, sizeof cycle_);
    std::fflush(stdout);
  }

 private:
  // Sends whole beats, always keeping one to itself: it may be the packet's last.
  void feed(const std::vector<uint8_t>& chunk) {
    size_t at = 0;
    if (!held_.empty() && held_.size() + chunk.size() > kBytes) {
      at = kBytes - held_.size();
      held_.insert(held_.end(), chunk.begin(), chunk.begin() + at);
      beat(held_.data(), kBytes, false);
      held_.clear();
    }
    while (chunk.size() - at > kBytes) {
      beat(chunk.data() + at, kBytes, false);
      at += kBytes;
    }
    held_.insert(held_.end(), chunk.begin() + at, chunk.end());
  }

  void beat(const uint8_t* data, size_t size, bool last) {
    std::memcpy(&top_->s_axis_tdata, data, kBytes);
    uint8_t keep[kKeepBytes] = {};
    for (size_t i = 0; i < size; i++) keep[i / 8] |= 1u << (i % 8);
    std::memcpy(&top_->s_axis_tkeep, keep, kKeepBytes);
    top_->s_axis_tlast = last;
    top_->s_axis_tvalid = 1;
    uint64_t limit = cycle_ + kStuckCycles;
    for (bool taken = false; !taken;) {
      uint64_t now = cycle_;
      step();
      taken = taken_;
      if (taken && !entered_) {
        pending_.push_back(now);
        entered_ = true;
      }
      if (cycle_ > limit) fail("the design takes no input");
    }
  }

  // One clock cycle; true when an output beat left.
  bool step() {
    top_->aclk = 0;
    top_->eval();
    dump();
    taken_ = top_->s_axis_tvalid && top_->s_axis_tready;
    const bool left = top_->m_axis_tvalid;
    if (left) answer();
    top_->aclk = 1;
    top_->eval();
    dump();
    cycle_++;
    return left;
  }

  void answer() {
    uint8_t data[kBytes], keep[kKeepBytes];
    std::memcpy(data, &top_->m_axis_tdata, kBytes);
    std::memcpy(keep, &top_->m_axis_tkeep, kKeepBytes);
    for (size_t i = 0; i < kBytes; i++) {
      if (keep[i / 8] >> (i % 8) & 1) out_.push_back(data[i]);
    }
    if (out_.size() >= 1u << 16) put_data();
    if (!top_->m_axis_tlast) return;
    put_data();
    if (pending_.empty()) fail("the design answers a message that it was not given");
    const uint8_t error = top_->m_axis_tuser;
    const uint64_t first = pending_.front(), last = cycle_;
    pending_.pop_front();
    put("E", 1);
    put(&error, sizeof error);
    put(&first, sizeof first);
    put(&last, sizeof last);
  }

  void put_data() {
    if (out_.empty()) return;
    const uint32_t size = out_.size();
    put("D", 1);
    put(&size, sizeof size);
    put(out_.data(), size);
    out_.clear();
  }

  void dump() {
#if VM_TRACE
    if (trace_) trace_->dump(context_.time());
    context_.timeInc(5);
#endif
  }

  VerilatedContext context_;
  std::unique_ptr<Vtop> top_;
#if VM_TRACE
  std::unique_ptr<VerilatedFstC> trace_;
#endif
  uint64_t cycle_ = 0;
  bool taken_ = false;
  bool entered_ = false;
  std::vector<uint8_t> held_;     // bytes of the message that wait for a beat
  std::deque<uint64_t> pending_;  // first cycles of the messages not yet answered
  std::vector<uint8_t> out_;      // bytes of the answer that is leaving
};

}  // namespace

int main(int argc, char** argv) {
  Simulator simulator(argc, argv);
  char command;
  while (get(&command, 1)) {
    if (command == 'M') {
      simulator.message();
    } else if (command == 'F') {
      simulator.flush();
      simulator.total();
    } else {
      fail("unknown command");
    }
  }
  simulator.flush();
  simulator.total();
  return 0;
}
