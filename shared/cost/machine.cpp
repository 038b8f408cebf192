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

// Returns the rates of a CPU: half as many operations on 64 bits as on f32, 50 million comparisons of a sort per
// second and core, and no others faster than on f32.
Rates ratesOfCpu(double f32) {
  Rates rates;
  rates.fill(f32);
  rates[indexOf(Arithmetic::kVector64)] = rates[indexOf(Arithmetic::kMatrix64)] = f32 / 2;
  rates[indexOf(Arithmetic::kComparison)] = f32 / 1920;
  rates[indexOf(Arithmetic::kStep)] = f32 / 96;
  return rates;
}

// The rates of a GPU as its data sheet states them: without tensor cores f32, f64 and, on four integers at a time,
// int8; with tensor cores the others, 0 if they lack the type.
struct RatesOfGpu {
  double f32, f64, int8;
  double float8 = 0, f16 = 0, bf16 = 0, tf32 = 0, tensor64 = 0;
};

// Types that the tensor cores lack are converted to the next wider one that they have, else to f32.
Rates ratesOf(const RatesOfGpu& gpu) {
  const double f32 = std::max(gpu.f32, gpu.tf32);
  return {gpu.f32, gpu.f64, gpu.int8, std::max(gpu.float8, gpu.f16),   gpu.f16, std::max(gpu.bf16, gpu.f32),
          f32,     f32,     gpu.f32,  std::max(gpu.f64, gpu.tensor64), gpu.f32, gpu.f32};
}

// Built-in machines with their peak rates. Sources: docs/cost.md.
const std::array<Machine, 9>& presets() {
  constexpr RatesOfGpu kV100 = {.f32 = 15.7e12, .f64 = 7.8e12, .int8 = 62.8e12, .f16 = 125e12};
  constexpr RatesOfGpu kA100 = {19.5e12, 9.7e12, 624e12, 0, 312e12, 312e12, 156e12, 19.5e12};
  constexpr RatesOfGpu kHopper = {67e12, 34e12, 1979e12, 1979e12, 989e12, 989e12, 495e12, 67e12};
  static const std::array<Machine, 9> machines = {{
      {"cpu-1core", "one CPU core with AVX2 at 3 GHz", ratesOfCpu(96e9), 15e9, 2.4e9},
      {"cpu-16core", "16 CPU cores with AVX2 at 3 GHz", ratesOfCpu(1.536e12), 102e9, 38e9},
      {"tpu-v3", "TPU v3 chip, f32 matrix products as bf16", ratesOfTpu(123e12, 123e12, 3.85e12), 900e9, 0.24e12,
       Platform::kTpu},
      {"tpu-v4", "TPU v4 chip, f32 matrix products as bf16", ratesOfTpu(275e12, 275e12, 4.3e12), 1228e9, 0.27e12,
       Platform::kTpu},
      {"tpu-v5e", "TPU v5e chip, f32 matrix products as bf16", ratesOfTpu(394e12, 197e12, 6.1e12), 819e9, 0.19e12,
       Platform::kTpu},
      {"v100", "V100 SXM2", ratesOf(kV100), 900e9, 1.96e12, Platform::kGpu},
      {"a100", "A100 SXM 80 GB, f32 matrix products as TF32", ratesOf(kA100), 2039e9, 2.44e12, Platform::kGpu},
      {"h100", "H100 SXM, f32 matrix products as TF32", ratesOf(kHopper), 3350e9, 3.87e12, Platform::kGpu},
      {"h200", "H200 SXM, f32 matrix products as TF32", ratesOf(kHopper), 4800e9, 3.87e12, Platform::kGpu},
  }};
  return machines;
}

double secondsOf(double amount, double rate) {
  return rate > 0 ? std::max(0.0, amount) / rate : 0;
}

double arithmeticSeconds(const Cost& cost, const Machine& machine) {
  double seconds = 0;
  for (size_t kind = 0; kind < kArithmetics; ++kind) seconds += secondsOf(cost.operations[kind], machine.rates[kind]);
  return seconds;
}

}  // namespace

void Machine::scaleRates(double rate) {
  const double factor = rate / this->rate(Arithmetic::kMatrixF16);
  for (double& one : rates) one *= factor;
}

std::array<double, kArithmetics> ratesOfTpu(double int8, double bf16, double vector) {
  constexpr double kEmulated = 16;  // how much longer emulated 64-bit arithmetic is assumed to take
  return {vector,   vector / kEmulated,   int8,   bf16,  bf16, bf16, bf16, bf16 / 3,
          bf16 / 6, bf16 / 6 / kEmulated, vector, vector};
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
  const double stated = machine.rate(Arithmetic::kMatrixF16), least = .01 * arithmeticSeconds(cost, machine);
  std::map<double, std::string, std::greater<>> kinds;  // names of the kinds of arithmetic by rate, the fastest first
  for (size_t kind = 0; kind < kArithmetics; ++kind) {
    const double seconds = secondsOf(cost.operations[kind], machine.rates[kind]);
    if (seconds == 0 || seconds < least) continue;
    std::string& names = kinds[machine.rates[kind]];
    names += (names.empty() ? "" : ", ") + std::string(describe(static_cast<Arithmetic>(kind)));
  }
  const bool hasBf16 = machine.rate(Arithmetic::kMatrixBf16) == stated;
  if (kinds.empty()) kinds[stated] = describe(hasBf16 ? Arithmetic::kMatrixBf16 : Arithmetic::kMatrixF16);
  const bool isCpu = machine.rate(Arithmetic::kVector) == stated;  // 64-bit arithmetic alone has another rate
  std::string text;
  for (const auto& [rate, names] : kinds)
    text += formatCount(rate, "FLOP/s") + (isCpu && rate == stated ? "" : " (" + names + ")") + ", ";
  return text + formatCount(machine.bytes, "B/s") + ", " + formatCount(machine.transcendentals, "") +
         " transcendentals/s";
}

std::optional<Arithmetic> mainArithmetic(const Cost& cost, const Machine& machine) {
  size_t main = 0;
  double most = 0;
  for (size_t kind = 0; kind < kArithmetics; ++kind) {
    const double seconds = secondsOf(cost.operations[kind], machine.rates[kind]);
    if (seconds <= most) continue;
    most = seconds;
    main = kind;
  }
  return most > 0 ? std::optional(static_cast<Arithmetic>(main)) : std::nullopt;
}

double intensityOf(const Cost& cost) {
  return cost.bytes > 0 ? (cost.flops + cost.transcendentals) / cost.bytes : 0;
}

}  // namespace hlorank::cost
