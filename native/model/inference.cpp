// Predictions of trained models with LibTorch, without exposing LibTorch's headers to the callers.
#include <ATen/core/grad_mode.h>

#include "native/model/model.h"
#include "native/model/torch_scores.h"

namespace hlorank::model {
namespace {

std::vector<float> values(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.contiguous();
  return {flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()};
}

// Calls `work` without recording gradients. A LibTorch exception, which means that an input does not fit the network,
// becomes an Error. Lack of memory becomes std::bad_alloc.
template <class Work>
auto runGuarded(const Work& work) -> Result<decltype(work())> {
  try {
    const at::NoGradGuard noGradients;
    return work();
  } catch (const c10::Error& error) {
    if (std::string_view(error.what_without_backtrace()).find("allocate memory") != std::string_view::npos)
      throw std::bad_alloc();
    return Error{std::string("the model does not fit this program: ") + error.what_without_backtrace(),
                 "use a model exported by this version of hlorank, or --model analytical"};
  }
}

ModelOutput computeOutput(const Model& model, const std::vector<Tensor>& inputs, Extent extent) {
  const auto out =
      forward(model.description, toTorch(model.parameters, /*learning=*/false), toTorch(inputs), 0, extent);
  const auto valuesOf = [](const std::optional<at::Tensor>& tensor) {
    return tensor ? values(*tensor) : std::vector<float>();
  };
  return ModelOutput{
      {out.rows.defined() ? values(out.rows) : std::vector<float>(), valuesOf(out.pairs), valuesOf(out.members)},
      valuesOf(out.scores),
      valuesOf(out.times)};
}

}  // namespace

Result<ModelOutput> runNetwork(const Model& model, const std::vector<Tensor>& inputs) {
  return runGuarded([&] { return computeOutput(model, inputs, Extent::kWhole); });
}

Result<Tensor> referenceSetInput(const Model& model, const ScoringTask& task) {
  return runGuarded([&] {
    const auto weights = toTorch(model.parameters, /*learning=*/false);
    return Tensor{"referenceSet",
                  {model.description.members, pooledWidth(model.description)},
                  values(TorchScores(model.description, task).referenceSet(weights))};
  });
}

Result<Tables> makeTables(const Model& model, std::vector<Tensor> inputs,
                          const configs::Configurations& configurations) {
  if (model.description.freeRows > 0) inputs.push_back(freeRowInput(model.free, configurations));
  auto answered = runGuarded([&] { return computeOutput(model, inputs, Extent::kTables); });
  if (!answered) return answered.error();
  return std::move(answered->tables);
}

Result<std::vector<float>> scoreConfigurations(const Model& model, const ScoringTask& task,
                                               const std::function<bool()>& stopped) {
  if (task.selected.empty()) return std::vector<float>();
  if (model.description.join != Join::kTables)
    return runGuarded([&] {
      const auto weights = toTorch(model.parameters, /*learning=*/false);
      return values(TorchScores(model.description, task).inferenceScores(weights, {}, stopped));
    });
  auto tables = makeTables(model, *task.inputs, *task.configurations);
  if (!tables) return tables.error();
  const TableScorer scorer(*task.configurations, *task.analytical, std::move(*tables), model.description.aggregation,
                           model.description.scale);
  std::vector<float> scores;
  for (const uint32_t c : task.selected) scores.push_back(scorer.score(task.configurations->choice(c)));
  return scores;
}

}  // namespace hlorank::model
