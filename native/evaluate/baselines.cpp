#include "native/evaluate/baselines.h"

#include <cmath>
#include <limits>

#include "native/data/times.h"
#include "native/evaluate/judged.h"
#include "shared/model/confidence.h"
#include "shared/model/score.h"

namespace hlorank::evaluate {
namespace {

// Returns, for each loaded configuration, how many rows of the source file have its layouts. Loading merges duplicate
// rows.
std::vector<uint32_t> countRows(const data::MeasuredProgram& program) {
  std::vector<uint32_t> rows(program.opened.configurations.count, 1);
  if (program.stored)
    for (const store::Merged& merged : program.stored->merged())
      if (const auto c = indexInMemory(program, merged.configuration)) rows[*c] = merged.rows;
  return rows;
}

// A configurable instruction. Its tensors whose layout can be chosen have the indices begin to end - 1 in the layout
// table. `settings` is the number of combinations of their layouts.
struct PositionSlots {
  size_t begin, end, settings;
};

// Lists the configurable instructions, each with the index range of its tensors whose layout can be chosen.
std::vector<PositionSlots> positionsOf(const configs::LayoutTable& table) {
  std::vector<PositionSlots> positions;
  for (size_t slot = 0; slot < table.slots.size(); ++slot) {
    if (slot == 0 || table.slots[slot].position != table.slots[slot - 1].position) positions.push_back({slot, slot, 1});
    positions.back().end = slot + 1;
    positions.back().settings *= table.rowBegin[slot + 1] - table.rowBegin[slot];
  }
  return positions;
}

// Returns the index (0 to position.settings - 1) of the combination of layouts that `choice` gives to the tensors of an
// instruction. `choice` has the index of the chosen layout for each tensor of the program.
size_t settingOf(const configs::LayoutTable& table, const PositionSlots& position, std::span<const uint8_t> choice) {
  size_t setting = 0;
  for (size_t slot = position.begin; slot < position.end; ++slot)
    setting = setting * (table.rowBegin[slot + 1] - table.rowBegin[slot]) + choice[slot];
  return setting;
}

}  // namespace

std::vector<float> analyticalScores(const data::MeasuredProgram& program, std::span<const uint32_t> selected) {
  const configs::Configurations& all = program.opened.configurations;
  const model::TableScorer scorer(all, program.analytical, model::analyticalTables(program.analytical),
                                  model::Aggregation::kSum, model::Scale::kIdentity);
  std::vector<float> scores;
  for (const uint32_t c : selected) scores.push_back(scorer.score(all.choice(c)));
  return scores;
}

std::vector<float> frequencyScores(const data::MeasuredProgram& program, std::span<const uint32_t> selected) {
  const configs::Configurations& all = program.opened.configurations;
  const std::vector<uint32_t> rows = countRows(program);
  double total = 0;
  for (const uint32_t count : rows) total += count;
  std::vector<double> sums(selected.size(), 0);
  for (const PositionSlots& position : positionsOf(all.table)) {
    std::vector<double> counts(position.settings, 0);
    for (size_t c = 0; c < all.count; ++c) counts[settingOf(all.table, position, all.choice(c))] += rows[c];
    for (double& count : counts) count = std::log(count / total);
    for (size_t i = 0; i < selected.size(); ++i)
      sums[i] -= counts[settingOf(all.table, position, all.choice(selected[i]))];
  }
  return {sums.begin(), sums.end()};
}

void NearestPrograms::add(const data::MeasuredProgram& program) {
  const std::vector<uint32_t> measured = program.measured();
  if (program.opened.tiles || measured.size() < 2) return;
  const configs::Configurations& all = program.opened.configurations;
  const std::vector<double> times = data::timesOf(program, measured);
  double mean = 0;
  for (const double time : times) mean += time / double(times.size());

  std::vector<double> sums(all.table.rows(), 0), counts(all.table.rows(), 0);
  for (size_t i = 0; i < measured.size(); ++i) {
    const auto choice = all.choice(measured[i]);
    for (size_t slot = 0; slot < choice.size(); ++slot) {
      const uint32_t row = all.table.rowBegin[slot] + choice[slot];
      sums[row] += times[i] / mean - 1;
      ++counts[row];
    }
  }
  std::map<Layout, double> sumOf, countOf;
  for (size_t slot = 0; slot < all.table.slots.size(); ++slot) {
    const auto [position, tensor] = all.table.slots[slot];
    const uint8_t opcode = program.opened.program.graph.opcodes[all.table.nodes[position]];
    for (uint32_t row = all.table.rowBegin[slot]; row < all.table.rowBegin[slot + 1]; ++row) {
      const Layout layout = {opcode, tensor, all.table.layouts[row]};
      sumOf[layout] += sums[row];
      countOf[layout] += counts[row];
    }
  }
  TrainingProgram added = {program.hash, model::embedding(program.opened.program), {}};
  for (const auto& [layout, count] : countOf)
    if (count > 0) added.relativeTimes[layout] = sumOf[layout] / count;
  programs_.push_back(std::move(added));
}

const NearestPrograms::TrainingProgram* NearestPrograms::findNearest(const data::MeasuredProgram& program) const {
  if (programs_.empty()) return nullptr;
  const std::vector<float> embedding = model::embedding(program.opened.program);
  const double count = double(programs_.size());
  std::vector<double> distances(programs_.size(), 0);
  for (size_t column = 0; column < embedding.size(); ++column) {
    double mean = 0, variance = 0;
    for (const TrainingProgram& other : programs_) mean += other.embedding[column] / count;
    for (const TrainingProgram& other : programs_) variance += std::pow(other.embedding[column] - mean, 2) / count;
    if (variance == 0) continue;
    for (size_t i = 0; i < programs_.size(); ++i)
      distances[i] += std::pow(double(programs_[i].embedding[column]) - embedding[column], 2) / variance;
  }
  const TrainingProgram* nearest = nullptr;
  double smallest = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < programs_.size(); ++i) {
    if (programs_[i].hash == program.hash || distances[i] >= smallest) continue;
    nearest = &programs_[i];
    smallest = distances[i];
  }
  return nearest;
}

std::vector<float> NearestPrograms::scores(const data::MeasuredProgram& program,
                                           std::span<const uint32_t> selected) const {
  const TrainingProgram* nearest = program.opened.tiles ? nullptr : findNearest(program);
  if (nearest == nullptr) return {};
  const configs::Configurations& all = program.opened.configurations;
  // For each row of the layout table (a tensor with one of its layouts): mean relative run time of those configurations
  // of the most similar training program in which a tensor of the same kind has this layout; 0 if unknown.
  std::vector<double> relativeTimes(all.table.rows(), 0);
  for (size_t slot = 0; slot < all.table.slots.size(); ++slot) {
    const auto [position, tensor] = all.table.slots[slot];
    const uint8_t opcode = program.opened.program.graph.opcodes[all.table.nodes[position]];
    for (uint32_t row = all.table.rowBegin[slot]; row < all.table.rowBegin[slot + 1]; ++row) {
      const auto found = nearest->relativeTimes.find({opcode, tensor, all.table.layouts[row]});
      if (found != nearest->relativeTimes.end()) relativeTimes[row] = found->second;
    }
  }
  std::vector<float> scores;
  for (const uint32_t c : selected) {
    const auto choice = all.choice(c);
    double sum = 0;
    for (size_t slot = 0; slot < choice.size(); ++slot) sum += relativeTimes[all.table.rowBegin[slot] + choice[slot]];
    scores.push_back(float(sum));
  }
  return scores;
}

}  // namespace hlorank::evaluate
