#include "tests/fuzz/exercise.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "shared/cost/compare.h"
#include "shared/graph/graph.h"
#include "shared/hlo/read.h"
#include "shared/model/analytical.h"
#include "shared/npz/npz.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"
#include "shared/session/report.h"
#include "shared/simulation/simulator.h"

namespace hlorank::test {

void require(bool holds, const char* what, const std::string& detail) {
  if (holds) return;
  std::fprintf(stderr, "%s\n%s\n", what, detail.c_str());
  std::abort();
}

namespace {

bool sameFeatures(const graph::Graph& a, const graph::Graph& b) {
  graph::Hashes x = graph::hashesOf(a), y = graph::hashesOf(b);
  return x.opcode == y.opcode && x.nodeFeat == y.nodeFeat && x.edgesInsertion == y.edgesInsertion &&
         x.edgesSorted == y.edgesSorted && x.splits == y.splits;
}

void exerciseCost(const hlo::Module& module) {
  const cost::Report report(module, cost::listMachines()[0]);
  require(std::isfinite(report.seconds) && report.seconds >= 0, "the estimated time is no time", "");
  for (const double operations : report.analysis.total.operations)
    require(std::isfinite(operations), "the number of operations is not finite", "");
  for (const cost::Grouping by : {cost::Grouping::kOperation, cost::Grouping::kKind, cost::Grouping::kScope}) {
    double seconds = 0;
    for (const cost::Group& group : cost::groupHotspots(module, report.hotspots, by)) seconds += group.sum.seconds;
    require(std::abs(seconds - report.seconds) <= 1e-6 * report.seconds, "groups do not add up to the program", "");
  }
  cost::formatJson(report, "input", 100);
  cost::formatText(report, 20);
  cost::formatConflictsText(report, 20);
  cost::analyse(module, cost::Convention::kXla);
  cost::compareCosts(report, report);
}

void exerciseModule(std::string_view bytes) {
  const hlo::Limits limits{.instructions = 20'000, .depth = 64, .inflatedBytes = 4 << 20};
  auto read = hlo::readModule(std::string(bytes), limits);
  if (!read) {
    require(!read.error().message.empty(), "an error without a message", format(read.error(), "input"));
    return;
  }
  exerciseCost(read->module);
  graph::Graph graph = graph::makeGraph(read->module);
  std::string text = hlo::printText(read->module);
  auto again = hlo::readModule(text);
  // Skips two kinds of programs that need not survive printing: protobufs, whose names HLO text may be unable to
  // express, and programs with warnings.
  if (read->format != hlo::Format::kText || !read->module.warnings.empty()) return;
  require(again.ok(), "the printed text does not parse", text + (again ? "" : format(again.error(), "printed")));
  require(sameFeatures(graph, graph::makeGraph(again->module)), "the printed text is a different program", text);
}

void exerciseNpz(std::string_view bytes) {
  auto archive = npz::read(bytes, 4 << 20);
  if (!archive) return;
  for (const npz::Array& array : archive->arrays) {
    auto floats = array.toFloats();
    auto integers = array.toIntegers();
    auto texts = array.toStrings();
  }
  auto again = npz::read(npz::write(*archive));
  require(again.ok() && again->arrays.size() == archive->arrays.size(), "the written archive is not readable", "");
}

// Returns what the loops of a configuration access, one access after another.
std::vector<std::string> accessesOf(simulation::Simulator& simulator, std::span<const uint8_t> choice) {
  std::vector<simulation::Loop> loops;
  simulator.simulate(choice, loops);
  std::vector<std::string> texts;
  for (const simulation::Loop& loop : loops) {
    const auto features = simulator.accesses()[loop.access];
    texts.push_back(std::to_string(loop.instruction) + " " + std::to_string(loop.consumer) + " " +
                    std::to_string(loop.operand) + " " + std::to_string(loop.feedsConstraint) + " " +
                    std::to_string(loop.elements) + " " + std::to_string(loop.trips) + " " + std::to_string(loop.nest) +
                    std::string(reinterpret_cast<const char*>(features.data()), features.size_bytes()));
  }
  return texts;
}

// A simulator reuses what did not change since the last configuration: the result must be that of a new simulator.
void exerciseSimulator(const configs::Problem& problem) {
  if (problem.module == nullptr) return;
  const auto make = [&] { return simulation::Simulator(*problem.module, problem.program, problem.configurations); };
  simulation::Simulator simulator = make();
  for (size_t c = 0; c < std::min<size_t>(problem.configurations.count, 5); ++c) {
    simulation::Simulator unused = make();
    const auto choice = problem.configurations.choice(c);
    require(accessesOf(simulator, choice) == accessesOf(unused, choice), "a used simulator gives other loops", "");
    if (c == 2) simulator.propagate(choice);
  }
  simulation::Simulator unused = make();
  require(accessesOf(simulator, {}) == accessesOf(unused, {}), "a used simulator gives other loops", "");
  simulator.compilerDefault();
  simulator.propagate({});
}

void exerciseSession(std::string_view bytes) {
  std::vector<session::File> files;
  files.push_back({"input", std::string(bytes)});
  auto opened = session::open(std::move(files), {.candidates = 20});
  if (!opened) return;
  session::inspectJson(*opened, "input");
  exerciseSimulator(*opened);
  model::AnalyticalCosts analytical = model::computeAnalyticalCosts(opened->program, opened->configurations);
  session::Ranking ranking = session::rankAnalytically(*opened, analytical);
  while (ranking.step(1000)) continue;
  session::rankJson(*opened, ranking, {"analytical", "analytical model", {}}, "input", 3);
}

}  // namespace

void exercise(std::string_view bytes) {
  if (npz::looksLikeNpz(bytes)) {
    exerciseNpz(bytes);
  } else {
    exerciseModule(bytes);
  }
  exerciseSession(bytes);
}

}  // namespace hlorank::test
