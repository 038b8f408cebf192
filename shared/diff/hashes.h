// Hashes that instructions of two modules are matched and compared by.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::diff {

// One hash per instruction and aspect. Layouts, names and metadata are ignored unless the comment says otherwise.
struct Hashes {
  explicit Hashes(const hlo::Module& module);

  std::vector<uint64_t> name;
  std::vector<uint64_t> stem;        // name without its trailing number
  std::vector<uint64_t> kind;        // opcode
  std::vector<uint64_t> shape;       // element type and dimensions
  std::vector<uint64_t> layout;      // shape including layouts
  std::vector<uint64_t> attributes;  // attributes without called computations; includes literal and parameter number
  std::vector<uint64_t> down;        // the computed expression: itself, all transitive operands, called computations
  std::vector<uint64_t> up;          // itself and all transitive users within its computation
  std::vector<std::vector<hlo::InstructionId>> users;  // in node order; one entry per use
  std::vector<uint64_t> computations;                  // [computations] `down` of the root
};

// Combines two hashes.
inline uint64_t mixed(uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9e3779b97f4a7c15 + b;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
  return x ^ (x >> 32);
}

}  // namespace hlorank::diff
