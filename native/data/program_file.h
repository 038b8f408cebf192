// Programs with measured configurations, from the disk.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/model/physics.h"
#include "shared/session/open.h"

namespace hlorank::data {

struct MeasuredProgram {
  std::string name;    // of the file, without its endings
  std::string family;  // programs of one family are never on both sides of a split
  std::string path;
  uint64_t hash = 0;  // FNV-1a-64 over the bytes read, to tell whether data changed
  session::Opened opened;
  model::Physics physics;

  // Configurations that are distinct, ran as they say, and have a time.
  std::vector<uint32_t> measured() const;
};
using MeasuredPrograms = std::vector<std::unique_ptr<const MeasuredProgram>>;

// Opens every npz among `paths`, a folder standing for the npz files in it (by name). An npz that has only
// configurations finds its program beside it: NAME.hlo.txt.gz, NAME.hlo.txt, NAME.hlo.gz, NAME.hlo, NAME.pb.gz or
// NAME.pb. The family of a program is what families.json of its folder (an object, name to family) says, else its name
// up to the first '_'. `place` receives the file an error is about.
Result<MeasuredPrograms> load(const std::vector<std::string>& paths, std::string* place);

// Fold of every program, 0 .. folds-1: whole families, the largest first, each to the fold that has the fewest programs
// yet.
std::vector<int> foldsByFamily(const MeasuredPrograms& programs, int folds);

// The file of the program beside an npz, or empty; empty for a path that is not of an npz.
std::string programBeside(const std::string& npzPath);

}  // namespace hlorank::data
