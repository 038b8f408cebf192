// Measured times of a module's instructions, which reports compare with their estimates. A trace is a recording of a
// profiler that has the time of each executed instruction; a run is one execution of the program in it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hlorank::cost {

// All times are in seconds, and medians over the runs. The time of an instruction is that of all its executions in a
// run, without the instructions that it runs, such as the body of a loop.
struct MeasuredTimes {
  std::vector<double> seconds;  // [instructions] time of each; 0: not measured
  std::vector<double> spread;   // [instructions] interquartile range / median of its time over the runs
  size_t runs = 0;
  bool hasRuns = true;        // false: the trace does not tell runs apart, so that all of it counts as one run
  double sum = 0;             // sum of the times of all measured instructions
  double ofInstructions = 0;  // time of all instructions in a run: the median of their sum
  double run = 0;             // time of a run, from the start of the first to the end of the last instruction
  double runSpread = 0;       // interquartile range / median of the time of a run
  bool isWall = false;        // true: `run` is instead the wall time that the caller of the program measured
  double untraced = 0;        // time of a run without tracing; 0: unknown
  double elsewhere = 0;       // part of `sum` for instructions that the module does not have
  std::string description;    // description of the machine that measured; may be empty
};

// Whether the measured and the estimated share of an instruction in the time of the program (0 to 1) disagree: they
// differ by more than the factor kDisagreement and are not both below kLeastShare.
inline constexpr double kDisagreement = 2, kLeastShare = .01;
bool disagree(double measuredShare, double estimatedShare);

}  // namespace hlorank::cost
