// Tests that the simulated compiler agrees with what XLA:CPU does with the programs of data/layouts.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "tests/simulation/golden.h"

namespace hlorank::simulation {
namespace {

double share(size_t part, size_t all) {
  return all == 0 ? 1 : static_cast<double>(part) / static_cast<double>(all);
}

// The environment variable HLORANK_SIMULATION_PROGRAM=NAME prints the disagreements of one program. The value "all"
// prints the number of disagreements by class.
TEST(Golden, AgreesWithTheCompiler) {
  const char* only = std::getenv("HLORANK_SIMULATION_PROGRAM");
  const bool all = only != nullptr && std::string(only) == "all";
  const Agreement a = compareWithGolden(only == nullptr || all ? "" : only);
  std::printf("jaxlib %s, %zu programs, %zu configurations\n", a.jaxlib.c_str(), a.programs, a.configurations);
  const auto print = [](const char* what, const Match& m) {
    std::printf("%s: F1 %.3f (%zu agree, %zu only predicted, %zu only recorded)\n", what, m.f1(), m.both,
                m.predictedOnly, m.recordedOnly);
  };
  print("copies, constrained", a.copies);
  print("copies, compiler default", a.copiesUnconstrained);
  print("loops", a.loops);
  print("loops by elements", a.loopsByElements);
  std::printf(
      "compiler default: %.4f of %zu slots (%zu of %zu that are not row-major), %.4f of %zu results (%zu of %zu)\n",
      share(a.slotsRight, a.slots), a.slots, a.slotsOtherThanRowMajorRight, a.slotsOtherThanRowMajor,
      share(a.resultsRight, a.results), a.results, a.resultsOtherThanRowMajorRight, a.resultsOtherThanRowMajor);
  if (all)
    for (const auto& [name, n] : a.classes)
      if (n > 3) std::printf("%6zu %s\n", n, name.c_str());
  if (only != nullptr) return;
  EXPECT_GE(a.programs, 300u);
  EXPECT_GE(a.copies.f1(), .98);
  EXPECT_GE(a.copiesUnconstrained.f1(), .99);
  EXPECT_GE(share(a.slotsRight, a.slots), .99);
  EXPECT_GE(a.loops.f1(), .91);
  EXPECT_GE(a.loopsByElements.f1(), .92);
  EXPECT_GE(share(a.resultsRight, a.results), .99);
}

}  // namespace
}  // namespace hlorank::simulation
