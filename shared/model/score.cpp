#include "shared/model/score.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <tuple>

namespace hlorank::model {

Tables analyticalTables(const AnalyticalCosts& analytical) {
  Tables tables;
  tables.rows.reserve(analytical.terms.size());
  for (const std::array<float, kTerms>& term : analytical.terms) tables.rows.push_back(term[0] + term[1] + term[2]);
  return tables;
}

TableScorer::TableScorer(const configs::Configurations& configurations, const AnalyticalCosts& analytical,
                         Tables tables, Aggregation aggregation, Scale scale)
    : configurations_(configurations), tables_(std::move(tables)), aggregation_(aggregation), scale_(scale) {
  const configs::LayoutTable& table = configurations.table;
  const size_t slots = table.slots.size();
  assert(tables_.rows.size() == table.rows());
  const size_t members = table.rows() ? tables_.members.size() / table.rows() : 0;
  for (size_t member = 0; member < members; ++member) {
    Tables own;
    for (size_t row = 0; row < table.rows(); ++row) own.rows.push_back(tables_.members[row * members + member]);
    members_.emplace_back(configurations, analytical, std::move(own), aggregation, scale);
  }
  // Subtracts the cost of the layout written in the program from the costs of each tensor's layouts. The costs of the
  // layouts in the program become exactly 0.
  for (size_t s = 0; s < slots; ++s) {
    const float reference = tables_.rows[table.rowBegin[s] + configurations.reference[s]];
    for (uint32_t row = table.rowBegin[s]; row < table.rowBegin[s + 1]; ++row) tables_.rows[row] -= reference;
  }
  std::vector<uint32_t> size(analytical.values, 0);
  for (uint32_t value : analytical.valueOfSlot) ++size[value];
  for (uint32_t s = 0; s < slots; ++s) slotOrder_.push_back(s);
  const std::vector<uint32_t>& value = analytical.valueOfSlot;
  std::sort(slotOrder_.begin(), slotOrder_.end(), [&](uint32_t a, uint32_t b) {
    return std::tuple(size[value[a]], value[a], a) < std::tuple(size[value[b]], value[b], b);
  });
  for (uint32_t i = 0; i < slots; ++i) {
    const uint32_t slotsPerValue = size[value[slotOrder_[i]]];
    if (groups_.empty() || groups_.back().slotsPerValue != slotsPerValue) groups_.push_back({slotsPerValue, i, i});
    groups_.back().end = i + 1;
  }
  if (tables_.pairs.empty()) return;
  pairs_ = pairBlocks(table, analytical);
  assert(entriesOf(pairs_) == tables_.pairs.size());
  for (const PairBlock& pair : pairs_) {
    const float reference =
        tables_.pairs[pair.entry(configurations.reference[pair.a], configurations.reference[pair.b])];
    for (size_t i = 0; i < pair.entries(); ++i) tables_.pairs[pair.begin + i] -= reference;
  }
}

float TableScorer::unscaled(const uint8_t* choice) const {
  const float* rows = tables_.rows.data();
  const uint32_t* rowBegin = configurations_.table.rowBegin.data();
  auto at = [&](uint32_t slot) { return rows[rowBegin[slot] + choice[slot]]; };
  float z = 0;
  if (aggregation_ == Aggregation::kSum) {
    // Adds into four independent sums, so that an addition need not wait for the previous one.
    float sums[4] = {0, 0, 0, 0};
    const uint32_t slots = static_cast<uint32_t>(configurations_.table.slots.size());
    uint32_t s = 0;
    for (; s + 4 <= slots; s += 4) {
      for (uint32_t k = 0; k < 4; ++k) sums[k] += at(s + k);
    }
    for (; s < slots; ++s) sums[0] += at(s);
    z = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  } else {
    const uint32_t* order = slotOrder_.data();
    for (const EquallyUsed& values : groups_) {
      for (uint32_t begin = values.begin; begin < values.end; begin += values.slotsPerValue) {
        float largest = at(order[begin]);
        for (uint32_t k = 1; k < values.slotsPerValue; ++k) largest = std::max(largest, at(order[begin + k]));
        z += largest;
      }
    }
  }
  for (const PairBlock& pair : pairs_) z += tables_.pairs[pair.entry(choice[pair.a], choice[pair.b])];
  return z;
}

void TableScorer::scoreRange(size_t begin, size_t count, float* scores, std::vector<uint64_t>* programs) const {
  const size_t slots = configurations_.table.slots.size();
  assert(begin + count <= configurations_.count);
  const uint8_t* choice = configurations_.choices.data() + begin * slots;
  for (size_t i = 0; i < count; ++i, choice += slots) scores[i] = scaled(unscaled(choice));
  if (programs) programs->clear();
}

float TableScorer::scoreMembers(std::span<const uint8_t> choice, std::vector<float>& members) const {
  members.clear();
  for (const TableScorer& member : members_) members.push_back(member.score(choice));
  return score(choice);
}

float TableScorer::z(std::span<const uint8_t> choice) const {
  assert(choice.size() == configurations_.table.slots.size());
  return unscaled(choice.data());
}

// Returns the slot with the largest cost in configuration `choice` among the slots (outputs and operands) of one
// tensor, which begin at slotOrder_[begin].
uint32_t TableScorer::largest(const EquallyUsed& values, uint32_t begin, const uint8_t* choice) const {
  uint32_t largest = slotOrder_[begin];
  for (uint32_t k = 1; k < values.slotsPerValue; ++k) {
    const uint32_t slot = slotOrder_[begin + k];
    if (entry(slot, choice) > entry(largest, choice)) largest = slot;
  }
  return largest;
}

std::vector<Difference> TableScorer::difference(std::span<const uint8_t> a, std::span<const uint8_t> b) const {
  assert(a.size() == configurations_.table.slots.size() && b.size() == a.size());
  std::vector<Difference> parts;
  const auto add = [&](const Difference& part) {
    if (part.amount != 0) parts.push_back(part);
  };
  if (aggregation_ == Aggregation::kSum) {
    for (uint32_t s = 0; s < a.size(); ++s) add({s, ~0u, ~0u, entry(s, a.data()) - entry(s, b.data())});
  } else {
    for (const EquallyUsed& values : groups_) {
      for (uint32_t begin = values.begin; begin < values.end; begin += values.slotsPerValue) {
        const uint32_t ofA = largest(values, begin, a.data()), ofB = largest(values, begin, b.data());
        add({ofA, ~0u, ofA == ofB ? ~0u : ofB, entry(ofA, a.data()) - entry(ofB, b.data())});
      }
    }
  }
  for (const PairBlock& pair : pairs_) {
    const auto of = [&](std::span<const uint8_t> choice) {
      return tables_.pairs[pair.entry(choice[pair.a], choice[pair.b])];
    };
    add({pair.a, pair.b, ~0u, of(a) - of(b)});
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const Difference& x, const Difference& y) { return std::abs(x.amount) > std::abs(y.amount); });
  return parts;
}

std::vector<Contribution> TableScorer::contributions(std::span<const uint8_t> choice) const {
  std::vector<Contribution> parts;
  for (const Difference& part : difference(choice, configurations_.reference))
    parts.push_back({part.slot, part.other, part.amount});
  return parts;
}

float TableScorer::scaled(float z) const {
  if (scale_ == Scale::kIdentity) return z;
  return std::copysign(kSignedLogFactor * std::log1p(std::abs(z)), z);
}

}  // namespace hlorank::model
