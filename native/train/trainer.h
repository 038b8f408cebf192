// Trains one network on a set of programs, by AdamW with a cosine learning rate and all random numbers from one seed.
// The training state is a plain value that can be saved after any step. A resumed training gives the same bits.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "native/model/scoring_task.h"
#include "native/train/losses.h"
#include "native/train/process_group.h"
#include "shared/base/result.h"
#include "shared/npz/npz.h"

namespace hlorank::train {

// Hyperparameters of training.
struct Recipe {
  Loss loss = Loss::kHinge;
  // Model form `free`: first set the learned constant costs of layouts by least squares.
  bool fit = false;
  // Hinge loss: ignore pairs of configurations whose run times differ by less than this fraction.
  double margin = .02;
  // Loop networks: weight of the loss of loopTimeLoss, for programs with measured times of loops.
  double loopTimes = 1;
  int epochs = 20;     // number of passes over the training programs
  double rate = 3e-3;  // initial learning rate, which decays to 0 along a cosine
  // Weight decay of AdamW, only for weights with Training::kDecayed.
  double decay = .01;
  double dropout = .3;  // dropout probability of features
  double clip = 1;      // gradients with a larger L2 norm are scaled down to this norm
  int batch = 4;        // number of programs per step
  // Most configurations per program and step, sampled anew in each step.
  int configurations = 512;
  // Stop after this many epochs without a lower validation loss; 0: never stop early.
  int patience = 0;
  // Random seed of initial weights, order of programs, sampled configurations and dropout.
  uint64_t seed = 1;
  // Graph Segment Training: number of nodes in a segment; 0: train on whole graphs.
  int64_t segment = 0;
  // Graph Segment Training: probability that a step drops a cached embedding.
  double segmentDropout = .5;
  // Graph Segment Training: fraction of the epochs, at the end, that train only the scoring head.
  double headShare = .1;
  // Early join: compute only the nodes that a configuration influences, which is faster and gives the same scores. Not
  // recorded in run.json.
  bool reduced = true;
  at::Device device = at::kCPU;  // the device to compute on; not recorded in run.json
};

// A training program. The training targets are the run times of its configurations Example::selected.
using Example = model::ScoringTask;

// The state of a training between two steps, which a checkpoint stores.
struct State {
  int64_t step = 0;                               // number of finished training steps
  model::Parameters parameters;                   // current weights
  model::Parameters firstMoments, secondMoments;  // moments of AdamW, with the names of the weights
  double bestLoss = 0;                            // lowest validation loss so far; valid if bestEpoch >= 0
  int64_t bestEpoch = -1;                         // epoch of bestLoss, from 0; −1 before the first validation
  model::Parameters best;                         // weights after bestEpoch; empty before the first validation
  // Graph Segment Training: the arrays "pooled/PROGRAM" and "known/PROGRAM", fields of model::CachedEmbeddings, for
  // every program whose graph is divided into several segments.
  model::Weights cachedEmbeddings;

  // Returns the weights with the lowest validation loss, or the current weights if there was no validation.
  const model::Parameters& result() const { return best.empty() ? parameters : best; }
};
// Returns the state before the first step: the given weights, zero moments, no cached embeddings.
State startState(model::Parameters parameters);
// Converts a state to the arrays of a checkpoint file.
npz::Archive toArchive(const State& state);
// Reads a training state that toArchive wrote. Error: the archive is not a training state of a network with the
// hyperparameters `description`.
Result<State> stateFromArchive(const model::Description& description, const npz::Archive& archive);

// The progress that Trainer::train reports to `keepGoing` after every step.
struct Progress {
  int64_t step = 0, steps = 0;  // number of finished steps; total number of steps
  int epoch = 0;                // number of the current epoch, counted from 1
  double loss = 0;              // mean training loss of the epoch so far
  // Validation loss of the last finished epoch; NaN before the first.
  double validation = 0;
  // Whether the last finished step was the last step of its epoch.
  bool epochDone = false;
};

// Why training ended. kStoppedEarly: no lower validation loss for Recipe::patience epochs. kInterrupted: `keepGoing`
// returned false. kDiverged: the loss or the gradient is NaN or infinite; the training state is that before the failed
// step.
enum class Outcome { kFinished, kStoppedEarly, kInterrupted, kDiverged };

// Returns whether the loss of the example can have a nonzero gradient. Every loss needs two configurations. The hinge
// loss needs two run times that differ by more than recipe.margin.
bool canLearnFrom(const Recipe& recipe, const Example& example);

// Trains a network. Holds the prepared training and validation programs, so that `train` can be called several times
// without preparing them again.
class Trainer {
 public:
  // Prepares the programs. The objects that the examples point to must outlive the trainer. If `validation` is empty,
  // there is no validation.
  Trainer(const model::Description& description, const Recipe& recipe, const std::vector<Example>& examples,
          const std::vector<Example>& validation);
  ~Trainer();

  // Continues training from `state`, which it updates, to the last step of the recipe. Calls `keepGoing` after every
  // step and ends earlier if `keepGoing` returns false. With one thread, the result has the same bits no matter how
  // often training is interrupted. Several processes compute the same up to the order of floating-point additions. If
  // `keepGoing` returns false in one of them, all stop after the next step.
  Outcome train(State& state, const std::function<bool(const Progress&)>& keepGoing,
                const ProcessGroup& processes = {});

 private:
  struct Programs;
  model::Description description_;
  Recipe recipe_;
  std::unique_ptr<Programs> programs_;
};

// Configures this process for LibTorch: `threads` threads, deterministic algorithms, and a malloc that keeps large
// blocks of freed memory instead of returning them to the system.
void prepareLibTorch(int threads);

}  // namespace hlorank::train
