// Inputs of a stage network (native/model/stage_network.h), which predicts the time of each stage of a Halide or TVM
// program under a schedule. A configuration is a schedule of the whole program.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/model/inputs.h"
#include "shared/stages/problem.h"

namespace hlorank::model {

// Some configurations (schedules) of a program, as indices.
struct SelectedSchedules {
  const stages::Problem* problem;
  std::span<const uint32_t> selected;
};

// Builds the network inputs for the C configurations of one or more programs, program after program. The programs must
// be of the same kind (Problem::kind). A row is one stage under one configuration, grouped by configuration:
//   stage               float [stages, algorithm columns]  as in Problem::algorithm, of all programs
//   schedule            float [rows, schedule columns]     as in Problem::schedules
//   stageOf             int64 [rows]   the stage of each row
//   configuration       int64 [rows]   the configuration of each row, from 0
//   consumer, producer  int64 [edges]  the rows of each edge under each configuration
//   pipeline            int64 [C]      zeros, one per configuration
std::vector<Tensor> stageTensors(std::span<const SelectedSchedules> programs);
std::vector<Tensor> stageTensors(const stages::Problem& problem, std::span<const uint32_t> selected);

}  // namespace hlorank::model
