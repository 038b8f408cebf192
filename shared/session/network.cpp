#include "shared/session/network.h"

#include <algorithm>

#include "shared/base/finite.h"
#include "shared/model/pair_blocks.h"

namespace hlorank::session {
namespace {

// Returns the tensors of `all` that the card (model.json) lists as inputs, in the card's order. Leaves out the input
// `choices`.
Result<std::vector<model::Tensor>> selectInputs(const model::Card& card, std::vector<model::Tensor> all) {
  std::vector<model::Tensor> tensors;
  for (const std::string& name : card.inputs) {
    if (name == "choices") continue;
    const auto found = std::find_if(all.begin(), all.end(), [&](const model::Tensor& t) { return t.name == name; });
    if (found == all.end()) {
      return Error{"the model takes an input `" + name + "`, which this version of hlorank does not have",
                   "use the version of hlorank that the model was exported with"};
    }
    tensors.push_back(std::move(*found));
    found->name.clear();
  }
  return tensors;
}

// Builds the inputs of a network that scores whole configurations (early-join, late-join or "parts") for a program and
// the possible layouts in `configurations.table`. Leaves out the input `choices`. Sets `slotOfNode`, which has for each
// node the indices of its output and operands among the tensors whose layout can be chosen (see JoinedInputs).
Result<std::vector<model::Tensor>> buildJoinedInputs(const model::Card& card, const graph::Program& program,
                                                     const configs::Configurations& configurations,
                                                     const model::AnalyticalCosts& analytical,
                                                     std::vector<int64_t>& slotOfNode) {
  model::JoinedInputs made = model::makeJoinedInputs(
      program, &configurations.table,
      model::makeInputs(program, configurations, analytical, model::allInputs(card.pairs)), card.joined->shape,
      /*reduced=*/true);
  slotOfNode = std::move(made.slotOfNode);
  const auto [members, width] = card.joined->referenceSet;
  made.inputs.push_back({"referenceSet", {members, width}, std::vector<float>(static_cast<size_t>(members * width))});
  return selectInputs(card, std::move(made.inputs));
}

model::Tensor choicesOf(std::span<const int64_t> slotOfNode, const configs::Configurations& all, size_t begin,
                        size_t count) {
  std::vector<std::span<const uint8_t>> choices;
  for (size_t c = begin; c < std::min(begin + count, all.count); ++c) choices.push_back(all.choice(c));
  return model::choicesOf(slotOfNode, all.table, choices);
}

}  // namespace

Result<NetworkInputs> buildNetworkInputs(const model::Card& card, const Opened& opened,
                                         const model::AnalyticalCosts& analytical) {
  if (card.stages)
    return Error{"model.json: the model is for schedules of " + std::string(titleOf(*card.stages)) +
                     "; expected a model for HLO programs",
                 "use a model that was trained on HLO programs"};
  if (card.loopNetworks > 0) {  // a loop model takes no input tensors (see makeLoopScorer)
    const auto checked = model::checkSimulated(opened);
    return checked ? Result<NetworkInputs>(NetworkInputs()) : checked.error();
  }
  NetworkInputs inputs;
  if (!card.joined) {
    std::vector<model::Tensor> made = model::makeInputs(opened.program, opened.configurations, analytical, card.inputs);
    if (card.free.rows() > 0) made.push_back(model::freeRowInput(card.free, opened.configurations));
    auto tensors = selectInputs(card, std::move(made));
    if (!tensors) return tensors.error();
    inputs.tensors = std::move(*tensors);
    return inputs;
  }
  const model::JoinedCard& join = *card.joined;
  if (join.tiles)
    return Error{"the model ranks tile sizes of kernels, but this program's configurations are layouts",
                 "choose a model that was trained on layouts"};
  inputs.joined = true;
  inputs.tables = join.tables;
  auto made = buildJoinedInputs(card, opened.program, opened.configurations, analytical, inputs.slotOfNode);
  if (!made) return made.error();
  inputs.tensors = std::move(*made);
  if (join.crossAttention == 0) return inputs;
  inputs.reference = model::referenceSet(opened.program, join.crossAttention);
  const model::AnalyticalCosts own = model::computeAnalyticalCosts(opened.program, inputs.reference);
  auto reference = buildJoinedInputs(card, opened.program, inputs.reference, own, inputs.referenceSlotOfNode);
  if (!reference) return reference.error();
  inputs.referenceTensors = std::move(*reference);
  return inputs;
}

model::Tensor choicesOf(const NetworkInputs& inputs, const Opened& opened, size_t begin, size_t count) {
  return choicesOf(inputs.slotOfNode, opened.configurations, begin, count);
}

model::Tensor referenceChoicesOf(const NetworkInputs& inputs, size_t begin, size_t count) {
  return choicesOf(inputs.referenceSlotOfNode, inputs.reference, begin, count);
}

Error wrongOutputSize(const std::string& output, size_t expected, size_t found) {
  return {"the model's output `" + output + "` has " + std::to_string(found) + " values, expected " +
              std::to_string(expected),
          "export the model again with this version of hlorank"};
}

Result<bool> checkFinite(const std::string& output, std::span<const float> values) {
  if (findNonFinite(values) == values.size()) return true;
  return Error{"the model's output `" + output + "` has values that are not finite",
               "rank by the analytical model, or choose another model"};
}

Result<model::Tables> tablesOf(const Opened& opened, const model::AnalyticalCosts& analytical, const model::Card& card,
                               std::vector<float> rows, std::vector<float> pairs, std::vector<float> members) {
  const configs::LayoutTable& table = opened.configurations.table;
  const size_t entries = card.pairs ? model::entriesOf(model::pairBlocks(table, analytical)) : 0;
  if (rows.size() != table.rows()) return wrongOutputSize("rows", table.rows(), rows.size());
  if (pairs.size() != entries) return wrongOutputSize("pairs", entries, pairs.size());
  if (members.size() % std::max<size_t>(rows.size(), 1) != 0)
    return wrongOutputSize("members", rows.size(), members.size());
  for (const auto& [name, values] : {std::pair{"rows", &rows}, {"pairs", &pairs}, {"members", &members}})
    if (const auto finite = checkFinite(name, *values); !finite) return finite.error();
  return model::Tables{std::move(rows), std::move(pairs), std::move(members)};
}

Result<std::unique_ptr<model::LoopScorer>> makeLoopScorer(const Opened& opened, const model::Card& card,
                                                          std::string_view network) {
  const auto weights = model::readWeights(network);
  if (!weights) return weights.error();
  return model::LoopScorer::make(opened, *weights, card.loopNetworks, card.rules);
}

model::Tables zeroTables(const Opened& opened) {
  return {std::vector<float>(opened.configurations.table.rows(), 0)};
}

}  // namespace hlorank::session
