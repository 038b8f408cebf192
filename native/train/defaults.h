// Defaults of `hlorank train`: the model form that suits the data, the options of each form, and the margin of the
// loss.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/data/program_file.h"
#include "native/train/run_options.h"

namespace hlorank::train {

inline constexpr const char* kFormAuto = "auto";
std::vector<std::string> formNames();  // all values of --form except "auto"

// The properties of the training data on which the defaults depend.
struct Survey {
  size_t programs = 0;   // number of training programs with run times
  bool isSingle = true;  // whether the data has only one program, used for training or not
  bool tiles = false;    // whether configurations are tile sizes, not layouts
  bool stages = false;   // whether configurations are schedules of Halide or TVM
  // JAX platform on which `hlorank collect` measured all programs, such as "cpu"; "" for data of another origin.
  std::string platform;
  bool collected = false;    // whether `hlorank collect` measured all programs, on whatever platforms
  bool collections = false;  // whether all programs are in collections of TpuGraphs
  // Median relative standard deviation of repeated measurements; 0 if nothing was measured repeatedly.
  double noise = 0;
};
// Determines the properties of the training data on which the defaults depend.
Survey surveyData(const data::MeasuredPrograms& programs);

// A model form (value of --form) and the reason why it was chosen.
struct FormChoice {
  const char* name;
  // Text for the user, such as "the data has one program, whose layouts are fitted by least squares".
  const char* reason;
};
// Chooses the model form that suits the data, for --form auto.
FormChoice chooseForm(const Survey& survey);

// Returns the options of a run with the values that the model form `form` (--form) implies. All other options have
// their initial values.
RunOptions presetOptions(const std::string& form, const Survey& survey);

// Adds cross-configuration attention over a reference set of `size` configurations. A network without a scoring head
// (Join::kTables) gets a head of hidden width 16.
void addCrossAttention(model::Description& description, int size);

// The margin of the hinge loss and the reason why it was chosen.
struct MarginChoice {
  double margin;       // the loss ignores pairs whose run times differ by a smaller fraction
  std::string reason;  // text for the user, such as "2 standard deviations of repeated measurements"
};
// Chooses the margin from the noise of the measurements, for a run without --margin.
MarginChoice chooseMargin(const Survey& survey);

}  // namespace hlorank::train
