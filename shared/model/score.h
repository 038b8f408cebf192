// Scores from tables: the network (or h2) has written one number per (slot, layout) row, and maybe per pair of rows of
// neighbouring slots; the score of a configuration is a few additions. Lower is faster; the reference scores exactly 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/model/physics.h"

namespace hlorank::model {

enum class Aggregation { kSum, kLargestPerValue };
enum class Scale { kIdentity, kSignedLog };  // signed log: 20·sign(z)·log(1+|z|)

struct Tables {
  std::vector<float> rows;   // [rows] u of every (slot, layout)
  std::vector<float> pairs;  // [sum over neighbours of rowsOf(a)·rowsOf(b)], row-major by the rows of a; or empty
};

// The tables of h2 itself.
Tables physicalTables(const Physics& physics);

struct Contribution {
  uint32_t slot;           // the slot whose row this is
  uint32_t other = ~0u;    // the second slot of a pair entry
  float amount;            // in units of z, before the scale; contributions of a configuration add up to z
};

class Scorer {
 public:
  Scorer(const configs::Configurations& configurations, const Physics& physics, Tables tables, Aggregation aggregation, Scale scale);

  // scores[i] of configurations begin .. begin+count; a few additions each, no allocation.
  void score(size_t begin, size_t count, float* scores) const;
  float score(std::span<const uint8_t> choice) const;
  // What the score is made of, largest magnitude first; a slot that is not its value's largest contributes 0 and is left out.
  std::vector<Contribution> contributions(std::span<const uint8_t> choice) const;
  float scaled(float z) const;

 private:
  const configs::Configurations& configurations_;
  Tables tables_;
  Aggregation aggregation_;
  Scale scale_;
  std::vector<uint32_t> slotOrder_, valueBegin_;      // slots grouped by value
  std::vector<std::array<uint32_t, 2>> neighbours_;
  std::vector<uint32_t> pairBegin_;
};

}  // namespace hlorank::model
