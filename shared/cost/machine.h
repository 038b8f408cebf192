// Machines and the roofline model, which estimates the time that a cost (see cost.h) takes on a machine and what limits
// it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "shared/cost/cost.h"

namespace hlorank::cost {

// Peak rates of a machine, per second. docs/cost.md names the source of each preset.
struct Machine {
  std::string name;
  std::string description;
  double flops = 0;
  double bytes = 0;            // read from or written to main memory
  double transcendentals = 0;  // evaluations of functions such as exp
};

// Returns the preset machines, in the order in which help texts list them.
std::span<const Machine> listMachines();
// Returns the preset machine with this name; null if there is none.
const Machine* findMachine(std::string_view name);
inline constexpr std::string_view kDefaultMachine = "cpu-1core";

// The resource that limits the speed of an instruction.
enum class Bound : uint8_t {
  kNone,            // the cost is 0
  kCompute,         // flops
  kTranscendental,  // evaluations of functions such as exp
  kMemory,          // bytes of memory traffic
  kLayout,  // memory traffic that only serves to change the layout or the order of dimensions (see isLayoutChange)
};
inline constexpr size_t kBounds = 5;  // number of enumerators of Bound
std::string_view name(Bound bound);   // "compute", "transcendental", "memory", "layout"; "none"

// Returns the estimated time in seconds: the largest of flops, transcendentals and bytes, each divided by its peak
// rate.
double estimateSeconds(const Cost& cost, const Machine& machine);
// Returns which of these three takes longest. Never kLayout: the caller knows whether the instruction changes a layout.
Bound findBound(const Cost& cost, const Machine& machine);
// Returns the arithmetic intensity: operations (flops and transcendentals) per byte; 0 if there are no bytes.
double intensityOf(const Cost& cost);

}  // namespace hlorank::cost
