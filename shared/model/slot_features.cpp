#include "shared/model/slot_features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "shared/configs/orders.h"
#include "shared/model/estimate.h"
#include "shared/model/operation_kind.h"

namespace hlorank::model {

using configs::Layout;
using graph::Program;
using graph::Role;

namespace {

// What the slot features are computed from: properties of an output or operand whose layout can be chosen (slot), and
// of one layout of that tensor.
struct View {
  // Properties of the tensor, whatever its layout. `tensor` is 0 for the output of the instruction, 1 and 2 for its
  // operands.
  uint8_t tensor = 0;
  uint32_t value = 0;
  OperationKind consumer = OperationKind::kOther, producer = OperationKind::kOther;
  std::array<uint32_t, kOperationKinds> users{};  // number of users of the tensor, by kind of operation
  uint32_t userCount = 0, slotsOfValue = 0;
  std::span<const int64_t> dimensions;
  size_t movable = 0;
  double bytes = 0, elementBytes = 0, weight = 0;
  bool knownProgram = false, inLoop = false, fused = false;
  double trips = 1;
  std::span<const Role> roles;  // [dimensions] role of each dimension; empty if unknown
  Layout reference{}, rowMajor{};
  int referenceMinor = -1, rowMajorMinor = -1;
  // Properties of one layout of the tensor.
  bool leftToCompiler = false;
  Layout layout{};
  int minor = -1;
  double conversions = 0;

  double size(int dimension) const { return dimension < 0 ? 1 : static_cast<double>(dimensions[dimension]); }
  double run(const Layout& reading) const { return configs::contiguousRun(dimensions, layout, reading); }
  // Returns the stride of a dimension in bytes. Returns 0 if `dimension` is -1 (none).
  double step(int dimension) const {
    return dimension < 0 ? 0 : configs::stride(dimensions, layout, dimension) * elementBytes;
  }
  int secondMinor() const {
    bool first = true;
    for (int8_t dimension : layout) {
      if (dimension < 0 || static_cast<size_t>(dimension) >= dimensions.size() || dimensions[dimension] == 1) continue;
      if (!first) return dimension;
      first = false;
    }
    return -1;
  }
  bool has(int dimension, Role role) const {
    return dimension >= 0 && static_cast<size_t>(dimension) < roles.size() && roles[dimension] == role;
  }
};

// Sizes in bytes of a memory page, a cache line, and typical caches of level 1, 2 and 3.
constexpr double kPage = 4096, kCacheLine = 64;
constexpr double kLevel1 = 32 << 10, kLevel2 = 512 << 10, kLevel3 = 16 << 20;

// Returns log2(1 + x) · scale, which is about 1 for x = 2^(1 / scale).
double log(double x, double scale) {
  return std::log2(1 + x) * scale;
}
// Maps a weight, which is a fraction of the program's estimated time, to −1..1. A millionth becomes about −1, and 1
// becomes 1.
double logWeight(double weight) {
  return std::clamp(std::log2(std::max(weight, 1e-6)) / 10 + 1, -1.0, 1.0);
}

struct Feature {
  std::string_view name;
  double (*value)(const View&);
};

constexpr Feature kFeatures[] = {
    {"is_output", [](const View& v) -> double { return v.tensor == 0; }},
    {"is_operand_0", [](const View& v) -> double { return v.tensor == 1; }},
    {"is_operand_1", [](const View& v) -> double { return v.tensor == 2; }},
    {"of_convolution", [](const View& v) -> double { return v.consumer == OperationKind::kConvolution; }},
    {"of_dot", [](const View& v) -> double { return v.consumer == OperationKind::kDot; }},
    {"of_reshape", [](const View& v) -> double { return v.consumer == OperationKind::kReshape; }},
    {"rank", [](const View& v) -> double { return static_cast<double>(v.dimensions.size()) / 6; }},
    {"movable_dimensions", [](const View& v) -> double { return static_cast<double>(v.movable) / 6; }},
    {"log_bytes", [](const View& v) -> double { return log(v.bytes, 1.0 / 30); }},
    {"log_weight", [](const View& v) -> double { return logWeight(v.weight); }},
    {"element_bytes", [](const View& v) -> double { return log(v.elementBytes, 1.0 / 4); }},
    {"fits_level_1", [](const View& v) -> double { return v.bytes <= kLevel1; }},
    {"fits_level_2", [](const View& v) -> double { return v.bytes <= kLevel2; }},
    {"fits_level_3", [](const View& v) -> double { return v.bytes <= kLevel3; }},
    {"known_program", [](const View& v) -> double { return v.knownProgram; }},
    {"in_loop", [](const View& v) -> double { return v.inLoop; }},
    {"log_trips", [](const View& v) -> double { return log(v.trips - 1, 1.0 / 10); }},
    {"fused", [](const View& v) -> double { return v.fused; }},
    {"from_parameter", [](const View& v) -> double { return v.producer == OperationKind::kParameter; }},
    {"from_constant", [](const View& v) -> double { return v.producer == OperationKind::kConstant; }},
    {"from_elementwise", [](const View& v) -> double { return v.producer == OperationKind::kElementwise; }},
    {"from_movement", [](const View& v) -> double { return v.producer == OperationKind::kMovement; }},
    {"from_reduction", [](const View& v) -> double { return v.producer == OperationKind::kReduction; }},
    {"from_convolution", [](const View& v) -> double { return v.producer == OperationKind::kConvolution; }},
    {"from_dot", [](const View& v) -> double { return v.producer == OperationKind::kDot; }},
    {"from_reshape", [](const View& v) -> double { return v.producer == OperationKind::kReshape; }},
    {"log_users", [](const View& v) -> double { return log(v.userCount, 1.0 / 4); }},
    {"log_slots_of_value", [](const View& v) -> double { return log(v.slotsOfValue, 1.0 / 4); }},
    {"to_elementwise", [](const View& v) -> double { return v.users[index(OperationKind::kElementwise)] > 0; }},
    {"to_movement", [](const View& v) -> double { return v.users[index(OperationKind::kMovement)] > 0; }},
    {"to_reduction", [](const View& v) -> double { return v.users[index(OperationKind::kReduction)] > 0; }},
    {"to_convolution", [](const View& v) -> double { return v.users[index(OperationKind::kConvolution)] > 0; }},
    {"to_dot", [](const View& v) -> double { return v.users[index(OperationKind::kDot)] > 0; }},
    {"to_reshape", [](const View& v) -> double { return v.users[index(OperationKind::kReshape)] > 0; }},
    {"to_other", [](const View& v) -> double { return v.users[index(OperationKind::kOther)] > 0; }},
    {"left_to_compiler", [](const View& v) -> double { return v.leftToCompiler; }},
    {"changed", [](const View& v) -> double { return v.layout != v.reference; }},
    {"run_1_in_reference_order", [](const View& v) -> double { return v.minor != v.referenceMinor; }},
    {"run_1_in_row_major_order", [](const View& v) -> double { return v.minor != v.rowMajorMinor; }},
    {"reference_run_1_in_row_major_order", [](const View& v) -> double { return v.referenceMinor != v.rowMajorMinor; }},
    {"log_run_in_reference_order", [](const View& v) -> double { return log(v.run(v.reference), 1.0 / 20); }},
    {"log_run_in_row_major_order", [](const View& v) -> double { return log(v.run(v.rowMajor), 1.0 / 20); }},
    {"log_minor", [](const View& v) -> double { return log(v.size(v.minor), 1.0 / 10); }},
    {"log_second_minor", [](const View& v) -> double { return log(v.size(v.secondMinor()), 1.0 / 10); }},
    {"log_reference_minor", [](const View& v) -> double { return log(v.size(v.referenceMinor), 1.0 / 10); }},
    {"minor_fills_line",
     [](const View& v) -> double { return std::min(1.0, v.size(v.minor) * v.elementBytes / kCacheLine); }},
    {"step_in_reference_order",
     [](const View& v) -> double { return std::min(1.0, v.step(v.referenceMinor) / kPage); }},
    {"step_in_row_major_order", [](const View& v) -> double { return std::min(1.0, v.step(v.rowMajorMinor) / kPage); }},
    {"log_step_in_reference_order", [](const View& v) -> double { return log(v.step(v.referenceMinor), 1.0 / 20); }},
    {"conversions", [](const View& v) -> double { return v.conversions; }},
    {"minor_is_batch", [](const View& v) -> double { return v.has(v.minor, Role::kBatch); }},
    {"minor_is_contracting", [](const View& v) -> double { return v.has(v.minor, Role::kContracting); }},
    {"minor_is_free", [](const View& v) -> double { return v.has(v.minor, Role::kFree); }},
    {"minor_is_feature", [](const View& v) -> double { return v.has(v.minor, Role::kFeature); }},
    {"minor_is_spatial", [](const View& v) -> double { return v.has(v.minor, Role::kSpatial); }},
    {"minor_is_input_feature", [](const View& v) -> double { return v.has(v.minor, Role::kInputFeature); }},
    {"minor_is_output_feature", [](const View& v) -> double { return v.has(v.minor, Role::kOutputFeature); }},
    {"reference_minor_is_batch", [](const View& v) -> double { return v.has(v.referenceMinor, Role::kBatch); }},
    {"reference_minor_is_contracting",
     [](const View& v) -> double { return v.has(v.referenceMinor, Role::kContracting); }},
    {"reference_minor_is_free", [](const View& v) -> double { return v.has(v.referenceMinor, Role::kFree); }},
    {"reference_minor_is_feature", [](const View& v) -> double { return v.has(v.referenceMinor, Role::kFeature); }},
    {"reference_minor_is_spatial", [](const View& v) -> double { return v.has(v.referenceMinor, Role::kSpatial); }},
    {"reference_minor_is_input_feature",
     [](const View& v) -> double { return v.has(v.referenceMinor, Role::kInputFeature); }},
    {"reference_minor_is_output_feature",
     [](const View& v) -> double { return v.has(v.referenceMinor, Role::kOutputFeature); }},
};

// The users of a tensor. They are counted once and shared by all slots (outputs and operands whose layout can be
// chosen) with that tensor.
struct Users {
  bool counted = false;                            // whether the users are already counted in `byKind`
  uint32_t slots = 0;                              // number of outputs and operands that have this tensor
  std::array<uint32_t, kOperationKinds> byKind{};  // number of users of the tensor by kind of operation
};

// Computes those properties of an output or operand that do not depend on its layout.
View makeView(const Program& program, const configs::Slot& slot, uint32_t node, uint32_t value, const Layout& reference,
              const Users& users, double seconds) {
  View view;
  view.tensor = slot.tensor;
  view.value = value;
  view.consumer = operationKind(program.graph.opcodes[node]);
  view.producer = operationKind(program.graph.opcodes[value]);
  view.users = users.byKind;
  view.userCount = static_cast<uint32_t>(program.users(value).size());
  view.slotsOfValue = users.slots;
  view.dimensions = program.dimensions(value);
  view.movable = configs::movableDimensions(view.dimensions).size();
  view.bytes = bytesOf(program, value);
  view.elementBytes = program.elementBytes(value);
  view.weight = computeWeight(program, value, node, seconds);
  view.knownProgram = program.hasExtras();
  if (view.knownProgram) {
    const graph::NodeExtras& extras = program.extras[node];
    view.inLoop = extras.inLoop;
    view.fused = extras.fused;
    view.trips = std::max(extras.trips, 1.0);
    view.roles = program.roles(node)[slot.tensor];
  }
  view.reference = configs::completed(program, value, reference);
  view.rowMajor = configs::rowMajor(static_cast<int>(view.dimensions.size()));
  view.referenceMinor = configs::minorDimension(view.dimensions, view.reference);
  view.rowMajorMinor = configs::minorDimension(view.dimensions, view.rowMajor);
  return view;
}

}  // namespace

size_t slotFeatureCount() {
  return std::size(kFeatures);
}
std::string_view slotFeatureName(size_t feature) {
  return kFeatures[feature].name;
}

std::vector<float> slotFeatures(const Program& program, const configs::Configurations& configurations,
                                const AnalyticalCosts& analytical, configs::SlotRange slots) {
  const configs::LayoutTable& table = configurations.table;
  const double seconds = estimateSeconds(program);
  std::vector<float> features;
  if (slots.begin < slots.end)
    features.resize((table.rowBegin[slots.end] - table.rowBegin[slots.begin]) * slotFeatureCount());
  std::vector<Users> users(analytical.values);
  for (uint32_t value : analytical.valueOfSlot) ++users[value].slots;
  float* out = features.data();
  for (size_t s = slots.begin; s < slots.end; ++s) {
    const uint32_t node = table.nodes[table.slots[s].position];
    uint32_t value = configs::valueOf(program, node, table.slots[s].tensor);
    if (value == configs::kNoNode) value = node;
    Users& valueUsers = users[analytical.valueOfSlot[s]];
    if (!valueUsers.counted) {
      for (uint32_t user : program.users(value)) ++valueUsers.byKind[index(operationKind(program.graph.opcodes[user]))];
      valueUsers.counted = true;
    }
    View view = makeView(program, table.slots[s], node, value,
                         table.layouts[table.rowBegin[s] + configurations.reference[s]], valueUsers, seconds);
    for (uint32_t row = table.rowBegin[s]; row < table.rowBegin[s + 1]; ++row) {
      view.leftToCompiler = table.layouts[row] == configs::kAbsent;
      view.layout = configs::completed(program, value, table.layouts[row]);
      view.minor = configs::minorDimension(view.dimensions, view.layout);
      view.conversions = view.weight > 0 ? analytical.terms[row][2] / view.weight : 0;
      for (const Feature& feature : kFeatures) *out++ = static_cast<float>(feature.value(view));
    }
  }
  return features;
}

}  // namespace hlorank::model
