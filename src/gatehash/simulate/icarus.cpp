// SPDX-License-Identifier: Apache-2.0
//
// Simulator of a stream top that Icarus Verilog runs, as a module that vvp loads; see simulator.h
// for the pipes' protocol. GH_TOP is the name of the top.
//
// Registers and memories begin as X, and so is whatever the design must not look at: the payload of
// a stream that is not valid, and bytes of a beat that tkeep leaves out. From the first reset on no
// output that belongs to a handshake may be X in any cycle, nor what is valid with it.
//
// The harness runs in a thread of its own, so that its calls wait while vvp runs. One of the two
// threads runs at a time, and only vvp's calls the simulator.

#include <vpi_user.h>

#include <array>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "simulator.h"

namespace {

using gatehash::Ports;

constexpr size_t kBytes = GH_STREAM_BYTES;
constexpr size_t kConfigBytes = gatehash::kConfigBytes * GH_SHARES;
constexpr size_t kKeepBytes = (kBytes + 7) / 8;

// Half a clock cycle, in steps of the simulation's time.
constexpr PLI_UINT32 kHalf = 5;
// Until then outputs may be X: the reset of the first cycle is registered.
constexpr int kHalvesUnknown = 2;

// Values of a top's ports; X is 0.
struct Pins {
  uint8_t aclk, aresetn;
#define GH_PINS(S, M)                                                                             \
  uint8_t S##_tdata[kBytes], S##_tkeep[kKeepBytes], S##_tlast, S##_tvalid, S##_tready;            \
  uint8_t M##_tdata[kBytes], M##_tkeep[kKeepBytes], M##_tlast, M##_tuser, M##_tvalid, M##_tready; \
  uint8_t S##_cfg_tdata[kConfigBytes], S##_cfg_tlast, S##_cfg_tvalid, S##_cfg_tready;
  GH_PINS(s_axis, m_axis)
#if GH_SHARED
  uint8_t s_axis_tid, m_axis_tid;
#elif GH_STREAMS > 1
  GH_PINS(s1_axis, m1_axis)
#endif
#undef GH_PINS
#if GH_RANDOM_BITS
  uint8_t s_axis_rnd_tdata[GH_RANDOM_BITS / 8], s_axis_rnd_tvalid, s_axis_rnd_tready;
#endif
};

// A port of the top and its value among the pins.
class Port {
 public:
  // What counts are the bytes that `keep` marks, if it is given, while `valid` is 1, if it is given.
  Port(const std::string& name, const void* value, const uint8_t* valid = nullptr,
       const void* keep = nullptr)
      : name_(name),
        value_(static_cast<uint8_t*>(const_cast<void*>(value))),
        valid_(valid),
        keep_(static_cast<const uint8_t*>(keep)) {
    std::string path = GH_TOP "." + name;
    handle_ = vpi_handle_by_name(path.data(), nullptr);
    if (!handle_) gatehash::fail(("there is no port " + path).c_str());
    bits_ = vpi_get(vpiSize, handle_);
  }

  // Drive the bits that count, the others with X.
  void drive() const {
    std::vector<s_vpi_vecval> words((bits_ + 31) / 32);
    for (size_t bit = 0; bit < bits_; bit++) {
      const PLI_UINT32 x = !counts(bit / 8), one = value_[bit / 8] >> (bit % 8) & 1;
      words[bit / 32].aval |= (x | one) << (bit % 32);
      words[bit / 32].bval |= x << (bit % 32);
    }
    s_vpi_value value = {vpiVectorVal, {}};
    value.value.vector = words.data();
    vpi_put_value(handle_, &value, nullptr, vpiNoDelay);
  }

  void read() {
    s_vpi_value value = {vpiVectorVal, {}};
    vpi_get_value(handle_, &value);
    x_.clear();
    for (size_t byte = 0; byte < (bits_ + 7) / 8; byte++) {
      const s_vpi_vecval& word = value.value.vector[byte / 4];
      value_[byte] = (word.aval & ~word.bval) >> (byte % 4 * 8);
      if (word.bval >> (byte % 4 * 8) & 255) x_.push_back(byte);
    }
  }

  // Whether a bit that counts was X when all outputs were read.
  bool unknown() const {
    for (size_t byte : x_) {
      if (counts(byte)) return true;
    }
    return false;
  }

  const std::string& name() const { return name_; }

 private:
  bool counts(size_t byte) const {
    return (!valid_ || *valid_) && (!keep_ || keep_[byte / 8] >> (byte % 8) & 1);
  }

  std::string name_;
  uint8_t* value_;
  const uint8_t *valid_, *keep_;
  vpiHandle handle_;
  size_t bits_;
  std::vector<size_t> x_;  // bytes in which a bit is X
};

class Model {
 public:
  Model() {
    inputs_.emplace_back("aclk", &pins_.aclk);
    inputs_.emplace_back("aresetn", &pins_.aresetn);
#if GH_SHARED
    const Ports shared = GH_PORTS(pins_, s_axis, m_axis);
    add("s_axis", "m_axis", shared);
    inputs_.emplace_back("s_axis_tid", &pins_.s_axis_tid, shared.s_valid);
    outputs_.emplace_back("m_axis_tid", &pins_.m_axis_tid, shared.m_valid);
#elif GH_SHARES > 1
    add("s_axis", "m_axis", GH_PORTS(pins_, s_axis, m_axis));
    inputs_.emplace_back("s_axis_rnd_tdata", pins_.s_axis_rnd_tdata, &pins_.s_axis_rnd_tvalid);
    inputs_.emplace_back("s_axis_rnd_tvalid", &pins_.s_axis_rnd_tvalid);
    outputs_.emplace_back("s_axis_rnd_tready", &pins_.s_axis_rnd_tready);
#else
    const char* names[][2] = {{"s_axis", "m_axis"}, {"s1_axis", "m1_axis"}};
    const std::array<Ports, GH_STREAMS> streams = gatehash::Pins<Pins>(pins_).ports();
    for (size_t i = 0; i < streams.size(); i++) add(names[i][0], names[i][1], streams[i]);
#endif
  }

  Pins& pins() { return pins_; }

  // Called by the harness: half a clock cycle, in which vvp runs.
  void edge(uint8_t clock) {
    pins_.aclk = clock;
    turn(true);
  }

  // Called by vvp.
  void drive() {
    for (const Port& port : inputs_) port.drive();
  }

  // Called by vvp: the harness runs until it needs the next half of a cycle.
  void look() {
    for (Port& port : outputs_) port.read();
    halves_++;
    for (const Port& port : outputs_) {
      if (halves_ > kHalvesUnknown && port.unknown()) {
        const std::string when = std::to_string(halves_ / 2);
        gatehash::fail((port.name() + " is X in cycle " + when + " from power-up").c_str());
      }
    }
    turn(false);
  }

  // Called by vvp: the harness runs for the first time.
  void start() {
    // The thread ends with the process.
    std::thread([this] {
      gatehash::Simulator<Model>(*this).serve();
      ended_ = true;
      std::unique_lock<std::mutex> lock(mutex_);
      vvp_runs_ = true;
      turned_.notify_all();
    }).detach();
    std::unique_lock<std::mutex> lock(mutex_);
    turned_.wait(lock, [this] { return vvp_runs_; });
  }

  bool ended() const { return ended_; }

 private:
  void add(const std::string& s, const std::string& m, const Ports& of) {
    inputs_.emplace_back(s + "_tdata", of.s_data, of.s_valid, of.s_keep);
    inputs_.emplace_back(s + "_tkeep", of.s_keep, of.s_valid);
    inputs_.emplace_back(s + "_tlast", of.s_last, of.s_valid);
    inputs_.emplace_back(s + "_tvalid", of.s_valid);
    inputs_.emplace_back(m + "_tready", of.m_ready);
    outputs_.emplace_back(s + "_tready", of.s_ready);
    outputs_.emplace_back(m + "_tvalid", of.m_valid);
    outputs_.emplace_back(m + "_tkeep", of.m_keep, of.m_valid);
    outputs_.emplace_back(m + "_tlast", of.m_last, of.m_valid);
    outputs_.emplace_back(m + "_tuser", of.m_user, of.m_valid);
    outputs_.emplace_back(m + "_tdata", of.m_data, of.m_valid, of.m_keep);
    if (!GH_CONFIGURED) return;
    inputs_.emplace_back(s + "_cfg_tdata", of.c_data, of.c_valid);
    inputs_.emplace_back(s + "_cfg_tlast", of.c_last, of.c_valid);
    inputs_.emplace_back(s + "_cfg_tvalid", of.c_valid);
    outputs_.emplace_back(s + "_cfg_tready", of.c_ready);
  }

  // Hand over to the other thread and wait for its return.
  void turn(bool to_vvp) {
    std::unique_lock<std::mutex> lock(mutex_);
    vvp_runs_ = to_vvp;
    turned_.notify_all();
    turned_.wait(lock, [&] { return vvp_runs_ != to_vvp; });
  }

  Pins pins_ = {};
  std::vector<Port> inputs_, outputs_;
  int64_t halves_ = 0;  // of cycles, since the first began
  bool ended_ = false;
  bool vvp_runs_ = false;
  std::mutex mutex_;
  std::condition_variable turned_;
};

// Never destroyed: its thread may wait in it when the process ends.
Model* model;

void schedule(PLI_INT32 reason, PLI_INT32 (*call)(s_cb_data*), PLI_UINT32 delay) {
  s_vpi_time time = {vpiSimTime, 0, delay, 0};
  s_cb_data data = {};
  data.reason = reason;
  data.cb_rtn = call;
  data.time = &time;
  vpi_free_object(vpi_register_cb(&data));
}

PLI_INT32 look(s_cb_data*);

PLI_INT32 drive(s_cb_data*) {
  model->drive();
  schedule(cbReadOnlySynch, look, 0);
  return 0;
}

void go_on() {
  if (model->ended()) {
    vpi_control(vpiFinish, 0);
  } else {
    schedule(cbAfterDelay, drive, kHalf);
  }
}

PLI_INT32 look(s_cb_data*) {
  model->look();
  go_on();
  return 0;
}

PLI_INT32 start(s_cb_data*) {
  model = new Model;
  model->start();
  go_on();
  return 0;
}

void load() {
  gatehash::separate_replies();
  s_cb_data data = {};
  data.reason = cbStartOfSimulation;
  data.cb_rtn = start;
  vpi_register_cb(&data);
}

}  // namespace

void (*vlog_startup_routines[])() = {load, nullptr};
