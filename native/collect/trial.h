// One program under trial: its slots, and a worker that compiles it under given layouts and times it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "native/collect/sampler.h"
#include "native/collect/worker.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"
#include "shared/model/analytical.h"

namespace hlorank::collect {

// A program as it stands just before layout assignment, and what may be chosen in it.
struct Subject {
  std::string text;  // HLO
  std::shared_ptr<const hlo::Module> module;
  graph::Program program;
  configs::Configurations space;  // the table and the reference; no configurations
  model::AnalyticalCosts analytical;
  Choice automatic;             // what the compiler chooses by itself, or empty where that could not be read
  bool automaticWhole = false;  // every slot was found in the compiler's own choice
};

// Why a program cannot be measured ("has constants that were left out of the text"), or nothing.
std::optional<Error> rejection(const hlo::Module& module);

// A program as it stands. What the compiler chooses by itself remains to be found. Error for one without slots.
Result<Subject> subjectOf(const hlo::Module& module);

// The program as it enters layout assignment, found by compiling `bytes` (any HLO file), or as it stands when `asIs`.
// Errors: it cannot be measured, or has no slots.
Result<Subject> prepare(Worker& worker, std::string bytes, bool asIs, double seconds);

// In a choice: this slot is left to the compiler. No slot has so many layouts.
inline constexpr uint8_t kFree = 255;

// Type and sizes of every parameter, by number: [["f32", [2, 3]], ...].
nlohmann::json parametersOf(const hlo::Module& module);

// The program with these layouts as constraints on the slots; an empty choice leaves everything to the compiler.
std::string variant(const Subject& subject, std::span<const uint8_t> choice);

struct Compiled {
  int id = 0;
  uint64_t hash = 0;   // of the optimised module
  double seconds = 0;  // compiling
};

// Compiles and times variants of one subject. Survives crashes of the worker: it starts another.
class Trial {
 public:
  Trial(const Subject& subject, const WorkerOptions& options, uint64_t seed, std::unique_ptr<Worker> worker);

  // Error: the compiler refused, crashed or took too long; outputs that are not the default's (`wrong` is counted).
  Result<Compiled> compile(std::span<const uint8_t> choice);
  // Shortest of at least 4 runs and `window` seconds, in ns, for every id, timed in the order given.
  Result<std::vector<double>> time(const std::vector<int>& ids, double window);
  void drop(const std::vector<int>& ids);
  // False for what a worker that died had compiled.
  bool holds(int id) const { return worker_->alive() && id >= firstId_; }

  // The default, which every other is checked against; compiled anew after a crash.
  Result<Compiled> reference();

  struct Counts {
    int crashed = 0, rejected = 0, wrong = 0;
  };
  Counts counts;

 private:
  Result<bool> ready();
  Result<bool> sendInputs();
  Result<Compiled> compileText(const std::string& text);

  const Subject& subject_;
  WorkerOptions options_;
  uint64_t seed_;
  std::unique_ptr<Worker> worker_;
  int nextId_ = 0, firstId_ = 0;
  Compiled reference_{-1};
  int restarts_ = 0;  // since something was compiled
};

}  // namespace hlorank::collect
