// Measured times of a module's instructions, which reports show beside the estimates. They come from a trace, a
// recording by a profiler that has the time of each executed instruction. A run is one execution of the program in the
// trace.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hlorank::cost {

// Measured times in seconds, as medians over the runs of the program. The time of an instruction covers all its
// executions in a run, but not the instructions that it calls, such as the body of a loop.
struct MeasuredTimes {
  std::vector<double> seconds;  // [instructions] time of each instruction; 0: not measured
  std::vector<double> spread;   // [instructions] interquartile range / median of the time over the runs
  size_t runs = 0;
  // False if the trace does not tell where a run ends; all of it then counts as one run.
  bool hasRuns = true;
  double sum = 0;             // sum over all measured instructions of their median times
  double ofInstructions = 0;  // time of all instructions in a run: the median of the runs' sums
  double run = 0;             // time from the start of the first to the end of the last instruction of a run
  double runSpread = 0;       // interquartile range / median of `run` over the runs
  bool isWall = false;        // whether `run` is instead the wall time measured by the program's caller
  double untraced = 0;        // time of a run without tracing; 0: unknown
  double elsewhere = 0;       // the part of `sum` for instructions that the module does not have
  std::string description;    // the machine that measured, as text; may be empty
};

// Limits for `disagree`: whether the measured and the estimated share of an instruction in the program's time (0 to 1)
// disagree. They do if they differ by more than the factor kDisagreement and are not both below kLeastShare.
inline constexpr double kDisagreement = 2, kLeastShare = .01;
bool disagree(double measuredShare, double estimatedShare);

}  // namespace hlorank::cost
