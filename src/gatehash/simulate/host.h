// SPDX-License-Identifier: Apache-2.0
//
// A simulator's side of the pipes to its host: integers are little endian.

#ifndef GATEHASH_SIMULATE_HOST_H_
#define GATEHASH_SIMULATE_HOST_H_

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace gatehash {

// Standard output as it was when the program began. What a simulation prints by itself, such as a
// failing assertion, goes to standard error.
inline FILE* replies = nullptr;

inline void separate_replies() {
  const int output = dup(STDOUT_FILENO);
  replies = output < 0 ? nullptr : fdopen(output, "wb");
  if (!replies || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    std::fprintf(stderr, "simulator: standard output is closed\n");
    std::exit(3);
  }
}

[[noreturn]] inline void fail(const char* what) {
  std::fflush(replies);
  std::fprintf(stderr, "simulator: %s\n", what);
  std::exit(3);
}

inline void put(const void* data, size_t size) {
  if (std::fwrite(data, 1, size, replies) != size) fail("standard output is closed");
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
  std::fflush(replies);
}

}  // namespace gatehash

#endif  // GATEHASH_SIMULATE_HOST_H_
