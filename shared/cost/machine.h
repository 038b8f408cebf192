// Machines and the roofline model: the estimated time of a cost, and what limits it.
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
  double bytes = 0;            // of main memory
  double transcendentals = 0;  // functions such as exp
};

// The presets, in the order in which help texts list them.
std::span<const Machine> listMachines();
// The preset with this name; null if there is none.
const Machine* findMachine(std::string_view name);
inline constexpr std::string_view kDefaultMachine = "cpu-1core";

// What limits an instruction.
enum class Bound : uint8_t {
  kNone,            // it costs nothing
  kCompute,         // flops
  kTranscendental,  // functions such as exp
  kMemory,          // bytes
  kLayout,          // bytes, moved only to change the layout or the order of dimensions (see isLayoutChange)
};
inline constexpr size_t kBounds = 5;  // number of enumerators of Bound
std::string_view name(Bound bound);   // "compute", "transcendental", "memory", "layout"; "none"

// Least time in seconds: the largest of the three, each at its peak rate.
double estimateSeconds(const Cost& cost, const Machine& machine);
// Names the largest of the three; never kLayout.
Bound findBound(const Cost& cost, const Machine& machine);
// Operations (flops and transcendentals) per byte; 0 without bytes.
double intensityOf(const Cost& cost);

}  // namespace hlorank::cost
