// Says in a sentence what a ranking is worth: how much faster the best configuration is, and than what.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "shared/model/confidence.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

// What other configurations are compared with: the layouts that the compiler chooses on its own where they are known,
// else the program layouts.
struct Baseline {
  bool isCompilerDefault = false;
  std::optional<double> time;  // seconds, measured
  std::optional<float> score;  // of the model: of the layouts that the simulated compiler chooses, or 0
};
Baseline findBaseline(const Opened& opened, const Ranking& ranking);

struct Verdict {
  enum class Kind : uint8_t {
    kMeasuredGain,   // a measured configuration is more than 2 % faster than the baseline
    kPredictedGain,  // the first of the ranking is probably faster than the baseline
    kTie,            // no configuration is known to be faster
    kUncalibrated,   // the model has no calibration: the order says nothing about the baseline
  };
  Kind kind = Kind::kTie;
  Baseline baseline;
  std::optional<double> probability;  // that the first of the ranking is faster than the baseline, if that is predicted
  std::string text;                   // for the user
};

// Judges a finished ranking; nullopt if it ranks nothing. Measured times are preferred to scores.
std::optional<Verdict> judge(const Opened& opened, const Ranking& ranking, const model::Confidence& confidence);

}  // namespace hlorank::session
