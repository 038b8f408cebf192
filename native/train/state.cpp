// Creates the initial training state, and converts a state to and from an npz archive.
#include <algorithm>
#include <bit>
#include <string>

#include "native/train/trainer.h"

namespace hlorank::train {
namespace {

const std::string kWeight = "weight/", kFirst = "first/", kSecond = "second/", kBest = "best/",
                  kCachedEmbeddings = "remembered/";

template <class List>
void append(npz::Archive& archive, const std::string& prefix, const List& weights) {
  for (const model::Weight& weight : weights) archive.add(prefix + weight.name, weight.shape, weight.values);
}

// Returns the arrays whose names begin with `prefix`, and removes the prefix from their names.
Result<model::Weights> extractAll(const npz::Archive& archive, const std::string& prefix) {
  model::Weights found;
  for (const npz::Array& array : archive.arrays) {
    if (array.name.rfind(prefix, 0) != 0) continue;
    auto values = array.toFloats();
    if (!values) return values.error();
    found.push_back({array.name.substr(prefix.size()), array.shape, std::move(*values)});
  }
  return found;
}

// Returns the arrays whose names are `prefix` and the name of a weight of the network, in the order of the weights.
// Error: an array is missing, unknown, or has the wrong shape. With `optional`, returns an empty list if no name begins
// with `prefix`.
Result<model::Parameters> extract(const model::Description& description, const npz::Archive& archive,
                                  const std::string& prefix, bool optional) {
  auto found = extractAll(archive, prefix);
  if (!found) return found.error();
  if (found->empty() && optional) return model::Parameters();
  return model::matchParameters(description, *found);
}

}  // namespace

State startState(model::Parameters parameters) {
  State state;
  state.parameters = std::move(parameters);
  state.firstMoments = state.parameters;
  for (model::Parameter& moment : state.firstMoments) std::fill(moment.values.begin(), moment.values.end(), 0.0f);
  state.secondMoments = state.firstMoments;
  return state;
}

npz::Archive toArchive(const State& state) {
  npz::Archive archive;
  // Stores the loss as the int64 with the same bits, so that it is read back exactly.
  const std::vector<int64_t> counters = {state.step, state.bestEpoch, std::bit_cast<int64_t>(state.bestLoss)};
  archive.add("counters", {3}, counters);
  append(archive, kWeight, state.parameters);
  append(archive, kFirst, state.firstMoments);
  append(archive, kSecond, state.secondMoments);
  append(archive, kBest, state.best);
  append(archive, kCachedEmbeddings, state.cachedEmbeddings);
  return archive;
}

Result<State> stateFromArchive(const model::Description& description, const npz::Archive& archive) {
  const auto counters = archive.get("counters");
  if (!counters) return counters.error();
  const auto values = (*counters)->toIntegers();
  if (!values) return values.error();
  if (values->size() != 3)
    return Error{"not a checkpoint of this version of hlorank: `counters` must have 3 elements",
                 "start a new run without --resume"};

  State state;
  state.step = (*values)[0];
  state.bestEpoch = (*values)[1];
  state.bestLoss = std::bit_cast<double>((*values)[2]);
  struct Part {
    const std::string& prefix;
    model::Parameters& into;
    bool optional;
  };
  for (const Part& part : {Part{kWeight, state.parameters, false}, Part{kFirst, state.firstMoments, false},
                           Part{kSecond, state.secondMoments, false}, Part{kBest, state.best, true}}) {
    auto parameters = extract(description, archive, part.prefix, part.optional);
    if (!parameters) return parameters.error();
    part.into = std::move(*parameters);
  }
  auto cachedEmbeddings = extractAll(archive, kCachedEmbeddings);
  if (!cachedEmbeddings) return cachedEmbeddings.error();
  state.cachedEmbeddings = std::move(*cachedEmbeddings);
  return state;
}

}  // namespace hlorank::train
