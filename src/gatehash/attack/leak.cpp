// SPDX-License-Identifier: Apache-2.0
//
// Traces of a circuit at work: in each cycle and each of 512 runs, how many bits change. The work has
// the beats of each stream, with a letter for each bit: 0 and 1 are the same in all runs, l and h are
// a secret's fixed values, and ? is drawn for each run. Runs go by 512; a run with random secrets
// draws those as well.
//
// The file of the answer has, for each 512 runs, the counts of all cycles asked for as numbers of 32
// bits, and then, as vectors, the bits of the secret, those of the messages, and those of the answers.

#include "slices.h"

enum Model { Registers, Transition, Unit };
enum { RESET_CYCLES = 4, PLANES = 24 };

// How many of many vectors have a bit set, in each lane: numbers whose bits stand in planes.
struct Count {
  V held[PLANES][2];
  int holds[PLANES];

  void begin() { memset(holds, 0, sizeof holds); }

  void add(V bits) {
    for (int plane = 0;; plane++) {
      if (holds[plane] < 2) {
        held[plane][holds[plane]++] = bits;
        return;
      }
      const V a = held[plane][0], b = held[plane][1];
      const V carry = (a & b) | (bits & (a ^ b));
      held[plane][0] = a ^ b ^ bits;
      holds[plane] = 1;
      bits = carry;
    }
  }

  void write(int32_t *lanes) const {
    memset(lanes, 0, LANES * sizeof *lanes);
    for (int plane = 0; plane < PLANES; plane++) {
      for (int i = 0; i < holds[plane]; i++) {
        for (int w = 0; w < WORDS; w++) {
          for (uint64_t rest = held[plane][i][w]; rest; rest &= rest - 1) {
            lanes[64 * w + __builtin_ctzll(rest)] += int32_t(1) << plane;
          }
        }
      }
    }
  }
};

// Splitmix64 (Steele, Lea and Flood 2014).
struct Random {
  uint64_t state;

  uint64_t word() {
    uint64_t z = state += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }

  V vector() {
    V drawn;
    for (int w = 0; w < WORDS; w++) drawn[w] = word();
    return drawn;
  }
};

struct Source {
  std::vector<int> pins;
  int valid, ready;
  std::vector<std::vector<V>> values;
  std::vector<std::string> beats;
  size_t at = 0;
};

static bool bit_of(const V &net, const char *what) {
  if (!is_same(net)) fail(std::string("the time of ") + what + " depends on data");
  return any(net);
}

int main(int argc, char **argv) {
  if (argc != 10) {
    fail("usage: leak WORK registers|transition|unit fixed|mixed SEED FIRST BATCHES FROM CYCLES OUT");
  }
  const std::string named = argv[2];
  const Model model = named == "registers"    ? Registers
                      : named == "transition" ? Transition
                      : named == "unit"       ? Unit
                                              : (fail("there is no model " + named), Unit);
  const bool mixed = std::string(argv[3]) == "mixed";
  const uint64_t seed = strtoull(argv[4], nullptr, 10);
  const long first = atol(argv[5]), batches = atol(argv[6]), from = atol(argv[7]);
  const long most = 10'000'000, asked = atol(argv[8]), end = asked ? from + asked : most;

  std::vector<Source> sources;
  std::vector<int> high, answer;
  int last = -1, user = -1, valid = -1;
  std::ifstream file(argv[1]);
  for (std::string kind; file >> kind;) {
    if (kind == "high") {
      std::string pin;
      file >> pin;
      high.push_back(only_pin(pin));
    } else if (kind == "source") {
      std::string pins, valid_pin, ready_pin, letters;
      size_t count;
      file >> pins >> valid_pin >> ready_pin >> count;
      Source made;
      made.pins = pins_of(pins);
      made.valid = only_pin(valid_pin);
      made.ready = only_pin(ready_pin);
      while (count--) {
        file >> letters;
        if (letters.size() != made.pins.size()) fail("a beat of " + pins + " has other bits");
        made.beats.push_back(letters);
      }
      sources.push_back(made);
    } else if (kind == "answer") {
      std::string data, last_pin, user_pin, valid_pin;
      file >> data >> last_pin >> user_pin >> valid_pin;
      answer = pins_of(data);
      last = only_pin(last_pin);
      user = only_pin(user_pin);
      valid = only_pin(valid_pin);
    } else {
      fail("the work has a line '" + kind + "'");
    }
  }
  if (!file.eof() || valid < 0) fail("the work can't be read");
  FILE *const out = fopen(argv[9], "wb");
  if (!out) fail("can't write the traces");

  const int reset = only_pin("aresetn");
  const V random_lanes = mixed ? V{} + 0x5555555555555555ull : Z;
  Count count;
  std::vector<int32_t> traces;
  std::vector<V> secrets, messages, answers, before;
  long cycles = -1;
  for (long batch = 0; batch < batches; batch++) {
    Random random{seed * 0xD1342543DE82EF95ull};
    random.state = random.word() ^ uint64_t(first + batch) * 0xA0761D6478BD642Full;
    traces.clear();
    secrets.clear();
    messages.clear();
    answers.clear();
    for (Source &source : sources) {
      source.at = 0;
      source.values.clear();
      for (const std::string &beat : source.beats) {
        std::vector<V> value;
        for (char letter : beat) {
          V bits = all_if(letter == '1' || letter == 'h');
          if (letter == 'l' || letter == 'h') {
            bits ^= random_lanes & (bits ^ random.vector());
            secrets.push_back(bits);
          } else if (letter == '?') {
            bits = random.vector();
            messages.push_back(bits);
          }
          value.push_back(bits);
        }
        source.values.push_back(value);
      }
    }

    State state;
    V *const n = state.n.data();
    for (int pin : high) n[pin] = O;
    n[reset] = Z;
    for (int i = 0; i < RESET_CYCLES; i++) {
      state.settle();
      state.clock();
    }
    const std::vector<int> registers = register_nets(state);
    n[reset] = O;
    // What the first cycle's values are compared with.
    state.settle();
    long cycle = 0;
    for (bool done = false; !done && cycle < end; cycle++) {
      if (cycle == most) fail("the circuit does not answer");
      for (Source &source : sources) {
        const bool more = source.at < source.values.size();
        n[source.valid] = all_if(more);
        for (size_t i = 0; i < source.pins.size(); i++) {
          n[source.pins[i]] = more ? source.values[source.at][i] : Z;
        }
      }
      count.begin();
      if (model == Unit) {
        state.settle_in_steps([&](const V &lanes) { count.add(lanes); });
      } else if (model == Transition) {
        before = state.n;
        state.settle();
        for (int i = 0; i < DRIVEN; i++) {
          if (driven[i] > 1) count.add(n[driven[i]] ^ before[driven[i]]);
        }
      } else {
        state.settle();
      }
      for (Source &source : sources) {
        if (source.at < source.values.size() && bit_of(n[source.ready], "a beat")) source.at++;
      }
      if (bit_of(n[valid], "the answer")) {
        if (any(n[user])) fail("an answer is an error");
        for (int pin : answer) answers.push_back(n[pin]);
        done = bit_of(n[last], "the answer's end");
      }
      before.clear();
      for (int net : registers) before.push_back(n[net]);
      state.clock();
      for (size_t i = 0; i < registers.size(); i++) count.add(before[i] ^ n[registers[i]]);
      if (cycle >= from) {
        traces.resize(traces.size() + LANES);
        count.write(traces.data() + traces.size() - LANES);
      }
    }
    if (cycles < 0) {
      cycles = long(traces.size()) / LANES;
      std::cout << cycles << " " << secrets.size() << " " << messages.size() << " "
                << answers.size() << "\n";
    } else if (cycles != long(traces.size()) / LANES) {
      fail("the time of the answer depends on data");
    }
    size_t written = fwrite(traces.data(), LANES * sizeof traces[0], size_t(cycles), out);
    for (const auto *each : {&secrets, &messages, &answers}) {
      written += fwrite(each->data(), sizeof(V), each->size(), out);
    }
    if (written != size_t(cycles) + secrets.size() + messages.size() + answers.size()) {
      fail("can't write the traces");
    }
  }
  if (fclose(out)) fail("can't write the traces");
}
