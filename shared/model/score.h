// Scores configurations with tables of costs, written by a network or the analytical cost model. A table has one entry
// per layout of each slot (output or operand whose layout can be chosen), and optionally one per pair of layouts of
// neighbouring slots. The entries for a configuration's layouts are combined to its score. Lower is faster; the layouts
// written in the program score exactly 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/model/analytical.h"
#include "shared/model/pair_blocks.h"
#include "shared/model/scorer.h"

namespace hlorank::model {

// How the costs of a configuration's layouts combine. kSum takes the sum over slots (outputs and operands whose layout
// can be chosen). kLargestPerValue takes, for each tensor, the largest cost among its slots, and then the sum over
// tensors: a tensor that several readers need in another layout is converted only once.
enum class Aggregation { kSum, kLargestPerValue };
// How z, the combined cost of a configuration, becomes its score. kIdentity: the score is z. kSignedLog: the score is
// 20·sign(z)·log(1+|z|).
enum class Scale { kIdentity, kSignedLog };
inline constexpr float kSignedLogFactor = 20;

// Costs that a network or the analytical cost model gives to the layouts of a program.
struct Tables {
  // [rows] One cost per layout of each slot (output or operand whose layout can be chosen), in the order of
  // LayoutTable.
  std::vector<float> rows;
  // [pair entries] One cost per pair of layouts of neighbouring slots, in the order of pair_blocks.h; may be empty.
  std::vector<float> pairs;
  // [rows, members] The costs in `rows` as given by each network of an ensemble; `rows` is their mean. Empty if there
  // is no ensemble.
  std::vector<float> members;
};

// Makes a table of costs from the analytical cost model. The cost of a layout is the sum of its terms a, b and c.
Tables analyticalTables(const AnalyticalCosts& analytical);

// One cost, of a layout or of a pair of layouts, that contributes to a configuration's score.
struct Contribution {
  uint32_t slot;         // output or operand whose layout can be chosen; for a pair, the first of two
  uint32_t other = ~0u;  // for a pair of layouts, the second slot; ~0u if the cost is of a single layout
  float amount;          // the cost; all contributions add up to z, which is the score before scaling
};

// One cost, of a layout or of a pair of layouts, that differs between two configurations A and B.
struct Difference {
  uint32_t slot;         // output or operand whose layout can be chosen; for a pair of layouts, the first of two
  uint32_t other = ~0u;  // for a pair of layouts, the second slot; ~0u if the cost is of a single layout
  // With kLargestPerValue, a tensor counts only with the largest cost among its slots. This is the slot with the
  // largest cost in B, if it is not `slot`. Otherwise ~0u.
  uint32_t instead = ~0u;
  float amount = 0;  // cost in A minus cost in B, before scaling
};

// Scores configurations by tables of costs. The constructor subtracts the costs of the layouts written in the program,
// so that these score exactly 0. `configurations` must outlive the scorer. Configurations may be added to it, but its
// layout table must not change. A score costs one addition (or maximum) per slot and per pair of neighbouring slots,
// without allocation.
class TableScorer : public Scorer {
 public:
  TableScorer(const configs::Configurations& configurations, const AnalyticalCosts& analytical, Tables tables,
              Aggregation aggregation, Scale scale);

  float z(std::span<const uint8_t> choice) const override;
  float scaled(float z) const override;
  void scoreRange(size_t begin, size_t count, float* scores, std::vector<uint64_t>* programs) const override;
  float scoreMembers(std::span<const uint8_t> choice, std::vector<float>& members) const override;

  // Splits the difference of z between configurations `a` and `b` into the costs that differ, largest magnitude first.
  // With kLargestPerValue, each tensor counts only with the largest cost among its slots. The parts add up to the
  // difference, up to rounding.
  std::vector<Difference> difference(std::span<const uint8_t> a, std::span<const uint8_t> b) const;
  // Returns the nonzero costs that add up to the z of a configuration, largest magnitude first. With kLargestPerValue,
  // only the largest cost of each tensor contributes.
  std::vector<Contribution> contributions(std::span<const uint8_t> choice) const;
  // Costs relative to the layouts written in the program, whose costs are 0.
  const Tables& tables() const { return tables_; }
  Aggregation aggregation() const { return aggregation_; }

 private:
  // Tensors that belong to equally many slots (outputs and operands whose layout can be chosen): a tensor can be the
  // output of one instruction and an operand of others. Their slots are slotOrder_[begin] to slotOrder_[end − 1],
  // grouped by tensor.
  struct EquallyUsed {
    uint32_t slotsPerValue;
    uint32_t begin, end;
  };

  float unscaled(const uint8_t* choice) const;
  uint32_t largest(const EquallyUsed& values, uint32_t begin, const uint8_t* choice) const;
  float entry(uint32_t slot, const uint8_t* choice) const {
    return tables_.rows[configurations_.table.rowBegin[slot] + choice[slot]];
  }

  const configs::Configurations& configurations_;
  Tables tables_;
  Aggregation aggregation_;
  Scale scale_;
  // For kLargestPerValue, all slots (outputs and operands whose layout can be chosen), sorted by the number of slots of
  // their tensor, then by tensor.
  std::vector<uint32_t> slotOrder_;
  std::vector<EquallyUsed> groups_;
  std::vector<PairBlock> pairs_;
  std::vector<TableScorer> members_;  // one scorer per network of an ensemble; empty if there is no ensemble
};

}  // namespace hlorank::model
