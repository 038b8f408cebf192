// Scores from tables: the network (or h2) has written one number per (slot, layout) row, and maybe per pair of rows of
// neighbouring slots; the score of a configuration is a few additions. Lower is faster; the reference scores exactly 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/model/analytical.h"
#include "shared/model/pair_blocks.h"

namespace hlorank::model {

// How the entries of the slots make a score: their sum, or the sum over values of the largest entry among the value's
// slots (a value that several slots want laid out anew is converted once; unchanged slots stand with 0).
enum class Aggregation { kSum, kLargestPerValue };
enum class Scale { kIdentity, kSignedLog };  // signed log: 20·sign(z)·log(1+|z|)

struct Tables {
  std::vector<float> rows;   // [rows] u of every (slot, layout)
  std::vector<float> pairs;  // [entries of pair_blocks.h], or empty
  std::vector<float>
      members;  // [rows, members]: u by each network of an ensemble, of which `rows` is the mean; or empty
};

// The tables of h2 itself.
Tables analyticalTables(const AnalyticalCosts& analytical);

struct Contribution {
  uint32_t slot;         // the slot whose row this is
  uint32_t other = ~0u;  // the second slot of a pair entry
  float amount;          // in units of z, before the scale; contributions of a configuration add up to z
};

// A part of the difference between two configurations A and B.
struct Difference {
  uint32_t slot;           // the slot whose entry A has
  uint32_t other = ~0u;    // the second slot of a pair entry
  uint32_t instead = ~0u;  // largest per value: the slot whose entry B has, where it is another slot of the same value
  float amount = 0;        // A's entry less B's, in units of z
};

// The entries of the reference are taken off the tables when a scorer is made, so that the reference scores 0 whatever
// a network wrote. `configurations` must outlive the scorer and may grow meanwhile, but its table must not change.
class Scorer {
 public:
  Scorer(const configs::Configurations& configurations, const AnalyticalCosts& analytical, Tables tables,
         Aggregation aggregation, Scale scale);

  // scores[i] of configurations begin .. begin+count; an addition (or a maximum) per slot and pair, no allocation.
  void score(size_t begin, size_t count, float* scores) const;
  float score(std::span<const uint8_t> choice) const;
  float z(std::span<const uint8_t> choice) const;  // the score before its scale
  // z of A less z of B, as a sum of table entries: of every slot (or of every value, by the slots that realise its
  // largest) and pair whose entries differ; largest magnitude first. Exact: nothing is estimated or shared out.
  std::vector<Difference> difference(std::span<const uint8_t> a, std::span<const uint8_t> b) const;
  // What the score is made of, largest magnitude first; a slot that is not its value's largest contributes 0 and is
  // left out.
  std::vector<Contribution> contributions(std::span<const uint8_t> choice) const;
  float scaled(float z) const;
  const Tables& tables() const { return tables_; }  // the reference's entries 0
  Aggregation aggregation() const { return aggregation_; }

 private:
  // The values with the same number of slots: their slots stand together in slotOrder_, value by value.
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
