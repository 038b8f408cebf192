// Entry points of libhlorank_model.so, the library with the commands that need LibTorch. `hlorank` opens the library
// with dlopen when one of these commands is called.

#include <c10/util/Exception.h>

#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <new>
#include <optional>
#include <string>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/output.h"
#include "native/evaluate/evaluate_command.h"
#include "native/evaluate/rank_schedules.h"
#include "native/evaluate/ranker.h"
#include "native/evaluate/scoring.h"
#include "native/onnx/publish_command.h"
#include "native/rank/tiles.h"
#include "native/research/model/commands.h"
#include "native/train/train_command.h"
#include "native/train/trainer.h"
#include "native/tune/tune_command.h"

namespace {

using namespace hlorank;

// Declares the library's commands and their options on `program`. Returns a map from command name to the function that
// runs the command and returns the exit code.
std::map<std::string, std::function<int()>> addCommands(CLI::App& program) {
  return {{"train", train::addTrain(program)},      {"evaluate", evaluate::addEvaluate(program)},
          {"export", research::addExport(program)}, {"publish", onnx::addPublish(program)},
          {"tune", tune::addTune(program)},         {"replay", research::addReplay(program)},
          {"submit", research::addSubmit(program)}};
}

int runCommand(int argc, char** argv) {
  CLI::App program("hlorank reads HLO programs and ranks their layout configurations.", "hlorank");
  native::setHelpLayout(program);
  program.require_subcommand(1);
  const auto commands = addCommands(program);
  const int exitCode = native::parse(program, argc, argv);
  if (exitCode >= 0) return exitCode;
  train::prepareLibTorch(/*threads=*/1);
  for (const CLI::App* selected : program.get_subcommands()) return commands.at(selected->get_name())();
  return native::kUsage;
}

}  // namespace

// Declares the library's commands on `program` without making them runnable. `hlorank completion` and `hlorank man`
// list them.
extern "C" void hlorankModelCommands(CLI::App* program) {
  addCommands(*program);
}

// Runs `act` and returns its exit code. If `act` throws, prints the error and returns the exit code of an internal
// error.
int guarded(const std::function<int()>& act) {
  try {
    return native::finishOutput(act());
  } catch (const c10::Error& error) {
    native::note("hlorank: internal error in LibTorch: %s\n", error.what_without_backtrace());
  } catch (const std::bad_alloc&) {
    std::fputs(native::kOutOfMemory, stderr);  // a constant text: prints without allocating
  } catch (const std::exception& error) {
    native::note("hlorank: internal error: %s\n", error.what());
  }
  return native::finishOutput(native::kInternalError);
}

// Sets `answer` to the result of `compute`, or to an error if LibTorch throws.
template <class Value, class Compute>
void setAnswer(std::optional<Result<Value>>& answer, const Compute& compute) {
  try {
    answer.emplace(compute());
  } catch (const c10::Error& error) {
    answer.emplace(Error{std::string("internal error in LibTorch: ") + error.what_without_backtrace(), ""});
  }
}

// Parses the whole command line (argv[0] included), runs the command that it names and returns the exit code of the
// process.
extern "C" int hlorankModelMain(int argc, char** argv) {
  return guarded([&] { return runCommand(argc, argv); });
}

// Ranks the schedules (of Halide or TVM programs) that the arguments name and prints them. Returns the exit code of the
// process.
extern "C" int hlorankRankSchedules(const rank::ScheduleArguments* arguments) {
  train::prepareLibTorch(/*threads=*/1);
  return guarded([&] { return evaluate::rankSchedules(*arguments); });
}

// Scores all tile sizes of a kernel by the neural network in the folder `model`. Errors: those of evaluate::loadRanker,
// with `place` set to the faulty file, and those of evaluate::scoresOfTiles, with `place` unchanged.
extern "C" void hlorankRankTiles(const std::string* model, const session::Opened* opened, std::string* place,
                                 std::optional<Result<rank::RankedTiles>>* ranked) {
  train::prepareLibTorch(/*threads=*/1);
  setAnswer(*ranked, [&]() -> Result<rank::RankedTiles> {
    const std::string kernel = *place;
    const auto ranker = evaluate::loadRanker(*model, place);
    if (!ranker) return ranker.error();
    *place = kernel;
    auto scores = evaluate::scoresOfTiles(*ranker, *opened);
    if (!scores) return scores.error();
    return rank::RankedTiles{std::move(*scores), {ranker->name, ranker->title, {}}};
  });
}

// Ranks all configurations (layout assignments) of a program by the neural network in the folder `model`. Errors: those
// of evaluate::loadRanker, with `place` set to the faulty file, and of evaluate::rankConfigurations, with `place`
// unchanged.
extern "C" void hlorankRank(const std::string* model, const session::Opened* opened,
                            const model::AnalyticalCosts* analytical, std::string* place,
                            std::optional<Result<rank::Ranked>>* ranked) {
  train::prepareLibTorch(/*threads=*/1);
  setAnswer(*ranked, [&]() -> Result<rank::Ranked> {
    const std::string program = *place;
    const auto ranker = evaluate::loadRanker(*model, place);
    if (!ranker) return ranker.error();
    *place = program;
    auto ranking = evaluate::rankConfigurations(*ranker, *opened, *analytical);
    if (!ranking) return ranking.error();
    const model::Confidence confidence = model::parseConfidence(ranker->model->card);
    return rank::Ranked{std::move(*ranking),
                        {ranker->name, ranker->title, confidence},
                        rank::wasTrainedOn(ranker->model->card, program)};
  });
}
