// Measurements on disk, in a folder called a store. The folder has a file store.json (machine and options) and, per
// program, NAME.hlo.txt.gz and NAME.npz in the format of data/measured/README.md. Files are written atomically.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "native/collect/sampler.h"
#include "native/collect/trial.h"
#include "shared/simulation/caches.h"

namespace hlorank::collect {

inline constexpr int kStoreVersion = 2;

// The measurement of one layout configuration of a program.
struct Row {
  Choice choice;
  // How the configuration was obtained.
  // "default": the layouts written in the program. "auto": the compiler default, that is, without constraints.
  // "auto_exact": the compiler default, if its layouts as constraints on all tensors give the same module.
  // "auto_written": the compiler default's layouts as constraints, if they give another module.
  // Other: a kind of Sampler, such as "sparse".
  std::string kind;
  uint64_t hash = 0;           // hash of the optimised module (hlo::fingerprint)
  bool first = true;           // false: compiles to the same module as an earlier row and has its times
  int round = 0;               // round of measure(), from 0; the configurations of one round were timed together
  float seconds = 0;           // duration of the compilation, s
  std::vector<double> passes;  // duration of the shortest run in each timing pass, ns; empty if not timed

  double runtime() const;  // shortest duration in `passes`, ns; infinity if not timed
};

// All measurements of one program.
struct Measured {
  std::vector<Row> rows;
  std::vector<configs::InstructionTime> instructions;  // of some rows, in the order of the rows
  nlohmann::json meta;  // JSON object: random seed, source file and its hash, noise, failures
};

// Describes as a JSON object what run times depend on: processor, vector extensions, JAX platform, number of cores,
// jaxlib version and XLA_FLAGS. Its field "fingerprint" is a hash of all these. "caches" has the fields of
// simulation::Caches if the system lists them. `worker`: the result of Worker::about().
nlohmann::json describeMachine(const nlohmann::json& worker, const WorkerOptions& options);

// Returns the data caches of a CPU core of this machine. A level that the processor lacks has the size of the level
// below. nullopt if the system does not list them.
std::optional<simulation::Caches> listCaches(int core);

// Returns the FNV-1a-64 hash of `bytes` as 16 hexadecimal digits.
std::string hexHash(std::string_view bytes);

// A store: a folder with the measurements of many programs, all made on the same kind of machine.
class Store {
 public:
  // `folder`: path of the folder; "": the working directory.
  explicit Store(std::string folder) : folder_(folder.empty() ? "." : std::move(folder)) {}

  // Creates the store's folder. The bool is always true. Error: the folder cannot be created, or its disk has less than
  // 64 MB of free space.
  Result<bool> prepare() const;
  // Opens the store, or creates it with the description `machine` (from describeMachine). The bool is always true.
  // Error: the folder cannot be created, its disk has less than 64 MB of free space, or the existing store is of
  // another machine or format version.
  Result<bool> open(const nlohmann::json& machine);

  std::string programPath(const std::string& name) const { return folder_ + "/" + name + ".hlo.txt.gz"; }
  std::string rowsPath(const std::string& name) const { return folder_ + "/" + name + ".npz"; }

  // Loads the measurements of program `name`. Returns nullopt if the store has none, they cannot be read, or they
  // belong to a program other than `subject`.
  std::optional<Measured> load(const std::string& name, const Subject& subject) const;
  // Reads only the field `meta` of the measurements of program `name`. Returns JSON null if the store does not have the
  // program. Error: its file cannot be read or is damaged.
  Result<nlohmann::json> readMeta(const std::string& name) const;
  // Writes the measurements of a program to NAME.npz. Also writes the program to NAME.hlo.txt.gz, unless the store
  // already has both files. The bool is always true. Error: a file cannot be written.
  Result<bool> save(const std::string& name, const Subject& subject, const Measured& measured) const;

 private:
  std::string folder_, platform_ = "cpu";
};

}  // namespace hlorank::collect
