// SPDX-License-Identifier: Apache-2.0
//
// The pins of a stream top's streams, as the C++ around a model sees them. All tops have the same
// ports, once for each stream or once for all; these macros say what differs:
//   GH_STREAM_BYTES  width of tdata in bytes
//   GH_CONFIGURED    1 if there is s_axis_cfg, else 0
//   GH_STREAMS       number of streams
//   GH_SHARED        1 if the streams share the pins, and tid tells them apart, else 0: then there
//                    are one or two streams
//   GH_BURST         beats of a stream that go together, where the streams share the pins
//   GH_SHARES        shares of each byte at the pins of a masked top, else 1
//   GH_RANDOM_BITS   width of s_axis_rnd_tdata in bits, 0 where there is no such port
//   GH_PUBLIC_WORDS  words at the beginning of a packet for s_axis_cfg that are not shared

#ifndef GATEHASH_SIMULATE_PORTS_H_
#define GATEHASH_SIMULATE_PORTS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifndef GH_STREAM_BYTES
#error "GH_STREAM_BYTES, the width of tdata in bytes, must be defined"
#endif
#ifndef GH_CONFIGURED
#error "GH_CONFIGURED, whether there is s_axis_cfg, must be defined as 0 or 1"
#endif
#ifndef GH_STREAMS
#error "GH_STREAMS, the number of streams, must be defined"
#endif
#ifndef GH_SHARED
#error "GH_SHARED, whether the streams share the pins, must be defined as 0 or 1"
#endif

#ifndef GH_BURST
#error "GH_BURST, beats of a stream that go together, must be defined"
#endif

#if !defined(GH_SHARES) || !defined(GH_RANDOM_BITS) || !defined(GH_PUBLIC_WORDS)
#error "GH_SHARES, GH_RANDOM_BITS and GH_PUBLIC_WORDS must be defined"
#endif
#if GH_SHARES > 1 && (GH_STREAMS > 1 || GH_SHARED || !GH_RANDOM_BITS || GH_RANDOM_BITS % 8)
#error "a masked top has one stream of messages, and whole bytes of random bits"
#endif

#if GH_RANDOM_BITS
#include "masks.h"
#endif

namespace gatehash {

constexpr size_t kBytes = GH_STREAM_BYTES / GH_SHARES;  // of a message in a beat
constexpr size_t kConfigBytes = kBytes < 8 ? kBytes : 8;  // of s_axis_cfg
constexpr size_t kKeepBytes = (kBytes + 7) / 8;

// The pins of a stream; those of s_axis_cfg are null where there is none. s_apart says of a masked top
// that the shares of a beat have other bytes, which is malformed; else it is null.
struct Ports {
  void *s_data, *s_keep;
  uint8_t *s_last, *s_valid, *s_ready;
  const uint8_t *m_data, *m_keep, *m_last, *m_user, *m_valid;
  uint8_t* m_ready;
  void* c_data;
  uint8_t *c_last, *c_valid, *c_ready;
  uint8_t* s_apart;
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
        reinterpret_cast<const uint8_t*>(&(TOP).M##_tdata),                                     \
        reinterpret_cast<const uint8_t*>(&(TOP).M##_tkeep), &(TOP).M##_tlast, &(TOP).M##_tuser, \
        &(TOP).M##_tvalid, &(TOP).M##_tready, GH_CONFIG_PORTS(TOP, S), nullptr                  \
  }

// Puts random bits on a pin. `next` returns 64 bits.
template <typename Next>
void fill(void* data, size_t bits, Next next) {
  for (size_t at = 0; at < bits; at += 64) {
    uint64_t word = next();
    const size_t some = bits - at < 64 ? bits - at : 64;
    // A pin has no other bits than its own.
    if (some < 64) word >>= 64 - some;
    std::memcpy(static_cast<uint8_t*>(data) + at / 8, &word, (some + 7) / 8);
  }
}

// Puts random bits on those pins of a stream that no valid goes with.
template <typename Next>
void scramble(const Ports& ports, Next next) {
  constexpr size_t kPinBytes = GH_STREAM_BYTES;
  if (!*ports.s_valid) {
    fill(ports.s_data, 8 * kPinBytes, next);
    fill(ports.s_keep, kPinBytes, next);
    fill(ports.s_last, 1, next);
  }
  if (GH_CONFIGURED && !*ports.c_valid) {
    fill(ports.c_data, 8 * kConfigBytes * GH_SHARES, next);
    fill(ports.c_last, 1, next);
  }
}

// The streams of a model, each with pins of its own. `drive` is called before a cycle is evaluated,
// `sample` when its outputs are there. After `drive`, `scramble` puts random bits where nothing is
// valid, which a sender may do in each cycle. Those of a masked top take a seed of its masks.
#if !GH_SHARED && GH_SHARES == 1
template <typename Top>
class Pins {
 public:
  explicit Pins(Top& top) : top_(top) {}

  std::array<Ports, GH_STREAMS> ports() {
#if GH_STREAMS == 1
    return {GH_PORTS(top_, s_axis, m_axis)};
#else
    return {GH_PORTS(top_, s_axis, m_axis), GH_PORTS(top_, s1_axis, m1_axis)};
#endif
  }
  void drive() {}
  template <typename Next>
  void scramble(Next next) {
    for (const Ports& each : ports()) gatehash::scramble(each, next);
  }
  void sample() {}
  void seed(uint64_t) {}

 private:
  Top& top_;
};
#elif !GH_SHARED
// The same of a masked top: the streams have whole bytes, which are divided into random shares on their
// way to the pins and joined on their way back. Random bits are offered in every cycle, or with gaps
// where a seed says so. A mask stays with the beat that it masks, random bits with their offer.
template <typename Top>
class Pins {
 public:
  explicit Pins(Top& top) : top_(top), pins_(GH_PORTS(top, s_axis, m_axis)) {}

  std::array<Ports, 1> ports() {
    Ports own = pins_;
    own.s_data = s_data_;
    own.s_keep = s_keep_;
    own.m_data = m_data_;
    own.m_keep = m_keep_;
    own.m_user = &m_user_;
    own.s_apart = &s_apart_;
    if (GH_CONFIGURED) own.c_data = c_data_;
    return {own};
  }

  // Masks and random bits follow from a seed from now on; 0: they are the operating system's.
  void seed(uint64_t seed) { masks_.seed(seed); }

  void drive() {
    if (!top_.aresetn) {
      config_beat_ = 0;
      config_.held = message_.held = offered_ = false;
    }
    if (GH_CONFIGURED) {
      constexpr size_t kPublic = GH_PUBLIC_WORDS * sizeof(uint64_t) / kConfigBytes;
      share(config_, pins_.c_data, c_data_, kConfigBytes, config_beat_ < kPublic);
    }
    share(message_, pins_.s_data, s_data_, kBytes, false);
    keep(pins_.s_keep, s_keep_);
    if (*pins_.s_valid) static_cast<uint8_t*>(pins_.s_keep)[0] ^= s_apart_;
    if (top_.aresetn && !offered_ && masks_.offers()) {
      masks_.fill(&top_.s_axis_rnd_tdata, GH_RANDOM_BITS / 8);
      offered_ = true;
    }
    top_.s_axis_rnd_tvalid = offered_;
  }

  template <typename Next>
  void scramble(Next next) {
    gatehash::scramble(pins_, next);
    if (!offered_) fill(&top_.s_axis_rnd_tdata, GH_RANDOM_BITS, next);
  }

  void sample() {
    join();
    // In reset no beat is taken.
    if (!top_.aresetn) return;
    if (!*pins_.s_valid || *pins_.s_ready) message_.held = false;
    if (GH_CONFIGURED && (!*pins_.c_valid || *pins_.c_ready)) config_.held = false;
    if (GH_CONFIGURED && *pins_.c_valid && *pins_.c_ready) {
      config_beat_ = *pins_.c_last ? 0 : config_beat_ + 1;
    }
    if (top_.s_axis_rnd_tready) offered_ = false;
  }

 private:
  // The masks of the beat that is offered: share s of byte i, from share 1 on.
  struct Shared {
    uint8_t masks[kBytes * GH_SHARES];
    bool held;
  };

  void share(Shared& shared, void* pins, const uint8_t* data, size_t bytes, bool open) {
    auto* to = static_cast<uint8_t*>(pins);
    if (!shared.held) masks_.fill(shared.masks, bytes * (GH_SHARES - 1));
    shared.held = true;
    for (size_t i = 0; i < bytes; i++) {
      uint8_t sum = data[i];
      for (size_t s = 1; s < GH_SHARES; s++) {
        // Runs with the same masks that differ in data differ in all shares.
        const uint8_t mask = shared.masks[i * (GH_SHARES - 1) + s - 1] ^ data[(i + s) % bytes];
        to[i * GH_SHARES + s] = open ? 0 : mask;
        sum ^= open ? 0 : mask;
      }
      to[i * GH_SHARES] = sum;
    }
  }

  static void keep(void* pins, const uint8_t* data) {
    auto* to = static_cast<uint8_t*>(pins);
    for (size_t i = 0; i < kBytes * GH_SHARES; i++) {
      const size_t byte = i / GH_SHARES;
      const uint8_t bit = data[byte / 8] >> (byte % 8) & 1;
      to[i / 8] = i % 8 ? to[i / 8] | bit << (i % 8) : bit;
    }
  }

  // An answer whose shares have other bytes is an error.
  void join() {
    std::memset(m_keep_, 0, kKeepBytes);
    m_user_ = *pins_.m_user;
    for (size_t i = 0; i < kBytes; i++) {
      m_data_[i] = 0;
      for (size_t s = 0; s < GH_SHARES; s++) m_data_[i] ^= pins_.m_data[i * GH_SHARES + s];
      const size_t first = i * GH_SHARES;
      const uint8_t bit = pins_.m_keep[first / 8] >> (first % 8) & 1;
      for (size_t s = 1; s < GH_SHARES; s++) {
        const size_t other = first + s;
        m_user_ |= (pins_.m_keep[other / 8] >> (other % 8) & 1) ^ bit;
      }
      m_keep_[i / 8] |= bit << (i % 8);
    }
  }

  Top& top_;
  Ports pins_;
  Masks masks_;
  Shared message_ = {}, config_ = {};
  size_t config_beat_ = 0;  // of the packet that is offered
  bool offered_ = false;    // random bits are
  uint8_t s_data_[kBytes] = {}, m_data_[kBytes] = {}, c_data_[kConfigBytes] = {};
  uint8_t s_keep_[kKeepBytes] = {}, m_keep_[kKeepBytes] = {}, m_user_ = 0;
  uint8_t s_apart_ = 0;
};
#else
// The same of streams that share the pins: those that offer a beat take turns, burst by burst. A burst
// ends with its message, and where its stream has no beat.
template <typename Top>
class Pins {
 public:
  explicit Pins(Top& top) : top_(top), pins_(GH_PORTS(top, s_axis, m_axis)) {}

  std::array<Ports, GH_STREAMS> ports() {
    std::array<Ports, GH_STREAMS> all;
    for (size_t i = 0; i < GH_STREAMS; i++) {
      Own& own = own_[i];
      all[i] = pins_;
      all[i].s_data = own.s_data;
      all[i].s_keep = own.s_keep;
      all[i].s_last = &own.s_last;
      all[i].s_valid = &own.s_valid;
      all[i].s_ready = &own.s_ready;
      all[i].m_valid = &own.m_valid;
      all[i].m_ready = &own.m_ready;
    }
    return all;
  }

  void drive() {
    bool ends = beats_ == GH_BURST;
    for (size_t i = 0; i < GH_STREAMS && (ends || !own_[turn_].s_valid); i++) {
      turn_ = (turn_ + 1) % GH_STREAMS;
      ends = false;
      beats_ = 0;
    }
    const Own& own = own_[turn_];
    std::memcpy(pins_.s_data, own.s_data, kBytes);
    std::memcpy(pins_.s_keep, own.s_keep, kKeepBytes);
    *pins_.s_last = own.s_last;
    *pins_.s_valid = own.s_valid;
    top_.s_axis_tid = turn_;
    *pins_.m_ready = own_[top_.m_axis_tid % GH_STREAMS].m_ready;
  }

  template <typename Next>
  void scramble(Next next) {
    gatehash::scramble(pins_, next);
    if (!*pins_.s_valid) top_.s_axis_tid = next() % GH_STREAMS;
  }

  void sample() {
    if (*pins_.s_valid && *pins_.s_ready) beats_ = *pins_.s_last ? GH_BURST : beats_ + 1;
    for (size_t i = 0; i < GH_STREAMS; i++) {
      own_[i].s_ready = i == turn_ && *pins_.s_ready;
      own_[i].m_valid = i == top_.m_axis_tid && *pins_.m_valid;
    }
  }

  void seed(uint64_t) {}

 private:
  struct Own {
    uint8_t s_data[kBytes], s_keep[kKeepBytes], s_last, s_valid, s_ready, m_valid, m_ready;
  };

  Top& top_;
  Ports pins_;
  std::array<Own, GH_STREAMS> own_ = {};
  size_t turn_ = 0;   // the stream that has the pins
  size_t beats_ = 0;  // of its burst that were taken
};
#endif

}  // namespace gatehash

#endif  // GATEHASH_SIMULATE_PORTS_H_
