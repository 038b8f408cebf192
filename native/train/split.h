// Which programs and configurations a training learns from, which stop it, and which it is judged by.
#pragma once

#include <cstdint>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::train {

// Configurations of one program.
struct Part {
  size_t program;
  std::vector<uint32_t> configurations;
};

struct Split {
  std::vector<Part> training, validation, test;
};

// All programs learn but those of fold `fold` (-1: none), which are the test; of the rest, whole families that make up
// about `validation` of the programs are set aside, chosen by the seed.
Split splitByProgram(const data::MeasuredPrograms& programs, const std::vector<int>& foldOf, int fold,
                     double validation, uint64_t seed);

// Sorts the configurations of every part by what they are, so that what is learned does not depend on the order of a
// file's rows.
void sortByContent(std::vector<Part>& parts, const data::MeasuredPrograms& programs);

// Leaves `count` of the parts, drawn by a hash of seed and program name: fewer are a subset of more.
void keepSome(std::vector<Part>& parts, const data::MeasuredPrograms& programs, size_t count, uint64_t seed);

// Names a configuration as often as it was measured, where the store knows.
void repeatAsMeasured(std::vector<Part>& parts, const data::MeasuredPrograms& programs);

// As the data set has it: `train` learns, `valid` chooses the epoch, and figures are of `valid` and of what of `test`
// has times.
Split splitAsPublished(const data::MeasuredPrograms& programs);

// The configurations of one program by a hash of their choices, so that equal ones are on the same side: shares
// `validation` and `test`, the rest learns.
Split splitByConfiguration(const data::MeasuredProgram& program, double validation, double test, uint64_t seed);

}  // namespace hlorank::train
