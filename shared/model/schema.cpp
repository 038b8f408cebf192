#include "shared/model/schema.h"

#include "shared/base/fnv.h"
#include "shared/graph/node_features.h"
#include "shared/hlo/opcode.h"
#include "shared/model/slot_features.h"
#include "shared/simulation/loop.h"

namespace hlorank::model {

namespace {

// Version of the meaning of the network inputs. It must be increased if an input changes its meaning but not its name.
constexpr const char* kVersion = "2";
// The same for the features of memory accesses.
constexpr const char* kLoopVersion = "2";

std::string hashOf(const std::string& text) {
  Fnv hash;
  hash.bytes(text);
  return hexadecimal(hash.value());
}

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
  return hashOf(schemaText());
}

std::string loopSchemaHash() {
  std::string text = std::string("loops, version ") + kLoopVersion + "\n";
  for (const std::string_view name : simulation::kAccessFeatureNames) text += "access " + std::string(name) + "\n";
  return hashOf(text);
}

}  // namespace hlorank::model
