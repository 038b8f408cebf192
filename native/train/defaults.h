// Defaults of `hlorank train`: the model form that suits the data, the options of each form, and the margin.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/data/program_file.h"
#include "native/train/run_options.h"

namespace hlorank::train {

inline constexpr const char* kFormAuto = "auto";
std::vector<std::string> formNames();  // values of --form, without "auto"

// The properties of the data that the defaults depend on.
struct Survey {
  size_t programs = 0;        // training programs with run times
  bool tiles = false;         // configurations are tile sizes, not layouts
  bool stages = false;        // configurations are schedules of Halide or TVM
  bool measuredHere = false;  // measured by `hlorank collect` on XLA:CPU, with the HLO of the program
  double noise = 0;           // median relative standard deviation of repeated measurements; 0: nothing was repeated
};
// Collects these properties from the loaded training data.
Survey surveyData(const data::MeasuredPrograms& programs);

// A model form and why it was chosen.
struct FormChoice {
  const char* name;
  const char* reason;  // text for the user: "the data has one program, whose layouts are fitted by least squares"
};
// Chooses the model form that suits the data, for --form auto.
FormChoice chooseForm(const Survey& survey);

// Returns the options with the values that model form `form` (--form) implies; all others have their initial values.
RunOptions presetOptions(const std::string& form, const Survey& survey);

// Adds cross-configuration attention with a reference set of `size` configurations. A network without a head
// (Join::kTables) gets one of hidden width 16.
void addCrossAttention(model::Description& description, int size);

// The margin of the hinge loss and why it was chosen.
struct MarginChoice {
  double margin;       // the loss ignores pairs whose run times differ by a smaller fraction
  std::string reason;  // text for the user: "2 standard deviations of repeated measurements"
};
// Chooses the margin from the noise of the measurements, for a run without --margin.
MarginChoice chooseMargin(const Survey& survey);

}  // namespace hlorank::train
