// SPDX-License-Identifier: Apache-2.0
//
// One stream of a stream top: packets that the host sends go in, and what leaves goes to the host.
// See harness.cpp for the pipes' protocol.

#ifndef GATEHASH_SIMULATE_STREAM_H_
#define GATEHASH_SIMULATE_STREAM_H_

#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

#include "host.h"
#include "ports.h"

namespace gatehash {

// Bytes of an answer that are written at a time.
constexpr size_t kPutBytes = 1u << 16;

// Beats by which an answer may be longer than all messages so far: extendable outputs are.
constexpr uint64_t kMoreBeats = 1u << 18;

// Flags of a piece of input.
constexpr uint8_t kEndsMessage = 1;
constexpr uint8_t kMorePieces = 2;
constexpr uint8_t kNoMoreMessages = 4;
constexpr uint8_t kFault = 8;

// Kinds of malformed beats.
constexpr uint8_t kEmpty = 0;  // no byte, and not the last
constexpr uint8_t kHole = 1;   // its first byte is missing
constexpr uint8_t kApart = 3;  // its first byte is missing in one share
// Any other: its last byte is missing, and it is not the last.

// Pseudorandom bits (Marsaglia, Xorshift RNGs, 2003, with Vigna's multiplier).
class Random {
 public:
  // The state must not be 0.
  explicit Random(uint64_t state) : state_(state) {}
  uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1dull;
  }

 private:
  uint64_t state_;
};

// How often the sides of a stream stall is drawn from the seed, then each stall. Without a seed
// nothing stalls.
class Jitter {
 public:
  void seed(uint64_t value) {
    // Of 256 cycles.
    constexpr uint8_t kStalls[] = {0, 0, 32, 128, 224, 250};
    random_ = Random(value);
    for (uint8_t& each : stalls_) each = value ? kStalls[next() % sizeof kStalls] : 0;
  }
  enum Side { kMessage, kConfig, kAnswer };
  bool stalls(Side side) { return stalls_[side] && (next() & 255) < stalls_[side]; }

 private:
  uint32_t next() { return random_.next() >> 32; }
  Random random_{0};
  uint8_t stalls_[3] = {};
};

class Stream {
 public:
  Stream(uint8_t number, Ports ports) : number_(number), ports_(ports) {
    *ports_.m_ready = 1;
    *ports_.s_valid = 0;
    if (GH_CONFIGURED) *ports_.c_valid = 0;
  }

  // Stall from now on as a seed says; 0 is never.
  void stall(uint64_t seed) { jitter_.seed(seed); }

  // What was under way is lost with a reset.
  void reset() {
    const Jitter jitter = jitter_;
    *this = Stream(number_, ports_);
    jitter_ = jitter;
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
    show();
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
    const bool left = *ports_.m_valid && *ports_.m_ready;
    if (left) answer(cycle);
    return taken_ || config_taken_ || left;
  }

  // After the end of the cycle.
  void advance() {
    if (taken_) {
      beats_in_++;
      first_ = *ports_.s_last;
      offer();
    }
    if (config_taken_) {
      config_at_ += kConfigBytes;
      *ports_.c_valid = 0;
    }
    show();
    *ports_.m_ready = !jitter_.stalls(Jitter::kAnswer);
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
  struct Fault {
    size_t message;  // its number
    size_t at;
    uint8_t kind;
  };

  bool configures() const { return config_at_ < config_.size(); }

  // The design sees an offered beat when it does not stall, from then on until it takes it.
  void show() {
    if (offered_ && !*ports_.s_valid && !jitter_.stalls(Jitter::kMessage)) {
      std::memcpy(ports_.s_data, beat_.data, kBytes);
      std::memcpy(ports_.s_keep, beat_.keep, kKeepBytes);
      *ports_.s_last = beat_.last;
      if (ports_.s_apart) *ports_.s_apart = beat_.apart;
      *ports_.s_valid = 1;
    }
    if (GH_CONFIGURED && configures() && !*ports_.c_valid && !jitter_.stalls(Jitter::kConfig)) {
      std::memcpy(ports_.c_data, config_.data() + config_at_, kConfigBytes);
      *ports_.c_last = config_at_ + kConfigBytes == config_.size();
      *ports_.c_valid = 1;
    }
  }

  void ask_config() {
    ask("C", number_);
    const uint32_t words = get<uint32_t>();
    if (words == 0) config_open_ = false;
    config_.resize(words * sizeof(uint64_t));
    get(config_.data(), config_.size());
    config_at_ = 0;
  }

  void ask_bytes() {
    ask("B", number_);
    in_.erase(in_.begin(), in_.begin() + at_);
    at_ = 0;
    uint8_t flags;
    do {
      flags = get<uint8_t>();
      const size_t before = in_.size(), size = get<uint32_t>();
      if (flags & kFault) {
        const size_t at = before + get<uint32_t>();
        faults_.push_back({begun_ + ends_.size(), at, get<uint8_t>()});
      }
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
    *ports_.s_valid = 0;
    if (!offered_) return;
    if (!faults_.empty() && faults_.front().message == begun_ && at_ >= faults_.front().at) {
      return offer_fault();
    }
    const size_t size = last ? left : kBytes;
    beat_ = {};
    std::memcpy(beat_.data, in_.data() + at_, size);
    for (size_t i = 0; i < size; i++) beat_.keep[i / 8] |= 1u << (i % 8);
    beat_.last = last;
    at_ += size;
    if (!last) return;
    ends_.pop_front();
    begun_++;
  }

  // A malformed beat, in front of the next one.
  void offer_fault() {
    beat_ = {};
    std::memset(beat_.data, 0xa5, kBytes);
    for (size_t i = 0; i < kBytes; i++) beat_.keep[i / 8] |= 1u << (i % 8);
    switch (kBytes == 1 ? kEmpty : faults_.front().kind) {
      case kEmpty: std::memset(beat_.keep, 0, kKeepBytes); break;
      case kHole: beat_.keep[0] &= ~1u; break;
      case kApart: beat_.apart = 1; break;
      default: beat_.keep[(kBytes - 1) / 8] &= ~(1u << ((kBytes - 1) % 8));
    }
    faults_.pop_front();
  }

  void answer(uint64_t cycle) {
    uint8_t data[kBytes], keep[kKeepBytes];
    std::memcpy(data, ports_.m_data, kBytes);
    std::memcpy(keep, ports_.m_keep, kKeepBytes);
    for (size_t i = 0; i < kBytes; i++) {
      if (keep[i / 8] >> (i % 8) & 1) out_.push_back(data[i]);
    }
    if (out_.size() >= kPutBytes) put_data();
    if (!*ports_.m_last) {
      if (++beats_out_ > beats_in_ + kMoreBeats) fail("the design's answer does not end");
      return;
    }
    beats_out_ = 0;
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
  bool offered_ = false;      // beat_ is at s_axis, or stalls
  bool first_ = true;         // it is its message's first
  bool taken_ = false;
  bool config_taken_ = false;
  uint64_t beats_in_ = 0;   // of all messages
  uint64_t beats_out_ = 0;  // of the answer that is leaving
  std::vector<uint8_t> in_;       // bytes of messages
  size_t at_ = 0;                 // the first of them that has not been offered
  std::deque<size_t> ends_;       // where messages end in them
  size_t begun_ = 0;              // number of the message whose beats are offered
  std::deque<Fault> faults_;      // malformed beats, before the byte at
  std::vector<uint8_t> config_;   // the packet at s_axis_cfg
  size_t config_at_ = 0;          // the first byte of it that has not been taken
  std::deque<uint64_t> pending_;  // first cycles of the messages not yet answered
  struct {
    uint8_t data[kBytes], keep[kKeepBytes], last, apart;
  } beat_ = {};
  std::vector<uint8_t> out_;      // bytes of the answer that is leaving
  Jitter jitter_;
};

}  // namespace gatehash

#endif  // GATEHASH_SIMULATE_STREAM_H_
