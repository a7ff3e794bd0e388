// SPDX-License-Identifier: Apache-2.0
//
// Source, sink and configuration of one stream of a top, for state_bench.cpp: packets go in, and what
// comes back is compared.

#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "ports.h"

namespace gatehash {

struct Beat {
  std::array<uint8_t, kBytes> data = {};
  std::array<uint8_t, kKeepBytes> keep = {};
};

struct Packet {
  size_t stream;
  std::vector<uint64_t> config;
  bool config_last;
  std::vector<Beat> beats;
  bool last;
  bool answered;
  std::vector<uint8_t> answer;
  bool error;
  uint64_t cycles;

  size_t config_bytes() const { return config.size() * sizeof(uint64_t); }
};

// A run went wrong; the text says how.
struct Wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Source, sink and configuration of one stream.
class Stream {
 public:
  explicit Stream(Ports ports) : ports_(ports) {
    rest();
    drive();
  }

  // Puts zeros on the pins; until then they keep what was on them last, as those of a master do
  // that has more to send.
  void rest() {
    if (ports_.c_data) {
      std::memset(ports_.c_data, 0, kConfigBytes);
      *ports_.c_last = 0;
    }
    std::memset(ports_.s_data, 0, kBytes);
    std::memset(ports_.s_keep, 0, kKeepBytes);
    *ports_.s_last = 0;
  }

  void send(const Packet* packet) {
    if (ports_.c_data) configs_.push_back(packet);
    messages_.push_back(packet);
    if (packet->answered) due_.push_back(packet);
    drive();
  }

  void forget() {
    configs_.clear();
    messages_.clear();
    due_.clear();
    firsts_.clear();
    kept_.clear();
    part_ = beat_ = 0;
    drive();
  }

  void sleep(bool asleep) { *ports_.m_ready = !asleep; }
  bool offers_last() const { return *ports_.m_valid && *ports_.m_last; }
  bool busy() const { return !configs_.empty() || !messages_.empty() || !due_.empty(); }
  // A packet without its end keeps the stream for itself.
  bool ready() const { return ports_.c_ready ? *ports_.c_ready : *ports_.s_ready; }
  bool silent() const {
    return !*ports_.s_ready && !*ports_.m_valid && !(ports_.c_ready && *ports_.c_ready);
  }

  // Looks at the handshakes that the coming edge makes.
  void sample(uint64_t cycle) {
    config_moves_ = ports_.c_data && *ports_.c_valid && *ports_.c_ready;
    moves_ = *ports_.s_valid && *ports_.s_ready;
    if (ports_.c_data ? config_moves_ && part_ == 0 : moves_ && beat_ == 0) {
      firsts_.push_back(cycle);
    }
    if (*ports_.m_valid && *ports_.m_ready) take(cycle);
  }

  // Moves on after the edge.
  void advance() {
    if (config_moves_ && ++part_ * kConfigBytes == configs_.front()->config_bytes()) {
      configs_.pop_front();
      part_ = 0;
    }
    if (moves_ && ++beat_ == messages_.front()->beats.size()) {
      messages_.pop_front();
      beat_ = 0;
    }
    config_moves_ = moves_ = false;
    drive();
  }

 private:
  void drive() {
    while (!configs_.empty() && configs_.front()->config.empty()) configs_.pop_front();
    while (!messages_.empty() && messages_.front()->beats.empty()) messages_.pop_front();
    if (ports_.c_data) {
      const bool valid = !configs_.empty();
      *ports_.c_valid = valid;
      if (valid) {
        const Packet& packet = *configs_.front();
        const auto* bytes = reinterpret_cast<const uint8_t*>(packet.config.data());
        std::memcpy(ports_.c_data, bytes + part_ * kConfigBytes, kConfigBytes);
        *ports_.c_last = packet.config_last && (part_ + 1) * kConfigBytes == packet.config_bytes();
      }
    }
    *ports_.s_valid = !messages_.empty();
    if (messages_.empty()) return;
    const Beat& beat = messages_.front()->beats[beat_];
    std::memcpy(ports_.s_data, beat.data.data(), kBytes);
    std::memcpy(ports_.s_keep, beat.keep.data(), kKeepBytes);
    *ports_.s_last = messages_.front()->last && beat_ + 1 == messages_.front()->beats.size();
  }

  void take(uint64_t cycle) {
    if (due_.empty()) throw Wrong("a beat that nobody asked for");
    const Packet& packet = *due_.front();
    for (size_t i = 0; i < kBytes; i++) {
      if (ports_.m_keep[i / 8] >> (i % 8) & 1) {
        kept_.push_back(ports_.m_data[i]);
      } else if (ports_.m_data[i] != 0) {
        throw Wrong("a null byte that is not zero");
      }
    }
    if (!*ports_.m_last) return;
    if (bool(*ports_.m_user) != packet.error) throw Wrong("tuser is wrong");
    if (!packet.error && kept_ != packet.answer) throw Wrong("the answer is wrong");
    const uint64_t cycles = cycle - firsts_.front() + 1;
    if (packet.cycles && cycles != packet.cycles) {
      throw Wrong("it took " + std::to_string(cycles) + " cycles, not " +
                  std::to_string(packet.cycles));
    }
    kept_.clear();
    firsts_.pop_front();
    due_.pop_front();
  }

  Ports ports_;
  std::deque<const Packet*> configs_, messages_, due_;
  std::deque<uint64_t> firsts_;
  std::vector<uint8_t> kept_;
  size_t part_ = 0, beat_ = 0;  // beats that have moved
  bool config_moves_ = false, moves_ = false;
};

}  // namespace gatehash
