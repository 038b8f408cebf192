// Measured times of a module's instructions, beside which the reports show their estimates.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hlorank::cost {

// Medians over the runs. `seconds` counts all executions in a run, without the instructions that an instruction runs.
struct MeasuredTimes {
  std::vector<double> seconds;  // [instructions]; 0: not measured
  std::vector<double> spread;   // [instructions] interquartile range / median
  size_t runs = 0;
  bool hasRuns = true;        // false: the times are of a whole trace, which does not tell runs apart
  double sum = 0;             // of the medians of all instructions
  double ofInstructions = 0;  // time that the instructions of a run take together
  double run = 0;             // time of a run; from the first to the last instruction, unless `isWall`
  double runSpread = 0;       // interquartile range / median of the time of a run
  bool isWall = false;        // `run` is the time that the caller of the program measured
  double untraced = 0;        // time of a run without tracing; 0: unknown
  double elsewhere = 0;       // seconds of instructions that the module does not have
  std::string description;    // of the machine; may be empty
};

// A measured share and an estimated one disagree if they differ by more than this factor, unless both are below
// kLeastShare.
inline constexpr double kDisagreement = 2, kLeastShare = .01;
bool disagree(double measuredShare, double estimatedShare);

}  // namespace hlorank::cost
