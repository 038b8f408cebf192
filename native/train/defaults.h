// What `hlorank train` chooses where it is not told: a form that suits the data, and what goes with a form.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/data/program_file.h"
#include "native/train/run_options.h"

namespace hlorank::train {

inline constexpr const char* kAutomaticForm = "auto";
std::vector<std::string> formNames();

// What of the data decides the choices.
struct Survey {
  size_t programs = 0;        // that have run times and are not published as a test
  bool tiles = false;         // kernels with tile sizes
  bool measuredHere = false;  // by `collect`: XLA:CPU, with the program's HLO
  double noise = 0;  // standard deviation of a run time, as a share of it, from configurations measured repeatedly;
                     // 0: none was
};
Survey surveyOf(const data::MeasuredPrograms& programs);

struct ChosenForm {
  const char* name;
  const char* reason;  // "one program: its own layouts are fitted by least squares"
};
ChosenForm formFor(const Survey& survey);

// Options as `form` has them; all others as they are without a form.
RunOptions presetOf(const std::string& form, const Survey& survey);

// Compares each configuration with `members` others (Description::crossed). A network of tables alone gets a head after
// them, whose width is its own unless `keepsHead`.
void addCrossAttention(model::Description& description, int members, bool keepsHead);

// Pairs of run times closer than this share are noise, and why.
struct ChosenMargin {
  double margin;
  std::string reason;  // "2 standard deviations of repeated measurements"
};
ChosenMargin marginFor(const Survey& survey);

}  // namespace hlorank::train
