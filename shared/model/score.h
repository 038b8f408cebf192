// Scores configurations with tables of numbers (entries). A network or the analytical cost model writes one entry per
// row (a slot with one of its layouts) and optionally one pair entry per two rows of neighbouring slots. A
// configuration's score combines the entries of its rows and pairs. Lower is faster; the reference configuration (the
// program layouts) scores exactly 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/model/analytical.h"
#include "shared/model/pair_blocks.h"
#include "shared/model/scorer.h"

namespace hlorank::model {

// How the entries of a configuration's rows combine. kSum: their sum over slots. kLargestPerValue: the sum over values
// (tensors) of the largest entry among the slots that lay out the value, because a value that several slots need in
// another layout is converted once; a slot with its program layout has entry 0.
enum class Aggregation { kSum, kLargestPerValue };
// Maps z, the combined entries of a configuration, to its score. kIdentity: z; kSignedLog: 20·sign(z)·log(1+|z|).
enum class Scale { kIdentity, kSignedLog };
inline constexpr float kSignedLogFactor = 20;

// Numbers that a network, or the analytical cost model, gives to the layouts of a program.
struct Tables {
  std::vector<float> rows;   // [rows] one entry per slot and layout of that slot, in the order of the layout table
  std::vector<float> pairs;  // [pair entries] in the order of pair_blocks.h; empty: no pair entries
  // [rows, members] the entries by each member (network) of an ensemble, whose mean is `rows`; empty: no ensemble.
  std::vector<float> members;
};

// Makes the tables of the analytical cost model: the entry of a row is the sum of its cost terms a, b and c.
Tables analyticalTables(const AnalyticalCosts& analytical);

// One table entry that contributes to a configuration's score.
struct Contribution {
  uint32_t slot;         // the slot of the entry; the first slot of a pair entry
  uint32_t other = ~0u;  // the second slot of a pair entry; ~0u: not a pair entry
  float amount;          // the entry; all contributions of a configuration add up to z, its score before the scale
};

// One table entry that differs between two configurations A and B.
struct Difference {
  uint32_t slot;         // the slot of A's entry; the first slot of a pair entry
  uint32_t other = ~0u;  // the second slot of a pair entry; ~0u: not a pair entry
  // With kLargestPerValue: the slot of B's entry, if it is another slot of the same value than `slot`; else ~0u.
  uint32_t instead = ~0u;
  float amount = 0;  // A's entry minus B's, before the scale
};

// Scores configurations by tables. The constructor subtracts the entries of the program layouts from the tables, so
// that the reference configuration scores 0 whatever the network wrote. `configurations` must outlive the scorer; it
// may grow, but its layout table must not change. Cost of a score: one addition (or maximum) per slot and per pair of
// neighbouring slots; no allocation.
class TableScorer : public Scorer {
 public:
  TableScorer(const configs::Configurations& configurations, const AnalyticalCosts& analytical, Tables tables,
              Aggregation aggregation, Scale scale);

  float z(std::span<const uint8_t> choice) const override;
  float scaled(float z) const override;
  void scoreRange(size_t begin, size_t count, float* scores, std::vector<uint64_t>* programs) const override;
  float scoreMembers(std::span<const uint8_t> choice, std::vector<float>& members) const override;

  // Splits the z of choice `a` minus the z of choice `b` into the table entries that differ (with kLargestPerValue: the
  // largest entry of each value), largest magnitude first. The sum is exact up to rounding.
  std::vector<Difference> difference(std::span<const uint8_t> a, std::span<const uint8_t> b) const;
  // Returns the nonzero entries that add up to the z of a choice (one row index per slot), largest magnitude first.
  // With kLargestPerValue only the largest slot of each value contributes.
  std::vector<Contribution> contributions(std::span<const uint8_t> choice) const;
  const Tables& tables() const { return tables_; }  // relative to the program layouts, whose entries are 0
  Aggregation aggregation() const { return aggregation_; }

 private:
  // All values (tensors) that are laid out by the same number of slots. Their slots are slotOrder_[begin] to
  // slotOrder_[end − 1], grouped by value.
  struct SizeClass {
    uint32_t slotsPerValue;
    uint32_t begin, end;
  };

  float unscaled(const uint8_t* choice) const;
  uint32_t largest(const SizeClass& values, uint32_t begin, const uint8_t* choice) const;
  float entry(uint32_t slot, const uint8_t* choice) const {
    return tables_.rows[configurations_.table.rowBegin[slot] + choice[slot]];
  }

  const configs::Configurations& configurations_;
  Tables tables_;
  Aggregation aggregation_;
  Scale scale_;
  std::vector<uint32_t> slotOrder_;  // all slots, by the number of slots of their value, then value; kLargestPerValue
  std::vector<SizeClass> classes_;
  std::vector<PairBlock> pairs_;
  std::vector<TableScorer> members_;  // one per network of an ensemble; empty without an ensemble
};

}  // namespace hlorank::model
