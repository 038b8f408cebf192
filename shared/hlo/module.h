// The program: an HLO module as plain values. Everything refers to everything by index; there are no pointers to
// follow.
//
// Texts (names, attribute values, literals) are views into the input, which the module owns, or into `strings`.
// Lists are Ranges into pools of the module, so that a module of 100,000 instructions is a few dozen allocations.
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

// A run of consecutive entries of one of the module's pools.
struct Range {
  uint32_t begin = 0;
  uint32_t size = 0;
  bool empty() const { return size == 0; }
};

inline constexpr int64_t kUnboundedDimension = INT64_MIN;

// An array, tuple, token, opaque or buffer shape. Shapes are interned by their spelling: equal ids mean equal shapes,
// but equal shapes may have several ids (with and without layout, say); `compatible` compares types and dimensions.
struct Shape {
  PrimitiveType type = PrimitiveType::kInvalid;
  bool hasLayout = false;  // written or filled in; tuples, tokens and opaques have none
  Range dimensions;  // Module::integers; a bounded dynamic dimension has its bound, an unbounded kUnboundedDimension
  Range dynamicDimensions;  // Module::integers: positions of the dynamic dimensions, ascending
  Range minorToMajor;       // Module::integers
  Range elements;           // Module::shapeElements: the elements of a tuple, or the one of a buffer
  std::string_view
      layoutSuffix;  // what follows the order inside the layout's braces, without the colon: "T(8,128)S(1)"
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

// What only some opcodes have and features or configurations need.
struct Details {
  Range window;             // Module::windowDimensions
  Range slice;              // Module::sliceDimensions
  Range padding;            // Module::paddingDimensions
  Range dynamicSliceSizes;  // Module::integers
  bool hasConvolution = false;
  bool hasDot = false;
  bool isStable = false;  // sort, topk
  ConvolutionDimensions convolution;
  DotDimensions dot;
  int64_t featureGroupCount = 0;
  int64_t batchGroupCount = 0;
};

// An attribute as written (`name=value`), in the order of the text. An attribute that names computations has them in
// `computations` and an empty value. Attributes whose value the module keeps elsewhere are here as well: this list is
// what the printer prints and what a viewer shows.
struct Attribute {
  std::string_view name;
  std::string_view value;
  Range computations;   // Module::calledComputations
  bool braced = false;  // the computations stand in braces: called_computations={a, b}
};

struct Instruction {
  std::string_view name;  // without %
  Opcode opcode = Opcode::kInvalid;
  ShapeId shape = kNone;
  ComputationId computation = kNone;
  uint32_t details = kNone;   // Module::details
  Range operands;             // Module::operands
  Range controlPredecessors;  // Module::operands
  Range calledComputations;   // Module::calledComputations, in the order of the proto
  Range dimensions;           // Module::integers: the `dimensions` field of HloInstructionProto
  Range attributes;           // Module::attributes
  int64_t number = 0;         // parameter number, or index of a get-tuple-element
  std::string_view literal;   // constant: the value as written; parameter: unused
};

struct Computation {
  std::string_view name;  // without %
  Range instructions;     // Module::instructions: consecutive
  InstructionId root = kNone;
  std::string_view executionThread;
  // Shapes of the parameters by number, Module::shapeElements. `begin` is kNone where the numbers have a gap, and in a
  // module that was not read from text.
  Range parameterShapes = {kNone, 0};
};

// One thing that is wrong with the program but does not keep it from being shown ("lenient" reading).
struct Warning {
  std::string message;
  Location where;
};

struct Module {
  std::string_view name;
  std::vector<Computation> computations;  // callees before callers, as in HloModuleProto
  std::vector<Instruction>
      instructions;  // node order: post order within each computation (see order.h), as in HloModuleProto
  std::vector<InstructionId>
      written;  // instructions in the order of the text or schedule; a permutation within computations
  ComputationId entry = kNone;
  Range attributes;              // of the HloModule line, in `attributes`
  std::string_view stackTables;  // FileNames ... StackFrames as written, or empty
  std::vector<Warning> warnings;

  std::vector<Shape> shapes;
  std::vector<ShapeId> shapeElements;
  std::vector<int64_t> integers;
  std::vector<InstructionId> operands;
  std::vector<ComputationId> calledComputations;
  std::vector<Attribute> attributes_;  // pool behind every `attributes` Range
  std::vector<Details> details;
  std::vector<WindowDimension> windowDimensions;
  std::vector<SliceDimension> sliceDimensions;
  std::vector<PaddingDimension> paddingDimensions;

  std::shared_ptr<const std::string> source;  // the input that the views point into
  std::deque<std::string> strings;            // texts that are not in the input

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
  const Attribute* attribute(const Instruction& i,
                             std::string_view name) const;  // null when absent; linear in the few attributes

  std::string_view keep(std::string text) { return strings.emplace_back(std::move(text)); }
};

// Equal element types and dimensions (dynamic dimensions by bound, unbounded ones fit all), layouts ignored; tuples
// element by element.
bool compatible(const Module& module, ShapeId a, ShapeId b);

// Arrays, tokens and the like in a shape: 1, or those of a tuple's elements together. Stops counting at `most`.
size_t leafCount(const Module& module, ShapeId shape, size_t most);

// The shape as HLO text writes it, `bf16[8,128]{1,0:T(8,128)}`; without layout when `layout` is false.
std::string toString(const Module& module, ShapeId shape, bool layout = true);

}  // namespace hlorank::hlo
