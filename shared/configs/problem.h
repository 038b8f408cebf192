// A problem: a program with its configurations (layouts or tile sizes to choose from). Readers of files return it;
// rankers, searches, trainers and reports take it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "shared/configs/layout_space.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"

namespace hlorank::configs {

struct Problem {
  std::string name;                           // name of the module, or of the file if there is no module
  std::shared_ptr<const hlo::Module> module;  // null if the program was read from npz arrays
  graph::Program program;
  Configurations configurations;            // of layouts; none (count 0) for a tile kernel
  std::optional<TileConfigurations> tiles;  // of tile sizes; only for a tile kernel

  bool hasTimes() const { return !configurations.runtimes.empty(); }
};

}  // namespace hlorank::configs
