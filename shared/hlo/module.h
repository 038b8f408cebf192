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

// Entries [begin, begin + size) of a pool, one of the vectors of Module. The comment of each Range member names its
// pool.
struct Range {
  uint32_t begin = 0;
  uint32_t size = 0;
  bool empty() const { return size == 0; }
};

inline constexpr int64_t kUnboundedDimension = INT64_MIN;

// An array, tuple, token, opaque or buffer shape. Shapes read from HLO text are interned by spelling: equal ids mean
// equal shapes, but equal shapes may have several ids (for example with and without layout); compare them with
// `compatible`.
struct Shape {
  PrimitiveType type = PrimitiveType::kInvalid;
  bool hasLayout = false;  // true for arrays whose layout is written or was filled in as row-major
  // In Module::integers: the size of each dimension. A bounded dynamic dimension has its bound as size, an unbounded
  // one kUnboundedDimension.
  Range dimensions;
  Range dynamicDimensions;  // in Module::integers: indices of the dynamic dimensions, ascending
  Range minorToMajor;       // in Module::integers: dimension numbers of the layout, fastest varying first
  Range elements;           // in Module::shapeElements: the elements of a tuple, or the one element of a buffer
  // The part of the layout after the dimension order and the colon, for example "T(8,128)S(1)"; may be empty.
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
  Range inputSpatial, kernelSpatial, outputSpatial;  // dimension numbers, in Module::integers
};

struct DotDimensions {
  Range lhsContracting, rhsContracting, lhsBatch, rhsBatch;  // dimension numbers, in Module::integers
};

struct SliceDimension {
  int64_t start = 0, limit = 0, stride = 1;
};

struct PaddingDimension {
  int64_t low = 0, high = 0, interior = 0;
};

// Parsed fields of HloInstructionProto that only some opcodes have.
struct Details {
  Range window;             // in Module::windowDimensions
  Range slice;              // in Module::sliceDimensions
  Range padding;            // in Module::paddingDimensions
  Range dynamicSliceSizes;  // in Module::integers
  bool hasConvolution = false;
  bool hasDot = false;
  bool isStable = false;  // of sort and topk: equal elements keep their order
  ConvolutionDimensions convolution;
  DotDimensions dot;
  int64_t featureGroupCount = 0;
  int64_t batchGroupCount = 0;
};

// An attribute `name=value` as written. An attribute that names computations lists them in `computations` and has an
// empty value. Attributes that are also parsed into other fields of Instruction appear here too, for the printer and
// the viewers.
struct Attribute {
  std::string_view name;
  std::string_view value;
  Range computations;   // in Module::calledComputations; empty for attributes that name no computation
  bool braced = false;  // true if the computations are written in braces: called_computations={a, b}
};

struct Instruction {
  std::string_view name;  // without the leading %
  Opcode opcode = Opcode::kInvalid;
  ShapeId shape = kNone;
  ComputationId computation = kNone;
  uint32_t details = kNone;   // index into Module::details; kNone: no opcode-specific fields
  Range operands;             // in Module::operands
  Range controlPredecessors;  // in Module::operands
  Range calledComputations;   // in Module::calledComputations, in the order of HloInstructionProto
  Range dimensions;           // in Module::integers: the `dimensions` field of HloInstructionProto
  Range attributes;           // in Module::attributes_
  int64_t number = 0;         // parameter number, or tuple index of a get-tuple-element; otherwise 0
  std::string_view literal;   // of a constant: the text between its parentheses; otherwise empty
};

struct Computation {
  std::string_view name;  // without the leading %
  Range instructions;     // in Module::instructions
  InstructionId root = kNone;
  std::string_view executionThread;
  // In Module::shapeElements: the shapes of the parameters, by parameter number. `begin` is kNone if a parameter number
  // is missing or the module was not read from HLO text.
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
  // In node order: computation by computation, each in post order (operands before users, see order.h), as in
  // HloModuleProto.
  std::vector<Instruction> instructions;
  // All instruction ids, computation by computation as in `instructions`; within each, in the order of the text, or of
  // the schedule of a proto that has one.
  std::vector<InstructionId> written;
  ComputationId entry = kNone;
  Range attributes;              // the attributes of the HloModule line, in `attributes_`
  std::string_view stackTables;  // the tables FileNames to StackFrames as written; empty if there are none
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

  std::shared_ptr<const std::string> source;  // the input file; string_views of the module point into it
  std::deque<std::string> strings;  // texts that are not part of the input; string_views of the module point into them

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
  std::span<const Instruction> instructionsOf(const Computation& c) const {
    return {instructions.data() + c.instructions.begin, c.instructions.size};
  }
  // Returns the details of an instruction; null if it has none.
  const Details* detailsOf(const Instruction& i) const { return i.details == kNone ? nullptr : &details[i.details]; }
  // Returns the window of an instruction, one entry per dimension; empty if it has none.
  std::span<const WindowDimension> windowOf(const Instruction& i) const {
    const Range range = i.details == kNone ? Range{} : details[i.details].window;
    return {windowDimensions.data() + range.begin, range.size};
  }
  std::span<const int64_t> dimensionsOf(ShapeId s) const { return integersOf(shapes[s].dimensions); }
  // Returns the attribute of an instruction with this name; null if it has none. O(attributes of the instruction).
  const Attribute* attribute(const Instruction& i, std::string_view name) const;
  // Returns the text of op_name="..." in the metadata of an instruction; empty if there is none.
  std::string_view opName(const Instruction& i) const;

  // Stores a text in `strings`. Returns a view of it, which is valid as long as the module.
  std::string_view keep(std::string text) { return strings.emplace_back(std::move(text)); }
};

// True when element types and dimensions are equal, ignoring layouts. Bounded dynamic dimensions compare by bound,
// unbounded ones match any size. Tuples compare element by element.
bool compatible(const Module& module, ShapeId a, ShapeId b);

// Returns the number of shapes inside a nested tuple that are not tuples themselves; 1 for a shape that is not a tuple.
// Stops counting at `most`.
size_t countLeaves(const Module& module, ShapeId shape, size_t most);

// Formats a shape as in HLO text, `bf16[8,128]{1,0:T(8,128)}`; without layout when `layout` is false.
std::string toString(const Module& module, ShapeId shape, bool layout = true);

// Whether `order` lists every dimension number from 0 to rank − 1 once.
bool isPermutation(std::span<const int64_t> order, size_t rank);

}  // namespace hlorank::hlo
