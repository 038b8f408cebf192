// Computes hashes of instructions, by which the instructions of two modules are matched and compared.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::diff {

// Hashes of the instructions of a module, one vector [instructions] for each property that instructions are compared
// by. Layouts, names and metadata are ignored unless a field says otherwise.
struct Hashes {
  explicit Hashes(const hlo::Module& module);

  std::vector<uint64_t> name;        // instruction name, "dot.12"
  std::vector<uint64_t> stem;        // name without its trailing number, "dot"
  std::vector<uint64_t> kind;        // opcode
  std::vector<uint64_t> shape;       // element type and dimensions
  std::vector<uint64_t> layout;      // shape with layout
  std::vector<uint64_t> attributes;  // attributes, literal and parameter number, without called computations
  std::vector<uint64_t> down;        // the instruction, its transitive operands and called computations
  std::vector<uint64_t> up;          // the instruction and its transitive users within its computation
  std::vector<std::vector<hlo::InstructionId>> users;  // [instructions] users in node order, one entry per use
  std::vector<uint64_t> computations;                  // [computations] `down` of the root; 0 without a root
};

// Combines two hashes to one. The result depends on the order of a and b.
inline uint64_t mixed(uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9e3779b97f4a7c15 + b;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
  return x ^ (x >> 32);
}

}  // namespace hlorank::diff
