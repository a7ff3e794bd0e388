// SPDX-License-Identifier: Apache-2.0
//
// The C driver on another processor than the simulated hardware, which is in another program: its
// accesses go through two pipes, whose numbers are the arguments, to driver_bench.cpp with "serve".

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "driver_commands.h"

namespace {

class Remote : public Bus {
 public:
  Remote(std::FILE* from, std::FILE* to) : from_(from), to_(to) {}

  void wait() override { (void)ask('i', 0, 0); }
  void run(bool running) override { (void)ask('c', running, 0); }
  void write_state(const std::string&) override { fail("no signals can be written from here"); }

 protected:
  uint32_t get(uint32_t address) override { return ask('r', address, 0); }
  void put(uint32_t address, uint32_t data) override { (void)ask('w', address, data); }

 private:
  [[noreturn]] static void fail(const char* why) {
    std::puts(why);
    std::exit(1);
  }

  uint32_t ask(char access, unsigned first, unsigned second) {
    unsigned value = 0, refusals = 0;
    std::fprintf(to_, "%c %x %x\n", access, first, second);
    std::fflush(to_);
    if (std::fscanf(from_, "%x %x", &value, &refusals) != 2) fail("the hardware has ended");
    refused = static_cast<int>(refusals);
    return value;
  }

  std::FILE* from_;
  std::FILE* to_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  Remote hardware(fdopen(std::atoi(argv[1]), "r"), fdopen(std::atoi(argv[2]), "w"));
  run_commands(hardware);
  return 0;
}
