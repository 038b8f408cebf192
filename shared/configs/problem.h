// A program with its configurations: what readers return and what rankers, searches, trainers and reports take.
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
  std::string name;                           // the module's name, or the file's if there is no module
  std::shared_ptr<const hlo::Module> module;  // null if only arrays are known
  graph::Program program;
  Configurations configurations;            // layouts; count 0 for a graph alone and for a tile kernel
  std::optional<TileConfigurations> tiles;  // tile sizes of a kernel

  bool hasTimes() const { return !configurations.runtimes.empty(); }
};

}  // namespace hlorank::configs
