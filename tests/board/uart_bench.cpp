// SPDX-License-Identifier: Apache-2.0
//
// A board's top between a pseudo-terminal and its UART pins, bit by bit.
//
// It prints the pseudo-terminal's name, and then takes commands from standard input, one a line, which it
// answers with "done" once they are carried out:
//   button N   press the button for N cycles
//   low N      hold the line to the board low for N cycles
//   pace N     bits to the board take N thousandths of their time from now on
//   run N      let N cycles pass
//   led        answer with the LED, 0 or 1
// The end of standard input ends it. With the argument "reset" the button is pressed for the first cycle.

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <memory>
#include <string>

#include "Vtop.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

namespace {

constexpr uint64_t kClocks = GH_CLOCKS_PER_BIT;
constexpr uint64_t kIdle = 400 * kClocks;  // cycles without an event until the bench may sleep

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(2);
}

class Bench {
 public:
  explicit Bench(int master) : master_(master), top_(std::make_unique<Vtop>()) {
    top_->rx = 1;
    top_->button = GH_BUTTON_LOW;
    top_->clk = 0;
    top_->eval();
  }

  void cycle() {
    drive();
    top_->clk = 1;
    top_->eval();
    top_->clk = 0;
    top_->eval();
    cycle_++;
    sample();
  }

  void run(uint64_t cycles) {
    for (uint64_t i = 0; i < cycles; i++) cycle();
  }

  // Moves bytes between the pseudo-terminal and the pins.
  void exchange() {
    if (to_board_.empty()) {
      uint8_t bytes[64];
      const ssize_t size = read(master_, bytes, sizeof bytes);
      if (size > 0) to_board_.insert(to_board_.end(), bytes, bytes + size);
      if (size > 0) active_ = cycle_;
    }
    while (!to_host_.empty() && write(master_, &to_host_.front(), 1) == 1) to_host_.pop_front();
  }

  bool idle() const { return cycle_ > active_ + kIdle; }

  void command(const std::string& line, bool answered = true) {
    unsigned long long number = 0;
    char word[16] = {};
    std::sscanf(line.c_str(), "%15s %llu", word, &number);
    const std::string what = word;
    if (what == "button") {
      top_->button = !GH_BUTTON_LOW;
      run(number);
      top_->button = GH_BUTTON_LOW;
      // A byte that the reset cuts off arrives as garbage.
      if (left_ > 0) to_host_.push_back(byte_);
      left_ = 0;
    } else if (what == "low") {
      low_ = number;
      run(number);
    } else if (what == "pace") {
      pace_ = number;
    } else if (what == "run") {
      run(number);
    } else if (what == "led") {
      std::printf("%d\n", top_->led ^ GH_LED_LOW);
    } else {
      fail("unknown command");
    }
    active_ = cycle_;
    if (!answered) return;
    std::printf("done\n");
    std::fflush(stdout);
  }

 private:
  // Time of the line to the board is in thousandths of a cycle.
  void drive() {
    if (low_ > 0) {
      low_--;
      top_->rx = 0;
      return;
    }
    if (bits_ == 0 && !to_board_.empty()) {
      frame_ = static_cast<uint16_t>(to_board_.front() << 1 | 1 << 9);
      to_board_.pop_front();
      bits_ = 10;
      next_ = 1000 * cycle_ + kClocks * pace_;
    }
    if (bits_ == 0) {
      top_->rx = 1;
      return;
    }
    active_ = cycle_;
    top_->rx = frame_ & 1;
    if (1000 * cycle_ >= next_) {
      frame_ >>= 1;
      bits_--;
      next_ += kClocks * pace_;
      top_->rx = bits_ == 0 ? 1 : frame_ & 1;
    }
  }

  // The line from the board, sampled in the middle of bits.
  void sample() {
    if (left_ == 0) {
      if (top_->tx) return;
      left_ = 10;
      wait_ = kClocks / 2;
    }
    active_ = cycle_;
    if (--wait_ > 0) return;
    wait_ = kClocks;
    left_--;
    if (left_ == 9) {
      if (top_->tx) fail("a short start bit");
    } else if (left_ > 0) {
      byte_ = static_cast<uint8_t>(byte_ >> 1 | top_->tx << 7);
    } else {
      if (!top_->tx) fail("no stop bit");
      to_host_.push_back(byte_);
    }
  }

  int master_;
  std::unique_ptr<Vtop> top_;
  uint64_t cycle_ = 0, active_ = 0, low_ = 0, pace_ = 1000, next_ = 0;
  std::deque<uint8_t> to_board_, to_host_;
  uint16_t frame_ = 0;
  unsigned bits_ = 0, left_ = 0;
  uint64_t wait_ = 0;
  uint8_t byte_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) || unlockpt(master)) fail("no pseudo-terminal");
  const char* name = ptsname(master);
  // Held open, so that the master is readable whether or not a host has it open.
  const int slave = open(name, O_RDWR | O_NOCTTY);
  termios raw;
  if (slave < 0 || tcgetattr(slave, &raw)) fail(name);
  cfmakeraw(&raw);
  if (tcsetattr(slave, TCSANOW, &raw)) fail(name);
  if (fcntl(master, F_SETFL, O_NONBLOCK)) fail(name);
  std::printf("%s\n", name);
  std::fflush(stdout);

  Bench bench(master);
  // From any contents of the registers; what assertions remember is random until then, too.
  if (argc > 1 && std::string(argv[1]) == "reset") {
    Verilated::assertOn(false);
    bench.command("button 1", false);
    Verilated::assertOn(true);
  }
  bench.run(1000);
  std::string line;
  for (;;) {
    bench.exchange();
    pollfd files[] = {{STDIN_FILENO, POLLIN, 0}, {master, POLLIN, 0}};
    if (poll(files, 2, bench.idle() ? -1 : 0) > 0 && files[0].revents) {
      char sign;
      if (read(STDIN_FILENO, &sign, 1) != 1) return 0;
      if (sign != '\n') {
        line += sign;
        continue;
      }
      bench.command(line);
      line.clear();
    }
    if (!bench.idle()) bench.run(kClocks);
  }
}
