// SPDX-License-Identifier: Apache-2.0
//
// Drives any stream top through resets and power-ups, and writes its whole state down.
//
// Text on standard input, in words; bytes and bits are hexadecimal, byte 0 first:
//   P stream words {word}.. last beats {data keep}.. last answer error cycles
//       a packet, numbered from 0: its packet for s_axis_cfg and whether that ends with tlast, its
//       beats and whether the last has tlast, the bytes and the error that must come back ("-" for
//       no answer), the cycles from its first beat in to the last one out (0 if they may be any)
//   R width asleep first end step packets {packet}.. packets {packet}..
//       for each `step`th offset from `first` to before `end`: send the first packets, after so many
//       cycles reset the top for `width` cycles, and send the others, which are offered from the
//       cycle in which aresetn falls on. The sink may be asleep until the reset.
//   U seeds packets {packet}..
//       for each seed: power up with random registers, reset for one cycle after none to three
//       cycles, send the packets
//   E file reset asleep packets {packet}..
//       power up, send the packets, reset after so many cycles (-1: not at all), with a sink that
//       sleeps for the first so many cycles (-1: from an answer's last beat on, unless no further
//       message is taken before it wakes up); when all is quiet, write all signals to a VCD file
// For R and U a line comes back for each run that went wrong, then a line with their number; for E a
// line with the cycle.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "Vtop.h"
#include "ports.h"
#include "state_stream.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

double sc_time_stamp() { return 0; }

namespace {

using gatehash::Beat;
using gatehash::kBytes;
using gatehash::kKeepBytes;
using gatehash::Packet;
using gatehash::Ports;
using gatehash::Stream;
using gatehash::Wrong;

constexpr uint64_t kStuckCycles = 50'000;
// More than an erasure takes.
constexpr uint64_t kAsleepCycles = 4'000;
// Cycles in which nothing may come that was not asked for, and in which registers come to rest.
constexpr uint64_t kQuietCycles = 12;

// With gaps between random bits.
constexpr uint64_t kMasks = 3;

class Bench {
 public:
  // silent: readies and valids must be low at power-up, before the first clock edge.
  explicit Bench(int seed, bool silent = true) : reset_before_(silent) {
    context_.randReset(2);
    context_.randSeed(seed);
#if VM_TRACE
    context_.traceEverOn(true);
#endif
    top_ = std::make_unique<Vtop>(&context_);
    pins_ = std::make_unique<gatehash::Pins<Vtop>>(*top_);
    for (const Ports& ports : pins_->ports()) streams_.emplace_back(ports);
    top_->aresetn = 1;
    sleep(false);
  }
  ~Bench() { top_->final(); }

  // Masks and random bits of a masked top come again.
  void seed(uint64_t seed) { pins_->seed(seed); }

  void send(const std::vector<const Packet*>& packets) {
    for (const Packet* packet : packets) streams_[packet->stream].send(packet);
  }

  void sleep(bool asleep) {
    for (Stream& stream : streams_) stream.sleep(asleep);
  }

  void cycle() {
    top_->aclk = 0;
    pins_->drive();
    top_->eval();
    pins_->sample();
    if (reset_before_) {
      for (const Stream& stream : streams_) {
        if (!stream.silent()) throw Wrong("a ready or valid is high in reset");
      }
    }
    reset_before_ = !top_->aresetn;
    if (top_->aresetn) {
      for (Stream& stream : streams_) stream.sample(cycle_);
    }
    cycle_++;
    top_->aclk = 1;
    top_->eval();
    for (Stream& stream : streams_) stream.advance();
  }

  void run(uint64_t cycles) {
    for (uint64_t i = 0; i < cycles; i++) cycle();
  }

  void finish() {
    for (uint64_t i = 0; busy(); i++) {
      if (i == kStuckCycles) throw Wrong("it is stuck");
      cycle();
    }
  }

  // All that was sent is forgotten; `packets` wait from the first cycle of the reset on.
  void reset(uint64_t width, const std::vector<const Packet*>& packets) {
    for (Stream& stream : streams_) stream.forget();
    send(packets);
    sleep(false);
    top_->aresetn = 0;
    run(width);
    top_->aresetn = 1;
  }

  // Whether a further message is taken, on every stream, while the sink sleeps at an answer's last beat.
  bool taken_before_the_last() {
    for (uint64_t i = 0; !offers_last(); i++) {
      if (i == kStuckCycles) throw Wrong("there is no last beat");
      cycle();
    }
    sleep(true);
    for (uint64_t i = 0; i < kAsleepCycles; i++) {
      cycle();
      if (ready()) return true;
    }
    return false;
  }

  // Waits until the next message may come on every stream.
  void settle() {
    for (uint64_t i = 0;; i++) {
      if (i == kStuckCycles) throw Wrong("no further message is taken");
      if (ready() && i > 1) break;
      cycle();
    }
    for (Stream& stream : streams_) stream.rest();
    run(kQuietCycles);
  }

#if VM_TRACE
  void dump(const char* file) {
    VerilatedVcdC trace;
    top_->trace(&trace, 99);
    trace.open(file);
    trace.dump(0);
    trace.close();
  }
#endif

  uint64_t now() const { return cycle_; }

 private:
  bool ready() const {
    for (const Stream& stream : streams_) {
      if (!stream.ready()) return false;
    }
    return true;
  }
  bool offers_last() const {
    for (const Stream& stream : streams_) {
      if (stream.offers_last()) return true;
    }
    return false;
  }
  bool busy() const {
    for (const Stream& stream : streams_) {
      if (stream.busy()) return true;
    }
    return false;
  }

  VerilatedContext context_;
  std::unique_ptr<Vtop> top_;
  std::unique_ptr<gatehash::Pins<Vtop>> pins_;
  std::vector<Stream> streams_;
  uint64_t cycle_ = 0;
  bool reset_before_;  // a top is in reset at power-up
};

template <typename Value>
Value get() {
  Value value;
  if (!(std::cin >> value)) {
    std::fprintf(stderr, "state_bench: the input ends too early\n");
    std::exit(2);
  }
  return value;
}

std::vector<uint8_t> bytes(const std::string& text) {
  std::vector<uint8_t> found;
  for (size_t i = 0; i + 1 < text.size(); i += 2) {
    found.push_back(uint8_t(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return found;
}

Packet packet() {
  Packet found;
  found.stream = get<size_t>();
  found.config.resize(get<size_t>());
  for (uint64_t& word : found.config) word = std::stoull(get<std::string>(), nullptr, 16);
  found.config_last = get<int>();
  found.beats.resize(get<size_t>());
  for (Beat& beat : found.beats) {
    const auto data = bytes(get<std::string>()), keep = bytes(get<std::string>());
    std::memcpy(beat.data.data(), data.data(), kBytes);
    std::memcpy(beat.keep.data(), keep.data(), kKeepBytes);
  }
  found.last = get<int>();
  const auto answer = get<std::string>();
  found.answered = answer != "-";
  found.answer = bytes(answer);
  found.error = get<int>();
  found.cycles = get<uint64_t>();
  return found;
}

std::deque<Packet> packets;

std::vector<const Packet*> chosen() {
  std::vector<const Packet*> found(get<size_t>());
  for (const Packet*& one : found) one = &packets.at(get<size_t>());
  return found;
}

void resets() {
  const auto width = get<uint64_t>();
  const bool asleep = get<int>();
  const auto first = get<uint64_t>(), end = get<uint64_t>(), step = get<uint64_t>();
  const auto before = chosen(), after = chosen();
  size_t wrong = 0;
  auto bench = std::make_unique<Bench>(1);
  bench->reset(1, {});
  for (uint64_t offset = first; offset < end; offset += step) {
    try {
      bench->send(before);
      bench->sleep(asleep);
      bench->run(offset);
      bench->reset(width, after);
      bench->finish();
    } catch (const Wrong& what) {
      std::printf("offset %llu: %s\n", static_cast<unsigned long long>(offset), what.what());
      wrong++;
      bench = std::make_unique<Bench>(1);
      bench->reset(1, {});
    }
  }
  std::printf("%zu wrong\n", wrong);
}

void power_ups() {
  const int seeds = get<int>();
  const auto after = chosen();
  size_t wrong = 0;
  for (int seed = 1; seed <= seeds; seed++) {
    try {
      Bench bench(seed);
      bench.run(seed % 4);
      bench.reset(1, after);
      bench.finish();
      bench.run(kQuietCycles);
    } catch (const Wrong& what) {
      std::printf("seed %d: %s\n", seed, what.what());
      wrong++;
    }
  }
  std::printf("%zu wrong\n", wrong);
}

#if VM_TRACE
void erasure() {
  const auto file = get<std::string>();
  const auto reset = get<int64_t>();
  const auto asleep = get<int64_t>();
  const auto sent = chosen();
  try {
    // Its reset is what counts here. What a top does before is a matter of power_ups.
    Bench bench(1, false);
    bench.seed(kMasks);
    bench.reset(1, {});
    bench.settle();
    bench.send(sent);
    bench.sleep(asleep > 0);
    if (reset >= 0) {
      bench.run(uint64_t(reset));
      bench.reset(1, {});
    } else if (asleep >= 0 || !bench.taken_before_the_last()) {
      bench.run(asleep > 0 ? uint64_t(asleep) : 0);
      bench.sleep(false);
      bench.finish();
    }
    bench.settle();
    bench.dump(file.c_str());
    std::printf("%llu\n", static_cast<unsigned long long>(bench.now()));
  } catch (const Wrong& what) {
    std::printf("%s\n", what.what());
  }
}
#endif

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  std::string command;
  while (std::cin >> command) {
    if (command == "P") {
      packets.push_back(packet());
    } else if (command == "R") {
      resets();
    } else if (command == "U") {
      power_ups();
#if VM_TRACE
    } else if (command == "E") {
      erasure();
#endif
    } else {
      std::fprintf(stderr, "state_bench: there is no command '%s'\n", command.c_str());
      return 2;
    }
    std::fflush(stdout);
  }
}
