// Computes hashes of instructions, by which the instructions of two modules are matched and compared.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::diff {

// An instruction that has another one as its operand number `position`.
struct User {
  hlo::InstructionId id;
  uint32_t position;
};

// Hashes of the instructions of a module. Each vector, [instructions], is for one property by which instructions are
// compared. Layouts, names and metadata are ignored unless a field says otherwise.
struct Hashes {
  explicit Hashes(const hlo::Module& module);

  std::vector<uint64_t> name;        // hash of the instruction name, "dot.12"
  std::vector<uint64_t> stem;        // hash of the name without its trailing number, "dot"
  std::vector<uint64_t> kind;        // hash of the opcode
  std::vector<uint64_t> shape;       // hash of the element type and dimensions of the result
  std::vector<uint64_t> layout;      // hash of the shape of the result with its layout
  std::vector<uint64_t> attributes;  // hash of attributes, literal and parameter number, without called computations
  std::vector<uint64_t> down;        // hash of the instruction, its transitive operands and called computations
  std::vector<uint64_t> up;          // hash of the instruction and its transitive users within its computation
  // [instructions] users of each instruction in file order, one entry per use.
  std::vector<std::vector<User>> users;
  std::vector<uint64_t> computations;  // [computations] the hash `down` of the root; 0 if there is no root
};

// Combines two hashes to one. The result depends on the order of a and b.
inline uint64_t mixed(uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9e3779b97f4a7c15 + b;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
  return x ^ (x >> 32);
}

}  // namespace hlorank::diff
