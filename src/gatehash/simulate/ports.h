// SPDX-License-Identifier: Apache-2.0
//
// The pins of a stream top's streams, as the C++ around a model sees them. All tops have the same
// ports, once for each stream; these macros say what differs:
//   GH_STREAM_BYTES  width of tdata in bytes
//   GH_CONFIGURED    1 if there is s_axis_cfg, else 0
//   GH_STREAMS       number of streams, 1 or 2

#ifndef GATEHASH_SIMULATE_PORTS_H_
#define GATEHASH_SIMULATE_PORTS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#ifndef GH_STREAM_BYTES
#error "GH_STREAM_BYTES, the width of tdata in bytes, must be defined"
#endif
#ifndef GH_CONFIGURED
#error "GH_CONFIGURED, whether there is s_axis_cfg, must be defined as 0 or 1"
#endif
#ifndef GH_STREAMS
#error "GH_STREAMS, the number of streams, must be defined as 1 or 2"
#endif

namespace gatehash {

constexpr size_t kBytes = GH_STREAM_BYTES;
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

// The pins of each stream of a model.
template <typename Top>
std::array<Ports, GH_STREAMS> ports_of(Top& top) {
#if GH_STREAMS == 1
  return {GH_PORTS(top, s_axis, m_axis)};
#else
  return {GH_PORTS(top, s_axis, m_axis), GH_PORTS(top, s1_axis, m1_axis)};
#endif
}

#undef GH_PORTS
#undef GH_CONFIG_PORTS

}  // namespace gatehash

#endif  // GATEHASH_SIMULATE_PORTS_H_
