// Metadata derived from file names and folders: family, collection, split, HLO file.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "native/store/stored_program.h"

namespace hlorank::store {

// Collection and split from the published folder names: ".../layout/xla/random/train/NAME.npz",
// ".../tile/xla/valid/NAME.npz". Empty for other folders.
struct Place {
  std::string collection;  // "layout:xla:random", or ""
  Split split = Split::kNone;
};
Place placeOf(const std::string& path);

// Whether `name` is "layout:{xla,nlp}:{default,random}" or "tile:xla".
bool isCollection(const std::string& name);

// The file name without its folder and without .npz, .pb, .prepared, .gz.
std::string stemOf(const std::string& path);

// Families of programs: the entry in families.json of the program's folder ({name: family}), else the name up to the
// first '_'. Reads each folder's file once.
class Families {
 public:
  std::string of(const std::string& name, const std::string& folder);

 private:
  std::map<std::string, nlohmann::json> byFolder_;
};

// The HLO file in the same folder as NAME.npz: the first that exists of NAME.hlo.txt.gz, NAME.hlo.txt, NAME.hlo.gz,
// NAME.hlo, NAME.pb.gz, NAME.pb. Empty if none exists or the path does not end in .npz.
std::string findProgramFile(const std::string& npzPath);

// Sets about.source, sourceSize and sourceTime: name of the source; total size and latest modification time of the
// source and of its findProgramFile().
void identify(const std::string& source, About& about);
// CRC-32 of the bytes of the source, then of its findProgramFile(). Reads both files.
Result<uint32_t> computeSourceCrc(const std::string& source);

}  // namespace hlorank::store
