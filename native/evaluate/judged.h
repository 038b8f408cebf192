// Which configurations of a program a ranking is judged by, and what is known of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// Two configurations that a transfer test is about (docs/synth.md), by place among `chosen`: `slower` is the slower
// one.
struct TransferPair {
  uint32_t faster, slower;
};

struct Judged {
  std::vector<uint32_t> selected;  // configurations that the program has in memory; official subsets may repeat one
  std::vector<double> times;       // of those; alike units within the program
  double floor = 0;                // share of the time that repeats of one configuration differ by; 0: not known
  std::vector<float> truth;        // scores of those by who knows the true costs; empty: nobody does
  std::vector<TransferPair> transfer;
};

// Those that were measured, or some of them.
Judged judgedOf(const data::MeasuredProgram& program);
Judged judgedOf(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// Configurations in memory that are distinct and ran as they say, whether their times are known or hidden.
std::vector<uint32_t> usableOf(const data::MeasuredProgram& program);

// Number in the store of a configuration in memory; the same number where the program is not of a store.
uint32_t storedNumber(const data::MeasuredProgram& program, uint32_t configuration);
// The other way; nothing for one that is not in memory (see LoadOptions::most). O(log n).
std::optional<uint32_t> inMemory(const data::MeasuredProgram& program, uint32_t stored);

}  // namespace hlorank::evaluate
