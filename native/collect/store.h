// Measurements on disk: a folder with store.json (machine and settings) and, per program, NAME.hlo.txt.gz and NAME.npz
// in the format of data/measured/README.md. Files are written atomically.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "native/collect/sampler.h"
#include "native/collect/trial.h"

namespace hlorank::collect {

inline constexpr int kStoreVersion = 2;

// One measured configuration of a program.
struct Row {
  Choice choice;
  // How the configuration was obtained: "default" (program layouts), "auto" (compiler default), "auto_exact" (compiler
  // default, if constraining all slots to the layouts that it chose gives the same module), "auto_written" (these
  // layouts as constraints, if they give another module), or a kind of Sampler such as "sparse".
  std::string kind;
  uint64_t hash = 0;           // hash of the optimised module (hlo::fingerprint)
  bool first = true;           // false: duplicate, compiles to the same module as an earlier row and has its times
  int round = 0;               // round of measure(), from 0; configurations of one round were timed together
  float seconds = 0;           // compilation time
  std::vector<double> passes;  // shortest run in each timing pass, ns; empty: not timed

  double runtime() const;  // minimum over `passes`, ns; infinity if it is empty
};

// All measurements of one program.
struct Measured {
  std::vector<Row> rows;
  nlohmann::json meta;  // object: seed, source file and its hash, noise, failures
};

// Describes what run times depend on, as a JSON object: processor, vector extensions, JAX platform, number of cores,
// jaxlib version and XLA_FLAGS; "fingerprint" is a hash of these. `worker`: the result of Worker::about().
nlohmann::json describeMachine(const nlohmann::json& worker, const WorkerOptions& options);

// Returns the FNV-1a-64 hash of `bytes` as 16 hexadecimal digits.
std::string hexHash(std::string_view bytes);

// A store: a folder with the measurements of many programs, all made on the same kind of machine.
class Store {
 public:
  explicit Store(std::string folder) : folder_(std::move(folder)) {}

  // Creates the store's folder. The bool is always true. Error: it cannot be created, or its disk has less than 64 MB
  // of free space.
  Result<bool> prepare() const;
  // Creates the store with the description `machine` (from describeMachine), or opens an existing one. The bool is
  // always true. Error: as prepare(); or the existing store has another machine fingerprint or format version.
  Result<bool> open(const nlohmann::json& machine);

  std::string programPath(const std::string& name) const { return folder_ + "/" + name + ".hlo.txt.gz"; }
  std::string rowsPath(const std::string& name) const { return folder_ + "/" + name + ".npz"; }

  // Loads the measurements of program `name`. Returns nullopt if the store has none, they cannot be read, or they
  // belong to a program other than `subject`.
  std::optional<Measured> load(const std::string& name, const Subject& subject) const;
  // Reads only Measured::meta of program `name`; JSON null if the store does not have it or it cannot be read.
  nlohmann::json readMeta(const std::string& name) const;
  // Writes NAME.npz, and NAME.hlo.txt.gz unless the store has both files. The bool is always true. Error: a file cannot
  // be written.
  Result<bool> save(const std::string& name, const Subject& subject, const Measured& measured) const;

 private:
  std::string folder_;
};

}  // namespace hlorank::collect
