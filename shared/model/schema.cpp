#include "shared/model/schema.h"

#include "shared/base/fnv.h"
#include "shared/graph/node_features.h"
#include "shared/hlo/opcode.h"
#include "shared/model/slot_features.h"

namespace hlorank::model {

namespace {

// Version of the meaning of the network inputs. It must be increased if an input changes its meaning but not its name.
constexpr const char* kVersion = "2";

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
  Fnv hash;
  hash.bytes(schemaText());
  return hexadecimal(hash.value());
}

}  // namespace hlorank::model
