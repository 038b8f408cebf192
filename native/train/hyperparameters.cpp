#include "native/train/hyperparameters.h"

#include <charconv>
#include <cmath>

#include "native/base/command_line.h"
#include "native/train/defaults.h"

#include "shared/base/text.h"

namespace hlorank::train {
namespace {

using Apply = void (*)(RunOptions&, double);

constexpr const char* kSwitch[] = {"off", "on"};
constexpr const char* kAggregations[] = {"largest-per-value", "sum"};
constexpr const char* kScales[] = {"signed-log", "identity"};

constexpr Hyperparameter integer(const char* key, double least, double most, const char* preset, const char* meaning,
                                 Apply apply) {
  return {key, least, most, /*isInteger=*/true, {}, preset, meaning, apply};
}
constexpr Hyperparameter real(const char* key, double least, double most, const char* preset, const char* meaning,
                              Apply apply) {
  return {key, least, most, /*isInteger=*/false, {}, preset, meaning, apply};
}
constexpr Hyperparameter word(const char* key, std::span<const char* const> words, const char* preset,
                              const char* meaning, Apply apply) {
  return {key, 0, double(words.size() - 1), /*isInteger=*/true, words, preset, meaning, apply};
}

// All hyperparameters in the order in which they are applied. `tables` and `layers` must precede `cross-attention`,
// which gives a network of form table a scoring head; `head` must follow it, because it sets the width of that head.
constexpr Hyperparameter kHyperparameters[] = {
    integer("layers", -1, 32, "-1 for forms calibrated, free and simulated, others 2 or 3",
            "Message passing layers of the graph network that encodes the program's nodes; -1: no such network",
            [](RunOptions& o, double v) { o.description.encoderLayers = int(v); }),
    integer("width", 1, 4096, "16 to 64, by form and data", "Width of the node states in the network of layers",
            [](RunOptions& o, double v) { o.description.encoderWidth = int(v); }),
    integer("table-layers", -1, 32, "2",
            "With form early or late: message passing layers of the separate graph network for the layout table (the "
            "learned cost of each layout); -1: no such network",
            [](RunOptions& o, double v) { o.description.tableLayers = int(v); }),
    integer("multiplier-hidden", 0, 4096, "0 to 32, by form",
            "Hidden width of the network that outputs multipliers of the analytical costs; 0: linear",
            [](RunOptions& o, double v) { o.description.multiplierHidden = int(v); }),
    integer("corrections", 0, 4096, "64 for form table, 32 for early and late, others 0",
            "Hidden width of the network that adds a learned cost to each layout; 0: no such cost",
            [](RunOptions& o, double v) { o.description.correctionWidth = int(v); }),
    integer(
        "pairs", 0, 1024, "8 for forms table, early and late, others 0",
        "Rank of the learned cost of pairs of layouts of two neighbouring slots (a slot is an output or operand of a "
        "configurable instruction); 0: no such cost",
        [](RunOptions& o, double v) { o.description.pairWidth = int(v); }),
    word("gates", kSwitch, "on",
         "With form table, early or late: scale the learned costs by bytes moved, padding and copies",
         [](RunOptions& o, double v) { o.description.gates = v != 0; }),
    word("tables", kSwitch, "on",
         "With form early or late: add the analytical costs and the learned costs of layouts to the score of the graph "
         "network",
         [](RunOptions& o, double v) {
           if (o.description.join != model::Join::kTables) o.description.tables = v != 0;
         }),
    word("both-directions", kSwitch, "off",
         "With form early: pass messages from users to operands as well, not only from operands to users",
         [](RunOptions& o, double v) { o.description.bothDirections = v != 0; }),
    word("propagation", kSwitch, "on",
         "With form simulated: layouts propagate from constraints to other values; off: every constraint is a copy",
         [](RunOptions& o, double v) { o.description.propagation = v != 0; }),
    word("fusion", kSwitch, "on",
         "With form simulated: operations are fused into the loops of their users; off: each has a loop of its own",
         [](RunOptions& o, double v) { o.description.fusion = v != 0; }),
    word("conflicts", kSwitch, "on", "With form simulated: loops know which of their accesses compete for cache lines",
         [](RunOptions& o, double v) { o.description.conflicts = v != 0; }),
    word("stage-edges", kSwitch, "on", "With form stages: pass messages along the edges between stages",
         [](RunOptions& o, double v) { o.description.stageEdges = v != 0; }),
    integer("cross-attention", 2, 4096, "no attention; 128 is a good size",
            "Compare each configuration with a fixed reference set of this many configurations of its program by "
            "cross-configuration attention. Not with form simulated, stages or free",
            [](RunOptions& o, double v) { addCrossAttention(o.description, int(v)); }),
    integer("head", 0, 4096, "64 for forms late and stages, 0 for early, 16 with cross-attention, 32 for simulated",
            "Hidden width of the network that computes the score from pooled features; 0: linear",
            [](RunOptions& o, double v) { o.description.headWidth = int(v); }),
    word("aggregation", kAggregations, "largest-per-value for forms calibrated and graph, others sum",
         "How the costs of the selected layouts add up to a score: their sum, or only the largest for each tensor that "
         "several instructions read or write",
         [](RunOptions& o, double v) {
           o.description.aggregation = v == 0 ? model::Aggregation::kLargestPerValue : model::Aggregation::kSum;
         }),
    word("scale", kScales, "signed-log for forms calibrated and graph, others identity",
         "Scale of the score x: x itself, or 20 * sign(x) * log(1 + |x|)",
         [](RunOptions& o, double v) {
           o.description.scale = v == 0 ? model::Scale::kSignedLog : model::Scale::kIdentity;
         }),
    real("dropout", 0, .95,
         "0.3 for form calibrated, 0.2 for graph, 0.1 for simulated, 0.1 for early on layouts of several programs, "
         "0.1 for stages of under 100 programs, others 0",
         "Dropout probability of input and hidden features", [](RunOptions& o, double v) { o.recipe.dropout = v; }),
    real("decay", 0, 10, "0.01",
         "Weight decay of AdamW; not applied to biases, gains of layer normalisation and the layout costs of form free",
         [](RunOptions& o, double v) { o.recipe.decay = v; }),
    real("clip", 1e-6, 1e6, "1", "Scale the gradient of a step down to this L2 norm if it is larger",
         [](RunOptions& o, double v) { o.recipe.clip = v; }),
    integer("batch", 1, 100000, "4", "Number of programs per optimizer step",
            [](RunOptions& o, double v) { o.recipe.batch = int(v); }),
    real("loop-times", 0, 1000, "1",
         "With form simulated: weight of the loss of measured times of loops, beside that of the order of "
         "configurations",
         [](RunOptions& o, double v) { o.recipe.loopTimes = v; }),
    integer("configurations", 2, 100000, "32 to 512, by form",
            "Sample at most this many configurations of each program per optimizer step",
            [](RunOptions& o, double v) { o.recipe.configurations = int(v); }),
    integer("programs", 0, 1000000, "0",
            "Train on a sample of this many of the training programs (of each fold), chosen by --seed; 0: on all",
            [](RunOptions& o, double v) { o.programs = int(v); }),
    integer("patience", 0, 1000000, "0",
            "With --validation: stop after this many epochs without a lower validation loss; 0: never stop early",
            [](RunOptions& o, double v) { o.recipe.patience = int(v); }),
    real("segment-dropout", 0, 1, "0.5",
         "With --segment: probability that a step drops the cached embedding of a segment",
         [](RunOptions& o, double v) { o.recipe.segmentDropout = v; }),
};

std::string printNumber(double value) {
  return formatted("%.10g", value);
}

// Parses a value of `hyperparameter`. Returns NaN if the hyperparameter does not accept the value.
double parseValue(const Hyperparameter& hyperparameter, const std::string& text) {
  for (size_t i = 0; i < hyperparameter.words.size(); ++i)
    if (text == hyperparameter.words[i]) return double(i);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool isRead = hyperparameter.words.empty() && error == std::errc() && end == text.data() + text.size();
  const bool isAccepted = value >= hyperparameter.least && value <= hyperparameter.most &&
                          (!hyperparameter.isInteger || value == std::floor(value));
  return isRead && isAccepted ? value : NAN;
}

}  // namespace

std::span<const Hyperparameter> hyperparameters() {
  return kHyperparameters;
}

std::string describeValues(const Hyperparameter& hyperparameter) {
  std::string text;
  for (const char* word : hyperparameter.words) text += (text.empty() ? "" : " or ") + std::string(word);
  if (!text.empty()) return text;
  return (hyperparameter.isInteger ? "integer from " : "number from ") + printNumber(hyperparameter.least) + " to " +
         printNumber(hyperparameter.most);
}

std::string describeHyperparameters() {
  std::string text = "Hyperparameters, as KEY=VALUE:\n";
  for (const Hyperparameter& hyperparameter : kHyperparameters) {
    text += std::string("\n") + hyperparameter.key + ": " + describeValues(hyperparameter) + " [" +
            hyperparameter.preset + "]\n";
    text += native::wrap(hyperparameter.meaning, 96, "    ") + "\n";
  }
  return text;
}

Result<Setting> parseSetting(const std::string& text) {
  const size_t equals = text.find('=');
  const std::string key = text.substr(0, equals);
  std::vector<std::string> keys;
  for (const Hyperparameter& hyperparameter : kHyperparameters) {
    keys.push_back(hyperparameter.key);
    if (key != hyperparameter.key) continue;
    const double value = equals == std::string::npos ? NAN : parseValue(hyperparameter, text.substr(equals + 1));
    if (std::isnan(value)) return Error{text + ": expected " + describeValues(hyperparameter), ""};
    return Setting{&hyperparameter, value};
  }
  const std::string nearest = native::didYouMean(key, keys);
  return Error{"unknown hyperparameter '" + key + "'; " +
                   (nearest.empty() ? "see `hlorank train --set help`" : "did you mean '" + nearest + "'?"),
               ""};
}

void applySettings(const std::vector<Setting>& settings, RunOptions& options) {
  for (const Hyperparameter& hyperparameter : kHyperparameters) {
    const Setting* last = nullptr;
    for (const Setting& setting : settings)
      if (setting.hyperparameter == &hyperparameter) last = &setting;
    if (last) hyperparameter.apply(options, last->value);
  }
}

}  // namespace hlorank::train
