// Compiles one program with given layouts and times it, in a worker process. Two configurations are special: the
// program layouts (those written in the HLO) and the compiler default (no layout constraints).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "native/collect/instruction_times.h"
#include "native/collect/sampler.h"
#include "native/collect/worker.h"
#include "shared/configs/problem.h"
#include "shared/model/analytical.h"

namespace hlorank::collect {

// A program to measure: its HLO just before XLA's layout assignment, and its slots (outputs and operands whose layout
// can be chosen) with their possible layouts. The inherited field `configurations` has the layout table and the
// reference (the layouts written in the program), but no configurations.
struct Subject : configs::Problem {
  std::string text;  // the program as HLO text
  model::AnalyticalCosts analytical;
  // For each slot (an output or operand whose layout can be chosen), the index of the layout that the compiler chooses
  // without constraints. Index 0, the layout written in the program, stands for an unknown choice. Empty if not
  // determined.
  Choice compilerDefault;
  bool isCompilerDefaultKnown = false;  // whether the compiler's choice is known for every tensor
};

// Returns the reason why a program cannot be measured; nullopt if the program can be measured. Possible reasons are
// several devices, elided constants, infeed and Python callbacks.
std::optional<Error> checkMeasurable(const hlo::Module& module);

// Returns `error`, which the compiler reported about a module. Adds help if it has none and the module is already
// optimised, because the compiler rejects many modules that it wrote itself.
Error explainOptimised(const hlo::Module& module, Error error);

// Builds a Subject from a module without compiling it. The field `compilerDefault` stays empty. Error: the program has
// no tensor whose layout can be chosen; the message names `removed`, the number of convolutions and dots that XLA has
// removed or replaced to get this module.
Result<Subject> makeSubject(const hlo::Module& module, size_t removed = 0);

// Builds a Subject from the bytes of an HLO file. Compiles the program, within `seconds`, to get the compiler default
// and the module before layout assignment. With `asIs`, uses the HLO file itself as the module before layout
// assignment. Error: the program cannot be measured (see checkMeasurable), does not compile, or has no tensor whose
// layout can be chosen.
Result<Subject> prepareSubject(Worker& worker, std::string bytes, bool asIs, double seconds);

// Value in a Choice instead of the index of a layout: the tensor has no constraint, so the compiler chooses its layout.
inline constexpr uint8_t kFree = 255;

// Returns the program as HLO text with the layouts of `choice` as layout constraints. Tensors with the value kFree get
// no constraint. An empty choice constrains no tensor (the compiler default).
std::string printVariant(const Subject& subject, std::span<const uint8_t> choice);

struct Compiled {
  int id = 0;          // index of the executable, unique within a Trial; -1: none
  uint64_t hash = 0;   // hash of the optimised module (hlo::fingerprint)
  double seconds = 0;  // duration of the compilation, s
};

// Compiles one program with different layouts in a worker process, and times the executables. If the process dies,
// starts another one, up to three times without a successful compilation in between.
class Trial {
 public:
  Trial(const Subject& subject, const WorkerOptions& options, uint64_t seed, std::unique_ptr<Worker> worker);

  // Compiles the program with the layouts of `choice`, runs it once and compares its outputs with those of the program
  // layouts (the layouts written in the program). Error: the compiler rejects the layouts, crashes or exceeds the time
  // limit, or the outputs differ.
  Result<Compiled> compile(std::span<const uint8_t> choice);
  // Times the executables with these ids (Compiled::id), one after the other, each for at least 4 runs and `window`
  // seconds. Returns the duration of the shortest run of each in ns, in the order of `ids`. Error: the worker process
  // died, or an executable failed.
  Result<std::vector<double>> time(const std::vector<int>& ids, double window);
  // Returns collect::timeInstructions of executable `id`.
  Result<std::vector<configs::InstructionTime>> timeInstructions(int id);
  // Frees the executables with these ids (Compiled::id) in the worker process. Does nothing if the process has died.
  void drop(const std::vector<int>& ids);
  // Returns whether the worker process still has executable `id`; false if the process has crashed since compiling it.
  bool holds(int id) const { return worker_->alive() && id >= firstId_; }

  // Returns for how many seconds this trial has waited for a device that other workers use too.
  double waited() const { return waited_ + worker_->waited(); }

  // Returns the executable with the layouts written in the program, whose outputs all other configurations must
  // reproduce. Compiles the program at the first call and after a crash. Error: the program does not compile.
  Result<Compiled> reference();

  // Numbers of failed compilations and runs so far.
  struct Counts {
    int crashed = 0;   // compilations and runs in which the worker process died or exceeded its time limit
    int rejected = 0;  // compilations and runs for which the worker process reported an error
    int wrong = 0;     // compilations whose outputs differ from those with the layouts written in the program
  };
  Counts counts;

 private:
  Result<bool> ready();
  Result<bool> sendInputs();
  // Sends a request to the worker process and returns the reply. A failed request is counted as rejected or crashed.
  Result<nlohmann::json> ask(const nlohmann::json& request, double seconds);
  Result<Compiled> compileText(const std::string& text);

  const Subject& subject_;
  WorkerOptions options_;
  uint64_t seed_;
  std::unique_ptr<Worker> worker_;
  double waited_ = 0;             // seconds that earlier workers waited
  int nextId_ = 0, firstId_ = 0;  // firstId_: first id that the current worker process compiled
  Compiled reference_{-1};
  int restarts_ = 0;    // restarts of the worker process since the last successful compilation
  std::string death_;   // message of the last error with which a worker process died
  double slowest_ = 0;  // longest time that running an executable and comparing its outputs took, s
};

}  // namespace hlorank::collect
