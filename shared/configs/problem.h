// A program together with its configurations, which are layouts or tile sizes to choose from. File readers return it;
// rankers, searches, trainers and reports take it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shared/configs/instruction_times.h"
#include "shared/configs/layout_space.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"

namespace hlorank::configs {

struct Problem {
  std::string name;                           // name of the HLO module, or of the file if there is no module
  std::shared_ptr<const hlo::Module> module;  // HLO of the program; null if the program was read from npz arrays
  graph::Program program;
  Configurations configurations;                  // layout configurations; a tile kernel has 0 of them
  std::vector<InstructionTime> instructionTimes;  // those of some configurations; empty if they were not measured
  std::optional<TileConfigurations> tiles;  // tile-size configurations; nullopt unless the program is a tile kernel

  bool hasTimes() const { return !configurations.runtimes.empty(); }
};

}  // namespace hlorank::configs
