// SPDX-License-Identifier: Apache-2.0
//
// The C driver on a stream top behind AXI4-Lite, with waits at random on all of its channels.
//
// Text on standard input, in words; bytes are hexadecimal, "-" for a NULL pointer, "." for none:
//   O interrupts swapped patience    opens the device
//   M function digest_bits decrypt counter before followed hold key tweak nonce salt chaining person capacity message
//                                    begins, sends in pieces, finishes
//   B function                       begins a message, sends 1000 bytes of it and leaves it
//   C running                        stops or starts the core's clock
//   W absent                         whether nothing answers on the bus
//   R                                reads the status
//   E file                           waits until all is at rest, and writes all signals to a VCD file
//   N                                calls with arguments that are wrong whatever the design
// After each a line comes back: the status of the first call that failed or of the last, the answer,
// and the number of accesses that the bus has refused.

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "Vtop.h"
#include "gatehash.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

double sc_time_stamp() { return 0; }

namespace {

// Cycles in which an access must be answered.
constexpr int kLimit = 200;

class Bus {
 public:
  // One cycle of reset; assertions hold from then on, behind the crossing of clocks a little later.
  Bus() {
    Verilated::assertOn(false);
    top_.aclk = 0;
    top_.aresetn = 0;
    top_.s_axil_awvalid = top_.s_axil_wvalid = top_.s_axil_bready = 0;
    top_.s_axil_arvalid = top_.s_axil_rready = 0;
    top_.s_axil_awprot = top_.s_axil_arprot = 0;
#ifdef GH_TWO_CLOCKS
    top_.core_aclk = 0;
#endif
    top_.eval();
    cycle();
    top_.aresetn = 1;
    for (int i = 0; i < 40; i++) cycle();
    Verilated::assertOn(true);
  }

  uint32_t read(uint32_t address) {
    if (absent) return 0xffffffff;
    idle();
    top_.s_axil_araddr = address;
    top_.s_axil_arvalid = 1;
    until([this] { return top_.s_axil_arready; });
    top_.s_axil_arvalid = 0;
    idle();
    top_.s_axil_rready = 1;
    uint32_t data = 0;
    until([this, &data] {
      data = top_.s_axil_rdata;
      refused += top_.s_axil_rvalid && top_.s_axil_rresp != 0;
      return top_.s_axil_rvalid;
    });
    top_.s_axil_rready = 0;
    return swapped ? __builtin_bswap32(data) : data;
  }

  void write(uint32_t address, uint32_t data) {
    if (absent) return;
    idle();
    top_.s_axil_awaddr = address;
    top_.s_axil_awvalid = 1;
    idle();
    top_.s_axil_wdata = swapped ? __builtin_bswap32(data) : data;
    top_.s_axil_wstrb = 15;
    top_.s_axil_wvalid = 1;
    until([this] { return top_.s_axil_awready && top_.s_axil_wready; });
    top_.s_axil_awvalid = top_.s_axil_wvalid = 0;
    top_.s_axil_wdata = 0;
    idle();
    top_.s_axil_bready = 1;
    until([this] {
      refused += top_.s_axil_bvalid && top_.s_axil_bresp != 0;
      return top_.s_axil_bvalid;
    });
    top_.s_axil_bready = 0;
  }

  void wait() {
    for (int i = 0; i < 3000 && !top_.irq; i++) cycle();
    waits++;
  }

#if VM_TRACE
  void write_state(const std::string& file) {
    for (int i = 0; i < 2000; i++) cycle();
    VerilatedVcdC trace;
    top_.trace(&trace, 99);
    trace.open(file.c_str());
    trace.dump(0);
    trace.close();
  }
#endif

  bool absent = false;
  bool swapped = false;
  bool running = true;
  int refused = 0;
  int waits = 0;

 private:
  // A cycle of the bus; the core's clock has seven edges in the time of five.
  void cycle() {
    for (int step = 0; step < 10; step++) {
      if (step == 0) top_.aclk = 1;
      if (step == 5) top_.aclk = 0;
#ifdef GH_TWO_CLOCKS
      if (running && phase_++ % 7 == 0) top_.core_aclk = !top_.core_aclk;
#endif
      top_.eval();
    }
  }

  void idle() {
    while (random_() % 3 == 0) cycle();
  }

  // Runs until what is true in a cycle is taken at its end.
  template <typename Taken>
  void until(Taken taken) {
    for (int i = 0; i < kLimit; i++) {
      top_.eval();
      const bool now = taken();
      cycle();
      if (now) return;
    }
    std::puts("hangs");
    std::exit(1);
  }

  Vtop top_;
  std::mt19937 random_{1};
  unsigned phase_ = 0;
};

uint32_t read32(void* context, uintptr_t address) {
  return static_cast<Bus*>(context)->read(static_cast<uint32_t>(address));
}
void write32(void* context, uintptr_t address, uint32_t value) {
  static_cast<Bus*>(context)->write(static_cast<uint32_t>(address), value);
}
void wait(void* context) { static_cast<Bus*>(context)->wait(); }

struct Bytes {
  bool given;
  std::vector<uint8_t> data;
  // What is given and has no byte has an address, too.
  const uint8_t* pointer() const { return !given ? nullptr : data.empty() ? &kNone : data.data(); }
  static constexpr uint8_t kNone = 0;
};

Bytes next_bytes() {
  std::string text;
  std::cin >> text;
  Bytes bytes{text != "-", {}};
  for (size_t at = 0; at + 1 < text.size(); at += 2) {
    bytes.data.push_back(static_cast<uint8_t>(std::stoul(text.substr(at, 2), nullptr, 16)));
  }
  return bytes;
}

template <typename Number>
Number next_number() {
  Number number;
  std::cin >> number;
  return number;
}

void tell(gatehash_status status, const std::vector<uint8_t>& answer, const Bus& bus) {
  std::printf("%d ", status);
  for (uint8_t byte : answer) std::printf("%02x", byte);
  std::printf("%s %d\n", answer.empty() ? "." : "", bus.refused);
}

gatehash_status message(gatehash_device* device, std::mt19937& random,
                        std::vector<uint8_t>* answer) {
  const int function = next_number<int>();
  gatehash_parameters parameters = {};
  parameters.digest_bits = next_number<uint32_t>();
  parameters.decrypt = next_number<int>();
  parameters.counter = next_number<uint64_t>();
  parameters.before = next_number<uint64_t>();
  parameters.followed = next_number<int>();
  parameters.hold = next_number<int>();
  const Bytes key = next_bytes(), tweak = next_bytes(), nonce = next_bytes(), salt = next_bytes();
  const Bytes chaining = next_bytes(), person = next_bytes();
  parameters.key = key.pointer();
  parameters.key_bytes = key.data.size();
  parameters.tweak = tweak.pointer();
  parameters.tweak_bytes = tweak.data.size();
  parameters.nonce = nonce.pointer();
  parameters.nonce_bytes = nonce.data.size();
  parameters.salt = salt.pointer();
  parameters.salt_bytes = salt.data.size();
  parameters.person = person.pointer();
  parameters.person_bytes = person.data.size();
  parameters.chaining = chaining.pointer();
  parameters.chaining_bytes = chaining.data.size();
  answer->resize(next_number<size_t>());
  const Bytes data = next_bytes();
  size_t length = 0;
  gatehash_status status = gatehash_begin(device, static_cast<gatehash_function>(function),
                                          &parameters, answer->data(), answer->size());
  for (size_t at = 0; status == GATEHASH_OK && at < data.data.size();) {
    const size_t piece = std::min<size_t>(random() % 23, data.data.size() - at);
    status = gatehash_update(device, data.data.data() + at, piece);
    at += piece;
  }
  if (status == GATEHASH_OK) status = gatehash_finish(device, &length);
  answer->resize(length);
  return status;
}

int wrong_arguments(gatehash_device* device, const gatehash_bus& bus) {
  uint8_t digest[1];
  const auto none = static_cast<gatehash_function>(GATEHASH_FUNCTIONS);
  int wrong = 0;
  wrong += gatehash_open(nullptr, &bus) != GATEHASH_ERROR_ARGUMENT;
  wrong += gatehash_open(device, nullptr) != GATEHASH_ERROR_ARGUMENT;
  wrong += gatehash_begin(device, none, nullptr, digest, 1) != GATEHASH_ERROR_ARGUMENT;
  wrong += gatehash_begin(device, GATEHASH_SHA_256, nullptr, nullptr, 1) != GATEHASH_ERROR_ARGUMENT;
  wrong += gatehash_update(device, nullptr, 1) != GATEHASH_ERROR_ARGUMENT;
  wrong += gatehash_update(device, digest, 1) != GATEHASH_ERROR_STATE;
  wrong += gatehash_finish(device, nullptr) != GATEHASH_ERROR_STATE;
  wrong += gatehash_finish(nullptr, nullptr) != GATEHASH_ERROR_ARGUMENT;
  wrong += gatehash_reset(nullptr) != GATEHASH_ERROR_ARGUMENT;
  wrong += gatehash_has(device, none) != 0;
  for (int status = GATEHASH_OK; status >= GATEHASH_ERROR_CAPACITY; status--) {
    wrong += gatehash_describe(static_cast<gatehash_status>(status))[0] == 'u';
  }
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
#if VM_TRACE
  Verilated::traceEverOn(true);
#endif
  auto model = std::make_unique<Bus>();
  std::mt19937 random(2);
  gatehash_bus bus = {};
  gatehash_device device;
  bus.read32 = read32;
  bus.write32 = write32;
  bus.context = model.get();
  for (char command; std::cin >> command;) {
    std::vector<uint8_t> answer;
    auto status = GATEHASH_OK;
    switch (command) {
      case 'O':
        bus.wait = next_number<int>() ? wait : nullptr;
        model->swapped = next_number<int>() != 0;
        bus.patience = next_number<uint32_t>();
        status = gatehash_open(&device, &bus);
        break;
      case 'M':
        status = message(&device, random, &answer);
        break;
      case 'B': {
        const auto function = static_cast<gatehash_function>(next_number<int>());
        const std::vector<uint8_t> data(1000);
        status = gatehash_begin(&device, function, nullptr, nullptr, 0);
        if (status == GATEHASH_OK) status = gatehash_update(&device, data.data(), data.size());
        break;
      }
      case 'C':
        model->running = next_number<int>() != 0;
        break;
      case 'W':
        model->absent = next_number<int>() != 0;
        break;
      case 'R':
        (void)model->read(0x24);
        break;
#if VM_TRACE
      case 'E': {
        std::string file;
        std::cin >> file;
        model->write_state(file);
        break;
      }
#endif
      default:
        status = static_cast<gatehash_status>(wrong_arguments(&device, bus));
    }
    tell(status, answer, *model);
  }
  return 0;
}
