// SPDX-License-Identifier: Apache-2.0
//
// Traces of a circuit at work: in each cycle and each of 512 runs, how many bits change. The work has
// the beats of each stream, with a letter for each bit: 0 and 1 are the same in all runs, l and h are
// a secret's fixed values, and ? is drawn for each run. Runs go by 512; a run with random secrets
// draws those as well.
//
// Of a masked circuit a source is divided into shares, byte by byte, whose masks are drawn for each run and
// beat, but for beats that are public; the shares of an answer are joined; and a source of random bits
// has others in each cycle in which the last ones were taken.
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
  // Of a masked circuit: shares of each byte, bits of data in a beat, beats that are public.
  size_t shares = 1, bits = 0, open = 0;

  // A beat as the pins take it, from its data, keep and last.
  std::vector<V> shared(const std::vector<V> &beat, bool is_open, Random &random) const {
    if (shares == 1) return beat;
    std::vector<V> found(shares * bits);
    for (size_t bit = 0; bit < bits; bit++) {
      const size_t byte = bit / 8, place = 8 * shares * byte + bit % 8;
      V sum = beat[bit];
      for (size_t share = 1; share < shares; share++) {
        const V mask = is_open ? Z : random.vector();
        found[place + 8 * share] = mask;
        sum ^= mask;
      }
      found[place] = sum;
    }
    found.insert(found.end(), beat.begin() + long(bits), beat.end());
    return found;
  }
};

// Random bits that are there in each cycle.
struct Fresh {
  std::vector<int> pins;
  int valid, ready;

  void draw(V *n, Random &random) const {
    n[valid] = O;
    for (int pin : pins) n[pin] = random.vector();
  }
};

// The bits of an answer's beat, whose shares are joined.
static std::vector<V> joined(const V *n, const std::vector<int> &pins, size_t shares) {
  std::vector<V> found;
  for (size_t bit = 0; bit < pins.size() / shares; bit++) {
    const size_t place = 8 * shares * (bit / 8) + bit % 8;
    V sum = Z;
    for (size_t share = 0; share < shares; share++) sum ^= n[pins[place + 8 * share]];
    found.push_back(sum);
  }
  return found;
}

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
  std::vector<Fresh> randoms;
  std::vector<int> high, answer;
  size_t answer_shares = 1;
  int last = -1, user = -1, valid = -1;
  std::ifstream file(argv[1]);
  for (std::string kind; file >> kind;) {
    if (kind == "high") {
      std::string pin;
      file >> pin;
      high.push_back(only_pin(pin));
    } else if (kind == "random") {
      std::string pins, valid_pin, ready_pin;
      file >> pins >> valid_pin >> ready_pin;
      randoms.push_back({pins_of(pins), only_pin(valid_pin), only_pin(ready_pin)});
    } else if (kind == "source" || kind == "shared") {
      std::string pins, valid_pin, ready_pin, letters;
      size_t count;
      Source made;
      if (kind == "shared") file >> made.shares >> made.bits >> made.open;
      file >> pins >> valid_pin >> ready_pin >> count;
      made.pins = pins_of(pins);
      made.valid = only_pin(valid_pin);
      made.ready = only_pin(ready_pin);
      while (count--) {
        file >> letters;
        if (letters.size() + (made.shares - 1) * made.bits != made.pins.size()) {
          fail("a beat of " + pins + " has other bits");
        }
        made.beats.push_back(letters);
      }
      sources.push_back(made);
    } else if (kind == "answer" || kind == "joined") {
      std::string data, last_pin, user_pin, valid_pin;
      if (kind == "joined") file >> answer_shares;
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
    for (Source &source : sources) {
      for (size_t at = 0; at < source.values.size(); at++) {
        source.values[at] = source.shared(source.values[at], at < source.open, random);
      }
    }

    State state;
    V *const n = state.n.data();
    for (int pin : high) n[pin] = O;
    for (const Fresh &each : randoms) each.draw(n, random);
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
      std::vector<const Fresh *> taken;
      for (const Fresh &each : randoms) {
        if (bit_of(n[each.ready], "random bits")) taken.push_back(&each);
      }
      if (bit_of(n[valid], "the answer")) {
        if (any(n[user])) fail("an answer is an error");
        for (const V &each : joined(n, answer, answer_shares)) answers.push_back(each);
        done = bit_of(n[last], "the answer's end");
      }
      before.clear();
      for (int net : registers) before.push_back(n[net]);
      state.clock();
      // The next bits come with the next cycle.
      for (const Fresh *each : taken) each->draw(n, random);
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
