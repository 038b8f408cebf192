// Benchmark of training steps, and of scoring all single layouts of a program: `hlorank_model_bench MODEL DATA FILE...`
// prints a JSON object {model, step: {...}, programs, tables: [{file, instructions, rows, seconds: {...}}]}.
// scripts/bench runs it.

#include <cstdio>

#include "native/data/program_file.h"
#include "native/evaluate/ranker.h"
#include "native/train/normalisation.h"
#include "native/train/trainer.h"
#include "shared/session/open.h"
#include "tests/bench/timing.h"
#include "tests/support/suite.h"

namespace hlorank::bench {
namespace {

int fail(const Error& error, const std::string& place) {
  std::fputs(format(error, place).c_str(), stderr);
  return 1;
}

// Measures the seconds per training step with the default recipe, starting from initial weights.
nlohmann::json trainingSteps(model::Description description, const data::MeasuredPrograms& programs) {
  description.members = 1;
  std::vector<std::vector<model::Tensor>> inputs;
  for (const auto& program : programs)
    inputs.push_back(model::problemInputs(description, program->opened.program, &program->opened.configurations,
                                          &program->analytical));
  std::vector<train::Example> examples;
  for (size_t i = 0; i < programs.size(); ++i) {
    const data::MeasuredProgram& program = *programs[i];
    examples.push_back({program.name, &program.opened.program, &program.opened.configurations, &program.analytical,
                        nullptr, &inputs[i], program.measured()});
  }
  train::State state = train::startState(model::initialParameters(description, 1));
  train::setNormalisation(description, examples, state.parameters);
  std::vector<double> seconds;
  auto last = Clock::now();
  train::Trainer(description, {}, examples, {}).train(state, [&](const train::Progress& progress) {
    // Does not count the first step, which also prepares the arrays.
    if (progress.step > 1) seconds.push_back(secondsSince(last));
    last = Clock::now();
    return true;
  });
  return summary(std::move(seconds));
}

int bench(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: hlorank_model_bench MODEL DATA FILE...\n", stderr);
    return 2;
  }
  train::prepareLibTorch(/*threads=*/1);
  std::string place;
  const auto ranker = evaluate::loadRanker(argv[1], &place);
  if (!ranker) return fail(ranker.error(), place);
  const auto programs = data::load({argv[2]}, &place);
  if (!programs) return fail(programs.error(), place);

  nlohmann::json figures = {
      {"model", ranker->name}, {"programs", programs->size()}, {"tables", nlohmann::json::array()}};
  figures["step"] = trainingSteps(ranker->model->description, *programs);
  for (int i = 3; i < argc; ++i) {
    const auto opened = session::open({{argv[i], test::readFile(argv[i])}}, {.candidates = 2000});
    if (!opened) return fail(opened.error(), argv[i]);
    const model::AnalyticalCosts analytical = model::computeAnalyticalCosts(opened->program, opened->configurations);
    nlohmann::json table = {{"file", argv[i]},
                            {"instructions", opened->program.graph.nodes()},
                            {"rows", opened->configurations.table.rows()}};
    table["seconds"] = measure([&] { (void)evaluate::computeTables(*ranker, *opened, analytical); });
    figures["tables"].push_back(table);
  }
  std::printf("%s\n", figures.dump().c_str());
  return 0;
}

}  // namespace
}  // namespace hlorank::bench

int main(int argc, char** argv) {
  return hlorank::bench::bench(argc, argv);
}
