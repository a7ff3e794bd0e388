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
//   'Q'  end; what is recorded is complete
// Requests and replies on standard output:
//   'C'  {stream: 8 bits} asks for the packet for s_axis_cfg of the stream's next message, where
//        there is that port: {words}, then words of 64 bits each; 0 if there are no more messages
//   'B'  {stream: 8 bits} asks for the stream's next bytes: pieces of {flags: 8 bits, length,
//        bytes}; 1: the message ends with the piece; 2: another piece follows; 4: no more messages
//   'D'  {stream: 8 bits, length, bytes}: bytes of the packet that is leaving
//   'E'  end of packet: {stream: 8 bits, error: 8 bits, first: 64 bits, last: 64 bits}, the cycles
//        in which the message's first beat entered, at s_axis_cfg if there is one, and the answer's
//        last beat left
//   'T'  {cycles: 64 bits}: all cycles run so far; everything is answered
// The clock stands still while the host is asked: a cycle is run when each stream has its next
// beat and its next packet for s_axis_cfg, or it is known that none comes. So cycles do not depend
// on the pipes, and streams that work side by side do so in the same cycles.

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include "Vtop.h"
#include "ports.h"
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

using gatehash::kBytes;
using gatehash::kKeepBytes;
using gatehash::Ports;

// A design that does nothing for so long is stuck.
constexpr uint64_t kStuckCycles = 1u << 20;
// Bytes of an answer that are written at a time.
constexpr size_t kPutBytes = 1u << 16;

// Flags of a piece of input.
constexpr uint8_t kEndsMessage = 1;
constexpr uint8_t kMorePieces = 2;
constexpr uint8_t kNoMoreMessages = 4;

// Standard output as it was when the program began. What a simulation prints by itself, such as a
// failing assertion, goes to standard error.
FILE* replies = nullptr;

void separate_replies() {
  const int output = dup(STDOUT_FILENO);
  replies = output < 0 ? nullptr : fdopen(output, "wb");
  if (!replies || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    std::fprintf(stderr, "simulator: standard output is closed\n");
    std::exit(3);
  }
}

[[noreturn]] void fail(const char* what) {
  std::fflush(replies);
  std::fprintf(stderr, "simulator: %s\n", what);
  std::exit(3);
}

void put(const void* data, size_t size) {
  if (std::fwrite(data, 1, size, replies) != size) fail("standard output is closed");
}

template <typename Integer>
void put(Integer value) {
  put(&value, sizeof value);
}

void get(void* data, size_t size) {
  if (std::fread(data, 1, size, stdin) != size) fail("standard input broke off");
}

template <typename Integer>
Integer get() {
  Integer value;
  get(&value, sizeof value);
  return value;
}

// What is written is seen by the host, which answers.
void ask(const char* what, uint8_t stream) {
  put(what, 1);
  put(stream);
  std::fflush(replies);
}

class Stream {
 public:
  Stream(uint8_t number, Ports ports) : number_(number), ports_(ports) {
    *ports_.m_ready = 1;
    *ports_.s_valid = 0;
    if (GH_CONFIGURED) *ports_.c_valid = 0;
  }

  // Messages may come from now on.
  void open() {
    open_ = true;
    config_open_ = GH_CONFIGURED;
  }

  // Whether the host has to say what comes next before the clock may go on.
  bool must_ask() const { return (open_ && !offered_) || (config_open_ && !configures()); }

  // Have the next beat and the next packet, if there are any to come.
  void prepare() {
    while (config_open_ && !configures()) ask_config();
    while (open_ && !offered_) {
      ask_bytes();
      offer();
    }
  }

  bool offers() const { return offered_ || configures(); }
  bool busy() const { return offers() || !pending_.empty(); }

  // What happens in a cycle, as seen before its end; true if anything does.
  bool look(uint64_t cycle) {
    taken_ = *ports_.s_valid && *ports_.s_ready;
    config_taken_ = GH_CONFIGURED && *ports_.c_valid && *ports_.c_ready;
    // A message enters with its first word or beat.
    if (GH_CONFIGURED ? config_taken_ && config_at_ == 0 : taken_ && first_) {
      pending_.push_back(cycle);
    }
    const bool left = *ports_.m_valid;
    if (left) answer(cycle);
    return taken_ || config_taken_ || left;
  }

  // After the end of the cycle.
  void advance() {
    if (taken_) {
      first_ = *ports_.s_last;
      offer();
    }
    if (config_taken_) {
      config_at_ += kBytes;
      offer_config();
    }
  }

  void put_data() {
    if (out_.empty()) return;
    put("D", 1);
    put(number_);
    put(static_cast<uint32_t>(out_.size()));
    put(out_.data(), out_.size());
    out_.clear();
  }

 private:
  bool configures() const { return config_at_ < config_.size(); }

  void ask_config() {
    ask("C", number_);
    const uint32_t words = get<uint32_t>();
    if (words == 0) config_open_ = false;
    config_.resize(words * sizeof(uint64_t));
    get(config_.data(), config_.size());
    config_at_ = 0;
    offer_config();
  }

  void ask_bytes() {
    ask("B", number_);
    in_.erase(in_.begin(), in_.begin() + at_);
    at_ = 0;
    uint8_t flags;
    do {
      flags = get<uint8_t>();
      const size_t before = in_.size(), size = get<uint32_t>();
      in_.resize(before + size);
      get(in_.data() + before, size);
      if (flags & kEndsMessage) ends_.push_back(in_.size());
      if (flags & kNoMoreMessages) open_ = false;
    } while (flags & kMorePieces);
    if (!open_ && (ends_.empty() ? 0 : ends_.back()) != in_.size()) fail("a message broke off");
  }

  // Offer the next beat if it is known: whether it is the last is known with the byte after it.
  void offer() {
    const bool ends = !ends_.empty();
    const size_t left = (ends ? ends_.front() : in_.size()) - at_;
    const bool last = ends && left <= kBytes;
    offered_ = last || left > kBytes;
    *ports_.s_valid = offered_;
    if (!offered_) return;
    const size_t size = last ? left : kBytes;
    uint8_t data[kBytes] = {}, keep[kKeepBytes] = {};
    std::memcpy(data, in_.data() + at_, size);
    for (size_t i = 0; i < size; i++) keep[i / 8] |= 1u << (i % 8);
    std::memcpy(ports_.s_data, data, kBytes);
    std::memcpy(ports_.s_keep, keep, kKeepBytes);
    *ports_.s_last = last;
    at_ += size;
    if (last) ends_.pop_front();
  }

  void offer_config() {
    *ports_.c_valid = configures();
    if (!configures()) return;
    std::memcpy(ports_.c_data, config_.data() + config_at_, kBytes);
    *ports_.c_last = config_at_ + kBytes == config_.size();
  }

  void answer(uint64_t cycle) {
    uint8_t data[kBytes], keep[kKeepBytes];
    std::memcpy(data, ports_.m_data, kBytes);
    std::memcpy(keep, ports_.m_keep, kKeepBytes);
    for (size_t i = 0; i < kBytes; i++) {
      if (keep[i / 8] >> (i % 8) & 1) out_.push_back(data[i]);
    }
    if (out_.size() >= kPutBytes) put_data();
    if (!*ports_.m_last) return;
    put_data();
    if (pending_.empty()) fail("the design answers a message that it was not given");
    put("E", 1);
    put(number_);
    put(*ports_.m_user);
    put(pending_.front());
    put(cycle);
    pending_.pop_front();
  }

  uint8_t number_;
  Ports ports_;
  bool open_ = false;         // more bytes may come, for this message or another
  bool config_open_ = false;  // the same of packets for s_axis_cfg
  bool offered_ = false;      // a beat is at s_axis
  bool first_ = true;         // it is its message's first
  bool taken_ = false;
  bool config_taken_ = false;
  std::vector<uint8_t> in_;       // bytes of messages
  size_t at_ = 0;                 // the first of them that has not been offered
  std::deque<size_t> ends_;       // where messages end in them
  std::vector<uint8_t> config_;   // the packet at s_axis_cfg
  size_t config_at_ = 0;          // the first byte of it that has not been taken
  std::deque<uint64_t> pending_;  // first cycles of the messages not yet answered
  std::vector<uint8_t> out_;      // bytes of the answer that is leaving
};

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

  // Answer messages until there are no more.
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
      if (step()) limit = cycle_ + kStuckCycles;
      if (cycle_ > limit) {
        fail(any(&Stream::offers) ? "the design takes no input" : "the design gives no answer");
      }
    }
    put("T", 1);
    put(cycle_);
    std::fflush(replies);
  }

 private:
  bool any(bool (Stream::*does)() const) const {
    for (const Stream& stream : streams_) {
      if ((stream.*does)()) return true;
    }
    return false;
  }

  // One clock cycle; true if a beat moved.
  bool step() {
    top_->aclk = 0;
    top_->eval();
    dump();
    bool moved = false;
    for (Stream& stream : streams_) moved |= stream.look(cycle_);
    top_->aclk = 1;
    top_->eval();
    dump();
    cycle_++;
    for (Stream& stream : streams_) stream.advance();
    return moved;
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
  std::vector<Stream> streams_;
};

}  // namespace

int main(int argc, char** argv) {
  separate_replies();
  Simulator simulator(argc, argv);
  for (;;) {
    switch (get<char>()) {
      case 'A': simulator.answer(); break;
      case 'Q': return 0;
      default: fail("unknown command");
    }
  }
}
