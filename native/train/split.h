// Splits of programs and configurations into training, validation and test sets.
#pragma once

#include <cstdint>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::train {

// Some configurations of one program, by index.
struct Part {
  size_t program;  // index among the programs of the data
  std::vector<uint32_t> configurations;
};

struct Split {
  std::vector<Part> training, validation, test;
};

// The test set is fold `fold` (-1: empty). Of the other programs, whole families sampled by the seed, about the
// fraction `validation` of the programs, form the validation set; the rest is the training set.
Split splitByProgram(const data::MeasuredPrograms& programs, const std::vector<int>& foldOf, int fold,
                     double validation, uint64_t seed);

// Sorts the configurations of every part by their choices, so that training does not depend on the order of rows in a
// file.
void sortByContent(std::vector<Part>& parts, const data::MeasuredPrograms& programs);

// Keeps a sample of `count` parts: those with the smallest hashes of seed and program name, so that a smaller sample is
// a subset of a larger one.
void samplePrograms(std::vector<Part>& parts, const data::MeasuredPrograms& programs, size_t count, uint64_t seed);

// Repeats each configuration once per measurement, if the prepared store records the number of measurements.
void repeatAsMeasured(std::vector<Part>& parts, const data::MeasuredPrograms& programs);

// The split of the data set: training on `train`, validation on `valid`, test on `valid` and on the programs of `test`
// that have run times.
Split splitAsPublished(const data::MeasuredPrograms& programs);

// Splits the configurations of one program by a hash of their choices, so that duplicates are in the same set.
// `validation` and `test` are fractions; the rest is the training set.
Split splitByConfiguration(const data::MeasuredProgram& program, double validation, double test, uint64_t seed);

}  // namespace hlorank::train
