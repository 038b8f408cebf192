// Summarises a ranking in a sentence, the verdict: whether the best configuration is faster than a baseline, and by how
// much.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "shared/model/confidence.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

// The baseline: the compiler default (the layouts that the compiler chooses on its own) if its time or score is known,
// else the program layouts.
struct Baseline {
  bool isCompilerDefault = false;
  std::optional<double> time;  // seconds, measured
  std::optional<float> score;  // score by the model; 0 for the program layouts
};
Baseline findBaseline(const Opened& opened, const Ranking& ranking);

struct Verdict {
  enum class Kind : uint8_t {
    kMeasuredGain,   // a measured configuration is more than 2 % faster than the baseline
    kPredictedGain,  // the top-ranked configuration is probably faster than the baseline
    kTie,            // no configuration is known to be faster
    kUncalibrated,   // the model has no calibration: no probability is known
  };
  Kind kind = Kind::kTie;
  Baseline baseline;
  std::optional<double> probability;  // that the top-ranked one is faster than the baseline; empty: not predicted
  std::string text;                   // the verdict as a sentence for the user
};

// Judges a ranking by measured times if the baseline has one, else by scores. Returns nullopt if not all configurations
// are scored yet or there are fewer than two different programs.
std::optional<Verdict> judge(const Opened& opened, const Ranking& ranking, const model::Confidence& confidence);

}  // namespace hlorank::session
