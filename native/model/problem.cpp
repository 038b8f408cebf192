#include "native/model/problem.h"

#include "native/model/network.h"
#include "shared/model/joined_inputs.h"

namespace hlorank::model {

std::vector<Tensor> problemInputs(const Description& description, const graph::Program& program,
                                  const configs::Configurations* configurations, const Physics* physics) {
  if (configurations) return makeInputs(program, *configurations, *physics, description.pairWidth > 0);
  const configs::Configurations none;
  std::vector<Tensor> inputs = makeInputs(program, none, Physics(), false);
  std::erase_if(inputs, [](const Tensor& input) {
    return input.name != "opcode" && input.name != "node" && input.name != "consumer" && input.name != "producer";
  });
  return inputs;
}

JoinedShape shapeOf(const Description& description) {
  return {description.join == Join::kEarly, description.encoderLayers,
          description.bothDirections ? Directions::kBoth : Directions::kOperands,
          description.tables || description.join == Join::kParts ? description.tableLayers : -1};
}

std::vector<Tensor> networkInputs(const Description& description, const Problem& problem) {
  std::vector<Tensor> all = *problem.inputs;
  if (description.join != Join::kTables) {
    const configs::LayoutTable* table = problem.tiles ? nullptr : &problem.configurations->table;
    JoinedInputs joined =
        makeJoinedInputs(*problem.program, table, std::move(all), shapeOf(description), /*reduced=*/true);
    if (table) joined.inputs.push_back(choicesOf(joined, *problem.configurations, problem.chosen));
    if (problem.tiles) joined.inputs.push_back(tileInput(problem));
    all = std::move(joined.inputs);
  }
  std::vector<Tensor> read;
  for (const std::string& name : inputNames(description))
    for (const Tensor& tensor : all)
      if (tensor.name == name) read.push_back(tensor);
  return read;
}

Tensor tileInput(const Problem& problem) {
  std::vector<float> columns;
  for (const uint32_t c : problem.chosen) {
    const float* row = problem.tiles->columns.data() + size_t(c) * configs::kTileColumns;
    columns.insert(columns.end(), row, row + configs::kTileColumns);
  }
  return {"tile", {int64_t(problem.chosen.size()), kTileInputs}, tileInputs(*problem.program, columns)};
}

Problem companyOf(const Description& description, const Problem& problem) {
  const size_t count = problem.tiles ? problem.tiles->count() : problem.configurations->count;
  Problem company = problem;
  company.chosen = problem.company.empty() ? companyOf(count, size_t(description.crossed)) : problem.company;
  return company;
}

}  // namespace hlorank::model
