// An HLO module as plain data. Instructions, shapes and computations refer to each other by index, never by pointer.
// Names, attribute values and literals are string_views into the input text, which the module owns, or into
// Module::strings. Lists are index ranges into a few shared vectors, so that a module of 100,000 instructions needs
// only a few dozen allocations.
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

// Entries [begin, begin + size) of one of Module's vectors. Each member of type Range has a comment that names the
// vector.
struct Range {
  uint32_t begin = 0;
  uint32_t size = 0;
  bool empty() const { return size == 0; }
};

inline constexpr int64_t kUnboundedDimension = INT64_MIN;

// An array, tuple, token, opaque or buffer shape. Two shapes with the same id are equal. Equal shapes may have
// different ids, for example if only one has a written layout. The function `compatible` compares shapes.
struct Shape {
  PrimitiveType type = PrimitiveType::kInvalid;
  bool hasLayout = false;  // true for arrays, whose layout is written or was filled in as row-major
  // Size of each dimension; index range of Module::integers. For a bounded dynamic dimension, the size is its bound.
  // For an unbounded dynamic dimension, it is kUnboundedDimension.
  Range dimensions;
  Range dynamicDimensions;  // indices of the dynamic dimensions, ascending; index range of Module::integers
  Range minorToMajor;       // dimension numbers of the layout, fastest varying first; index range of Module::integers
  // Shapes of the elements of a tuple, or the one shape inside a buffer; index range of Module::shapeElements.
  Range elements;
  // Tiling and memory space of the layout, such as "T(8,128)S(1)": the text after the ':' that follows the dimension
  // order. May be empty.
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
  // Numbers of the spatial dimensions of input, kernel and output; each is an index range of Module::integers.
  Range inputSpatial, kernelSpatial, outputSpatial;
};

struct DotDimensions {
  // Numbers of the contracting and batch dimensions of the operands lhs and rhs; each is an index range of
  // Module::integers.
  Range lhsContracting, rhsContracting, lhsBatch, rhsBatch;
};

struct SliceDimension {
  int64_t start = 0, limit = 0, stride = 1;
};

struct PaddingDimension {
  int64_t low = 0, high = 0, interior = 0;
};

// Fields of an instruction that only some opcodes have, such as the window of a convolution.
struct Details {
  Range window;             // one WindowDimension per dimension; index range of Module::windowDimensions
  Range slice;              // start, limit and stride per dimension; index range of Module::sliceDimensions
  Range padding;            // low, high and interior padding per dimension; index range of Module::paddingDimensions
  Range dynamicSliceSizes;  // slice sizes of a dynamic-slice; index range of Module::integers
  bool hasConvolution = false;
  bool hasDot = false;
  bool isStable = false;  // for sort and topk: whether equal elements keep their order
  ConvolutionDimensions convolution;
  DotDimensions dot;
  int64_t featureGroupCount = 0;
  int64_t batchGroupCount = 0;
};

// One attribute of an instruction, `name=value` as written. If the value names computations, they are listed in
// `computations` and `value` is empty. All attributes are kept here, also those that other fields of Instruction hold
// in parsed form.
struct Attribute {
  std::string_view name;
  std::string_view value;
  Range computations;   // computations that the attribute's value names; index range of Module::calledComputations
  bool braced = false;  // whether the computations are written in braces, as in called_computations={a, b}
};

struct Instruction {
  std::string_view name;  // instruction name without the leading %
  Opcode opcode = Opcode::kInvalid;
  ShapeId shape = kNone;
  ComputationId computation = kNone;
  uint32_t details = kNone;   // index in Module::details of opcode-specific fields; kNone if there are none
  Range operands;             // ids of the operands; index range of Module::operands
  Range controlPredecessors;  // ids of the control predecessors; index range of Module::operands
  // Called computations in the order of HloInstructionProto; index range of Module::calledComputations.
  Range calledComputations;
  Range dimensions;          // the attribute `dimensions`; index range of Module::integers
  Range attributes;          // the attributes as written; index range of Module::attributes_
  int64_t number = 0;        // for a parameter, its number; for a get-tuple-element, the tuple index; else 0
  std::string_view literal;  // for a constant: the text between its parentheses; else empty
};

struct Computation {
  std::string_view name;  // computation name without the leading %
  Range instructions;     // the instructions of the computation; index range of Module::instructions
  InstructionId root = kNone;
  std::string_view executionThread;
  // Shapes of the parameters of the computation, by parameter number; index range of Module::shapeElements. `begin` is
  // kNone if a parameter number is missing or if the module was read from a proto.
  Range parameterShapes = {kNone, 0};
};

// A defect of the HLO program that does not prevent reading the program.
struct Warning {
  std::string message;
  Location where;
};

struct Module {
  std::string_view name;
  std::vector<Computation> computations;  // callees before callers, as in HloModuleProto
  // Instructions of all computations, one computation after another. Within a computation, operands come before their
  // users, in the post order of HloModuleProto (see order.h).
  std::vector<Instruction> instructions;
  // All instruction ids, grouped by computation as in `instructions`. Within a computation, they are in the order of
  // the HLO text. Exception: for a proto with a schedule, they are in the scheduled order.
  std::vector<InstructionId> written;
  ComputationId entry = kNone;
  Range attributes;              // the attributes of the HloModule line; index range of Module::attributes_
  std::string_view stackTables;  // text of the tables FileNames to StackFrames below the HloModule line; may be empty
  std::vector<Warning> warnings;

  std::vector<Shape> shapes;
  std::vector<ShapeId> shapeElements;
  std::vector<int64_t> integers;
  std::vector<InstructionId> operands;
  std::vector<ComputationId> calledComputations;
  // Attributes of all instructions and of the HloModule line; each Range of attributes indexes this vector.
  std::vector<Attribute> attributes_;
  std::vector<Details> details;
  std::vector<WindowDimension> windowDimensions;
  std::vector<SliceDimension> sliceDimensions;
  std::vector<PaddingDimension> paddingDimensions;

  std::shared_ptr<const std::string> source;  // the input file; string_views of the module point into this text
  std::deque<std::string> strings;  // texts that are not in the input file; string_views of the module point into them

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
  // Returns the opcode-specific fields of an instruction. Returns null if it has none.
  const Details* detailsOf(const Instruction& i) const { return i.details == kNone ? nullptr : &details[i.details]; }
  // Returns the window of a convolution or reduce-window, one entry per dimension. Returns an empty list for an
  // instruction without a window.
  std::span<const WindowDimension> windowOf(const Instruction& i) const {
    const Range range = i.details == kNone ? Range{} : details[i.details].window;
    return {windowDimensions.data() + range.begin, range.size};
  }
  std::span<const int64_t> dimensionsOf(ShapeId s) const { return integersOf(shapes[s].dimensions); }
  // Returns the attribute of an instruction with the given name; null if the instruction has none. O(attributes of the
  // instruction).
  const Attribute* attribute(const Instruction& i, std::string_view name) const;
  // Returns the text of op_name="..." in the metadata of an instruction, with its escapes; "" if there is none.
  std::string_view opName(const Instruction& i) const;

  // Stores a text in the module. Returns a view of the stored text, which is valid as long as the module.
  std::string_view keep(std::string text) { return strings.emplace_back(std::move(text)); }
};

// Whether two shapes have equal element types and dimensions, ignoring layouts. Bounded dynamic dimensions are compared
// by their bounds. An unbounded dimension matches any size. Tuples are compared element by element.
bool compatible(const Module& module, ShapeId a, ShapeId b);

// Counts the non-tuple shapes inside a nested tuple. Returns 1 for a shape that is not a tuple. Stops counting at
// `most`.
size_t countLeaves(const Module& module, ShapeId shape, size_t most);

// Formats a shape as in HLO text: bf16[8,128]{1,0:T(8,128)} if `layout` is true, otherwise bf16[8,128].
std::string toString(const Module& module, ShapeId shape, bool layout = true);

// Whether `order` contains every dimension number from 0 to rank − 1 exactly once.
bool isPermutation(std::span<const int64_t> order, size_t rank);

}  // namespace hlorank::hlo
