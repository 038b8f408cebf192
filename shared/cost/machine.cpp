#include "shared/cost/machine.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include "shared/cost/arithmetic.h"
#include "shared/cost/units.h"

namespace hlorank::cost {

namespace {

constexpr size_t indexOf(Arithmetic kind) {
  return static_cast<size_t>(kind);
}

using Rates = std::array<double, kArithmetics>;  // [Arithmetic] operations per second

// Returns the rates of a CPU: twice as many operations on f32 as on f64, and no others faster than f32.
Rates flopsOfCpu(double f32) {
  Rates rates = sameForAll(f32);
  rates[indexOf(Arithmetic::kVector64)] = rates[indexOf(Arithmetic::kMatrix64)] = f32 / 2;
  return rates;
}

// Built-in machines with their peak flops, bytes and transcendentals per second. Sources: docs/cost.md. The flops of
// GPUs are, in the order of Arithmetic: f32 and f64 without tensor cores; 8-bit, 16-bit, TF32 (twice), f32 and f64.
const std::array<Machine, 9>& presets() {
  static const std::array<Machine, 9> machines = {{
      {"cpu-1core", "one CPU core with AVX2 at 3 GHz", flopsOfCpu(96e9), 15e9, 2.4e9},
      {"cpu-16core", "16 CPU cores with AVX2 at 3 GHz", flopsOfCpu(1.536e12), 102e9, 38e9},
      {"tpu-v3", "TPU v3 chip", flopsOfTpu(123e12, 3.85e12), 900e9, 0.24e12},
      {"tpu-v4", "TPU v4 chip", flopsOfTpu(275e12, 4.3e12), 1228e9, 0.27e12},
      {"tpu-v5e", "TPU v5e chip", flopsOfTpu(197e12, 6.1e12), 819e9, 0.19e12},
      {"v100", "V100 SXM2", {15.7e12, 7.8e12, 62.8e12, 125e12, 15.7e12, 15.7e12, 15.7e12, 7.8e12}, 900e9, 1.96e12},
      {"a100", "A100 SXM 80 GB", {19.5e12, 9.7e12, 624e12, 312e12, 156e12, 156e12, 19.5e12, 19.5e12}, 2039e9, 2.44e12},
      {"h100", "H100 SXM", {67e12, 34e12, 1979e12, 989e12, 495e12, 495e12, 67e12, 67e12}, 3350e9, 3.87e12},
      {"h200", "H200 SXM", {67e12, 34e12, 1979e12, 989e12, 495e12, 495e12, 67e12, 67e12}, 4800e9, 3.87e12},
  }};
  return machines;
}

double secondsOf(double amount, double rate) {
  return rate > 0 ? std::max(0.0, amount) / rate : 0;
}

double arithmeticSeconds(const Cost& cost, const Machine& machine) {
  double seconds = 0;
  for (size_t kind = 0; kind < kArithmetics; ++kind) seconds += secondsOf(cost.operations[kind], machine.flops[kind]);
  return seconds;
}

}  // namespace

std::array<double, kArithmetics> sameForAll(double flops) {
  Rates rates;
  rates.fill(flops);
  return rates;
}

std::array<double, kArithmetics> flopsOfTpu(double matrix16, double vector) {
  Rates rates = sameForAll(matrix16);
  rates[indexOf(Arithmetic::kVector)] = vector;
  rates[indexOf(Arithmetic::kMatrix32High)] = matrix16 / 3;
  rates[indexOf(Arithmetic::kMatrix32Highest)] = matrix16 / 6;
  rates[indexOf(Arithmetic::kVector64)] = vector / 16;
  rates[indexOf(Arithmetic::kMatrix64)] = matrix16 / (6 * 16);
  return rates;
}

std::span<const Machine> listMachines() {
  return presets();
}

const Machine* findMachine(std::string_view name) {
  for (const Machine& machine : presets()) {
    if (machine.name == name) return &machine;
  }
  return nullptr;
}

const Machine& findMachineOrDefault(std::string_view name) {
  const Machine* machine = findMachine(name);
  return machine ? *machine : *findMachine(kDefaultMachine);
}

std::string_view name(Bound bound) {
  constexpr std::string_view kNames[] = {"none", "compute", "transcendental", "memory", "layout"};
  return kNames[static_cast<size_t>(bound)];
}

double estimateSeconds(const Cost& cost, const Machine& machine) {
  return std::max({arithmeticSeconds(cost, machine), secondsOf(cost.transcendentals, machine.transcendentals),
                   secondsOf(cost.bytes, machine.bytes)});
}

Bound findBound(const Cost& cost, const Machine& machine) {
  const double compute = arithmeticSeconds(cost, machine), memory = secondsOf(cost.bytes, machine.bytes);
  const double functions = secondsOf(cost.transcendentals, machine.transcendentals);
  if (compute == 0 && functions == 0 && memory == 0) return Bound::kNone;
  if (memory >= compute && memory >= functions) return Bound::kMemory;
  return compute >= functions ? Bound::kCompute : Bound::kTranscendental;
}

std::string describeRates(const Machine& machine, const Cost& cost) {
  // [rates] The kinds of arithmetic with operations, by rate, the fastest first.
  std::map<double, std::string, std::greater<>> kinds;
  for (size_t kind = 0; kind < kArithmetics; ++kind) {
    if (cost.operations[kind] <= 0) continue;
    std::string& names = kinds[machine.flops[kind]];
    names += (names.empty() ? "" : ", ") + std::string(describe(static_cast<Arithmetic>(kind)));
  }
  if (kinds.empty()) kinds[machine.statedFlops()] = "";
  std::string text;
  for (const auto& [rate, names] : kinds)
    text += formatCount(rate, "FLOP/s") + (kinds.size() > 1 ? " (" + names + ")" : "") + ", ";
  return text + formatCount(machine.bytes, "B/s") + ", " + formatCount(machine.transcendentals, "") +
         " transcendentals/s";
}

std::optional<Arithmetic> slowestArithmetic(const Cost& cost, const Machine& machine) {
  size_t slowest = 0;
  double most = 0;
  for (size_t kind = 0; kind < kArithmetics; ++kind) {
    const double seconds = secondsOf(cost.operations[kind], machine.flops[kind]);
    if (seconds <= most) continue;
    most = seconds;
    slowest = kind;
  }
  return most > 0 ? std::optional(static_cast<Arithmetic>(slowest)) : std::nullopt;
}

double intensityOf(const Cost& cost) {
  return cost.bytes > 0 ? (cost.flops + cost.transcendentals) / cost.bytes : 0;
}

}  // namespace hlorank::cost
