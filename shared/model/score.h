// Scores configurations with tables: a network (or the analytical cost model) gives each (slot, layout) row a number,
// and optionally each pair of rows of neighbouring slots. A configuration's score combines the numbers of its rows and
// pairs. Lower is faster; the reference configuration scores exactly 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/model/analytical.h"
#include "shared/model/pair_blocks.h"

namespace hlorank::model {

// How row entries combine: the sum over slots, or the sum over values of the largest entry among the value's slots (a
// value that several slots need in another layout is converted once; an unchanged slot has entry 0).
enum class Aggregation { kSum, kLargestPerValue };
// The scale maps the combined entries z to the score.
enum class Scale { kIdentity, kSignedLog };  // signed log: 20·sign(z)·log(1+|z|)

struct Tables {
  std::vector<float> rows;   // [rows] the entry of each (slot, layout)
  std::vector<float> pairs;  // [pair entries] in the order of pair_blocks.h, or empty
  // [rows, members] the row entries by each network of an ensemble, whose mean is `rows`; or empty.
  std::vector<float> members;
};

// The tables of the analytical cost model.
Tables analyticalTables(const AnalyticalCosts& analytical);

// One table entry that contributes to a configuration's score.
struct Contribution {
  uint32_t slot;         // the slot of the entry; the first one of a pair entry
  uint32_t other = ~0u;  // the second slot of a pair entry
  float amount;          // before the scale; the contributions of a configuration add up to its z
};

// One table entry that differs between two configurations A and B.
struct Difference {
  uint32_t slot;           // the slot of A's entry; the first one of a pair entry
  uint32_t other = ~0u;    // the second slot of a pair entry
  uint32_t instead = ~0u;  // for kLargestPerValue: the slot of B's entry, if it is another slot of the same value
  float amount = 0;        // A's entry minus B's, before the scale
};

// Scores configurations. The constructor subtracts the reference's entries from the tables, so the reference scores 0
// whatever a network wrote. `configurations` must outlive the scorer; it may grow, but its table must not change.
class Scorer {
 public:
  Scorer(const configs::Configurations& configurations, const AnalyticalCosts& analytical, Tables tables,
         Aggregation aggregation, Scale scale);

  // Scores configurations begin .. begin+count. One addition (or maximum) per slot and pair; no allocation.
  void score(size_t begin, size_t count, float* scores) const;
  float score(std::span<const uint8_t> choice) const;
  float z(std::span<const uint8_t> choice) const;  // the score before the scale
  // z of A minus z of B as a sum of table entries: those of the slots (kLargestPerValue: of each value's largest slot)
  // and pairs whose entries differ; largest magnitude first. Exact up to rounding.
  std::vector<Difference> difference(std::span<const uint8_t> a, std::span<const uint8_t> b) const;
  // The nonzero entries that add up to z, largest magnitude first. With kLargestPerValue only the largest slot of each
  // value contributes.
  std::vector<Contribution> contributions(std::span<const uint8_t> choice) const;
  float scaled(float z) const;                      // applies the scale
  const Tables& tables() const { return tables_; }  // minus the reference's entries
  Aggregation aggregation() const { return aggregation_; }

 private:
  // All values with the same number of slots. Their slots are contiguous in slotOrder_, grouped by value.
  struct SizeClass {
    uint32_t slotsPerValue;
    uint32_t begin, end;  // in slotOrder_
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
  std::vector<uint32_t> slotOrder_;  // for kLargestPerValue
  std::vector<SizeClass> classes_;
  std::vector<PairBlock> pairs_;
};

}  // namespace hlorank::model
