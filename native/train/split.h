// Splits programs and configurations into training, validation and test sets.
#pragma once

#include <cstdint>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::train {

// Some configurations of one program: an entry of a training, validation or test set.
struct Part {
  size_t program;                        // index of the program among the loaded ones
  std::vector<uint32_t> configurations;  // indices among the program's configurations
};

// The training, validation and test sets of a split. A program may be in several of them.
struct Sets {
  std::vector<Part> training, validation, test;
};

// Splits by program. The test set has the programs i with foldOf[i] = fold (none if fold is −1). Of the remaining
// programs, the validation set is a random sample of whole families (variants of one network) with about the fraction
// `validation` of the programs. The training set has the rest.
Sets splitByProgram(const data::MeasuredPrograms& programs, const std::vector<int>& foldOf, int fold, double validation,
                    uint64_t seed);

// Sorts the configurations of every part by their layouts or tile sizes, so that training does not depend on their
// order in a file.
void sortByContent(std::vector<Part>& parts, const data::MeasuredPrograms& programs);

// Reduces `parts` to a sample of at most `count` programs. Takes those with the smallest hashes of seed and program
// name, so that a smaller sample is a subset of a larger one.
void samplePrograms(std::vector<Part>& parts, const data::MeasuredPrograms& programs, size_t count, uint64_t seed);

// Whether a program is in the training split of the data set (TpuGraphs).
bool hasTrainingSplit(const data::MeasuredPrograms& programs);

// Splits the data set as published (TpuGraphs). Training set: its `train` programs and programs without a mark.
// Validation set: its `valid` programs. Test set: its `valid` programs and those `test` programs that have run times.
Sets splitAsPublished(const data::MeasuredPrograms& programs);

// Splits the configurations of one program by a hash of their layouts or tile sizes, so that duplicates are in the same
// set. `validation` and `test` are the fractions of these two sets; the rest is the training set.
Sets splitByConfiguration(const data::MeasuredProgram& program, double validation, double test, uint64_t seed);

}  // namespace hlorank::train
