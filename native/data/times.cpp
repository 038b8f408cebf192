#include "native/data/times.h"

namespace hlorank::data {

std::string idOf(const MeasuredProgram& program) {
  return program.collection.empty() ? program.name : program.collection + ":" + program.name;
}

size_t countOf(const MeasuredProgram& program) {
  if (program.stages) return program.stages->count;
  return program.opened.tiles ? program.opened.tiles->count() : program.opened.configurations.count;
}

std::vector<double> timesOf(const MeasuredProgram& program, std::span<const uint32_t> configurations) {
  return timesOf(&program.opened.configurations, program.opened.tiles ? &*program.opened.tiles : nullptr,
                 configurations, program.stages ? &*program.stages : nullptr);
}

std::vector<double> timesOf(const configs::Configurations* layouts, const configs::TileConfigurations* tiles,
                            std::span<const uint32_t> configurations, const stages::Problem* stages) {
  std::vector<double> times;
  times.reserve(configurations.size());
  for (const uint32_t c : configurations)
    times.push_back(stages ? stages->runtimes[c] : tiles ? tiles->relativeTime(c) : double(layouts->runtimes[c]));
  return times;
}

}  // namespace hlorank::data
