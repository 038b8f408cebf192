// Compiles one program with given layouts and times it, in a worker process.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "native/collect/sampler.h"
#include "native/collect/worker.h"
#include "shared/configs/problem.h"
#include "shared/model/analytical.h"

namespace hlorank::collect {

// A program to measure: its HLO just before layout assignment, and its slots with their possible layouts.
struct Subject : configs::Problem {
  std::string text;  // HLO text
  model::AnalyticalCosts analytical;
  Choice compilerDefault;  // layouts that the compiler chooses; 0 for slots where they are unknown; or empty
  bool isCompilerDefaultKnown = false;  // the compiler's layout was found for every slot
};

// Returns why a program cannot be measured (for example, values of constants elided from the text), or nullopt.
std::optional<Error> checkMeasurable(const hlo::Module& module);

// Builds a subject from a module without compiling it; the compiler default stays unknown. Error: it has no slots.
Result<Subject> makeSubject(const hlo::Module& module);

// Builds a subject from an HLO file of any format. Compiles it to get the module before layout assignment (`asIs`: uses
// the given module instead) and the compiler default. `seconds` limits the compilation. Error: the program cannot be
// measured, does not compile, or has no slots.
Result<Subject> prepareSubject(Worker& worker, std::string bytes, bool asIs, double seconds);

// Value in a Choice: the slot is unconstrained and the compiler chooses its layout. No slot has 255 layouts.
inline constexpr uint8_t kFree = 255;

// Element type and dimensions of every entry parameter, by parameter number: [["f32", [2, 3]], ...].
nlohmann::json describeParameters(const hlo::Module& module);

// HLO text of the program with the layouts of `choice` as layout constraints. Empty choice: no constraints.
std::string printVariant(const Subject& subject, std::span<const uint8_t> choice);

struct Compiled {
  int id = 0;          // of the executable in the worker
  uint64_t hash = 0;   // of the optimised module
  double seconds = 0;  // compilation time
};

// Compiles and times variants of one subject. If the worker crashes, starts another one, up to three times in a row.
class Trial {
 public:
  Trial(const Subject& subject, const WorkerOptions& options, uint64_t seed, std::unique_ptr<Worker> worker);

  // Compiles the program with these layouts, runs it once and compares its outputs with those of the reference.
  // Error: the compiler rejects it, crashes or exceeds the time limit, or the outputs differ.
  Result<Compiled> compile(std::span<const uint8_t> choice);
  // Times the executables one after the other, in the given order. Each runs at least 4 times and for at least `window`
  // seconds. Returns the shortest run of each, in ns.
  Result<std::vector<double>> time(const std::vector<int>& ids, double window);
  // Frees the executables.
  void drop(const std::vector<int>& ids);
  // False if the executable was lost in a crash of the worker.
  bool holds(int id) const { return worker_->alive() && id >= firstId_; }

  // The program with its own layouts, whose outputs all variants must reproduce. Compiled again after a crash.
  Result<Compiled> reference();

  // Failures so far. `wrong`: the outputs differ from those of the reference.
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
  int nextId_ = 0, firstId_ = 0;  // firstId_: the first id of the current worker
  Compiled reference_{-1};
  int restarts_ = 0;  // since the last successful compilation
};

}  // namespace hlorank::collect
