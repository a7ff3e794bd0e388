// SPDX-License-Identifier: Apache-2.0
//
// A top without hardware between the harness's masks and its streams: what the pins take is checked, in
// each of many cycles, and each kind of byte that reaches them is counted. It prints what is wrong.

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "ports.h"

namespace {

using gatehash::kBytes;
using gatehash::kConfigBytes;

constexpr size_t kShares = GH_SHARES;

struct Top {
  uint8_t aresetn = 0;
  uint8_t s_axis_tdata[kBytes * kShares], s_axis_tkeep[kShares * kBytes / 8], s_axis_tlast;
  uint8_t s_axis_tvalid, s_axis_tready;
  uint8_t m_axis_tdata[kBytes * kShares], m_axis_tkeep[kShares * kBytes / 8], m_axis_tlast;
  uint8_t m_axis_tuser, m_axis_tvalid, m_axis_tready;
  uint8_t s_axis_cfg_tdata[kConfigBytes * kShares], s_axis_cfg_tlast;
  uint8_t s_axis_cfg_tvalid, s_axis_cfg_tready;
  uint8_t s_axis_rnd_tdata[GH_RANDOM_BITS / 8], s_axis_rnd_tvalid, s_axis_rnd_tready;
};

void expect(bool holds, const char* what) {
  if (holds) return;
  std::printf("%s\n", what);
  std::exit(1);
}

std::string bytes(const void* data, size_t size) {
  return std::string(static_cast<const char*>(data), size);
}

// The sum of the shares of each byte.
std::string sum(const uint8_t* pins, size_t size) {
  std::string found(size, '\0');
  for (size_t i = 0; i < size * kShares; i++) found[i / kShares] ^= char(pins[i]);
  return found;
}

std::string share(const uint8_t* pins, size_t size, size_t number) {
  std::string found;
  for (size_t i = 0; i < size; i++) found.push_back(char(pins[i * kShares + number]));
  return found;
}

}  // namespace

// The argument is a seed, 0 for the operating system's bits. All bits that reached the pins come out.
int main(int, char** argv) {
  Top top = {};
  gatehash::Pins<Top> pins(top);
  const uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  pins.seed(seed);
  const gatehash::Ports ports = pins.ports()[0];
  auto* message = static_cast<uint8_t*>(ports.s_data);
  auto* config = static_cast<uint8_t*>(ports.c_data);
  const std::string zeros(kBytes, '\0'), same(kBytes, 'x');
  std::memset(message, 'x', kBytes);
  std::memset(ports.s_keep, 0xff, gatehash::kKeepBytes);
  std::memset(config, 'x', kConfigBytes);

  top.s_axis_tvalid = top.s_axis_cfg_tvalid = 1;
  pins.drive();
  expect(!top.s_axis_rnd_tvalid, "random bits are offered in reset");
  pins.sample();
  top.aresetn = 1;

  std::set<std::string> masks, randoms;
  std::string before, random;
  size_t dry = 0, beat = 0;
  for (int cycle = 0; cycle < 600; cycle++) {
    // A packet has five beats, of which the public ones come first.
    *ports.c_last = beat == 4;
    pins.drive();
    const bool open = beat < GH_PUBLIC_WORDS * 8 / kConfigBytes;
    expect(sum(top.s_axis_tdata, kBytes) == same, "the shares of a message have another sum");
    expect(sum(top.s_axis_cfg_tdata, kConfigBytes) == same.substr(0, kConfigBytes),
           "the shares of a packet have another sum");
    for (size_t s = 1; s < kShares; s++) {
      const bool none =
          share(top.s_axis_cfg_tdata, kConfigBytes, s) == zeros.substr(0, kConfigBytes);
      expect(none == open, "a public word is shared, or another one is not");
    }
    for (uint8_t each : top.s_axis_tkeep) expect(each == 0xff, "shares have other bytes");
    // A beat that waits keeps its shares.
    const std::string now = bytes(top.s_axis_tdata, sizeof top.s_axis_tdata);
    if (cycle % 3) expect(now == before, "the shares of a beat changed while it waited");
    before = now;
    if (cycle % 3 == 0) expect(masks.insert(now).second, "masks came twice");
    top.s_axis_tready = top.s_axis_cfg_tready = cycle % 3 == 2;
    // The same of random bits.
    if (top.s_axis_rnd_tvalid) {
      const std::string bits = bytes(top.s_axis_rnd_tdata, sizeof top.s_axis_rnd_tdata);
      if (random.empty()) expect(randoms.insert(bits).second, "random bits came twice");
      expect(random.empty() || random == bits, "random bits changed while they waited");
      random = bits;
      top.s_axis_rnd_tready = cycle % 2;
    } else {
      dry++;
      top.s_axis_rnd_tready = 1;
    }
    // What leaves is joined.
    top.m_axis_tvalid = 1;
    std::memcpy(top.m_axis_tdata, top.s_axis_tdata, sizeof top.m_axis_tdata);
    std::memset(top.m_axis_tkeep, 0xff, sizeof top.m_axis_tkeep);
    if (cycle == 9) top.m_axis_tkeep[0] ^= 2;
    pins.sample();
    expect(bytes(ports.m_data, kBytes) == same, "the shares of an answer have another sum");
    expect(*ports.m_user == (cycle == 9), "shares of an answer with other bytes are no error");
    if (top.s_axis_cfg_tready) beat = (beat + 1) % 5;
    if (top.s_axis_rnd_tready) random.clear();
  }
  expect(seed || !dry, "without a seed random bits lack");
  for (const auto* all : {&masks, &randoms}) {
    for (const std::string& each : *all) std::fwrite(each.data(), 1, each.size(), stdout);
  }
}
