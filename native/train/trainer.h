// Trains one network on a set of programs: AdamW with a cosine learning rate, fully seeded. The training state is a
// plain value that can be saved after any step; a resumed training gives the same bits.
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
  bool fit = false;               // initialise free terms by their least-squares fit (additive_fit.h)
  double margin = .02;            // hinge: ignore pairs whose run times differ by less than this fraction
  int epochs = 20;                // passes over the training programs
  double rate = 3e-3;             // initial learning rate; decays to 0 along a cosine
  double decay = .01;             // weight decay of Training::kDecayed parameters
  double dropout = .3;            // dropout probability of features
  double clip = 1;                // largest L2 norm of the gradient
  int batch = 4;                  // programs per step
  bool byConfigurations = false;  // weight the loss of a program by its number of configurations; else equally
  int configurations = 512;       // largest number of configurations per program and step; sampled anew each step
  int patience = 0;               // stop after this many epochs without a lower validation loss; 0: never
  uint64_t seed = 1;
  int64_t segment = 0;           // Graph Segment Training: nodes of a segment; 0: whole graphs
  double segmentDropout = .5;    // probability that a cached embedding of a segment is dropped
  double headShare = .1;         // final fraction of the epochs that trains only the head, of graphs with segments
  bool reduced = true;           // compute only the receptive field of the configurations
  at::Device device = at::kCPU;  // not recorded in run.json
};

// A training program; its targets are the run times of the selected configurations.
using Example = model::ScoringTask;

// The state of a training between two steps.
struct State {
  int64_t step = 0;  // number of finished steps
  model::Parameters parameters;
  model::Parameters firstMoments, secondMoments;  // of AdamW, with the names of the parameters
  double bestLoss = 0;                            // lowest validation loss; valid if bestEpoch >= 0
  int64_t bestEpoch = -1;                         // epoch of bestLoss; -1: none
  model::Parameters best;                         // weights of bestEpoch
  model::Parameters cachedEmbeddings;             // "pooled/PROGRAM" and "known/PROGRAM", see model::CachedEmbeddings

  // The weights with the lowest validation loss, or the last weights without validation.
  const model::Parameters& result() const { return best.empty() ? parameters : best; }
};
State startState(model::Parameters parameters);  // moments are 0
npz::Archive toArchive(const State& state);
// Error: the archive is not a training state of this network.
Result<State> stateFromArchive(const model::Description& description, const npz::Archive& archive);

struct Progress {
  int64_t step = 0, steps = 0;  // finished steps, total steps
  int epoch = 0;                // counted from 1
  double loss = 0;              // mean training loss of the epoch so far
  double validation = 0;        // validation loss of the last finished epoch; NaN without validation set
  bool epochDone = false;       // whether this step was the last one of the epoch
};

// kDiverged: loss or gradient is NaN or infinite; the state is that before the step.
enum class Outcome { kFinished, kStoppedEarly, kInterrupted, kDiverged };

// Whether the loss of the example has a gradient: hinge needs two run times that differ by more than the margin.
bool canLearnFrom(const Recipe& recipe, const Example& example);

// Holds the prepared training and validation programs, so that `train` can be called several times at no extra cost.
// The pointers of the examples must outlive it.
class Trainer {
 public:
  Trainer(const model::Description& description, const Recipe& recipe, const std::vector<Example>& examples,
          const std::vector<Example>& validation);
  ~Trainer();

  // Trains from `state` until the last step of the recipe, or until `keepGoing`, called after every step, returns
  // false. With one thread, the result is the same to the bit however often training is interrupted. With several
  // processes it differs from that of one only by the order of additions, and all of them stop after the same step: the
  // one after `keepGoing` returned false in any of them.
  Outcome train(State& state, const std::function<bool(const Progress&)>& keepGoing,
                const ProcessGroup& processes = {});

 private:
  struct Programs;
  model::Description description_;
  Recipe recipe_;
  std::unique_ptr<Programs> programs_;
};

// Configures LibTorch for the process: `threads` threads, deterministic algorithms, and a malloc that keeps large
// blocks instead of returning them to the system.
void prepareLibTorch(int threads);

}  // namespace hlorank::train
