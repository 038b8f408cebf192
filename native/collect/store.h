// What was measured, on disk: a folder with store.json (machine and settings) and, per program, NAME.hlo.txt.gz and
// NAME.npz in the format of data/measured/README.md. Every write replaces a file whole.
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

// One configuration, as measured.
struct Row {
  Choice choice;
  std::string kind;            // default, auto, auto_exact, or how it was chosen (see Sampler)
  uint64_t hash = 0;           // of the optimised module
  bool first = true;           // false: the twin of an earlier row, times copied
  int round = 0;               // rows of a round were timed together
  float seconds = 0;           // compiling
  std::vector<double> passes;  // ns, shortest run of each pass

  double runtime() const;  // least of the passes
};

struct Measured {
  std::vector<Row> rows;
  nlohmann::json meta;  // counts, noise, seed, machine
};

// What a machine is, as far as run times depend on it: processor, features, cores used, jaxlib and flags. `fingerprint`
// is a hash of these.
nlohmann::json describeMachine(const nlohmann::json& worker, const WorkerOptions& options);

// FNV-1a-64 of bytes, as 16 hexadecimal digits.
std::string hexHash(std::string_view bytes);

class Store {
 public:
  explicit Store(std::string folder) : folder_(std::move(folder)) {}

  // Makes the folder. Errors: it cannot be made, or has no room.
  Result<bool> prepare() const;
  // The same, and says whose times it has, or sees that they are of this machine: another error.
  Result<bool> open(const nlohmann::json& machine);

  std::string programPath(const std::string& name) const { return folder_ + "/" + name + ".hlo.txt.gz"; }
  std::string rowsPath(const std::string& name) const { return folder_ + "/" + name + ".npz"; }

  // What there is of a program that was prepared as `subject`: none when nothing is, or when it is of another program.
  std::optional<Measured> load(const std::string& name, const Subject& subject) const;
  // The meta of a program without its rows; null when there is none.
  nlohmann::json metaOf(const std::string& name) const;
  Result<bool> save(const std::string& name, const Subject& subject, const Measured& measured) const;

 private:
  std::string folder_;
};

}  // namespace hlorank::collect
