// SPDX-License-Identifier: Apache-2.0
//
// Random bits for a masked top in simulation: masks of what goes in, and what it asks for. Without a seed
// they are those of the operating system's secure source; with one they can be repeated, and are no
// secret.

#ifndef GATEHASH_SIMULATE_MASKS_H_
#define GATEHASH_SIMULATE_MASKS_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace gatehash {

class Masks {
 public:
  // Bits follow from a seed from now on; 0: they are the operating system's.
  void seed(uint64_t seed) {
    state_ = seed;
    seeded_ = seed != 0;
    // Of 8 cycles, those without an offer of random bits.
    constexpr uint8_t kDry[] = {0, 0, 1, 4, 7};
    dry_ = seed ? kDry[next() % sizeof kDry] : 0;
  }

  // Whether random bits are there in this cycle.
  bool offers() { return !dry_ || next() % 8 >= dry_; }

  void fill(void* data, size_t bytes) {
    auto* to = static_cast<uint8_t*>(data);
    if (seeded_) {
      for (size_t at = 0; at < bytes; at += 8) {
        const uint64_t word = next();
        std::memcpy(to + at, &word, bytes - at < 8 ? bytes - at : 8);
      }
      return;
    }
    if (left_ < bytes) {
      pool_.resize(bytes > kPool ? bytes : kPool);
      read(pool_.data(), pool_.size());
      left_ = pool_.size();
    }
    left_ -= bytes;
    std::memcpy(to, pool_.data() + left_, bytes);
    // No bit is given twice.
    std::memset(pool_.data() + left_, 0, bytes);
  }

 private:
  static constexpr size_t kPool = 1u << 16;

  static void read(void* data, size_t bytes) {
    std::FILE* source = std::fopen("/dev/urandom", "rb");
    const bool whole = source && std::fread(data, 1, bytes, source) == bytes;
    if (source) std::fclose(source);
    if (whole) return;
    std::fprintf(stderr, "simulator: the operating system gives no random bits\n");
    std::exit(3);
  }

  // SplitMix64 (Steele, Lea and Flood, 2014): any seed will do.
  uint64_t next() {
    uint64_t word = state_ += 0x9e3779b97f4a7c15;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
  }

  uint64_t state_ = 0;
  bool seeded_ = false;
  uint8_t dry_ = 0;
  size_t left_ = 0;
  std::vector<uint8_t> pool_;
};

}  // namespace gatehash

#endif  // GATEHASH_SIMULATE_MASKS_H_
