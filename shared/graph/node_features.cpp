#include "shared/graph/node_features.h"

#include <array>
#include <cassert>
#include <cstring>

namespace hlorank::graph {

namespace {

using hlo::Details;
using hlo::Instruction;
using hlo::Module;
using hlo::PrimitiveType;
using hlo::Shape;
using hlo::WindowDimension;

// The one-hot feature column of an element type. If TpuGraphs has no column for a type, all these columns are 0.
struct TypeColumn {
  const char* name;
  PrimitiveType type;
};
constexpr std::array<TypeColumn, kTypes> kTypeColumns = {{
    {"invalid_type", PrimitiveType::kInvalid},
    {"pred", PrimitiveType::kPred},
    {"s8", PrimitiveType::kS8},
    {"s16", PrimitiveType::kS16},
    {"s32", PrimitiveType::kS32},
    {"s64", PrimitiveType::kS64},
    {"u8", PrimitiveType::kU8},
    {"u16", PrimitiveType::kU16},
    {"u32", PrimitiveType::kU32},
    {"u64", PrimitiveType::kU64},
    {"f16", PrimitiveType::kF16},
    {"f32", PrimitiveType::kF32},
    {"f64", PrimitiveType::kF64},
    {"bf16", PrimitiveType::kBf16},
    {"c64", PrimitiveType::kC64},
    {"c128", PrimitiveType::kC128},
    {"tuple", PrimitiveType::kTuple},
    {"opaque_type", PrimitiveType::kOpaque},
    {"token", PrimitiveType::kToken},
}};

// Visitor that collects the names of the 140 feature columns. The describe... functions define each column once and
// pass it to a visitor, which is Names or Values. They pass a list of columns as its size and a function from index to
// element.
class Names {
 public:
  void value(const std::string& name, int64_t) { names.push_back(name); }

  template <class At>
  void list(const std::string& name, int columns, size_t, At) {
    for (int i = 0; i < columns; ++i) names.push_back(name + "_" + std::to_string(i));
  }

  template <class At>
  void listWithTotals(const std::string& name, int columns, size_t size, At at) {
    list(name, columns, size, at);
    names.push_back(name + "_sum");
    names.push_back(name + "_product");
  }

  std::vector<std::string> names;
};

// Visitor that writes the values of one node's feature row to `to`.
class Values {
 public:
  explicit Values(float* to) : to_(to) {}

  void value(const char*, int64_t value) { *to_++ = static_cast<float>(value); }

  template <class At>
  void list(const char*, int columns, size_t size, At at) {
    for (size_t i = 0; i < static_cast<size_t>(columns); ++i) *to_++ = i < size ? static_cast<float>(at(i)) : 0.f;
  }

  template <class At>
  void listWithTotals(const char* name, int columns, size_t size, At at) {
    list(name, columns, size, at);
    uint64_t sum = 0, product = 1;  // unsigned, because signed overflow is undefined
    for (size_t i = 0; i < size; ++i) {
      sum += static_cast<uint64_t>(at(i));
      product *= static_cast<uint64_t>(at(i));
    }
    value(name, static_cast<int64_t>(sum));
    value(name, static_cast<int64_t>(product));
  }

  const float* end() const { return to_; }

 private:
  float* to_;
};

auto elements(std::span<const int64_t> list) {
  return [list](size_t i) { return list[i]; };
}

template <class Visitor>
void describeNode(Visitor& visitor, bool isRoot) {
  visitor.value("is_root", isRoot);
  visitor.value("element_size_in_bits", 0);  // the value is always 0, because XLA removed this proto field
}

template <class Visitor>
void describeShape(Visitor& visitor, const Module& module, const Shape& shape) {
  for (const TypeColumn& column : kTypeColumns) {
    if constexpr (std::is_same_v<Visitor, Names>) {
      visitor.value(std::string("shape_element_type_is_") + column.name, 0);
    } else {
      visitor.value(column.name, shape.type == column.type);
    }
  }
  const std::span<const int64_t> dimensions = module.integersOf(shape.dimensions);
  visitor.listWithTotals("shape_dimensions", 6, dimensions.size(), elements(dimensions));
  visitor.value("shape_tuple_shapes_size", shape.elements.size);
}

template <class Visitor>
void describeInstruction(Visitor& visitor, const Module& module, const Instruction& instruction) {
  visitor.value("parameter_number", instruction.opcode == hlo::Opcode::kParameter ? instruction.number : 0);
  const std::span<const int64_t> dimensions = module.integersOf(instruction.dimensions);
  visitor.list("dimensions", 6, dimensions.size(), elements(dimensions));
}

template <class Visitor>
void describeDetails(Visitor& visitor, const Module& module, const Details& details) {
  const WindowDimension* window = module.windowDimensions.data() + details.window.begin;
  const size_t rank = details.window.size;
  const auto field = [window](int64_t WindowDimension::*member) {
    return [window, member](size_t i) { return window[i].*member; };
  };
  visitor.listWithTotals("window_size", 6, rank, field(&WindowDimension::size));
  visitor.listWithTotals("window_stride", 6, rank, field(&WindowDimension::stride));
  visitor.listWithTotals("window_padding_low", 6, rank, field(&WindowDimension::paddingLow));
  visitor.listWithTotals("window_padding_high", 6, rank, field(&WindowDimension::paddingHigh));
  visitor.listWithTotals("window_window_dilation", 6, rank, field(&WindowDimension::windowDilation));
  visitor.listWithTotals("window_base_dilation", 6, rank, field(&WindowDimension::baseDilation));
  visitor.list("window_window_reversal", 6, rank, [window](size_t i) { return int64_t{window[i].reversal}; });
  int64_t reversed = 0;
  for (size_t i = 0; i < rank; ++i) reversed += window[i].reversal;
  visitor.value("window_window_reversal_true_count", reversed);
  visitor.value("window_window_reversal_false_count", static_cast<int64_t>(rank) - reversed);

  const hlo::ConvolutionDimensions& convolution = details.convolution;
  const std::span<const int64_t> inputSpatial = module.integersOf(convolution.inputSpatial);
  const std::span<const int64_t> kernelSpatial = module.integersOf(convolution.kernelSpatial);
  visitor.value("convolution_dim_numbers_input_batch_dim", convolution.inputBatch);
  visitor.value("convolution_dim_numbers_input_feature_dim", convolution.inputFeature);
  visitor.list("convolution_dim_numbers_input_spatial_dims", 4, inputSpatial.size(), elements(inputSpatial));
  visitor.value("convolution_dim_numbers_kernel_input_feature_dim", convolution.kernelInputFeature);
  visitor.value("convolution_dim_numbers_kernel_output_feature_dim", convolution.kernelOutputFeature);
  visitor.list("convolution_dim_numbers_kernel_spatial_dims", 4, kernelSpatial.size(), elements(kernelSpatial));
  visitor.value("convolution_dim_numbers_output_batch_dim", convolution.outputBatch);
  visitor.value("convolution_dim_numbers_output_feature_dim", convolution.outputFeature);
  visitor.value("feature_group_count", details.featureGroupCount);
  visitor.value("batch_group_count", details.batchGroupCount);

  const hlo::SliceDimension* slice = module.sliceDimensions.data() + details.slice.begin;
  const size_t sliced = details.slice.size;
  visitor.listWithTotals("slice_dims_start", 2, sliced, [slice](size_t i) { return slice[i].start; });
  visitor.listWithTotals("slice_dims_stride", 2, sliced, [slice](size_t i) { return slice[i].stride; });
  visitor.listWithTotals("slice_dims_limit", 2, sliced, [slice](size_t i) { return slice[i].limit; });
  const std::span<const int64_t> sizes = module.integersOf(details.dynamicSliceSizes);
  visitor.listWithTotals("dynamic_slice_sizes", 2, sizes.size(), elements(sizes));

  const hlo::PaddingDimension* padding = module.paddingDimensions.data() + details.padding.begin;
  const size_t padded = details.padding.size;
  visitor.listWithTotals("padding_config_edge_padding_low", 2, padded, [padding](size_t i) { return padding[i].low; });
  visitor.listWithTotals("padding_config_edge_padding_high", 2, padded,
                         [padding](size_t i) { return padding[i].high; });
  visitor.value("is_stable", details.isStable);
}

template <class Visitor>
void describeLayout(Visitor& visitor, const Module& module, const Shape& shape) {
  const std::span<const int64_t> order = module.integersOf(shape.minorToMajor);
  visitor.list("layout_minor_to_major", 6, order.size(), elements(order));
}

// First column and number of columns of those groups of the 140 features that are computed separately.
constexpr int kShapeColumn = 2, kShapeColumns = 28;
constexpr int kInstructionColumn = kShapeColumn + kShapeColumns;
constexpr int kDetailsColumn = 37, kDetailsColumns = 97;
constexpr int kLayoutColumns = kNodeFeatures - kLayoutColumn;
static_assert(kDetailsColumn + kDetailsColumns == kLayoutColumn);

// Feature columns that depend only on the shape of a result. They are computed once per shape.
struct ShapeColumns {
  float shape[kShapeColumns];
  float layout[kLayoutColumns];
};

std::vector<ShapeColumns> shapeColumns(const Module& module) {
  std::vector<ShapeColumns> columns(module.shapes.size());
  for (size_t i = 0; i < columns.size(); ++i) {
    Values shape(columns[i].shape), layout(columns[i].layout);
    describeShape(shape, module, module.shapes[i]);
    describeLayout(layout, module, module.shapes[i]);
    assert(shape.end() == columns[i].shape + kShapeColumns && layout.end() == columns[i].layout + kLayoutColumns);
  }
  return columns;
}

}  // namespace

const std::vector<std::string>& nodeFeatureNames() {
  static const std::vector<std::string> all = [] {
    const Module module;
    Names names;
    describeNode(names, false);
    describeShape(names, module, {});
    describeInstruction(names, module, {});
    describeDetails(names, module, {});
    describeLayout(names, module, {});
    assert(names.names.size() == kNodeFeatures);
    return names.names;
  }();
  return all;
}

hlo::PrimitiveType typeOfColumn(int column) {
  return kTypeColumns[static_cast<size_t>(column)].type;
}

FeatureRows nodeFeatures(const hlo::Module& module) {
  const std::vector<ShapeColumns> shapes = shapeColumns(module);
  float noDetails[kDetailsColumns];
  Values none(noDetails);
  describeDetails(none, module, {});
  assert(none.end() == noDetails + kDetailsColumns);

  FeatureRowsBuilder rows(module.instructions.size());
  float row[kNodeFeatures];
  for (size_t i = 0; i < module.instructions.size(); ++i) {
    const Instruction& instruction = module.instructions[i];
    Values node(row);
    describeNode(node, module.computations[instruction.computation].root == i);
    const ShapeColumns& shape = shapes[instruction.shape];
    std::memcpy(row + kShapeColumn, shape.shape, sizeof shape.shape);
    Values own(row + kInstructionColumn);
    describeInstruction(own, module, instruction);
    if (instruction.details == hlo::kNone) {
      std::memcpy(row + kDetailsColumn, noDetails, sizeof noDetails);
    } else {
      Values details(row + kDetailsColumn);
      describeDetails(details, module, module.details[instruction.details]);
    }
    std::memcpy(row + kLayoutColumn, shape.layout, sizeof shape.layout);
    rows.append(row);
  }
  return rows.finish();
}

}  // namespace hlorank::graph
