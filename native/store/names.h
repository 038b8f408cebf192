// Derives the metadata of a program from the names of its file and folders: family, collection, split, HLO file.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "native/store/stored_program.h"

namespace hlorank::store {

// Collection and split of a TpuGraphs file, derived from the published folder names:
// ".../layout/xla/random/train/NAME.npz", ".../tile/xla/valid/NAME.npz".
struct Place {
  std::string collection;      // "layout:xla:random"; "" for other folder names
  Split split = Split::kNone;  // kNone: no split folder, or collection is ""
};
// Derives collection and split from `path`, which may be relative.
Place placeOf(const std::string& path);

// Returns whether `name` is one of the five TpuGraphs collections: "layout:{xla,nlp}:{default,random}" or "tile:xla".
bool isCollection(const std::string& name);

// Returns the file name without its folder and without the extensions .npz, .pb, .prepared and .gz.
std::string stemOf(const std::string& path);

// Looks up the family of a program: the name of a group of variants of one network, which training and validation data
// must not share. It is the entry of the program in families.json ({name: family}) in its folder, else the program's
// name up to the first '_'.
class Families {
 public:
  // Returns the family of program `name`, whose source file is in `folder`. Reads the families.json of a folder once.
  std::string of(const std::string& name, const std::string& folder);

 private:
  std::map<std::string, nlohmann::json> byFolder_;  // contents of families.json; {}: none
};

// Returns the path of the HLO file that belongs to NAME.npz: in the same folder, the first that exists of
// NAME.hlo.txt.gz, NAME.hlo.txt, NAME.hlo.gz, NAME.hlo, NAME.pb.gz, NAME.pb. "" if none does or the path does not end
// in .npz.
std::string findProgramFile(const std::string& npzPath);

// Returns the path of NAME.npz next to the HLO file of a program, whose name ends like those of findProgramFile; "" if
// there is no such file.
std::string findConfigurationsFile(const std::string& programPath);

// Sets about.source (file name of `source`), about.sourceSize and about.sourceTime (total size and latest modification
// time of `source` and of the HLO file next to it, see findProgramFile).
void identify(const std::string& source, About& about);
// Computes the CRC-32 of the bytes of `source`, followed by those of the HLO file next to it (findProgramFile), if any.
// Reads both files completely.
Result<uint32_t> computeSourceCrc(const std::string& source);

}  // namespace hlorank::store
