// A program with configurations to score, and the input arrays that networks read to score them.
#pragma once

#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/model/loop_times.h"
#include "shared/configs/layout_space.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"
#include "shared/model/analytical.h"
#include "shared/model/inputs.h"
#include "shared/model/joined_inputs.h"
#include "shared/model/loop_inputs.h"
#include "shared/model/stage_inputs.h"
#include "shared/model/tile_inputs.h"

namespace hlorank::model {

// A program and those of its configurations to score. The configurations are either layouts (`configurations` and
// `analytical`) or tile sizes (`tiles`); the pointers of the other kind are unused. The objects that the pointers refer
// to must outlive the task.
struct ScoringTask {
  std::string name;
  const graph::Program* program = nullptr;
  const configs::Configurations* configurations = nullptr;
  const AnalyticalCosts* analytical = nullptr;
  const configs::TileConfigurations* tiles = nullptr;
  const std::vector<Tensor>* inputs = nullptr;  // the result of problemInputs for this program
  // Indices of the configurations to score, in `configurations` or `tiles`.
  std::vector<uint32_t> selected;
  // Layouts only: the configurations with which cross-configuration attention compares each scored one.
  // [configurations, slots]: for each slot (configurable output or operand) the index of its layout. If empty, those of
  // model::referenceSet(program).
  std::vector<uint8_t> referenceSet = {};
  // Stage networks only: the schedules to which `selected` refers. All other pointers are then unused.
  const stages::Problem* stages = nullptr;
  // Loop networks only: the result of simulateLoops for all `configurations`.
  const LoopInputs* loops = nullptr;
  // Training of loop networks only: measured times of some loops. Null if there are none.
  const LoopTimes* loopTimes = nullptr;
};

// Builds the input arrays that depend only on the program and its layouts (listed in shared/model/inputs.h). May return
// more arrays than the network reads. If `configurations` is null (tile sizes), builds only the arrays of the graph and
// ignores `analytical`.
std::vector<Tensor> problemInputs(const Description& description, const graph::Program& program,
                                  const configs::Configurations* configurations, const AnalyticalCosts* analytical);

// Builds all arrays that the network reads to score task.selected, except `referenceSet`: computing that takes a
// forward pass (referenceSetInput in model.h).
std::vector<Tensor> networkInputs(const Description& description, const ScoringTask& task);

// Returns those hyperparameters of a network that determine its input arrays for whole configurations.
JoinedShape shapeOf(const Description& description);
// Builds the input `tile` [configurations, kTileInputs]: the features of the tile sizes of task.selected.
Tensor tileInput(const ScoringTask& task);
// Returns the indices in `tiles` of the reference configurations with which cross-configuration attention compares each
// scored one: `size` distinct ones (all if there are fewer). Takes those with the smallest hashes of their tile sizes,
// so that neither the order of `tiles` nor duplicates in it change the set.
std::vector<uint32_t> referenceTiles(const configs::TileConfigurations& tiles, size_t size);

}  // namespace hlorank::model
