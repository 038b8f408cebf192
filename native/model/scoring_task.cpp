#include "native/model/scoring_task.h"

#include <array>
#include <map>

#include "native/model/network.h"
#include "shared/base/fnv.h"
#include "shared/base/random.h"
#include "shared/model/joined_inputs.h"

namespace hlorank::model {

std::vector<Tensor> problemInputs(const Description& description, const graph::Program& program,
                                  const configs::Configurations* configurations, const AnalyticalCosts* analytical) {
  if (!configurations)
    return makeInputs(program, {}, {}, std::array<std::string, 4>{"opcode", "node", "consumer", "producer"});
  if (description.join == Join::kLoops) return {};  // such a network reads only ScoringTask::loops
  // Networks that score whole configurations need all arrays of inputs.h, because networkInputs derives other arrays
  // from them.
  const bool isJoined = description.join != Join::kTables;
  const auto names = isJoined ? allInputs(description.pairWidth > 0) : inputNames(description);
  return makeInputs(program, *configurations, *analytical, names);
}

JoinedShape shapeOf(const Description& description) {
  return {description.join == Join::kEarly, description.encoderLayers,
          description.bothDirections ? Directions::kBoth : Directions::kOperands,
          description.tables || description.join == Join::kParts ? description.tableLayers : -1};
}

std::vector<Tensor> networkInputs(const Description& description, const ScoringTask& task) {
  if (description.join == Join::kLoops) return loopTensors(*task.loops, task.selected);
  if (description.join == Join::kStages) return stageTensors(*task.stages, task.selected);
  std::vector<Tensor> all = *task.inputs;
  if (description.join != Join::kTables) {
    const configs::LayoutTable* table = task.tiles ? nullptr : &task.configurations->table;
    JoinedInputs joined =
        makeJoinedInputs(*task.program, table, std::move(all), shapeOf(description), /*reduced=*/true);
    if (table) joined.inputs.push_back(choicesOf(joined, *task.configurations, task.selected));
    if (task.tiles) joined.inputs.push_back(tileInput(task));
    all = std::move(joined.inputs);
  }
  std::vector<Tensor> read;
  for (const std::string& name : inputNames(description))
    for (const Tensor& tensor : all)
      if (tensor.name == name) read.push_back(tensor);
  return read;
}

Tensor tileInput(const ScoringTask& task) {
  std::vector<float> columns;
  for (const uint32_t c : task.selected) {
    const float* row = task.tiles->columns.data() + size_t(c) * configs::kTileColumns;
    columns.insert(columns.end(), row, row + configs::kTileColumns);
  }
  return {"tile", {int64_t(task.selected.size()), kTileInputs}, tileInputs(*task.program, columns)};
}

std::vector<uint32_t> referenceTiles(const configs::TileConfigurations& tiles, size_t size) {
  // Maps the hash of tile sizes to the index of the first configuration with these sizes.
  std::map<uint64_t, uint32_t> numberOf;
  constexpr size_t kRow = configs::kTileColumns * sizeof(float);
  for (uint32_t c = 0; c < tiles.count(); ++c) {
    Fnv hash;
    hash.bytes({reinterpret_cast<const char*>(tiles.columns.data()) + c * kRow, kRow});
    numberOf.emplace(Random(hash.value()).next(), c);
  }
  std::vector<uint32_t> numbers;
  for (const auto& [hash, number] : numberOf)
    if (numbers.size() < size) numbers.push_back(number);
  return numbers;
}

}  // namespace hlorank::model
