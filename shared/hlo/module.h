// An HLO module as plain values. All references are indices; there are no pointers to other entries.
//
// Texts (names, attribute values, literals) are views into `source`, the input that the module owns, or into `strings`.
// Lists are Ranges into pools of the module, so that a module of 100,000 instructions needs only a few dozen
// allocations.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/hlo/opcode.h"
#include "shared/hlo/primitive_type.h"

namespace hlorank::hlo {

using ShapeId = uint32_t;
using InstructionId = uint32_t;
using ComputationId = uint32_t;
inline constexpr uint32_t kNone = UINT32_MAX;

// Consecutive entries of one of the module's pools. The comment of each Range member names its pool.
struct Range {
  uint32_t begin = 0;
  uint32_t size = 0;
  bool empty() const { return size == 0; }
};

inline constexpr int64_t kUnboundedDimension = INT64_MIN;

// An array, tuple, token, opaque or buffer shape. Shapes are interned by spelling: equal ids mean equal shapes, but
// equal shapes may have several ids (for example with and without layout). `compatible` compares types and dimensions.
struct Shape {
  PrimitiveType type = PrimitiveType::kInvalid;
  bool hasLayout = false;  // the layout is written or was filled in; false for tuples, tokens and opaques
  // Module::integers: the sizes. A bounded dynamic dimension has its bound, an unbounded one kUnboundedDimension.
  Range dimensions;
  Range dynamicDimensions;  // Module::integers: indices of the dynamic dimensions, ascending
  Range minorToMajor;       // Module::integers: dimension numbers, fastest varying first
  Range elements;           // Module::shapeElements: the elements of a tuple, or the single element of a buffer
  // The part of the layout after the dimension order, without the colon: "T(8,128)S(1)".
  std::string_view layoutSuffix;
};

struct WindowDimension {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t paddingLow = 0;
  int64_t paddingHigh = 0;
  int64_t windowDilation = 1;
  int64_t baseDilation = 1;
  bool reversal = false;
};

struct ConvolutionDimensions {
  int64_t inputBatch = 0, inputFeature = 0;
  int64_t kernelInputFeature = 0, kernelOutputFeature = 0;
  int64_t outputBatch = 0, outputFeature = 0;
  Range inputSpatial, kernelSpatial, outputSpatial;  // Module::integers
};

struct DotDimensions {
  Range lhsContracting, rhsContracting, lhsBatch, rhsBatch;  // Module::integers
};

struct SliceDimension {
  int64_t start = 0, limit = 0, stride = 1;
};

struct PaddingDimension {
  int64_t low = 0, high = 0, interior = 0;
};

// Fields of HloInstructionProto that only some opcodes have and that features or configurations need.
struct Details {
  Range window;             // Module::windowDimensions
  Range slice;              // Module::sliceDimensions
  Range padding;            // Module::paddingDimensions
  Range dynamicSliceSizes;  // Module::integers
  bool hasConvolution = false;
  bool hasDot = false;
  bool isStable = false;  // of sort and topk
  ConvolutionDimensions convolution;
  DotDimensions dot;
  int64_t featureGroupCount = 0;
  int64_t batchGroupCount = 0;
};

// An attribute as written (`name=value`), in the order of the text. An attribute that names computations lists them in
// `computations` and has an empty value. Attributes that are also parsed into other fields appear here too, since the
// printer and the viewers use this list.
struct Attribute {
  std::string_view name;
  std::string_view value;
  Range computations;   // Module::calledComputations
  bool braced = false;  // the computations are written in braces: called_computations={a, b}
};

struct Instruction {
  std::string_view name;  // without the leading %
  Opcode opcode = Opcode::kInvalid;
  ShapeId shape = kNone;
  ComputationId computation = kNone;
  uint32_t details = kNone;   // Module::details
  Range operands;             // Module::operands
  Range controlPredecessors;  // Module::operands
  Range calledComputations;   // Module::calledComputations, in the order of HloInstructionProto
  Range dimensions;           // Module::integers: the `dimensions` field of HloInstructionProto
  Range attributes;           // Module::attributes
  int64_t number = 0;         // parameter number, or the index of a get-tuple-element
  std::string_view literal;   // of a constant: the value as written
};

struct Computation {
  std::string_view name;  // without the leading %
  Range instructions;     // Module::instructions
  InstructionId root = kNone;
  std::string_view executionThread;
  // Shapes of the parameters, indexed by parameter number, in Module::shapeElements. `begin` is kNone when numbers are
  // missing, and in modules that were not read from text.
  Range parameterShapes = {kNone, 0};
};

// A defect of the program that does not prevent reading it.
struct Warning {
  std::string message;
  Location where;
};

struct Module {
  std::string_view name;
  std::vector<Computation> computations;  // callees before callers, as in HloModuleProto
  // In node order: computation by computation, in post order within each (see order.h), as in HloModuleProto.
  std::vector<Instruction> instructions;
  // Instruction ids in the order of the text or schedule; differs from node order only within computations.
  std::vector<InstructionId> written;
  ComputationId entry = kNone;
  Range attributes;              // attributes of the HloModule line, in `attributes_`
  std::string_view stackTables;  // the tables FileNames to StackFrames as written; may be empty
  std::vector<Warning> warnings;

  std::vector<Shape> shapes;
  std::vector<ShapeId> shapeElements;
  std::vector<int64_t> integers;
  std::vector<InstructionId> operands;
  std::vector<ComputationId> calledComputations;
  std::vector<Attribute> attributes_;  // the pool of all Attribute ranges
  std::vector<Details> details;
  std::vector<WindowDimension> windowDimensions;
  std::vector<SliceDimension> sliceDimensions;
  std::vector<PaddingDimension> paddingDimensions;

  std::shared_ptr<const std::string> source;  // the input; the views point into it
  std::deque<std::string> strings;            // texts that are not part of the input

  std::span<const int64_t> integersOf(Range r) const { return {integers.data() + r.begin, r.size}; }
  std::span<const InstructionId> operandsOf(const Instruction& i) const {
    return {operands.data() + i.operands.begin, i.operands.size};
  }
  std::span<const InstructionId> predecessorsOf(const Instruction& i) const {
    return {operands.data() + i.controlPredecessors.begin, i.controlPredecessors.size};
  }
  std::span<const ComputationId> calledBy(const Instruction& i) const {
    return {calledComputations.data() + i.calledComputations.begin, i.calledComputations.size};
  }
  std::span<const Attribute> attributesOf(Range r) const { return {attributes_.data() + r.begin, r.size}; }
  std::span<const ShapeId> elementsOf(const Shape& s) const {
    return {shapeElements.data() + s.elements.begin, s.elements.size};
  }
  std::span<const int64_t> dimensionsOf(ShapeId s) const { return integersOf(shapes[s].dimensions); }
  // The attribute with this name, or null. O(attributes of the instruction).
  const Attribute* attribute(const Instruction& i, std::string_view name) const;

  // Stores a text in `strings`; the view is valid as long as the module.
  std::string_view keep(std::string text) { return strings.emplace_back(std::move(text)); }
};

// True when element types and dimensions are equal, ignoring layouts. Bounded dynamic dimensions compare by bound,
// unbounded ones match any size. Tuples compare element by element.
bool compatible(const Module& module, ShapeId a, ShapeId b);

// Number of non-tuple leaves of a shape (1 unless it is a tuple). Stops counting at `most`.
size_t countLeaves(const Module& module, ShapeId shape, size_t most);

// Formats a shape as in HLO text, `bf16[8,128]{1,0:T(8,128)}`; without layout when `layout` is false.
std::string toString(const Module& module, ShapeId shape, bool layout = true);

}  // namespace hlorank::hlo
