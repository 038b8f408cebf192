// A program whose configurations are to be scored, as networks are given it.
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

// What is pointed to must outlive the problem. Either layouts (`configurations` and `physics`) or `tiles`.
struct Problem {
  std::string name;
  const graph::Program* program = nullptr;
  const configs::Configurations* configurations = nullptr;
  const AnalyticalCosts* analytical = nullptr;
  const configs::TileConfigurations* tiles = nullptr;
  const std::vector<Tensor>* inputs = nullptr;  // of the program (problemInputs)
  std::vector<uint32_t> selected;               // the configurations meant, by number
  // Of layouts: what cross-configuration attention compares them with, choices [*, slots]; empty: referenceSet of the
  // program.
  std::vector<uint8_t> referenceSet = {};
};

// The inputs of a program for a network of `description`, which takes those it reads. `configurations` may be null:
// then the arrays of the graph alone.
std::vector<Tensor> problemInputs(const Description& description, const graph::Program& program,
                                  const configs::Configurations* configurations, const AnalyticalCosts* analytical);

// What a network of `description` reads (inputNames) for the configurations that the problem chooses; all but
// `company`, which takes a network to tell (referenceSetInput of model.h).
std::vector<Tensor> networkInputs(const Description& description, const Problem& problem);

JoinedShape shapeOf(const Description& description);
Tensor tileInput(const Problem& problem);  // `tile` of the configurations chosen
// The tile configurations, by number, that cross-configuration attention compares each one with: those distinct ones
// whose columns have the least hashes, so that order and repeats do not matter.
std::vector<uint32_t> referenceTiles(const configs::TileConfigurations& tiles, size_t size);

}  // namespace hlorank::model
