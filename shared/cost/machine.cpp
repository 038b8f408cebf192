#include "shared/cost/machine.h"

#include <algorithm>
#include <array>

namespace hlorank::cost {

namespace {

// Built-in machines with their peak flops, bytes and transcendentals per second. Sources: docs/cost.md.
const std::array<Machine, 9>& presets() {
  static const std::array<Machine, 9> machines = {{
      {"cpu-1core", "one CPU core with AVX2 at 3 GHz, f32", 96e9, 15e9, 2.4e9},
      {"cpu-16core", "16 CPU cores with AVX2 at 3 GHz, f32", 1.536e12, 102e9, 38e9},
      {"tpu-v3", "TPU v3 chip, bf16", 123e12, 900e9, 0.24e12},
      {"tpu-v4", "TPU v4 chip, bf16", 275e12, 1228e9, 0.27e12},
      {"tpu-v5e", "TPU v5e chip, bf16", 197e12, 819e9, 0.19e12},
      {"v100", "V100 SXM2, f16 with tensor cores", 125e12, 900e9, 1.96e12},
      {"a100", "A100 SXM 80 GB, bf16 with tensor cores", 312e12, 2039e9, 2.44e12},
      {"h100", "H100 SXM, bf16 with tensor cores", 989e12, 3350e9, 3.87e12},
      {"h200", "H200 SXM, bf16 with tensor cores", 989e12, 4800e9, 3.87e12},
  }};
  return machines;
}

double secondsOf(double amount, double rate) {
  return rate > 0 ? std::max(0.0, amount) / rate : 0;
}

}  // namespace

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
  return std::max({secondsOf(cost.flops, machine.flops), secondsOf(cost.transcendentals, machine.transcendentals),
                   secondsOf(cost.bytes, machine.bytes)});
}

Bound findBound(const Cost& cost, const Machine& machine) {
  const double compute = secondsOf(cost.flops, machine.flops), memory = secondsOf(cost.bytes, machine.bytes);
  const double functions = secondsOf(cost.transcendentals, machine.transcendentals);
  if (compute == 0 && functions == 0 && memory == 0) return Bound::kNone;
  if (memory >= compute && memory >= functions) return Bound::kMemory;
  return compute >= functions ? Bound::kCompute : Bound::kTranscendental;
}

double intensityOf(const Cost& cost) {
  return cost.bytes > 0 ? (cost.flops + cost.transcendentals) / cost.bytes : 0;
}

}  // namespace hlorank::cost
