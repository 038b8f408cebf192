#include "shared/configs/orders.h"

#include <algorithm>

namespace hlorank::configs {

namespace {

// Returns the numbers of the dimensions of size other than 1 that a layout names, from minor to major.
std::vector<int> listMovable(std::span<const int64_t> dimensions, const Layout& layout) {
  std::vector<int> order;
  for (int8_t dimension : layout) {
    if (dimension < 0 || static_cast<size_t>(dimension) >= dimensions.size()) continue;
    if (dimensions[dimension] != 1) order.push_back(dimension);
  }
  return order;
}

}  // namespace

int minorDimension(std::span<const int64_t> dimensions, const Layout& layout) {
  for (int8_t dimension : layout) {
    if (dimension < 0 || static_cast<size_t>(dimension) >= dimensions.size()) continue;
    if (dimensions[dimension] != 1) return dimension;
  }
  return -1;
}

double contiguousRun(std::span<const int64_t> dimensions, const Layout& layout, const Layout& reading) {
  std::vector<int> stored = listMovable(dimensions, layout), read = listMovable(dimensions, reading);
  double run = 1;
  for (size_t i = 0; i < std::min(stored.size(), read.size()) && stored[i] == read[i]; ++i) {
    run *= static_cast<double>(dimensions[stored[i]]);
  }
  return run;
}

double stride(std::span<const int64_t> dimensions, const Layout& layout, int dimension) {
  double product = 1;
  std::vector<int> order = listMovable(dimensions, layout);
  for (int minor : order) {
    if (minor == dimension) return product;
    product *= static_cast<double>(dimensions[minor]);
  }
  return product;
}

std::vector<int> movableDimensions(std::span<const int64_t> dimensions) {
  std::vector<int> movable;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] != 1) movable.push_back(static_cast<int>(i));
  }
  return movable;
}

std::vector<Layout> listOtherLayouts(std::span<const int64_t> dimensions, const Layout& own) {
  std::vector<size_t> places;  // positions in `own` of the dimensions of size other than 1
  for (size_t i = 0; i < dimensions.size() && i < own.size(); ++i) {
    if (own[i] >= 0 && dimensions[own[i]] != 1) places.push_back(i);
  }
  std::vector<Layout> others;
  if (places.size() < 2) return others;
  auto add = [&](const Layout& layout) {
    if (layout != own && std::find(others.begin(), others.end(), layout) == others.end()) others.push_back(layout);
  };
  if (places.size() <= 4) {
    std::vector<size_t> order = places;
    do {
      Layout layout = own;
      for (size_t i = 0; i < places.size(); ++i) layout[places[i]] = own[order[i]];
      add(layout);
    } while (std::next_permutation(order.begin(), order.end()));
    return others;
  }
  for (size_t i = 0; i < places.size(); ++i) {
    for (size_t j = i + 1; j < places.size(); ++j) {
      Layout layout = own;
      std::swap(layout[places[i]], layout[places[j]]);
      add(layout);
    }
  }
  Layout reverse = own;
  for (size_t i = 0; i < places.size(); ++i) reverse[places[i]] = own[places[places.size() - 1 - i]];
  add(reverse);
  return others;
}

}  // namespace hlorank::configs
