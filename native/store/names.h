// What names and folders say of a program: its family, its collection, the file of its HLO.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "native/store/stored_program.h"

namespace hlorank::store {

// What a path says: ".../layout/xla/random/train/NAME.npz", ".../tile/xla/valid/NAME.npz". Nothing for other folders.
struct Place {
  std::string collection;  // "layout:xla:random", or ""
  Split split = Split::kNone;
};
Place placeOf(const std::string& path);

// "layout:{xla,nlp}:{default,random}" or "tile:xla".
bool isCollection(const std::string& name);

// Name of the file without .npz, .pb, .prepared and .gz.
std::string stemOf(const std::string& path);

// The family of a program: what families.json of its folder (an object, name to family) says, else the name up to the
// first '_'. Each folder's file is read once.
class Families {
 public:
  std::string of(const std::string& name, const std::string& folder);

 private:
  std::map<std::string, nlohmann::json> known_;  // by folder
};

// The file of the program beside an npz: NAME.hlo.txt.gz, NAME.hlo.txt, NAME.hlo.gz, NAME.hlo, NAME.pb.gz or NAME.pb.
// Empty where there is none, and for a path that is not of an npz.
std::string programBeside(const std::string& npzPath);

// Fills in which file a program is of: name, size and date; with the file of its HLO where one is beside.
void identify(const std::string& source, About& about);
// CRC-32 of the bytes of these files. Reads them.
Result<uint32_t> crcOfSource(const std::string& source);

}  // namespace hlorank::store
