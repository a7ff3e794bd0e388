// SPDX-License-Identifier: Apache-2.0
//
// Drives any gatehash stream top: packets in from standard input, packets out to standard output,
// cycles counted. All tops have the same ports, once for each lane, so this file knows no design.
//
// Commands on standard input (integers little endian, 32 bits):
//   'L'  {lane: 8 bits} what follows is for that lane; at first it is lane 0
//   'C'  the next message's packet for s_axis_cfg: {words, 64 bits each}, where there is that port
//   'M'  a message: chunks of {length, bytes}, ended by a chunk of length 0
//   'F'  run until every message that entered has been answered
//   end of file: as 'F', then exit
// Messages may wait here until 'F'; then those of all lanes enter as soon as the design takes them.
// Replies on standard output:
//   'D'  {lane: 8 bits, length, bytes}: bytes of the packet that is leaving
//   'E'  end of packet: {lane: 8 bits, error: 8 bits, first: 64 bits, last: 64 bits}, the cycles in
//        which the message's first beat entered, at s_axis_cfg if there is one, and the answer's last
//        beat left
//   'T'  {cycles: 64 bits}: all cycles run so far, the answer to 'F'

#include <array>
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
#ifndef GH_CONFIGURED
#error "GH_CONFIGURED, whether there is s_axis_cfg, must be defined as 0 or 1"
#endif
#ifndef GH_LANES
#error "GH_LANES, the number of lanes, must be defined as 1 or 2"
#endif

double sc_time_stamp() { return 0; }

namespace {

constexpr size_t kBytes = GH_STREAM_BYTES;
constexpr size_t kKeepBytes = (kBytes + 7) / 8;
// A design that does nothing for so long is stuck.
constexpr uint64_t kStuckCycles = 1u << 20;
// Beats that wait for the design; more come in when these have gone.
constexpr size_t kWaitingBeats = 1u << 16;

[[noreturn]] void fail(const char* what) {
  std::fflush(stdout);
  std::fprintf(stderr, "simulator: %s\n", what);
  std::exit(3);
}

void put(const void* data, size_t size) {
  if (std::fwrite(data, 1, size, stdout) != size) fail("standard output is closed");
}

template <typename Integer>
void put(Integer value) {
  put(&value, sizeof value);
}

bool get(void* data, size_t size) { return std::fread(data, 1, size, stdin) == size; }

// The streams of a lane.
struct Ports {
  void *s_data, *s_keep;
  uint8_t *s_last, *s_valid, *s_ready;
  const void *m_data, *m_keep;
  uint8_t *m_last, *m_user, *m_valid, *m_ready;
  uint64_t* c_data;
  uint8_t *c_last, *c_valid, *c_ready;
};

#if GH_CONFIGURED
#define GH_CONFIG_PORTS(TOP, S) \
  &(TOP).S##_cfg_tdata, &(TOP).S##_cfg_tlast, &(TOP).S##_cfg_tvalid, &(TOP).S##_cfg_tready
#else
#define GH_CONFIG_PORTS(TOP, S) nullptr, nullptr, nullptr, nullptr
#endif
#define GH_PORTS(TOP, S, M)                                                                     \
  Ports {                                                                                       \
    &(TOP).S##_tdata, &(TOP).S##_tkeep, &(TOP).S##_tlast, &(TOP).S##_tvalid, &(TOP).S##_tready, \
        &(TOP).M##_tdata, &(TOP).M##_tkeep, &(TOP).M##_tlast, &(TOP).M##_tuser,                 \
        &(TOP).M##_tvalid, &(TOP).M##_tready, GH_CONFIG_PORTS(TOP, S)                           \
  }

class Lane {
 public:
  Lane(uint8_t number, Ports ports) : number_(number), ports_(ports) {
    *ports_.m_ready = 1;
    offer();
    offer_config();
  }

  void add_config(uint64_t word, bool first, bool last) {
    config_.push_back({word, first, last});
    if (config_.size() == 1) offer_config();
  }

  void add_beat(const uint8_t* data, size_t size, bool first, bool last) {
    Beat beat = {};
    std::memcpy(beat.data.data(), data, size);
    for (size_t i = 0; i < size; i++) beat.keep[i / 8] |= 1u << (i % 8);
    beat.first = first;
    beat.last = last;
    beats_.push_back(beat);
    if (beats_.size() == 1) offer();
  }

  size_t waiting() const { return beats_.size(); }
  bool busy() const { return !beats_.empty() || !config_.empty() || !pending_.empty(); }

  // What happens in a cycle, as seen before its end; true if anything does.
  bool look(uint64_t cycle) {
    taken_ = *ports_.s_valid && *ports_.s_ready;
    config_taken_ = GH_CONFIGURED && *ports_.c_valid && *ports_.c_ready;
    // A message enters with its first word or beat.
    if (GH_CONFIGURED ? config_taken_ && config_.front().first : taken_ && beats_.front().first) {
      pending_.push_back(cycle);
    }
    const bool left = *ports_.m_valid;
    if (left) answer(cycle);
    return taken_ || config_taken_ || left;
  }

  // After the end of the cycle.
  void advance() {
    if (taken_) {
      beats_.pop_front();
      offer();
    }
    if (config_taken_) {
      config_.pop_front();
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
  struct Beat {
    std::array<uint8_t, kBytes> data;
    std::array<uint8_t, kKeepBytes> keep;
    bool first, last;
  };

  struct ConfigBeat {
    uint64_t word;
    bool first, last;
  };

  void offer() {
    *ports_.s_valid = !beats_.empty();
    if (beats_.empty()) return;
    std::memcpy(ports_.s_data, beats_.front().data.data(), kBytes);
    std::memcpy(ports_.s_keep, beats_.front().keep.data(), kKeepBytes);
    *ports_.s_last = beats_.front().last;
  }

  void offer_config() {
    if (!GH_CONFIGURED) return;
    *ports_.c_valid = !config_.empty();
    if (config_.empty()) return;
    *ports_.c_data = config_.front().word;
    *ports_.c_last = config_.front().last;
  }

  void answer(uint64_t cycle) {
    uint8_t data[kBytes], keep[kKeepBytes];
    std::memcpy(data, ports_.m_data, kBytes);
    std::memcpy(keep, ports_.m_keep, kKeepBytes);
    for (size_t i = 0; i < kBytes; i++) {
      if (keep[i / 8] >> (i % 8) & 1) out_.push_back(data[i]);
    }
    if (out_.size() >= 1u << 16) put_data();
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
  bool taken_ = false;
  bool config_taken_ = false;
  std::deque<Beat> beats_;         // of messages, waiting for s_axis
  std::deque<ConfigBeat> config_;  // words waiting for s_axis_cfg
  std::deque<uint64_t> pending_;   // first cycles of the messages not yet answered
  std::vector<uint8_t> out_;       // bytes of the answer that is leaving
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
    lanes_.emplace_back(0, GH_PORTS(*top_, s_axis, m_axis));
#if GH_LANES > 1
    lanes_.emplace_back(1, GH_PORTS(*top_, s1_axis, m1_axis));
#endif
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

  void lane() {
    if (!get(&lane_, sizeof lane_) || lane_ >= lanes_.size()) fail("there is no such lane");
  }

  void config() {
    uint32_t words;
    if (!get(&words, sizeof words) || words == 0) fail("a configuration broke off");
    if (!GH_CONFIGURED) fail("the design takes no configuration");
    for (uint32_t i = 0; i < words; i++) {
      uint64_t word;
      if (!get(&word, sizeof word)) fail("a configuration broke off");
      lanes_[lane_].add_config(word, i == 0, i + 1 == words);
    }
  }

  // One packet: the last beat is known when the end mark comes.
  void message() {
    std::vector<uint8_t> held;
    bool first = true;
    for (;;) {
      uint32_t size;
      if (!get(&size, sizeof size)) fail("a message broke off");
      if (size == 0) break;
      const size_t before = held.size();
      held.resize(before + size);
      if (!get(held.data() + before, size)) fail("a message broke off");
      size_t at = 0;
      for (; held.size() - at > kBytes; at += kBytes) {
        lanes_[lane_].add_beat(held.data() + at, kBytes, first, false);
        first = false;
      }
      held.erase(held.begin(), held.begin() + at);
      run([this] { return lanes_[lane_].waiting() > kWaitingBeats; }, "the design takes no input");
    }
    lanes_[lane_].add_beat(held.data(), held.size(), first, true);
  }

  void flush() {
    auto busy = [this] {
      for (const Lane& lane : lanes_) {
        if (lane.busy()) return true;
      }
      return false;
    };
    run(busy, "the design gives no answer");
    put("T", 1);
    put(cycle_);
    std::fflush(stdout);
  }

 private:
  template <typename Condition>
  void run(Condition going_on, const char* failure) {
    uint64_t limit = cycle_ + kStuckCycles;
    while (going_on()) {
      if (step()) limit = cycle_ + kStuckCycles;
      if (cycle_ > limit) fail(failure);
    }
  }

  // One clock cycle; true if a beat moved.
  bool step() {
    top_->aclk = 0;
    top_->eval();
    dump();
    bool moved = false;
    for (Lane& lane : lanes_) moved |= lane.look(cycle_);
    top_->aclk = 1;
    top_->eval();
    dump();
    cycle_++;
    for (Lane& lane : lanes_) lane.advance();
    return moved;
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
  uint8_t lane_ = 0;
  std::vector<Lane> lanes_;
};

}  // namespace

int main(int argc, char** argv) {
  Simulator simulator(argc, argv);
  char command;
  while (get(&command, 1)) {
    switch (command) {
      case 'L': simulator.lane(); break;
      case 'C': simulator.config(); break;
      case 'M': simulator.message(); break;
      case 'F': simulator.flush(); break;
      default: fail("unknown command");
    }
  }
  simulator.flush();
  return 0;
}
