// Measured times of a module's instructions, which reports show beside the estimated times. They come from a trace,
// which is a recording by a profiler with the time of each executed instruction. A run is one execution of the program
// in the trace.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace hlorank::cost {

// Measured times in seconds, as medians over the runs of the program. The time of an instruction covers all its
// executions in a run. It does not cover instructions that this instruction calls, such as the body of a loop.
struct MeasuredTimes {
  std::vector<double> seconds;  // [instructions] time of each instruction in seconds; 0 if not measured
  // [instructions] interquartile range divided by median of each instruction's time over the runs.
  std::vector<double> spread;
  size_t runs = 0;
  // False if the trace does not show where a run of the program ends. The whole trace then counts as one run.
  bool hasRuns = true;
  double sum = 0;  // sum over all measured instructions of their median times
  // Time of all instructions in a run: for each run their sum, then the median over the runs.
  double ofInstructions = 0;
  double run = 0;           // time from the start of the first instruction of a run to the end of its last
  double runSpread = 0;     // interquartile range divided by median of `run` over the runs
  bool isWall = false;      // whether `run` is the wall time that the program's caller measured instead
  double untraced = 0;      // time of a run without tracing; 0 if unknown
  double elsewhere = 0;     // the part of `sum` for instructions that the module does not have
  double kernels = 0;       // the part of `sum` for kernels of CUDA graphs whose instruction is unknown
  size_t programs = 1;      // number of programs in the trace, this one included
  std::string description;  // description of the machine on which the times were measured; may be empty
};

// `disagree` tells whether the measured and the estimated share of an instruction in the program's time (0 to 1)
// disagree. They disagree if they differ by more than the factor kDisagreement and at least one of them reaches
// kLeastShare.
inline constexpr double kDisagreement = 2, kLeastShare = .01;
bool disagree(double measuredShare, double estimatedShare);

}  // namespace hlorank::cost
