// SPDX-License-Identifier: Apache-2.0
//
// A circuit in 512 lanes: bit l of a vector is a net's value in lane l. The code of the circuit
// itself, in circuit.inc, is made by slices.py.

#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

typedef uint64_t V __attribute__((vector_size(64), aligned(64)));

enum { LANES = 512, WORDS = LANES / 64 };

static const V Z = {0, 0, 0, 0, 0, 0, 0, 0};
static const V O = ~Z;

static inline bool any(const V &v) {
  uint64_t found = 0;
  for (int w = 0; w < WORDS; w++) found |= v[w];
  return found != 0;
}

static inline bool in_lane(const V &v, int lane) { return v[lane >> 6] >> (lane & 63) & 1; }

static inline void flip(V &v, int lane) { v[lane >> 6] ^= uint64_t(1) << (lane & 63); }

static inline V all_if(bool bit) { return bit ? O : Z; }

static inline bool is_same(const V &v) { return !any(v) || !any(~v); }

static inline int first_lane(const V &v) {
  for (int w = 0; w < WORDS; w++) {
    if (v[w]) return 64 * w + __builtin_ctzll(v[w]);
  }
  return LANES;
}

// The lanes of `lanes` in which the nets of an address are those of one of these lanes, and that
// address.
static inline V same_address(const V *n, const int *nets, int count, const V &lanes, unsigned &at) {
  const int lane = first_lane(lanes);
  V same = lanes;
  at = 0;
  for (int i = 0; i < count; i++) {
    const bool bit = in_lane(n[nets[i]], lane);
    at |= unsigned(bit) << i;
    same &= bit ? n[nets[i]] : ~n[nets[i]];
  }
  return same;
}

struct BlockPort {
  int width, mode;
  std::vector<int> address, outputs, data, units;
  int enable, write, reset;

  // Calls visit(first bit in the memory, lanes) for each address in some lanes.
  template <typename Visit>
  void each_address(const V *n, V lanes, Visit visit) const {
    while (any(lanes)) {
      unsigned at;
      const V same = same_address(n, address.data(), int(address.size()), lanes, at);
      // Narrow words leave every ninth bit out.
      const unsigned bit = width < 9 ? at * width / 8 * 9 + at * width % 8 : at * width;
      visit(bit, same);
      lanes &= ~same;
    }
  }
};

// A block memory. A port that reads what the other one writes in the same cycle reads the old word:
// the vendor promises nothing.
struct Block {
  std::vector<BlockPort> ports;
  std::vector<V> bits;
  std::vector<V> read[2];  // words read, which become the values of the outputs at the clock's edge
  V written[2];

  void prepare(const V *n) {
    for (int p = 0; p < 2; p++) {
      const BlockPort &port = ports[p];
      written[p] = port.data.empty() ? Z : n[port.enable] & n[port.write] & ~n[port.reset];
      const size_t count = port.outputs.size();
      read[p].resize(count);
      for (size_t i = 0; i < count; i++) read[p][i] = n[port.outputs[i]];
      if (count == 0) continue;
      V reads = n[port.enable] & ~n[port.reset];
      if (port.mode != 0) reads &= ~written[p];
      port.each_address(n, reads, [&](unsigned bit, const V &lanes) {
        for (size_t i = 0; i < count; i++) read[p][i] ^= lanes & (read[p][i] ^ bits[bit + i]);
      });
      for (size_t i = 0; i < count; i++) {
        read[p][i] &= ~n[port.reset];
        if (port.mode != 1 || i >= port.data.size()) continue;
        const V own = written[p] & n[port.units[port.units.size() == 1 ? 0 : i / 9]];
        read[p][i] ^= own & (read[p][i] ^ n[port.data[i]]);
      }
    }
  }

  void commit(V *n) {
    // Port A writes last, and so wins.
    for (int p = 1; p >= 0; p--) {
      const BlockPort &port = ports[p];
      port.each_address(n, written[p], [&](unsigned bit, const V &lanes) {
        for (size_t i = 0; i < port.data.size(); i++) {
          const V own = lanes & n[port.units[port.units.size() == 1 ? 0 : i / 9]];
          bits[bit + i] ^= own & (bits[bit + i] ^ n[port.data[i]]);
        }
      });
    }
  }

  void publish(V *n) const {
    for (int p = 0; p < 2; p++) {
      for (size_t i = 0; i < read[p].size(); i++) {
        if (ports[p].outputs[i] > 1) n[ports[p].outputs[i]] = read[p][i];
      }
    }
  }
};

// A distributed memory of 16 words of 4 bits.
struct Distributed {
  int address[4], outputs[4], write_address[4], data[4];
  int write;
  bool write_inverted;
  std::vector<V> bits;  // four of a word beside each other

  void look(const V *n, V *word) const {
    for (int i = 0; i < 4; i++) word[i] = Z;
    for (V lanes = O; any(lanes);) {
      unsigned at;
      const V same = same_address(n, address, 4, lanes, at);
      for (int i = 0; i < 4; i++) word[i] |= same & bits[4 * at + i];
      lanes &= ~same;
    }
  }

  void look(V *n) const {
    V word[4];
    look(n, word);
    for (int i = 0; i < 4; i++) {
      if (outputs[i] > 1) n[outputs[i]] = word[i];
    }
  }

  void commit(const V *n) {
    for (V lanes = write_inverted ? ~n[write] : n[write]; any(lanes);) {
      unsigned at;
      const V same = same_address(n, write_address, 4, lanes, at);
      for (int i = 0; i < 4; i++) bits[4 * at + i] ^= same & (bits[4 * at + i] ^ n[data[i]]);
      lanes &= ~same;
    }
  }
};

// Bits of a memory, the same in all lanes.
static inline std::vector<V> spread(int count, const std::vector<uint64_t> &words) {
  std::vector<V> bits(count);
  for (int i = 0; i < count; i++) bits[i] = all_if(words[i / 64] >> (i % 64) & 1);
  return bits;
}

#include "circuit.inc"

[[noreturn]] static inline void fail(const std::string &why) {
  std::cerr << why << "\n";
  exit(1);
}

static inline int only_pin(const std::string &name) {
  const auto found = ports.find(name);
  if (found == ports.end() || found->second.size() != 1) fail("there is no pin " + name);
  return found->second[0];
}

// Nets of ports, whose names have commas between them.
static inline std::vector<int> pins_of(const std::string &names) {
  std::vector<int> pins;
  std::stringstream each(names);
  for (std::string name; std::getline(each, name, ',');) {
    const auto found = ports.find(name);
    if (found == ports.end()) fail("there is no port " + name);
    pins.insert(pins.end(), found->second.begin(), found->second.end());
  }
  return pins;
}

// All values of the circuit between two edges of its clock.
struct State {
  std::vector<V> n;
  std::vector<Block> blocks;
  std::vector<Distributed> distributed;

  State() : n(NETS, Z), blocks(make_blocks()), distributed(make_distributed()) {
    n[1] = O;
    for (int f = 0; f < REGISTERS; f++) n[register_output[f]] = all_if(register_value[f]);
  }

  void settle() { evaluate(n.data(), distributed.data()); }

  // Settles with a delay of one unit in each gate; calls changed(lanes) for each change of a net.
  template <typename Visit>
  void settle_in_steps(Visit changed) {
    static V next[DRIVEN + 1];
    for (int step = 1; step <= LEVELS; step++) {
      // Gates of lower levels have settled.
      int from = 0;
      for (int piece = 0; piece < PIECES; piece++) {
        if (piece_level[piece] < step) {
          from = piece_end[piece];
        } else {
          pieces[piece](n.data(), distributed.data(), next);
        }
      }
      for (int i = from; i < DRIVEN; i++) {
        if (driven[i] < 2) continue;
        changed(next[i] ^ n[driven[i]]);
        n[driven[i]] = next[i];
      }
    }
  }

  // Settles with the outputs of gates inverted in lanes.
  void settle(const V *flips) { evaluate_flipped(n.data(), distributed.data(), flips); }

  void clock() {
    static V next[REGISTERS + 1];
    V *const now = n.data();
    for (Block &each : blocks) each.prepare(now);
    next_state(now, next);
    for (Block &each : blocks) each.commit(now);
    for (Distributed &each : distributed) each.commit(now);
    for (int f = 0; f < REGISTERS; f++) now[register_output[f]] = next[f];
    for (const Block &each : blocks) each.publish(now);
  }
};

// Nets of all flip-flops, and of the output registers of block memories.
static inline std::vector<int> register_nets(const State &state) {
  std::vector<int> nets;
  if (REGISTERS) nets.assign(register_output, register_output + REGISTERS);
  for (const Block &block : state.blocks) {
    for (const BlockPort &port : block.ports) {
      for (int net : port.outputs) {
        if (net > 1) nets.push_back(net);
      }
    }
  }
  return nets;
}

// Beats for the pins of a stream, each as long as there are pins. Lanes may be at different beats.
struct Beats {
  std::vector<int> pins;
  int valid, ready;
  std::vector<std::vector<bool>> values;
  std::vector<V> at;  // lanes by the number of the beat that is next; the last for none
  int low = 0, high = 0;

  void begin() {
    at.assign(values.size() + 1, Z);
    at[0] = O;
    low = high = 0;
  }

  void drive(V *n) const {
    for (size_t i = 0; i < pins.size(); i++) {
      V bits = Z;
      for (int k = low; k <= high && k < int(values.size()); k++) {
        if (values[k][i]) bits |= at[k];
      }
      n[pins[i]] = bits;
    }
    n[valid] = ~at[values.size()];
  }

  void advance(const V *n) {
    const V taken = n[valid] & n[ready];
    for (int k = high; k >= low; k--) {
      if (k == int(values.size())) continue;
      const V moved = at[k] & taken;
      at[k] ^= moved;
      at[k + 1] |= moved;
    }
    while (high < int(values.size()) && any(at[high + 1])) high++;
    while (low < high && !any(at[low])) low++;
  }
};
