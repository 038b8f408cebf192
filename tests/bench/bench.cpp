// Benchmark of the shared library as native code and as WebAssembly: `hlorank_bench FILE...` prints a JSON object for
// each HLO file, with times in seconds. scripts/bench runs it and compares the times with those of XLA.

#ifdef __EMSCRIPTEN__
#include <emscripten/heap.h>
#else
#include <sys/resource.h>
#endif

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "shared/drawing/drawing.h"
#include "shared/graph/graph.h"
#include "shared/graph/program.h"
#include "shared/hlo/read.h"
#include "shared/model/card.h"
#include "shared/session/network.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"
#include "tests/bench/timing.h"
#include "tests/support/suite.h"

namespace hlorank {
namespace {

using bench::measure;

// Returns how many layout configurations of a program with this number of instructions fit in memory.
size_t configurationsFor(size_t instructions) {
  return std::clamp<size_t>(400'000'000 / instructions, 1'000, 100'000);
}

double peakMegabytes() {
#ifdef __EMSCRIPTEN__
  return emscripten_get_heap_size() / 1048576.0;  // the WebAssembly heap only grows, so this is its peak
#else
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024.0;
#endif
}

// Scores configurations with the published model, which simulates the compiler for each of them. "configurations" are
// random. "changes" turn one configuration into another, one tensor's layout at a time. Null for fewer than two
// configurations. Error: the model cannot be used.
Result<nlohmann::json> benchSimulation(const session::Opened& opened) {
  const std::string folder = std::string(HLORANK_ROOT) + "/web/public/models/simulated/";
  if (opened.configurations.count < 2) return nlohmann::json();
  const auto card = model::readCard(test::readFile(folder + "model.json"));
  if (!card) return card.error();
  const auto made = session::makeLoopScorer(opened, *card, test::readFile(folder + "model.onnx"));
  if (!made) return made.error();
  const model::LoopScorer& scorer = **made;
  const configs::Configurations& all = opened.configurations;
  size_t next = 0;
  const nlohmann::json configurations = measure([&] { scorer.z(all.choice(++next % all.count)); });
  std::vector<uint8_t> choice(all.choice(0).begin(), all.choice(0).end());
  size_t target = 1, slot = 0;
  const nlohmann::json changes = measure([&] {
    while (choice[slot] == all.choice(target)[slot]) {
      if (++slot < choice.size()) continue;
      slot = 0;
      target = (target + 1) % all.count;
    }
    choice[slot] = all.choice(target)[slot];
    scorer.z(choice);
  });
  return nlohmann::json{{"configurations", configurations}, {"changes", changes}};
}

int benchFile(const std::string& path) {
  const std::string bytes = test::readFile(path);
  auto read = hlo::readModule(bytes);
  if (!read) {
    std::fputs(format(read.error(), path).c_str(), stderr);
    return 1;
  }
  nlohmann::json figures = {
      {"file", path}, {"bytes", bytes.size()}, {"instructions", read->module.instructions.size()}};
  figures["read"] = measure([&] { (void)hlo::readModule(bytes); });
  figures["features"] = measure([&] { graph::makeGraph(read->module); });
  const drawing::Outline outline = drawing::buildOutline(read->module);
  figures["boxes"] = drawing::draw(read->module, outline, {.openAll = true}).boxes();
  figures["outline"] = measure([&] { drawing::buildOutline(read->module); });
  figures["drawClosed"] = measure([&] { drawing::draw(read->module, outline); });
  figures["drawOpen"] = measure([&] { drawing::draw(read->module, outline, {.openAll = true}); });
  figures["peakMegabytes"] = peakMegabytes();

  auto opened = session::open({{path, bytes}}, {.candidates = configurationsFor(read->module.instructions.size())});
  if (opened && opened->configurations.count > 0) {
    model::AnalyticalCosts analytical = model::computeAnalyticalCosts(opened->program, opened->configurations);
    figures["analytical"] = measure([&] { model::computeAnalyticalCosts(opened->program, opened->configurations); });
    figures["configurations"] = opened->configurations.count;
    figures["configurable"] = opened->configurations.table.nodes.size();
    figures["score"] = measure([&] {
      session::Ranking ranking = session::rankAnalytically(*opened, analytical);
      while (ranking.step(10'000)) continue;
    });
    auto simulation = benchSimulation(*opened);
    if (!simulation) {
      std::fputs(format(simulation.error(), path).c_str(), stderr);
      return 1;
    }
    figures["simulation"] = std::move(*simulation);
  }
  std::printf("%s\n", figures.dump().c_str());
  return 0;
}

}  // namespace
}  // namespace hlorank

int main(int argc, char** argv) {
  int failed = 0;
  for (int i = 1; i < argc; ++i) failed |= hlorank::benchFile(argv[i]);
  return failed;
}
