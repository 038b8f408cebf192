// `hlorank rank` for schedules of Halide and TVM.
#pragma once

#include <string>
#include <vector>

namespace hlorank::evaluate {

struct ScheduleArguments {
  std::vector<std::string> paths;  // folders and files of schedules
  std::string model;               // folder of a stage model; "": the published one
  std::string weights;             // .weights file of Halide's own cost model, to compare with; "": none
  int cores = 1;                   // cores that Halide's model predicts for
  size_t top = 10;                 // schedules to print per program
  bool json = false;               // one JSON line per program instead of text
};

// Ranks the schedules of every program in the paths and prints them, the fastest first, with the share of each stage.
// Returns the exit code.
int rankSchedules(const ScheduleArguments& arguments);

}  // namespace hlorank::evaluate
