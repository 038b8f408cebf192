#include "native/train/job.h"

#include "native/train/additive_fit.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/train/checkpoint.h"
#include "native/train/normalisation.h"
#include "shared/base/text.h"

namespace hlorank::train {
namespace {

namespace fs = std::filesystem;

constexpr auto kCheckpointEvery = std::chrono::seconds(10);

std::string pathOf(const Job& job, const char* ending) {
  return (fs::path(job.folder) / (job.name + ending)).string();
}

// Training state of one network, and whether the training has finished.
struct Status {
  State state;
  bool done = false;
};

// Returns the state before the first step: random weights, the standardisation of the inputs, and the least-squares fit
// if the recipe requests one.
State initialState(const Job& job) {
  State state = startState(model::initialParameters(job.description, job.recipe.seed));
  setNormalisation(job.description, job.training, state.parameters);
  if (job.recipe.fit && !job.training.empty()) fitFreeTerms(job.description, job.training.front(), state.parameters);
  return state;
}

// Reads the checkpoint of a training job. If there is none, returns the initial state.
Result<Status> readStatus(const Job& job, ErrorContext* errorContext) {
  errorContext->place = pathOf(job, ".npz");
  auto found = readCheckpoint(errorContext->place, job.description);
  if (!found) return found.error();
  std::error_code ignored;
  if (!*found) {
    fs::remove(pathOf(job, ".done"), ignored);
    return Status{initialState(job)};
  }
  Status status;
  Checkpoint& checkpoint = **found;
  if (checkpoint.damage)
    native::note("%s: damaged (%s); continuing from the previous checkpoint, step %lld\n", errorContext->place.c_str(),
                 checkpoint.damage->message.c_str(), static_cast<long long>(checkpoint.state.step));
  status.done = !checkpoint.damage && fs::is_regular_file(pathOf(job, ".done"), ignored);
  status.state = std::move(checkpoint.state);
  return status;
}

// Reads the training state in process 0 and returns it in all processes.
Result<Status> readSharedStatus(const Job& job, const Processes& processes, ErrorContext* errorContext) {
  std::string bytes;
  if (processes.isFirst()) {
    auto own = readStatus(job, errorContext);
    if (!own || processes.world() == 1) return own;
    bytes = (own->done ? '1' : '0') + npz::write(toArchive(own->state));
  }
  bytes = processes.broadcastFromFirst(std::move(bytes));
  const auto archive = npz::read(std::string_view(bytes).substr(1));
  if (!archive) return archive.error();
  auto state = stateFromArchive(job.description, *archive);
  if (!state) return state.error();
  return Status{std::move(*state), bytes[0] == '1'};
}

}  // namespace

Error writeError(Error error, const std::string& path, ErrorContext* errorContext) {
  *errorContext = {path, /*machine=*/true};
  error.help = "make room, then continue with --resume; files written before are unchanged";
  return error;
}

Result<std::optional<model::Parameters>> trainOrLoad(const Job& job, const Processes& processes,
                                                     const Observer& observer, ErrorContext* errorContext) {
  using Weights = std::optional<model::Parameters>;
  const Recipe& recipe = job.recipe;
  if (std::none_of(job.training.begin(), job.training.end(),
                   [&](const Example& example) { return canLearnFrom(recipe, example); }))
    return Error{"nothing to learn: no two configurations of a program differ by more than the margin",
                 "give more data, or a smaller --margin (0: every difference counts)"};
  auto begun = readSharedStatus(job, processes, errorContext);
  if (!begun) return begun.error();
  State& state = begun->state;
  if (begun->done) return Weights(state.result());

  Trainer trainer(job.description, recipe, job.training, job.validation);
  auto lastWrite = std::chrono::steady_clock::now();
  double loss = 0;
  // Called after each step. Returns false, which ends Trainer::train, after Ctrl-C or when a checkpoint is due; in the
  // latter case the loop below calls train again.
  const auto keepGoing = [&](const Progress& progress) {
    loss = progress.loss;
    observer.step(progress);
    const bool due = processes.isFirst() && std::chrono::steady_clock::now() - lastWrite >= kCheckpointEvery;
    return !due && !native::interrupted();
  };
  Outcome outcome;
  bool interrupted = false;
  do {
    lastWrite = std::chrono::steady_clock::now();
    outcome = trainer.train(state, keepGoing, processes.group());
    if (processes.isFirst() && outcome != Outcome::kDiverged) {
      const auto written = writeCheckpoint(pathOf(job, ".npz"), state);
      if (!written) return writeError(written.error(), pathOf(job, ".npz"), errorContext);
    }
    interrupted = processes.any(native::interrupted());
  } while (outcome == Outcome::kInterrupted && !interrupted);
  errorContext->place = pathOf(job, ".npz");
  if (outcome == Outcome::kInterrupted) return Weights();
  if (outcome == Outcome::kDiverged)
    return Error{"training diverged: the loss is NaN or infinite after step " + std::to_string(state.step) + " of " +
                     job.name + "; the last checkpoint before it is kept",
                 "start a new run with a smaller --rate or --set clip=NORM"};
  if (processes.isFirst()) {
    const auto written = native::writeFile(pathOf(job, ".done"), "");
    if (!written) return writeError(written.error(), pathOf(job, ".done"), errorContext);
    observer.done(job.name + formatted(": %lld steps, loss %.4f", static_cast<long long>(state.step), loss) +
                  (outcome == Outcome::kStoppedEarly ? ", stopped early" : ""));
  }
  return Weights(state.result());
}

}  // namespace hlorank::train
