// SPDX-License-Identifier: Apache-2.0
//
// A simulator's side of the pipes to its host: integers are little endian.

#ifndef GATEHASH_SIMULATE_HOST_H_
#define GATEHASH_SIMULATE_HOST_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace gatehash {

[[noreturn]] inline void fail(const char* what) {
  std::fflush(stdout);
  std::fprintf(stderr, "simulator: %s\n", what);
  std::exit(3);
}

inline void put(const void* data, size_t size) {
  if (std::fwrite(data, 1, size, stdout) != size) fail("standard output is closed");
}

template <typename Integer>
void put(Integer value) {
  put(&value, sizeof value);
}

inline void get(void* data, size_t size) {
  if (std::fread(data, 1, size, stdin) != size) fail("standard input broke off");
}

template <typename Integer>
Integer get() {
  Integer value;
  get(&value, sizeof value);
  return value;
}

// What is written is seen by the host, which answers.
inline void ask(const char* what, uint8_t stream) {
  put(what, 1);
  put(stream);
  std::fflush(stdout);
}

}  // namespace gatehash

#endif  // GATEHASH_SIMULATE_HOST_H_
