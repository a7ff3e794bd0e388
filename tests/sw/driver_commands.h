// SPDX-License-Identifier: Apache-2.0
//
// What the C driver is told to do, on a bus that the program around it has.
//
// Text on standard input, in words; bytes are hexadecimal, "-" for a NULL pointer, "." for none:
//   O interrupts swapped patience    opens the device
//   M PARAMETERS message             begins, sends in pieces, finishes; PARAMETERS are function, digest_bits,
//                                    decrypt, counter, before, followed, hold, again, key, tweak, nonce,
//                                    salt, chaining, person, custom, ad, capacity
//   b PARAMETERS, u bytes, f, z      begins, sends a piece, finishes, resets
//   g, q                             ends without waiting; polls until the answer is there or 2000 times,
//                                    and gives back as a byte whether it is
//   x function salt key              derives keys, of so many bytes, by gatehash_kdf.h: HKDF-Extract,
//   e function key info bytes        HKDF-Expand,
//   h function salt key info bytes   HKDF,
//   p function password salt iterations bytes
//   k function key label context fixed before counter_bits bytes
//   m function key label context bytes
//   F accesses                       the bus reports an error at the access behind so many; -1 at none
//   D writes                         the write behind so many gets lost; -1 none
//   L lost                           whether all writes get lost
//   B function                       begins a message, sends 1000 bytes of it and leaves it
//   C running                        stops or starts the core's clock
//   W absent                         whether nothing answers on the bus
//   R                                reads the status
//   E file                           waits until all is at rest, and writes all signals to a VCD file
//   N                                calls with arguments that are wrong whatever the design
//   Q                                calls of gatehash_kdf.h without a pointer that they need
//   P swapped                        registers in memory, which the driver reaches without a call
//   X                                the order of the processor's bytes: 1 if the highest comes first
// After each a line comes back: the status of the first call that failed or of the last, the answer,
// and the number of accesses that the bus has refused.

#ifndef DRIVER_COMMANDS_H
#define DRIVER_COMMANDS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "gatehash.h"
#include "gatehash_kdf.h"
#include "gatehash_registers.h"

// A bus with a bridge on it.
class Bus {
 public:
  virtual ~Bus() = default;

  // Both return whether the bus reports an error.
  int read(uint32_t address, uint32_t* value) {
    if (fails()) return 1;
    const uint32_t data = absent ? 0xffffffff : get(address);
    *value = swapped ? __builtin_bswap32(data) : data;
    return 0;
  }

  int write(uint32_t address, uint32_t data) {
    if (fails()) return 1;
    const bool lost = deaf || absent || until_loss == 0;
    until_loss -= until_loss >= 0;
    if (!lost) put(address, swapped ? __builtin_bswap32(data) : data);
    return 0;
  }

  // Returns when the interrupt is pending, or after a while.
  virtual void wait() = 0;
  // Stops or starts the core's clock.
  virtual void run(bool running) = 0;
  virtual void write_state(const std::string& file) = 0;

  bool absent = false;
  bool deaf = false;
  bool swapped = false;
  int until_error = -1;
  int until_loss = -1;
  int refused = 0;

 protected:
  virtual uint32_t get(uint32_t address) = 0;
  virtual void put(uint32_t address, uint32_t data) = 0;

 private:
  bool fails() {
    const bool now = until_error == 0;
    until_error -= until_error >= 0;
    return now;
  }
};

namespace {

int read32(void* context, uintptr_t address, uint32_t* value) {
  return static_cast<Bus*>(context)->read(static_cast<uint32_t>(address), value);
}
int write32(void* context, uintptr_t address, uint32_t value) {
  return static_cast<Bus*>(context)->write(static_cast<uint32_t>(address), value);
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

gatehash_status begin(gatehash_device* device, std::vector<uint8_t>* answer) {
  const int function = next_number<int>();
  gatehash_parameters parameters = {};
  parameters.digest_bits = next_number<uint32_t>();
  parameters.decrypt = next_number<int>();
  parameters.counter = next_number<uint64_t>();
  parameters.before = next_number<uint64_t>();
  parameters.followed = next_number<int>();
  parameters.hold = next_number<int>();
  parameters.again = next_number<int>();
  const Bytes key = next_bytes(), tweak = next_bytes(), nonce = next_bytes(), salt = next_bytes();
  const Bytes chaining = next_bytes(), person = next_bytes(), custom = next_bytes();
  const Bytes ad = next_bytes();
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
  parameters.custom = custom.pointer();
  parameters.custom_bytes = custom.data.size();
  parameters.chaining = chaining.pointer();
  parameters.chaining_bytes = chaining.data.size();
  parameters.ad = ad.pointer();
  parameters.ad_bytes = ad.data.size();
  answer->assign(next_number<size_t>(), 0xee);
  return gatehash_begin(device, static_cast<gatehash_function>(function), &parameters,
                        answer->data(), answer->size());
}

gatehash_status finish(gatehash_device* device, std::vector<uint8_t>* answer) {
  size_t length = 0;
  const gatehash_status status = gatehash_finish(device, &length);
  answer->resize(length);
  return status;
}

gatehash_status message(gatehash_device* device, std::mt19937& random,
                        std::vector<uint8_t>* answer) {
  gatehash_status status = begin(device, answer);
  const Bytes data = next_bytes();
  for (size_t at = 0; status == GATEHASH_OK && at < data.data.size();) {
    const size_t piece = std::min<size_t>(random() % 23, data.data.size() - at);
    status = gatehash_update(device, data.data.data() + at, piece);
    at += piece;
  }
  if (status != GATEHASH_OK) {
    answer->clear();
    return status;
  }
  return finish(device, answer);
}

// Derives a key by one of the calls of gatehash_kdf.h.
gatehash_status derive(char call, gatehash_device* device, std::vector<uint8_t>* key) {
  const auto function = static_cast<gatehash_function>(next_number<int>());
  const auto place = [key](size_t bytes) {
    // No bytes have a place, too.
    key->reserve(bytes + 1);
    key->assign(bytes, 0xee);
    return key->data();
  };
  const Bytes first = next_bytes(), second = next_bytes();
  const size_t firsts = first.data.size(), seconds = second.data.size();
  if (call == 'x') {
    return gatehash_hkdf_extract(device, function, first.pointer(), firsts, second.pointer(),
                                 seconds, place(gatehash_digest_bytes(function)));
  }
  if (call == 'e') {
    uint8_t* derived = place(next_number<size_t>());
    return gatehash_hkdf_expand(device, function, first.pointer(), firsts, second.pointer(),
                                seconds, derived, key->size());
  }
  if (call == 'p') {
    const auto iterations = next_number<uint32_t>();
    uint8_t* derived = place(next_number<size_t>());
    return gatehash_pbkdf2(device, function, first.pointer(), firsts, second.pointer(), seconds,
                           iterations, derived, key->size());
  }
  const Bytes third = next_bytes();
  const size_t thirds = third.data.size();
  if (call == 'h') {
    uint8_t* derived = place(next_number<size_t>());
    return gatehash_hkdf(device, function, first.pointer(), firsts, second.pointer(), seconds,
                         third.pointer(), thirds, derived, key->size());
  }
  if (call == 'm') {
    uint8_t* derived = place(next_number<size_t>());
    return gatehash_kdf_kmac(device, function, first.pointer(), firsts, second.pointer(), seconds,
                             third.pointer(), thirds, derived, key->size());
  }
  const Bytes fixed = next_bytes(), before = next_bytes();
  gatehash_counter_input input = {};
  input.label = second.pointer();
  input.label_bytes = seconds;
  input.context = third.pointer();
  input.context_bytes = thirds;
  input.fixed = fixed.pointer();
  input.fixed_bytes = fixed.data.size();
  input.before = before.pointer();
  input.before_bytes = before.data.size();
  input.counter_bits = next_number<unsigned>();
  uint8_t* derived = place(next_number<size_t>());
  return gatehash_kdf_counter(device, function, first.pointer(), firsts, &input, derived,
                              key->size());
}

// Calls of gatehash_kdf.h without a pointer that they need; the key is zeros behind each.
int wrong_derivations(gatehash_device* device) {
  const auto hmac = GATEHASH_HMAC_SHA_256;
  const auto wrong = GATEHASH_ERROR_ARGUMENT;
  const uint8_t one[32] = {1};
  gatehash_counter_input input = {};
  uint8_t key[32];
  int bad = 0;
  const auto check = [&](gatehash_status status) {
    bad += status != wrong || std::count(key, key + 32, 0) != 32;
    std::fill(key, key + 32, 0xee);
  };
  std::fill(key, key + 32, 0xee);
  input.counter_bits = 32;
  check(gatehash_hkdf_extract(nullptr, hmac, one, 1, one, 1, key));
  check(gatehash_hkdf_extract(device, hmac, nullptr, 1, one, 1, key));
  check(gatehash_hkdf_extract(device, hmac, one, 1, nullptr, 1, key));
  check(gatehash_hkdf_expand(device, hmac, nullptr, 32, one, 1, key, 32));
  check(gatehash_hkdf_expand(device, hmac, one, 32, nullptr, 1, key, 32));
  check(gatehash_hkdf(device, hmac, nullptr, 1, one, 1, one, 1, key, 32));
  check(gatehash_hkdf(device, hmac, one, 1, one, 1, nullptr, 1, key, 32));
  check(gatehash_pbkdf2(device, hmac, nullptr, 1, one, 1, 1, key, 32));
  check(gatehash_pbkdf2(device, hmac, one, 1, nullptr, 1, 1, key, 32));
  check(gatehash_kdf_counter(device, hmac, one, 1, nullptr, key, 32));
  input.label_bytes = 1;
  check(gatehash_kdf_counter(device, hmac, one, 1, &input, key, 32));
  bad += gatehash_hkdf_extract(device, hmac, one, 1, one, 1, nullptr) != wrong;
  bad += gatehash_kdf_counter(device, hmac, one, 1, &input, nullptr, 32) != wrong;
  bad += gatehash_digest_bytes(static_cast<gatehash_function>(GATEHASH_FUNCTIONS)) != 0;
  bad += gatehash_digest_bytes(GATEHASH_CHACHA20) != 0 || gatehash_digest_bytes(hmac) != 32;
  return bad;
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
  int done = 1;
  wrong += gatehash_end(nullptr) != GATEHASH_ERROR_ARGUMENT;
  wrong += gatehash_end(device) != GATEHASH_ERROR_STATE;
  wrong += gatehash_poll(nullptr, &done) != GATEHASH_ERROR_ARGUMENT || done != 1;
  wrong += gatehash_poll(device, nullptr) != GATEHASH_ERROR_ARGUMENT;
  wrong += gatehash_poll(device, &done) != GATEHASH_ERROR_STATE || done != 0;
  wrong += gatehash_reset(nullptr) != GATEHASH_ERROR_ARGUMENT;
  wrong += gatehash_has(device, none) != 0;
  for (int status = GATEHASH_OK; status >= GATEHASH_ERROR_BUS; status--) {
    wrong += gatehash_describe(static_cast<gatehash_status>(status))[0] == 'u';
  }
  return wrong;
}

// Registers in memory that stand still: what is written to each stays, and the answer is one word.
// Returns how much of it is not as it must be.
int registers_in_memory(bool swapped) {
  const auto in_memory = [swapped](uint32_t value) {
    return swapped ? __builtin_bswap32(value) : value;
  };
  uint32_t memory[1024] = {};
  const auto at = [&memory](size_t offset) { return memory[offset / sizeof *memory]; };
  const auto set = [&](size_t offset, uint32_t value) {
    memory[offset / sizeof *memory] = in_memory(value);
  };
  set(offsetof(gatehash_t, id), GATEHASH__ID__VALUE_reset);
  set(offsetof(gatehash_t, version), 1u << GATEHASH__VERSION__MAJOR_bp);
  set(offsetof(gatehash_t, functions), 1u << GATEHASH_SHA_256 | 1u << GATEHASH_BLAKE_256);
  set(offsetof(gatehash_t, message_bytes), 11);
  set(offsetof(gatehash_t, room), 16);
  set(offsetof(gatehash_t, answer), 1 | 3 << GATEHASH__ANSWER__BYTES_bp | GATEHASH__ANSWER__LAST_bm);
  set(offsetof(gatehash_t, digest), 0x00636261);

  gatehash_bus bus = {};
  gatehash_device device;
  uint8_t answer[4] = {};
  size_t length = 0;
  int wrong = 0;
  bus.base = reinterpret_cast<uintptr_t>(memory);
  wrong += gatehash_open(&device, &bus) != GATEHASH_OK;
  wrong += at(offsetof(gatehash_t, control)) != in_memory(GATEHASH__CONTROL__RESET_bm);
  wrong += gatehash_begin(&device, GATEHASH_SHA_256, nullptr, answer, 4) != GATEHASH_OK;
  wrong += gatehash_update(&device, "12345678abc", 11) != GATEHASH_OK;
  // The newest word that is not the last one, and the last one.
  wrong += at(offsetof(gatehash_t, message)) != in_memory(0x38373635);
  wrong += gatehash_finish(&device, &length) != GATEHASH_OK;
  wrong += at(offsetof(gatehash_t, message_last) + 4 * 3) != in_memory(0x00636261);
  wrong += length != 3 || std::memcmp(answer, "abc", 4) != 0;
  // Without configurations there is no salt, which is not left out.
  gatehash_parameters salted = {};
  const uint8_t salt[16] = {};
  salted.salt = salt;
  salted.salt_bytes = sizeof salt;
  wrong += gatehash_begin(&device, GATEHASH_BLAKE_256, &salted, answer, 4) != GATEHASH_ERROR_PARAMETER;
  // An answer that has no end.
  set(offsetof(gatehash_t, answer), 1 | 4 << GATEHASH__ANSWER__BYTES_bp);
  wrong += gatehash_begin(&device, GATEHASH_SHA_256, nullptr, answer, 4) != GATEHASH_OK;
  wrong += gatehash_update(&device, "12345678abc", 11) != GATEHASH_OK;
  wrong += gatehash_finish(&device, &length) != GATEHASH_ERROR_BUS;
  wrong += length != 4 || std::memcmp(answer, "\0\0\0\0", 4) != 0;
  // Fewer bytes arrived than were written.
  set(offsetof(gatehash_t, answer), 0);
  wrong += gatehash_begin(&device, GATEHASH_SHA_256, nullptr, answer, 4) != GATEHASH_OK;
  wrong += gatehash_update(&device, "12345678abcd", 12) != GATEHASH_OK;
  wrong += gatehash_finish(&device, &length) != GATEHASH_ERROR_BUS;
  return wrong;
}

// Does what standard input says, up to its end.
void run_commands(Bus& model) {
  std::mt19937 random(2);
  gatehash_bus bus = {};
  gatehash_device device;
  bus.read32 = read32;
  bus.write32 = write32;
  bus.context = &model;
  // Of a message that is sent piece by piece.
  std::vector<uint8_t> place;
  for (char command; std::cin >> command;) {
    std::vector<uint8_t> answer;
    auto status = GATEHASH_OK;
    switch (command) {
      case 'O':
        bus.wait = next_number<int>() ? wait : nullptr;
        model.swapped = next_number<int>() != 0;
        bus.patience = next_number<uint32_t>();
        status = gatehash_open(&device, &bus);
        break;
      case 'M':
        status = message(&device, random, &answer);
        break;
      case 'b':
        status = begin(&device, &place);
        break;
      case 'u': {
        const Bytes data = next_bytes();
        status = gatehash_update(&device, data.pointer(), data.given ? data.data.size() : 1);
        break;
      }
      case 'f':
        status = finish(&device, &place);
        answer = place;
        break;
      case 'g':
        status = gatehash_end(&device);
        break;
      case 'q': {
        int done = 0;
        for (int i = 0; i < 2000 && status == GATEHASH_OK && done == 0; i++) {
          status = gatehash_poll(&device, &done);
        }
        answer.assign(1, static_cast<uint8_t>(done));
        break;
      }
      case 'z':
        status = gatehash_reset(&device);
        break;
      case 'x':
      case 'e':
      case 'h':
      case 'p':
      case 'k':
      case 'm':
        status = derive(command, &device, &answer);
        break;
      case 'Q':
        status = static_cast<gatehash_status>(wrong_derivations(&device));
        break;
      case 'F':
        model.until_error = next_number<int>();
        break;
      case 'D':
        model.until_loss = next_number<int>();
        break;
      case 'L':
        model.deaf = next_number<int>() != 0;
        break;
      case 'B': {
        const auto function = static_cast<gatehash_function>(next_number<int>());
        const std::vector<uint8_t> data(1000);
        status = gatehash_begin(&device, function, nullptr, nullptr, 0);
        if (status == GATEHASH_OK) status = gatehash_update(&device, data.data(), data.size());
        break;
      }
      case 'C':
        model.run(next_number<int>() != 0);
        break;
      case 'W':
        model.absent = next_number<int>() != 0;
        break;
      case 'R': {
        uint32_t status_register = 0;
        (void)model.read(offsetof(gatehash_t, status), &status_register);
        break;
      }
      case 'E': {
        std::string file;
        std::cin >> file;
        model.write_state(file);
        break;
      }
      case 'P':
        status = static_cast<gatehash_status>(registers_in_memory(next_number<int>() != 0));
        break;
      case 'X': {
        const uint32_t one = 1;
        uint8_t first;
        std::memcpy(&first, &one, 1);
        status = static_cast<gatehash_status>(first == 0);
        break;
      }
      default:
        status = static_cast<gatehash_status>(wrong_arguments(&device, bus));
    }
    tell(status, answer, model);
    std::fflush(stdout);
  }
}

}  // namespace

#endif
