// What instructions are compared by.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::diff {

// Per instruction of a module. Layouts, names and metadata take part in none but where it says so.
struct Hashes {
  explicit Hashes(const hlo::Module& module);

  std::vector<uint64_t> name;
  std::vector<uint64_t> stem;        // the name without the number at its end
  std::vector<uint64_t> kind;        // opcode
  std::vector<uint64_t> shape;       // type and dimensions
  std::vector<uint64_t> layout;      // the shape with layouts
  std::vector<uint64_t> attributes;  // all but called computations; literal and number too
  std::vector<uint64_t> down;        // what it computes: itself, its operands, their operands, ..., called computations
  std::vector<uint64_t> up;          // itself and what is computed from it within its computation
  std::vector<std::vector<hlo::InstructionId>> users;  // in node order; once for every use
  std::vector<uint64_t> computations;                  // [computations] what the root computes
};

// One value of two.
inline uint64_t mixed(uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9e3779b97f4a7c15 + b;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
  return x ^ (x >> 32);
}

}  // namespace hlorank::diff
