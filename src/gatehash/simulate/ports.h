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

namespace gatehash {

constexpr size_t kBytes = GH_STREAM_BYTES;
constexpr size_t kConfigBytes = kBytes < 8 ? kBytes : 8;  // of s_axis_cfg
constexpr size_t kKeepBytes = (kBytes + 7) / 8;

// The pins of a stream; those of s_axis_cfg are null where there is none.
struct Ports {
  void *s_data, *s_keep;
  uint8_t *s_last, *s_valid, *s_ready;
  const uint8_t *m_data, *m_keep, *m_last, *m_user, *m_valid;
  uint8_t* m_ready;
  void* c_data;
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
        reinterpret_cast<const uint8_t*>(&(TOP).M##_tdata),                                     \
        reinterpret_cast<const uint8_t*>(&(TOP).M##_tkeep), &(TOP).M##_tlast, &(TOP).M##_tuser, \
        &(TOP).M##_tvalid, &(TOP).M##_tready, GH_CONFIG_PORTS(TOP, S)                           \
  }

// Puts random bits on those pins of a stream that no valid goes with. `next` returns 64 bits.
template <typename Next>
void scramble(const Ports& ports, Next next) {
  const auto fill = [&next](void* data, size_t bits) {
    for (size_t at = 0; at < bits; at += 64) {
      uint64_t word = next();
      const size_t some = bits - at < 64 ? bits - at : 64;
      // A pin has no other bits than its own.
      if (some < 64) word >>= 64 - some;
      std::memcpy(static_cast<uint8_t*>(data) + at / 8, &word, (some + 7) / 8);
    }
  };
  if (!*ports.s_valid) {
    fill(ports.s_data, 8 * kBytes);
    fill(ports.s_keep, kBytes);
    fill(ports.s_last, 1);
  }
  if (GH_CONFIGURED && !*ports.c_valid) {
    fill(ports.c_data, 8 * kConfigBytes);
    fill(ports.c_last, 1);
  }
}

// The streams of a model, each with pins of its own. `drive` is called before a cycle is evaluated,
// `sample` when its outputs are there. After `drive`, `scramble` puts random bits where nothing is
// valid, which a sender may do in each cycle.
#if !GH_SHARED
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

 private:
  Top& top_;
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
