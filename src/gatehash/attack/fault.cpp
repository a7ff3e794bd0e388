// SPDX-License-Identifier: Apache-2.0
//
// Single faults in a circuit at work on messages, each in a lane of its own. The first argument is the
// file of the work, the second what is hit: registers, memories and luts are inverted in one cycle,
// stuck registers stay so from a cycle on. The third one is the file of the cycles, counted from the end
// of reset. A line of the answer is the number of what was hit, and how often each outcome came of it.

#include "slices.h"

enum Outcome { Early, Silent, Hang, Detected, Harmless, OUTCOMES };
enum { RESET_CYCLES = 4, LEAST_WATCH = 64 };

static std::vector<bool> bits_of(const std::string &text) {
  std::vector<bool> bits;
  for (char each : text) bits.push_back(each == '1');
  return bits;
}

// Answers as they must be, and what lanes have got instead.
struct Answers {
  std::vector<int> data, keep;
  int last, user, valid, alarm = -1;
  struct Beat {
    std::vector<bool> data, keep;
    bool last;
    int message;
  };
  std::vector<Beat> beats;
  int messages = 0;
  std::vector<int> first_beat;  // of each message
  std::vector<long> due;        // cycle of each message's first beat without a fault

  std::vector<V> at;
  std::vector<V> wrong, error, early, answered;
  int low, high;

  void begin() {
    at.assign(beats.size() + 1, Z);
    at[0] = O;
    low = high = 0;
    for (auto *each : {&wrong, &error, &early, &answered}) each->assign(messages, Z);
  }

  V differs(const V *n, const Beat &beat) const {
    V found = n[last] ^ all_if(beat.last);
    for (size_t i = 0; i < keep.size(); i++) found |= n[keep[i]] ^ all_if(beat.keep[i]);
    for (size_t i = 0; i < data.size(); i++) {
      if (beat.keep[i / 8]) found |= n[data[i]] ^ all_if(beat.data[i]);
    }
    return found;
  }

  // Looks at the beats that leave in a cycle, all of which are taken.
  void look(const V *n, long cycle) {
    const int end = int(beats.size());
    for (int k = high; k >= low; k--) {
      if (k == end) continue;
      const Beat &beat = beats[k];
      const int m = beat.message;
      if (alarm >= 0) error[m] |= at[k] & n[alarm];
      const V here = at[k] & n[valid];
      if (!any(here)) continue;
      wrong[m] |= here & differs(n, beat);
      error[m] |= here & n[user];
      if (k == first_beat[m] && !due.empty() && cycle < due[m]) early[m] |= here;
      const V ends = here & n[last];
      answered[m] |= ends;
      const int next = m + 1 < messages ? first_beat[m + 1] : end;
      // An answer that goes on where it should end stays at its last beat.
      const V on = here & ~n[last] & all_if(!beat.last);
      at[k] &= ~(ends | on);
      at[next] |= ends;
      if (!beat.last) at[k + 1] |= on;
      if (next > high && any(at[next])) high = next;
      if (k + 1 > high && any(at[k + 1])) high = k + 1;
    }
    while (low < high && !any(at[low])) low++;
  }

  bool done() const { return !any(~at[beats.size()]); }

  // The worst of what has happened to a lane's messages.
  Outcome outcome(int lane) const {
    int worst = Harmless;
    for (int m = 0; m < messages; m++) {
      int own = Harmless;
      const bool ends = in_lane(answered[m], lane);
      if (!ends) {
        // Without an answer there is an error by the alarm alone.
        own = alarm >= 0 && in_lane(error[m], lane) ? Detected : Hang;
      } else if (in_lane(error[m], lane)) {
        own = Detected;
      } else if (in_lane(wrong[m], lane)) {
        own = in_lane(early[m], lane) ? Early : Silent;
      }
      if (own < worst) worst = own;
      if (!ends) break;
    }
    return Outcome(worst);
  }
};

struct Work {
  std::vector<Beats> sources;
  std::vector<int> high;
  Answers answers;

  explicit Work(const char *path) {
    std::ifstream file(path);
    std::string kind;
    while (file >> kind) {
      if (kind == "high") {
        std::string pin;
        file >> pin;
        high.push_back(only_pin(pin));
      } else if (kind == "source") {
        std::string pins, valid, ready, bits;
        size_t count;
        file >> pins >> valid >> ready >> count;
        Beats made;
        made.pins = pins_of(pins);
        made.valid = only_pin(valid);
        made.ready = only_pin(ready);
        while (count--) {
          file >> bits;
          made.values.push_back(bits_of(bits));
        }
        sources.push_back(made);
      } else if (kind == "answers") {
        std::string data, keep, last, user, valid;
        size_t count;
        file >> data >> keep >> last >> user >> valid >> count;
        answers.data = pins_of(data);
        answers.keep = pins_of(keep);
        answers.last = only_pin(last);
        answers.user = only_pin(user);
        answers.valid = only_pin(valid);
        while (count--) {
          Answers::Beat beat;
          std::string data_bits, keep_bits;
          file >> data_bits >> keep_bits >> beat.last;
          beat.data = bits_of(data_bits);
          beat.keep = bits_of(keep_bits);
          beat.message = answers.messages;
          if (answers.beats.empty() || answers.beats.back().last) {
            answers.first_beat.push_back(int(answers.beats.size()));
          }
          answers.messages += beat.last;
          answers.beats.push_back(beat);
        }
      } else if (kind == "alarm") {
        std::string pin;
        file >> pin;
        answers.alarm = only_pin(pin);
      } else {
        fail("the work has a line '" + kind + "'");
      }
    }
    if (!file.eof() || answers.beats.empty()) fail("the work can't be read");
  }
};

// A circuit at work in all lanes.
struct Run {
  State state;
  Work work;

  explicit Run(const Work &from) : work(from) {
    const int reset = only_pin("aresetn");
    for (int pin : work.high) state.n[pin] = O;
    for (int i = 0; i < RESET_CYCLES; i++) {
      state.n[reset] = Z;
      state.settle();
      state.clock();
    }
    state.n[reset] = O;
    for (Beats &each : work.sources) each.begin();
    work.answers.begin();
  }

  void drive() {
    for (const Beats &each : work.sources) each.drive(state.n.data());
  }

  void finish(long cycle) {
    const V *const n = state.n.data();
    work.answers.look(n, cycle);
    for (Beats &each : work.sources) each.advance(n);
    state.clock();
  }
};

int main(int argc, char **argv) {
  if (argc != 4) fail("usage: fault WORK registers|memories|luts|stuck CYCLES");
  Work work(argv[1]);
  const std::string where = argv[2];

  // Without a fault.
  Run good(work);
  long total = 0, window = -1;
  const long most = 10'000'000;
  std::vector<long> due;
  for (; !good.work.answers.done(); total++) {
    if (total == most) fail("the circuit does not answer without a fault");
    good.drive();
    good.state.settle();
    const Answers &now = good.work.answers;
    if (any(good.state.n[now.valid]) && now.low < int(now.beats.size())) {
      const Answers::Beat &beat = now.beats[now.low];
      if (now.low == now.first_beat[beat.message]) due.push_back(total);
      if (beat.message == 0 && beat.last) window = total + 1;
    }
    good.finish(total);
  }
  for (int m = 0; m < work.answers.messages; m++) {
    const Answers &now = good.work.answers;
    if (any(now.wrong[m] | now.error[m])) fail("the circuit's answer is wrong without a fault");
  }
  std::cout << "window " << window << " total " << total << "\n";
  work.answers.due = due;
  const long watch = total + window + LEAST_WATCH;

  Run ahead(work);
  const std::vector<int> registers = register_nets(ahead.state);
  std::vector<V *> memory;
  const auto memories = [&](State &state) {
    memory.clear();
    for (Block &each : state.blocks) {
      for (V &bit : each.bits) memory.push_back(&bit);
    }
    for (Distributed &each : state.distributed) {
      for (V &bit : each.bits) memory.push_back(&bit);
    }
  };
  memories(ahead.state);
  const bool stuck = where == "stuck";
  const size_t targets = where == "registers" || stuck ? registers.size()
                         : where == "memories" ? memory.size()
                         : where == "luts"     ? size_t(GATES)
                                               : (fail("nothing can be hit in " + where), 0);
  std::vector<std::vector<long>> counts(targets, std::vector<long>(OUTCOMES, 0));
  std::vector<V> flips(where == "luts" ? GATES : 0, Z);
  Run run = ahead;

  long now = 0;
  std::ifstream cycles(argv[3]);
  for (long cycle; cycles >> cycle;) {
    if (cycle < now) fail("the cycles do not rise");
    for (; now < cycle; now++) {
      ahead.drive();
      ahead.state.settle();
      ahead.finish(now);
    }
    for (size_t base = 0; base < targets; base += LANES) {
      const size_t count = std::min<size_t>(LANES, targets - base);
      run = ahead;
      if (where == "memories") memories(run.state);
      for (size_t lane = 0; lane < count; lane++) {
        if (where == "registers" || stuck) flip(run.state.n[registers[base + lane]], int(lane));
        if (where == "memories") flip(*memory[base + lane], int(lane));
        if (where == "luts") flip(flips[base + lane], int(lane));
      }
      std::vector<bool> held(stuck ? count : 0);
      for (size_t lane = 0; lane < held.size(); lane++) {
        held[lane] = in_lane(run.state.n[registers[base + lane]], int(lane));
      }
      for (long at = cycle; at < watch && !run.work.answers.done(); at++) {
        run.drive();
        if (where == "luts" && at == cycle) {
          run.state.settle(flips.data());
        } else {
          run.state.settle();
        }
        run.finish(at);
        for (size_t lane = 0; lane < held.size(); lane++) {
          V &net = run.state.n[registers[base + lane]];
          if (in_lane(net, int(lane)) != held[lane]) flip(net, int(lane));
        }
      }
      for (size_t lane = 0; lane < count; lane++) {
        counts[base + lane][run.work.answers.outcome(int(lane))]++;
        if (where == "luts") flip(flips[base + lane], int(lane));
      }
    }
  }
  for (size_t target = 0; target < targets; target++) {
    std::cout << target;
    for (long count : counts[target]) std::cout << " " << count;
    std::cout << "\n";
  }
}
