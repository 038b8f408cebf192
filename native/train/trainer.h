// Trains one network on a set of programs: AdamW along a cosine, everything seeded. Where it stands is a plain value
// that can be written down after any step and taken up again to the same bits.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "native/model/problem.h"
#include "native/train/losses.h"
#include "native/train/process_group.h"
#include "shared/base/result.h"
#include "shared/npz/npz.h"

namespace hlorank::train {

struct Recipe {
  Loss loss = Loss::kHinge;
  bool fit = false;     // free terms begin at their least-squares fit (additive_fit.h)
  double margin = .02;  // pairs closer than this share of the time are noise
  int epochs = 20;
  double rate = 3e-3;  // of AdamW at the start; falls to 0 along a cosine
  double decay = .01;  // weight decay of decayed parameters
  double dropout = .3;
  double clip = 1;                // largest norm of the gradient
  int batch = 4;                  // programs a step
  bool byConfigurations = false;  // a program's loss counts by how many configurations it has; else all count the same
  int configurations = 512;       // of a program a step; more are drawn anew each time
  int patience = 0;               // epochs without a better held-out loss before stopping; 0: run to the end
  uint64_t seed = 1;
  int64_t segment = 0;           // nodes of a part of a large graph that gradients run through; 0: all of it at once
  double segmentDropout = .5;    // share of the other parts left out a step
  double headShare = .1;         // of the epochs, at the end, that train the head alone; with parts only
  bool reduced = true;           // leave out of a graph what no configuration reaches
  at::Device device = at::kCPU;  // where it is computed; not part of what a run is
};

// A program to learn from, by the times of the configurations that its problem chooses.
using Example = model::Problem;

// Where a training stands.
struct State {
  int64_t step = 0;
  model::Parameters parameters;
  model::Parameters firstMoments, secondMoments;  // of AdamW, by the same names
  double bestLoss = 0;                            // on the validation set; meaningful once `best` is there
  int64_t bestEpoch = -1;
  model::Parameters best;
  model::Parameters
      cachedEmbeddings;  // what the parts of large graphs gave last, by "pooled/PROGRAM" and "known/PROGRAM"

  // The weights to use: the best on the validation set, or the last.
  const model::Parameters& result() const { return best.empty() ? parameters : best; }
};
State startState(model::Parameters parameters);
npz::Archive toArchive(const State& state);
// Error when the archive is no state of this network.
Result<State> stateFromArchive(const model::Description& description, const npz::Archive& archive);

struct Progress {
  int64_t step = 0, steps = 0;  // steps done, of all
  int epoch = 0;                // counted from 1
  double loss = 0;              // mean of the epoch so far
  double validation = 0;        // of the last finished epoch; NaN without a validation set
  bool epochDone = false;
};

// kDiverged: the loss is no number any more; the state is as it was before that step.
enum class Outcome { kFinished, kStoppedEarly, kInterrupted, kDiverged };

// Whether the loss can learn anything from the example: hinge needs two times further apart than the margin.
bool teaches(const Recipe& recipe, const Example& example);

// What is learned from, prepared once, so that a training can be left and taken up again at no cost. What the examples
// point to must outlive it.
class Trainer {
 public:
  Trainer(const model::Description& description, const Recipe& recipe, const std::vector<Example>& examples,
          const std::vector<Example>& validation);
  ~Trainer();

  // Trains from `state` on, until the recipe's end or until `keepGoing` (called after every step) returns false.
  // With one thread, the same inputs give the same bits, however often the training was interrupted; with several
  // processes, what one process gives but for the order of additions. Then all of them end after the same step: the one
  // after `keepGoing` returned false in one of them.
  Outcome train(State& state, const std::function<bool(const Progress&)>& keepGoing,
                const ProcessGroup& processes = {});

 private:
  struct Programs;
  model::Description description_;
  Recipe recipe_;
  std::unique_ptr<Programs> programs_;
};

// One thread, deterministic algorithms, and an allocator that keeps large blocks instead of giving them back.
void prepareLibTorch(int threads);

}  // namespace hlorank::train
