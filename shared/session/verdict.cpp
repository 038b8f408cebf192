#include "shared/session/verdict.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "shared/base/text.h"
#include "shared/configs/program_layouts.h"

namespace hlorank::session {
namespace {

// A run time counts as faster only if it is lower by more than this fraction and than the passes of the measurement
// differ.
constexpr double kTimeNoise = .02;
constexpr double kProbable = 2. / 3;  // least probability with which a configuration is reported as faster
// Least probability, instead of kProbable, for models whose probabilities of gains are not calibrated.
constexpr double kAlmostSure = .9;

// Formats a fraction as percent, such as "1.4 %". Rounds down, so that a gain is never overstated.
std::string percentText(double fraction) {
  const double percent = 100 * fraction + 1e-4;  // the addend makes up for float rounding errors
  return percent < 10 ? formatted("%.1f %%", std::floor(10 * percent) / 10) : formatted("%.0f %%", std::floor(percent));
}

std::string slowdownText(double fraction) {
  return formatted("%.1f %%", 100 * fraction);
}

std::string baselineName(const Baseline& baseline, bool isSimulated) {
  if (!baseline.isCompilerDefault) return "the program layouts";
  return isSimulated ? "the layouts that the compiler chooses on its own (simulated)"
                     : "the layouts that the compiler chooses on its own";
}

// Returns the user's best configuration if its score is lower than `lowest`.
std::optional<size_t> firstUserConfiguration(const Ranking& ranking, float lowest) {
  const auto own = ranking.bestUserConfiguration();
  return own && ranking.userScore(*own) < lowest ? own : std::nullopt;
}

// Compares the least measured time with the time of the baseline (the layouts used without tuning). Returns nullopt if
// the baseline was not measured.
std::optional<Verdict> judgeTimes(const Opened& opened, const Ranking& ranking, const Baseline& baseline) {
  const configs::Configurations& all = opened.configurations;
  if (!baseline.time) return std::nullopt;
  const std::vector<uint32_t> programs = ranking.topPrograms(ranking.scored());
  if (programs.empty()) return std::nullopt;
  const uint32_t best = *std::min_element(programs.begin(), programs.end(),
                                          [&](uint32_t a, uint32_t b) { return all.seconds(a) < all.seconds(b); });
  const double least = all.seconds(best), base = *baseline.time;
  const std::string against = baselineName(baseline, false) + " (" + formatDuration(base) + ")";
  const double noise = std::max(kTimeNoise, all.passSpread);
  Verdict verdict{.baseline = baseline};
  if (least < (1 - noise) * base) {
    verdict.kind = Verdict::Kind::kMeasuredGain;
    verdict.text = "Configuration " + std::to_string(all.numberOf(best)) + ", the fastest measured, takes " +
                   formatDuration(least) + ": " + percentText(1 - least / base) + " less than " + against + ".";
    const double first = all.seconds(programs[0]);
    if (const auto own = firstUserConfiguration(ranking, ranking.scores()[programs[0]]))
      verdict.text += " The first of this ranking, configuration " + std::to_string(all.count + *own) +
                      ", was added on this page and not measured.";
    else if (first > least)
      verdict.text += " The first of this ranking takes " + slowdownText(first / least - 1) + " longer than the best.";
  } else {
    const std::string most = noise > kTimeNoise ? slowdownText(noise) : "2 %";
    verdict.text =
        "No layout change helps: no measured configuration is more than " + most + " faster than " + against + ".";
    if (noise > kTimeNoise) verdict.detail = "The passes of this measurement differ by " + most + ".";
  }
  if (!baseline.isCompilerDefault)
    verdict.text += " The layouts that the compiler chooses on its own were not measured.";
  return verdict;
}

// Returns "configuration 12", or "configuration 0 (the layouts in the file)".
std::string nameOf(const Opened& opened, uint32_t configuration) {
  const configs::Configurations& all = opened.configurations;
  const bool isProgram = configs::findProgramLayouts(opened.program, all, {&configuration, 1}).has_value();
  return "configuration " + std::to_string(all.numberOf(configuration)) +
         (isProgram ? " (the layouts in the file)" : "");
}

bool hasNotice(const Opened& opened, std::string_view kind) {
  return std::any_of(opened.notices.begin(), opened.notices.end(),
                     [&](const Notice& notice) { return notice.kind == kind; });
}

Verdict judgeScores(const Opened& opened, const Ranking& ranking, const Baseline& baseline,
                    const model::Confidence& confidence) {
  const uint32_t first = ranking.topPrograms(1)[0];
  std::string name = nameOf(opened, first);
  float lowest = ranking.scores()[first];
  if (const auto own = firstUserConfiguration(ranking, lowest)) {
    name = "configuration " + std::to_string(opened.configurations.count + *own) + " (added on this page)";
    lowest = ranking.userScore(*own);
  }
  const std::string against = baselineName(baseline, true);
  const float gain = *baseline.score - lowest;
  Verdict verdict{.baseline = baseline};
  if (isOptimised(opened)) {
    verdict.text = "The compiler has already chosen these layouts.";
    verdict.detail = "To rank and measure other layouts, open the module from before layout assignment.";
    return verdict;
  }
  if (isRaw(opened)) {
    verdict.kind = Verdict::Kind::kUncalibrated;
    const std::string subject =
        gain < 0 ? "No configuration has a better score than " + against + ". Whether one is faster"
                 : "C" + name.substr(1) + " has the best score. Whether it is faster than " + against;
    verdict.text =
        subject + " cannot be predicted before the compiler has simplified this module: measure with `hlorank tune`.";
    return verdict;
  }
  if (gain <= 0 && (confidence.gains.empty() || !baseline.isCompilerDefault)) {
    verdict.text = "This model predicts no configuration to be faster than " + against + ".";
  } else if (confidence.pairs.empty()) {
    verdict.kind = Verdict::Kind::kUncalibrated;
    verdict.text = "C" + name.substr(1) +
                   " has the best score. This model is not calibrated: whether it is faster than " + against +
                   " has to be measured.";
  } else {
    const double probability = double(confidence.gainConfidence(gain));
    verdict.probability = probability;
    std::string claim =
        name + ", the first, is faster than " + against + formatted(" with a probability of %.2f", probability);
    if (probability >= (confidence.gains.empty() ? kAlmostSure : kProbable)) {
      verdict.kind = Verdict::Kind::kPredictedGain;
      claim[0] = 'C';
      verdict.text = claim + ". Confirm it with `hlorank tune`.";
    } else if (probability > 1 - kProbable && !confidence.gains.empty()) {
      verdict.text = std::string("No gain over ") +
                     (baseline.isCompilerDefault ? "the compiler's own layouts" : "the program layouts") +
                     " can be predicted. Measure with `hlorank tune`.";
      verdict.detail = gain == 0 ? "C" + name.substr(1) + ", the first, has the same score as " + against + "."
                                 : "C" + claim.substr(1) + ": too close to one half to tell.";
    } else {
      verdict.text = "No layout change is likely to help: " + claim + ".";
    }
  }
  if (!baseline.isCompilerDefault)
    verdict.text += " This model does not know the layouts that the compiler chooses on its own.";
  return verdict;
}

}  // namespace

bool isOptimised(const Opened& opened) {
  return hasNotice(opened, "optimised");
}

bool isRaw(const Opened& opened) {
  return hasNotice(opened, "raw");
}

bool isOfLearnedKind(const Opened& opened) {
  return !isRaw(opened) && !isOptimised(opened);
}

std::optional<float> compilerScore(const Opened& opened, const Ranking& ranking) {
  const std::optional<float> score = ranking.scorer().compilerScore();
  return score && isOptimised(opened) ? std::optional<float>(0) : score;
}

Baseline findBaseline(const Opened& opened, const Ranking& ranking) {
  const configs::Configurations& all = opened.configurations;
  Baseline baseline;
  if (opened.hasTimes()) {
    std::optional<size_t> measured = all.measuredDefault();
    baseline.isCompilerDefault = measured.has_value();
    if (!measured) {
      std::vector<uint32_t> everything(all.count);
      std::iota(everything.begin(), everything.end(), 0u);
      measured = configs::findProgramLayouts(opened.program, all, everything);
    }
    if (measured) baseline.time = all.seconds(*measured);
  }
  const std::optional<float> score = compilerScore(opened, ranking);
  if (score && (!baseline.time || baseline.isCompilerDefault)) {
    baseline.score = *score;
    baseline.isCompilerDefault = true;
  } else if (!baseline.time && isOptimised(opened)) {
    baseline.score = 0;
    baseline.isCompilerDefault = true;
  } else if (!baseline.isCompilerDefault) {
    baseline.score = 0;
  }
  return baseline;
}

std::optional<Verdict> judge(const Opened& opened, const Ranking& ranking, const model::Confidence& confidence) {
  if (ranking.scored() < ranking.total() || ranking.topPrograms(2).size() < 2) return std::nullopt;
  const Baseline baseline = findBaseline(opened, ranking);
  if (const auto measured = judgeTimes(opened, ranking, baseline)) return measured;
  return judgeScores(opened, ranking, baseline, confidence);
}

}  // namespace hlorank::session
