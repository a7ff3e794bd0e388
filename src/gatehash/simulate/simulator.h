// SPDX-License-Identifier: Apache-2.0
//
// Drives any gatehash stream top: packets in from standard input, packets out to standard output,
// cycles counted. All tops have the same ports, once for each stream, so this file knows no design,
// nor which engine evaluates it.
//
// This side leads: it asks for input when the design is about to need it, and the host writes only
// what it was asked for. So neither side can wait for the other to read, whatever a pipe holds, and
// of a message no more than a piece is here at a time.
//
// Commands on standard input (integers little endian, 32 bits):
//   'A'  {streams} answer messages in the first so many streams, until there are no more
//   'J'  for each stream {seed: 64 bits} of random stalls, 0 for none, then {cycles}: so many cycles
//        into the next 'A' a reset of one cycle ends it, 0 for none. Of a masked top the masks and
//        random bits follow from the first seed as well
//   'Q'  end; what is recorded is complete
// Requests and replies on standard output:
//   'C'  {stream: 8 bits} asks for the packet for s_axis_cfg of the stream's next message, where
//        there is that port: {words}, then words of 64 bits each; 0 if there are no more messages
//   'B'  {stream: 8 bits} asks for the stream's next bytes: pieces of {flags: 8 bits, length,
//        bytes}; 1: the message ends with the piece; 2: another piece follows; 4: no more messages;
//        8: between length and bytes stand {at, kind: 8 bits} of a malformed beat before byte at
//   'D'  {stream: 8 bits, length, bytes}: bytes of the packet that is leaving
//   'E'  end of packet: {stream: 8 bits, error: 8 bits, first: 64 bits, last: 64 bits}, the cycles
//        in which the message's first beat entered, at s_axis_cfg if there is one, and the answer's
//        last beat left
//   'T'  {cycles: 64 bits}: all cycles run so far; everything is answered
// The clock stands still while the host is asked: a cycle is run when each stream has its next
// beat and its next packet for s_axis_cfg, or it is known that none comes. So cycles do not depend
// on the pipes, and streams that work side by side do so in the same cycles.
// While a tvalid is low, the payload beside it is random in each cycle.

#ifndef GATEHASH_SIMULATE_SIMULATOR_H_
#define GATEHASH_SIMULATE_SIMULATOR_H_

#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <utility>
#include <vector>

#include "host.h"
#include "ports.h"
#include "stream.h"

namespace gatehash {

// A design that takes and answers nothing for so long is stuck: no message makes one work as long
// between two beats. Large designs have few hundred cycles a second.
constexpr uint64_t kStuckCycles = 1u << 16;
// The payload that is not valid follows from this and the first stream's seed. It has a generator of
// its own, so that the stalls of a seed do not depend on it.
constexpr uint64_t kNoise = 0x9e3779b97f4a7c15;

// A Model has `pins`, named as the top's ports, and `edge(clock)`, which drives aclk and the other
// inputs and waits until the outputs are there.
template <typename Model>
class Simulator {
 public:
  // It fails after so many cycles.
  explicit Simulator(Model& model, uint64_t most = UINT64_MAX)
      : model_(model), pins_(model.pins()), most_(most) {
    for (const Ports& ports : pins_.ports()) {
      streams_.emplace_back(streams_.size(), ports);
    }
    reset();
    cycle_ = 0;
  }

  // Obey commands until the last.
  void serve() {
    for (;;) {
      switch (get<char>()) {
        case 'A': answer(); break;
        case 'J': disturb(); break;
        case 'Q': return;
        default: fail("unknown command");
      }
    }
  }

 private:
  // How the streams stall from now on, and the cycles after which the next answers end by a reset.
  void disturb() {
    bool first = true;
    for (Stream& stream : streams_) {
      const uint64_t seed = get<uint64_t>();
      stream.stall(seed);
      if (first) {
        noise_ = Random(seed ^ kNoise);
        pins_.seed(seed);
      }
      first = false;
    }
    left_ = get<uint32_t>();
  }

  // Answer messages until there are no more, or until a reset.
  void answer() {
    const uint32_t chosen = get<uint32_t>();
    for (size_t i = 0; i < chosen; i++) streams_[i].open();
    uint64_t limit = cycle_ + kStuckCycles;
    for (;;) {
      if (any(&Stream::must_ask)) {
        // The host may take its time, and has what has left so far.
        for (Stream& stream : streams_) stream.put_data();
        for (Stream& stream : streams_) stream.prepare();
      }
      if (!any(&Stream::busy)) break;
      if (left_ && --left_ == 0) {
        for (Stream& stream : streams_) stream.reset();
        reset();
        break;
      }
      if (step()) limit = cycle_ + kStuckCycles;
      if (cycle_ > limit) {
        fail(any(&Stream::offers) ? "the design takes no input" : "the design gives no answer");
      }
      if (cycle_ > most_) fail("all cycles are used up");
    }
    left_ = 0;
    put("T", 1);
    put(cycle_);
    std::fflush(replies);
  }

  // Whoever is connected is in reset as well, and sees nothing.
  void reset() {
    model_.pins().aresetn = 0;
    drive();
    model_.edge(0);
    model_.edge(1);
    cycle_++;
    model_.pins().aresetn = 1;
    for (int i = 0; i < 2; i++) step();
  }

  void drive() {
    pins_.drive();
    pins_.scramble([this] { return noise_.next(); });
  }

  bool any(bool (Stream::*does)() const) const {
    for (const Stream& stream : streams_) {
      if ((stream.*does)()) return true;
    }
    return false;
  }

  // One clock cycle; true if a beat moved.
  bool step() {
    drive();
    model_.edge(0);
    pins_.sample();
    bool moved = false;
    for (Stream& stream : streams_) moved |= stream.look(cycle_);
    model_.edge(1);
    cycle_++;
    for (Stream& stream : streams_) stream.advance();
    return moved;
  }

  using Top = std::remove_reference_t<decltype(std::declval<Model&>().pins())>;

  Model& model_;
  Pins<Top> pins_;
  const uint64_t most_;
  uint64_t cycle_ = 0;
  uint32_t left_ = 0;  // cycles until a reset; 0 is none
  Random noise_{kNoise};
  std::vector<Stream> streams_;
};

}  // namespace gatehash

#endif  // GATEHASH_SIMULATE_SIMULATOR_H_
