// A program with configurations to score, and its input arrays for networks.
#pragma once

#include <string>
#include <vector>

#include "native/model/description.h"
#include "shared/configs/layout_space.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"
#include "shared/model/analytical.h"
#include "shared/model/inputs.h"
#include "shared/model/joined_inputs.h"
#include "shared/model/tile_inputs.h"

namespace hlorank::model {

// The configurations are either layouts (`configurations` and `analytical`) or tile sizes (`tiles`). All pointers must
// outlive the problem.
struct ScoringTask {
  std::string name;
  const graph::Program* program = nullptr;
  const configs::Configurations* configurations = nullptr;
  const AnalyticalCosts* analytical = nullptr;
  const configs::TileConfigurations* tiles = nullptr;
  const std::vector<Tensor>* inputs = nullptr;  // result of problemInputs
  std::vector<uint32_t> selected;               // indices of the configurations to score
  // Layouts only: reference set of cross-configuration attention, choices [*, slots]; empty: model::referenceSet of
  // the program.
  std::vector<uint8_t> referenceSet = {};
};

// Builds the input arrays of a program (shared/model/inputs.h); may contain more than the network reads. With
// `configurations` null, only the arrays of the graph.
std::vector<Tensor> problemInputs(const Description& description, const graph::Program& program,
                                  const configs::Configurations* configurations, const AnalyticalCosts* analytical);

// Builds the arrays that the network reads (inputNames) for the selected configurations. `referenceSet` is missing
// because it needs a forward pass: see referenceSetInput in model.h.
std::vector<Tensor> networkInputs(const Description& description, const ScoringTask& problem);

JoinedShape shapeOf(const Description& description);
Tensor tileInput(const ScoringTask& problem);  // `tile` [C, kTileInputs] of the selected configurations
// Indices of the reference set of cross-configuration attention for tiles: the `size` distinct configurations with the
// smallest hashes, so the set does not depend on order and duplicates.
std::vector<uint32_t> referenceTiles(const configs::TileConfigurations& tiles, size_t size);

}  // namespace hlorank::model
