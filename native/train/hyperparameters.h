// The hyperparameters that `hlorank train --set KEY=VALUE` changes: sizes of the network, parts of it that can be left
// out, and details of training. One table defines their keys, values, defaults and meanings.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "native/train/run_options.h"

namespace hlorank::train {

// A KEY of --set. `apply` writes a value to the options of the run.
struct Hyperparameter {
  const char* key;
  double least, most;                  // accepted values
  bool isInteger;                      // only integers are accepted
  std::span<const char* const> words;  // names of the values 0, 1, … that replace numbers; empty: values are numbers
  const char* preset;                  // for the user: the value when the key is not given
  const char* meaning;                 // for the user: what the value does
  void (*apply)(RunOptions& options, double value);
};

// All hyperparameters, in the order in which they apply.
std::span<const Hyperparameter> hyperparameters();
// Returns the accepted values for the user: "integer from -1 to 32", "on or off".
std::string describeValues(const Hyperparameter& hyperparameter);
// Returns the text of `hlorank train --set help`: a paragraph per hyperparameter.
std::string describeHyperparameters();

// A value for a hyperparameter, from "KEY=VALUE".
struct Setting {
  const Hyperparameter* hyperparameter;
  double value;
};
// Reads "KEY=VALUE". Error: unknown key, with the nearest one; value out of range, with the range.
Result<Setting> parseSetting(const std::string& text);

// Applies the settings to the options of a form; of several settings of a key, the last one.
void applySettings(const std::vector<Setting>& settings, RunOptions& options);

}  // namespace hlorank::train
