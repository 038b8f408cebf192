// Summarises a ranking of configurations in one sentence, the verdict. It says whether the best configuration is faster
// than the layouts used without tuning, the baseline, and by how much.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "shared/model/confidence.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

// The layouts that the best configuration is compared with. These are the compiler default (layouts that the compiler
// chooses on its own) if its time or score is known, else the layouts written in the program.
struct Baseline {
  bool isCompilerDefault = false;
  std::optional<double> time;  // measured run time in seconds; empty if not measured
  std::optional<float> score;  // score by the model, lower is faster; 0 for the program layouts; empty if unknown
};
Baseline findBaseline(const Opened& opened, const Ranking& ranking);

struct Verdict {
  enum class Kind : uint8_t {
    kMeasuredGain,   // a measured configuration is more than 2 % faster than the baseline
    kPredictedGain,  // the best-scored configuration is probably faster than the baseline
    kTie,            // no configuration is known to be faster than the baseline
    kUncalibrated,   // the model has no calibration: no probability is known
  };
  Kind kind = Kind::kTie;
  Baseline baseline;
  // Probability that the best-scored configuration is faster than the baseline; empty if not predicted.
  std::optional<double> probability;
  std::string text;  // the verdict as a sentence for the user
};

// Decides whether the best configuration is faster than the baseline: by measured times if the baseline has one, else
// by scores. Returns nullopt if not all configurations are scored yet, or all compile to the same program.
std::optional<Verdict> judge(const Opened& opened, const Ranking& ranking, const model::Confidence& confidence);

}  // namespace hlorank::session
