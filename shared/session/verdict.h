// Summarises a ranking of configurations in a few sentences, the verdict. It says whether the best configuration is
// faster than the layouts used without tuning, the baseline, and by how much.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "shared/model/confidence.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

// The layouts with which the best configuration is compared. They are the compiler default (layouts that the compiler
// chooses on its own) if its time or score is known. Otherwise they are the layouts written in the program.
struct Baseline {
  bool isCompilerDefault = false;
  std::optional<double> time;  // measured run time in seconds; empty if not measured
  // Score by the model, lower is faster; 0 for the layouts written in the program; empty if unknown.
  std::optional<float> score;
};
// Whether the module is the output of the compiler: then the layouts in the file are those that the compiler chose.
bool isOptimised(const Opened& opened);
// Whether the module comes straight from a framework: the compiler will change it before it assigns layouts.
bool isRaw(const Opened& opened);
// Whether the module is at the stage of compilation at which the published models learned: neither of the two above.
// The accuracy of their rankings of other modules is unknown.
bool isOfLearnedKind(const Opened& opened);
// Returns the score of the layouts that the compiler chooses on its own. It is that of the simulated compiler, and 0
// for optimised modules. Empty if the model does not simulate the compiler.
std::optional<float> compilerScore(const Opened& opened, const Ranking& ranking);
Baseline findBaseline(const Opened& opened, const Ranking& ranking);

struct Verdict {
  enum class Kind : uint8_t {
    kMeasuredGain,   // a measured configuration is faster than the baseline by more than 2 % and the noise
    kPredictedGain,  // the best-scored configuration is probably faster than the baseline
    kTie,            // no configuration is known to be faster than the baseline
    kUncalibrated,   // unknown, because the model has no calibration or was not trained on such modules
  };
  Kind kind = Kind::kTie;
  Baseline baseline;
  // Probability that the configuration with the best score is faster than the baseline. Empty if not predicted.
  std::optional<double> probability;
  std::string text;    // the verdict in a few sentences to show to the user
  std::string detail;  // what the verdict is based on, or what else to do, as a sentence; may be empty
};

// Decides whether the best configuration is faster than the baseline. Compares measured times if the baseline has one,
// otherwise scores. Returns nullopt if not all configurations are scored yet, or if all compile to the same program.
std::optional<Verdict> judge(const Opened& opened, const Ranking& ranking, const model::Confidence& confidence);

}  // namespace hlorank::session
