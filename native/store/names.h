// Derives the metadata of a program from the names of its file and folders: family, collection, split, HLO file.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "native/store/stored_program.h"

namespace hlorank::store {

// Collection and split of a TpuGraphs file, derived from the names of its folders as published:
// ".../layout/xla/random/train/NAME.npz", ".../tile/xla/valid/NAME.npz".
struct Place {
  std::string collection;      // such as "layout:xla:random"; "" for other folder names
  Split split = Split::kNone;  // kNone without a folder of a split, or if collection is ""
};
// Derives collection and split from the folders in `path`, which may be relative.
Place placeOf(const std::string& path);

// Returns whether `name` is one of the five TpuGraphs collections: "layout:{xla,nlp}:{default,random}" or "tile:xla".
bool isCollection(const std::string& name);

// Returns the file name without its folder and without the extensions .npz, .pb, .prepared and .gz.
std::string stemOf(const std::string& path);

// Looks up the family of a program: the name of a group of variants of one network, which training and validation data
// must not share. The program's folder may have a file families.json, {name: family}. Without an entry there, the
// family is the program's name up to the first '_'.
class Families {
 public:
  // Returns the family of program `name`, whose source file is in `folder`. Reads the families.json of each folder only
  // once.
  std::string of(const std::string& name, const std::string& folder);

 private:
  // Content of each folder's families.json; {} if there is none.
  std::map<std::string, nlohmann::json> byFolder_;
};

// Returns the path of the HLO file that belongs to NAME.npz. That is the first existing file of NAME.hlo.txt.gz,
// NAME.hlo.txt, NAME.hlo.gz, NAME.hlo, NAME.pb.gz, NAME.pb in the same folder. Returns "" if no such file exists or
// `npzPath` does not end in .npz.
std::string findProgramFile(const std::string& npzPath);

// Returns the path of NAME.npz next to the HLO file of a program; "" if there is none. The HLO file has one of the
// endings of findProgramFile.
std::string findConfigurationsFile(const std::string& programPath);

// Sets the fields of `about` that identify the source. about.source is the file name of `source`. about.sourceSize and
// about.sourceTime are total size and latest modification time of `source` and of the HLO file next to it
// (findProgramFile).
void identify(const std::string& source, About& about);
// Computes the CRC-32 of the bytes of `source` followed by those of the HLO file next to it, if there is one
// (findProgramFile). Reads both files completely.
Result<uint32_t> computeSourceCrc(const std::string& source);

}  // namespace hlorank::store
