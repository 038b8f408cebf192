#include "native/evaluate/judged.h"

#include <algorithm>

#include "native/data/times.h"

namespace hlorank::evaluate {

EvaluationSet makeEvaluationSet(const data::MeasuredProgram& program) {
  return makeEvaluationSet(program, program.measured());
}

EvaluationSet makeEvaluationSet(const data::MeasuredProgram& program, std::span<const uint32_t> selected) {
  EvaluationSet judged;
  judged.selected.assign(selected.begin(), selected.end());
  judged.times = data::timesOf(program, selected);
  if (program.stages && program.stages->noise > 0) judged.noise = program.stages->noise;
  if (program.stored) judged.noise = program.stored->about().noise;
  return judged;
}

std::vector<uint32_t> usableOf(const data::MeasuredProgram& program) {
  const std::vector<uint8_t>& usable = program.opened.configurations.usable;
  std::vector<uint32_t> selected;
  for (size_t c = 0; c < data::countOf(program); ++c)
    if (program.opened.tiles || usable.empty() || usable[c]) selected.push_back(uint32_t(c));
  return selected;
}

uint32_t storedIndex(const data::MeasuredProgram& program, uint32_t configuration) {
  return program.stored && !program.opened.tiles ? program.selected[configuration] : configuration;
}

std::optional<uint32_t> indexInMemory(const data::MeasuredProgram& program, uint32_t stored) {
  if (!program.stored || program.opened.tiles) return stored;
  const auto place = std::lower_bound(program.selected.begin(), program.selected.end(), stored);
  if (place == program.selected.end() || *place != stored) return std::nullopt;
  return uint32_t(place - program.selected.begin());
}

}  // namespace hlorank::evaluate
