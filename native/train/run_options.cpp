#include "native/train/run_options.h"

namespace hlorank::train {
namespace {

// Calls visit(JSON name, field) for every option in run.json except the loss and the description. Reading and writing
// share this list.
template <class Options, class Visitor>
void forEachOption(Options& o, Visitor&& visit) {
  visit("data", o.data);
  visit("form", o.form);
  visit("margin", o.recipe.margin);
  visit("fit", o.recipe.fit);
  visit("epochs", o.recipe.epochs);
  visit("rate", o.recipe.rate);
  visit("decay", o.recipe.decay);
  visit("dropout", o.recipe.dropout);
  visit("clip", o.recipe.clip);
  visit("batch", o.recipe.batch);
  visit("configurations", o.recipe.configurations);
  visit("loopTimes", o.recipe.loopTimes);
  visit("patience", o.recipe.patience);
  visit("seed", o.recipe.seed);
  visit("segment", o.recipe.segment);
  visit("segmentDropout", o.recipe.segmentDropout);
  visit("headShare", o.recipe.headShare);
  visit("most", o.most);
  visit("folds", o.folds);
  visit("programs", o.programs);
  visit("validation", o.validation);
  visit("test", o.test);
  visit("threads", o.threads);
  visit("target", o.target);
}

}  // namespace

nlohmann::ordered_json toJson(const RunOptions& options) {
  nlohmann::ordered_json json;
  forEachOption(options, [&](const char* name, const auto& value) { json[name] = value; });
  json["loss"] = toString(options.recipe.loss);
  json["description"] = model::toJson(options.description);
  return json;
}

Result<RunOptions> runOptionsFromJson(const nlohmann::ordered_json& json) {
  RunOptions options;
  try {
    forEachOption(options, [&](const char* name, auto& value) { json.at(name).get_to(value); });
    const auto loss = lossFromName(json.at("loss").get<std::string>());
    auto description = model::descriptionFromJson(json.at("description"));
    if (!description) return description.error();
    options.description = *description;
    if (loss) options.recipe.loss = *loss;
    options.margin = options.recipe.margin;
    return options;
  } catch (const nlohmann::json::exception&) {
    return Error{"not a run.json of this version of hlorank: an option is missing or has the wrong type",
                 "start a new run without --resume"};
  }
}

}  // namespace hlorank::train
