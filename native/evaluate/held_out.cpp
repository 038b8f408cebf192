#include "native/evaluate/held_out.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "native/base/files.h"
#include "native/data/times.h"

namespace hlorank::evaluate {
namespace {

// Returns the scores of a program, [configurations], from the cross-validation results of a training run
// (predictions.npz). Error: the file has no scores for the program.
Result<std::vector<float>> allHeldOutScores(const HeldOut& heldOut, const data::MeasuredProgram& program) {
  const auto array = heldOut.predictions.get(data::idOf(program));
  if (!array)
    return Error{"the run has no cross-validation scores for this program",
                 "pass the data that the run was trained on, or omit --held-out"};
  return (*array)->toFloats();
}

}  // namespace

Result<HeldOut> readHeldOut(const std::filesystem::path& run, std::string* place) {
  HeldOut heldOut;
  *place = (run / "predictions.npz").string();
  const auto bytes = native::readFile(*place);
  if (!bytes)
    return Error{"the run has no cross-validation results",
                 "train with --folds, or run `hlorank evaluate` without --held-out"};
  auto archive = npz::read(*bytes);
  if (!archive) return archive.error();
  heldOut.predictions = std::move(*archive);
  if (const auto record = native::readFile((run / "run.json").string())) {
    const auto json = nlohmann::json::parse(*record, nullptr, /*allow_exceptions=*/false);
    if (json.is_object() && json.contains("options") && json["options"].is_object()) {
      const auto option = [&](const char* name, uint64_t otherwise) {
        const auto found = json["options"].find(name);
        return found != json["options"].end() && found->is_number_unsigned() ? found->get<uint64_t>() : otherwise;
      };
      heldOut.most = option("most", 0);
      heldOut.seed = option("seed", 1);
    }
  }
  return heldOut;
}

Result<std::vector<float>> heldOutScores(const HeldOut& heldOut, const data::MeasuredProgram& program,
                                         EvaluationSet& judged) {
  const auto all = allHeldOutScores(heldOut, program);
  if (!all) return all.error();
  if (all->size() != data::countOf(program))
    return Error{"has " + std::to_string(data::countOf(program)) + " configurations, but the run has scores for " +
                     std::to_string(all->size()),
                 "pass the data that the run was trained on"};
  std::vector<uint32_t> measured;
  std::vector<float> scores;
  for (uint32_t c : program.measured())
    if (std::isfinite((*all)[c])) {
      measured.push_back(c);
      scores.push_back((*all)[c]);
    }
  judged = makeEvaluationSet(program, measured);
  return scores;
}

std::optional<float> heldOutScore(const HeldOut& heldOut, const data::MeasuredProgram& program, size_t configuration) {
  const auto all = allHeldOutScores(heldOut, program);
  if (!all || configuration >= all->size() || !std::isfinite((*all)[configuration])) return std::nullopt;
  return (*all)[configuration];
}

}  // namespace hlorank::evaluate
