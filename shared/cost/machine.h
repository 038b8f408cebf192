// The roofline model: estimates from a machine's peak rates how long a cost (see cost.h) takes and which resource
// limits it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "shared/cost/cost.h"

namespace hlorank::cost {

enum class Platform : uint8_t { kCpu, kGpu, kTpu };

// Peak rates of a machine, per second. docs/cost.md names the sources.
struct Machine {
  std::string name;
  std::string description;
  std::array<double, kArithmetics> rates = {};  // [Arithmetic] operations per second of each kind
  double bytes = 0;                             // bytes per second from and to main memory
  double transcendentals = 0;                   // evaluations of exp, log, tanh, … per second
  Platform platform = Platform::kCpu;

  double rate(Arithmetic kind) const { return rates[static_cast<size_t>(kind)]; }
  // Changes the rates of all kinds of arithmetic in proportion, so that that of f16 matrix products is `rate`.
  void scaleRates(double rate);
};

// Returns the operations per second of each kind of arithmetic of a TPU, given those of 8-bit integer and of bf16
// matrix products and of 32-bit vector operations. docs/cost.md says how the others follow.
std::array<double, kArithmetics> ratesOfTpu(double int8, double bf16, double vector);

// Returns the machines with built-in peak rates, in the order of the help texts.
std::span<const Machine> listMachines();
// Returns the machine with built-in peak rates of this name; null if there is none.
const Machine* findMachine(std::string_view name);
inline constexpr std::string_view kDefaultMachine = "cpu-1core";
// Returns the machine with built-in peak rates of this name; the default machine if there is none.
const Machine& findMachineOrDefault(std::string_view name);

// The resource that limits the speed of an instruction.
enum class Bound : uint8_t {
  kNone,            // no resource, because the cost is 0
  kCompute,         // arithmetic (flops)
  kTranscendental,  // evaluations of functions such as exp
  kMemory,          // memory traffic (bytes)
  // Memory traffic that only serves to change a layout or the order of dimensions.
  kLayout,
};
inline constexpr size_t kBounds = 5;  // number of enumerators of Bound
std::string_view name(Bound bound);   // returns "compute", "transcendental", "memory", "layout" or "none"

// Returns the estimated time in seconds: the largest of three times, those of arithmetic, transcendentals and bytes.
// Each is an amount divided by the machine's peak rate; that of arithmetic is the sum over its kinds.
double estimateSeconds(const Cost& cost, const Machine& machine);
// Returns which resource of the machine limits a cost: flops, transcendentals or bytes. Never returns kLayout, because
// the cost alone does not show whether the instruction changes a layout.
Bound findBound(const Cost& cost, const Machine& machine);
// Describes the peak rates of a machine that matter for a cost: "495 TFLOP/s (f32 matrix products), 67 TFLOP/s (vector
// operations), 4.80 TB/s, 3.87 T transcendentals/s". Kinds with equal rates share one figure; kinds with less than a
// hundredth of the time of arithmetic are left out.
std::string describeRates(const Machine& machine, const Cost& cost);
// Returns the kind of arithmetic that takes the most time of a cost; nothing if it has no arithmetic.
std::optional<Arithmetic> mainArithmetic(const Cost& cost, const Machine& machine);
// Returns the arithmetic intensity of a cost: operations (flops plus transcendentals) per byte. Returns 0 if the cost
// has no bytes.
double intensityOf(const Cost& cost);

}  // namespace hlorank::cost
