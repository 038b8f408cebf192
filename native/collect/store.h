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

// One measured configuration.
struct Row {
  Choice choice;
  // How the configuration was obtained: "default" (program layouts), "auto" (compiler default), "auto_exact" (compiler
  // default, and constraining all slots to its layouts compiles to the same module), "auto_written" (the same
  // constraints, if they compile to another module), or a kind of Sampler.
  std::string kind;
  uint64_t hash = 0;           // of the optimised module
  bool first = true;           // false: duplicate, the same optimised module as an earlier row; its passes are copied
  int round = 0;               // the rows of a round were timed together
  float seconds = 0;           // compilation time
  std::vector<double> passes;  // ns, shortest run of each pass

  double runtime() const;  // minimum over the passes, ns
};

struct Measured {
  std::vector<Row> rows;
  nlohmann::json meta;  // seed, source file and its hash, noise, failures
};

// Describes what run times depend on: processor, vector extensions, platform, number of cores used, jaxlib version and
// XLA_FLAGS. "fingerprint" is a hash of these. `worker` is Worker::about().
nlohmann::json describeMachine(const nlohmann::json& worker, const WorkerOptions& options);

// FNV-1a-64 hash as 16 hexadecimal digits.
std::string hexHash(std::string_view bytes);

class Store {
 public:
  explicit Store(std::string folder) : folder_(std::move(folder)) {}

  // Creates the folder. Error: it cannot be created, or less than 64 MB of disk space are free.
  Result<bool> prepare() const;
  // Calls prepare() and writes `machine` to a new store. Error: an existing store has another machine fingerprint.
  Result<bool> open(const nlohmann::json& machine);

  std::string programPath(const std::string& name) const { return folder_ + "/" + name + ".hlo.txt.gz"; }
  std::string rowsPath(const std::string& name) const { return folder_ + "/" + name + ".npz"; }

  // Loads the measurements of a program. nullopt if there are none, if they cannot be read, or if they are of a program
  // other than `subject`.
  std::optional<Measured> load(const std::string& name, const Subject& subject) const;
  // Reads only the metadata of a program; null if the store does not have it.
  nlohmann::json readMeta(const std::string& name) const;
  Result<bool> save(const std::string& name, const Subject& subject, const Measured& measured) const;

 private:
  std::string folder_;
};

}  // namespace hlorank::collect
