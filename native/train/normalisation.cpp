#include "native/train/normalisation.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <utility>
#include <variant>

namespace hlorank::train {
namespace {

// Computes the mean and standard deviation of every column over the rows of several programs, with equal weight for all
// programs.
class Columns {
 public:
  explicit Columns(size_t width) : sum_(width), squares_(width) {}

  template <class Value>
  void add(const model::Tensor& tensor, Value value) {
    if (tensor.shape[0] == 0) return;
    const auto& data = std::get<std::vector<float>>(tensor.data);
    const double rows = double(tensor.shape[0]);
    for (size_t i = 0; i < data.size(); ++i) {
      const double x = value(data[i]);
      sum_[i % sum_.size()] += x / rows;
      squares_[i % sum_.size()] += x * x / rows;
    }
    ++programs_;
  }

  void finish(std::vector<float>& shift, std::vector<float>& scale) const {
    for (size_t i = 0; i < sum_.size() && programs_ > 0; ++i) {
      const double mean = sum_[i] / programs_;
      const double deviation = std::sqrt(std::max(0.0, squares_[i] / programs_ - mean * mean));
      shift[i] = float(mean);
      scale[i] = deviation > 1e-4 ? float(1 / deviation) : 0;
    }
  }

 private:
  std::vector<double> sum_, squares_;
  double programs_ = 0;
};

// Standardises the inputs of a stage network, which are log(1 + feature), and sets the mean log time of a stage (loop
// nest).
void setStageNormalisation(const std::vector<model::ScoringTask>& examples, model::Parameters& parameters) {
  model::Parameter& mean = *model::find(parameters, "time.shift");
  double sum = 0, count = 0;
  for (const char* name : {"stage", "schedule"}) {
    model::Parameter& shift = *model::find(parameters, std::string(name) + ".shift");
    model::Parameter& scale = *model::find(parameters, std::string(name) + ".scale");
    Columns columns(shift.values.size());
    for (const model::ScoringTask& example : examples)
      for (const model::Tensor& tensor : model::stageTensors(*example.stages, example.selected))
        if (tensor.name == name) columns.add(tensor, [](float x) { return std::log1p(double(x)); });
    columns.finish(shift.values, scale.values);
  }
  for (const model::ScoringTask& example : examples)
    for (const uint32_t c : example.selected) {
      sum += std::log(example.stages->runtimes[c] / double(example.stages->stageCount()));
      ++count;
    }
  mean.values[0] = count > 0 ? float(sum / count) : 0;
}

}  // namespace

void setNormalisation(const model::Description& description, const std::vector<model::ScoringTask>& examples,
                      model::Parameters& parameters) {
  if (description.join == model::Join::kStages) return setStageNormalisation(examples, parameters);
  // Each entry is the name of an input array, and the prefix of the names of the weights that standardise it.
  for (const auto& [name, prefix] :
       std::initializer_list<std::pair<std::string, std::string>>{{"slot", "slot"},
                                                                  {"node", "encoder.node"},
                                                                  {"node", "tables.encoder.node"},
                                                                  {"tile", "tile"},
                                                                  {"access", "access"}}) {
    model::Parameter* shift = model::find(parameters, prefix + ".shift");
    model::Parameter* scale = model::find(parameters, prefix + ".scale");
    if (!shift || !scale) continue;
    Columns columns(shift->values.size());
    const auto value = [](float x) { return double(x); };
    for (const model::ScoringTask& example : examples) {
      if (name == "tile" && example.tiles) columns.add(model::tileInput(example), value);
      if (name == "access" && example.loops)
        columns.add(model::loopTensors(*example.loops, example.selected).front(), value);
      for (const model::Tensor& tensor : *example.inputs)
        if (tensor.name == name) columns.add(tensor, value);
    }
    columns.finish(shift->values, scale->values);
  }
}

}  // namespace hlorank::train
