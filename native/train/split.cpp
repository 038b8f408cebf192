#include "native/train/split.h"

#include <algorithm>
#include <tuple>

#include "shared/base/fnv.h"

namespace hlorank::train {
namespace {

// Hashes bytes and seed to a pseudo-random number in [0, 1), which decides what is held out.
template <class Bytes>
double fraction(const Bytes& bytes, uint64_t seed) {
  Fnv fnv(Fnv::kStart ^ seed * 0x9E3779B97F4A7C15u);
  for (auto byte : bytes) fnv.byte(uint8_t(byte));
  uint64_t hash = fnv.value();
  hash ^= hash >> 32;
  hash *= 0xd6e8feb86659fd93u;
  hash ^= hash >> 32;
  return double(hash >> 11) * 0x1p-53;
}

std::span<const uint8_t> bytesOfTile(const configs::TileConfigurations& tiles, uint32_t configuration) {
  const float* row = tiles.columns.data() + size_t(configuration) * configs::kTileColumns;
  return {reinterpret_cast<const uint8_t*>(row), configs::kTileColumns * sizeof(float)};
}

// Returns the bytes that identify a configuration of a program: its layouts, tile sizes or schedule features.
// Duplicates have the same bytes.
std::span<const uint8_t> contentOf(const data::MeasuredProgram& program, uint32_t configuration) {
  if (program.stages) {
    const auto features = program.stages->schedule(configuration);
    return {reinterpret_cast<const uint8_t*>(features.data()), features.size_bytes()};
  }
  return program.opened.tiles ? bytesOfTile(*program.opened.tiles, configuration)
                              : program.opened.configurations.choice(configuration);
}

void sortByProgram(std::vector<Part>& parts) {
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.program < b.program; });
}

}  // namespace

Sets splitByProgram(const data::MeasuredPrograms& programs, const std::vector<int>& foldOf, int fold, double validation,
                    uint64_t seed) {
  std::map<std::string, std::vector<size_t>> families;
  size_t learning = 0;
  Sets sets;
  for (size_t i = 0; i < programs.size(); ++i) {
    if (fold >= 0 && foldOf[i] == fold) {
      sets.test.push_back({i, programs[i]->measured()});
    } else {
      families[programs[i]->family].push_back(i);
      ++learning;
    }
  }
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [family, members] : families) order.push_back({fraction(family, seed), family});
  std::sort(order.begin(), order.end());
  const double target = validation * double(learning);
  double heldOut = 0;  // number of programs in the validation set so far
  for (const auto& [random, family] : order) {
    const bool holdOut = heldOut + .5 * double(families[family].size()) < target && families.size() > 1;
    if (holdOut) heldOut += double(families[family].size());
    for (size_t i : families[family])
      (holdOut ? sets.validation : sets.training).push_back({i, programs[i]->measured()});
  }
  sortByProgram(sets.training);
  sortByProgram(sets.validation);
  return sets;
}

bool hasTrainingSplit(const data::MeasuredPrograms& programs) {
  return std::any_of(programs.begin(), programs.end(),
                     [](const auto& program) { return program->split == store::Split::kTrain; });
}

Sets splitAsPublished(const data::MeasuredPrograms& programs) {
  Sets sets;
  for (size_t i = 0; i < programs.size(); ++i) {
    const Part part{i, programs[i]->measured()};
    switch (programs[i]->split) {
      case store::Split::kNone:
      case store::Split::kTrain:
        sets.training.push_back(part);
        break;
      case store::Split::kValid:
        sets.validation.push_back(part);
        [[fallthrough]];
      case store::Split::kTest:
        if (part.configurations.size() > 1) sets.test.push_back(part);
        break;
    }
  }
  return sets;
}

void sortByContent(std::vector<Part>& parts, const data::MeasuredPrograms& programs) {
  for (Part& part : parts) {
    const data::MeasuredProgram& program = *programs[part.program];
    const auto content = [&](uint32_t c) { return contentOf(program, c); };
    std::stable_sort(part.configurations.begin(), part.configurations.end(), [&](uint32_t a, uint32_t b) {
      const auto x = content(a), y = content(b);
      return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
    });
  }
}

void samplePrograms(std::vector<Part>& parts, const data::MeasuredPrograms& programs, size_t count, uint64_t seed) {
  if (parts.size() <= count) return;
  const auto random = [&](const Part& part) { return fraction(programs[part.program]->name, seed); };
  std::sort(parts.begin(), parts.end(), [&](const Part& a, const Part& b) {
    return std::tuple(random(a), a.program) < std::tuple(random(b), b.program);
  });
  parts.resize(count);
  sortByProgram(parts);
}

Sets splitByConfiguration(const data::MeasuredProgram& program, double validation, double test, uint64_t seed) {
  Sets sets{{{0, {}}}, {{0, {}}}, {{0, {}}}};
  for (uint32_t c : program.measured()) {
    const double random = fraction(contentOf(program, c), seed);
    auto& side = random < test ? sets.test : random < test + validation ? sets.validation : sets.training;
    side[0].configurations.push_back(c);
  }
  if (sets.validation[0].configurations.size() < 2) sets.validation.clear();
  if (sets.test[0].configurations.size() < 2) sets.test.clear();
  return sets;
}

}  // namespace hlorank::train
