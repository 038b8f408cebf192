// The hyperparameters that `hlorank train --set KEY=VALUE` changes: sizes of the network, parts of the network that can
// be left out, and details of training. One table defines their keys, values, defaults and meanings.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "native/train/run_options.h"

namespace hlorank::train {

// A KEY of --set, with its values and meaning. `apply` writes a value to the options of the run.
struct Hyperparameter {
  const char* key;
  double least, most;  // smallest and largest accepted value
  bool isInteger;      // whether only integers are accepted
  // Names of the values 0, 1, … which the user gives instead of numbers. Empty: the user gives numbers.
  std::span<const char* const> words;
  const char* preset;   // text for the user: the value if the key is not given
  const char* meaning;  // text for the user: what the value does
  void (*apply)(RunOptions& options, double value);
};

// Returns all hyperparameters, in the order in which they apply.
std::span<const Hyperparameter> hyperparameters();
// Returns a text about the accepted values for the user, such as "integer from -1 to 32" or "on or off".
std::string describeValues(const Hyperparameter& hyperparameter);
// Returns the text of `hlorank train --set help`, with a paragraph per hyperparameter.
std::string describeHyperparameters();

// A hyperparameter and its value, parsed from "KEY=VALUE".
struct Setting {
  const Hyperparameter* hyperparameter;
  double value;
};
// Parses "KEY=VALUE". Error: the key is unknown (the message names the nearest key), or the value is out of range (the
// message says the range).
Result<Setting> parseSetting(const std::string& text);

// Applies hyperparameters to the options of a run. If a key occurs several times, the last value counts.
void applySettings(const std::vector<Setting>& settings, RunOptions& options);

}  // namespace hlorank::train
