#include "shared/model/schema.h"

#include <cstdint>

#include "shared/graph/node_features.h"
#include "shared/hlo/opcode.h"
#include "shared/model/slot_features.h"

namespace hlorank::model {

namespace {

// Raised when a table keeps its names but changes its meaning.
constexpr const char* kVersion = "1";

}  // namespace

std::string schemaText() {
  std::string text = std::string("version ") + kVersion + "\nterm reference_order row_major neighbours changed\n";
  for (size_t i = 0; i < slotFeatureCount(); ++i) text += "slot " + std::string(slotFeatureName(i)) + "\n";
  for (const std::string& name : graph::nodeFeatureNames()) text += "node " + name + "\n";
  text += "node known_program log_trips in_loop fused\n";
  for (int i = 0; i <= 120; ++i)
    text += "opcode " + std::string(hlo::tpuGraphsOpcodeName(static_cast<uint8_t>(i))) + "\n";
  return text;
}

std::string schemaHash() {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (unsigned char byte : schemaText()) hash = (hash ^ byte) * 0x100000001b3ULL;
  std::string digits(16, '0');
  for (size_t i = 0; i < digits.size(); ++i) digits[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
  return digits;
}

}  // namespace hlorank::model
