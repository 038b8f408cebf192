// The configurations a model holds for the fastest: its tables as a partitioned Boolean quadratic problem.
#pragma once

#include <span>

#include "shared/model/score.h"
#include "shared/search/pbqp.h"

namespace hlorank::search {

// What besides the tables makes a configuration worth trying.
struct Preference {
  std::span<const uint8_t> base;     // [slots] the configuration that changes are counted from
  double changeCost = 0;             // of every slot that differs from it: of two that rank alike the simpler is first
  std::span<const double> rowCosts;  // [rows] added to the tables, or empty
};

// The `k` configurations of least z + preference. Largest per value: the rows of the reference stand with 0 and a
// value costs its largest slot; pairs are left out there.
Solutions bestConfigurations(const configs::Configurations& configurations, const model::AnalyticalCosts& analytical,
                             const model::Tables& tables, model::Aggregation aggregation, const Preference& preference,
                             size_t k, size_t effort = kEffort);

}  // namespace hlorank::search
