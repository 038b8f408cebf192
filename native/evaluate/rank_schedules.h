// `hlorank rank` for schedules of Halide pipelines and TVM workloads, whose stages are loop nests.
#pragma once

#include <string>
#include <vector>

namespace hlorank::evaluate {

struct ScheduleArguments {
  std::vector<std::string> paths;  // folders and files of schedules
  std::string model;               // folder of a model trained on schedules; "": the published one
  std::string weights;             // .weights file of Halide's own cost model, to print its costs too; "": do not
  int cores = 1;                   // number of CPU cores that Halide's cost model assumes; only used with `weights`
  size_t top = 10;                 // schedules to print per program
  bool json = false;               // one JSON line per program instead of text
};

// Ranks the schedules of every program in `arguments.paths` and prints them, predicted fastest first, each with the
// fraction of the run time that each stage takes. Returns the exit code of the process.
int rankSchedules(const ScheduleArguments& arguments);

}  // namespace hlorank::evaluate
