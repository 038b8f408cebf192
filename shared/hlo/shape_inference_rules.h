// Declarations and shared helpers of the shape inference rules. A rule (infer...) reads the operands of one instruction
// and adds its result shape to the module, or records a reason and returns kNone. As in XLA, rules that keep the sizes
// of an operand keep its layout; all others give a row-major layout.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::hlo::inference {

// A decoded array shape, one entry per dimension. The size of a bounded dynamic dimension is its bound, that of an
// unbounded one kUnboundedDimension; both are dynamic.
struct Array {
  PrimitiveType type = PrimitiveType::kInvalid;
  std::vector<int64_t> sizes;
  std::vector<bool> dynamic;

  size_t rank() const { return sizes.size(); }
  void append(int64_t size, bool isDynamic) {
    sizes.push_back(size);
    dynamic.push_back(isDynamic);
  }
};

// Decodes a shape of the module, which must be an array.
Array decodeArray(const Module& module, ShapeId shape);

bool isArray(const Module& module, ShapeId shape);
bool isScalar(const Module& module, ShapeId shape);
// True for a scalar of `type`; floating-point types match each other.
bool isScalarOf(const Module& module, ShapeId shape, PrimitiveType type);

// Returns a mask, [rank], whose entry i says whether i is in the list. All entries of the list must be in [0, rank).
std::vector<bool> toMask(const std::vector<int64_t>& list, size_t rank);

// True when the sizes may be equal at run time: equal, or one of them unbounded.
inline bool sizesAgree(int64_t a, int64_t b) {
  return a == b || a == kUnboundedDimension || b == kUnboundedDimension;
}

// True when the types are equal or both floating-point; XLA lets operands differ in precision.
inline bool sameTypeUpToPrecision(PrimitiveType a, PrimitiveType b) {
  return a == b || (isFloating(a) && isFloating(b));
}

// Returns the type with the larger range; if equal, with the higher precision, then with more bits
// (primitive_util::HigherPrecisionType).
PrimitiveType higherPrecision(PrimitiveType a, PrimitiveType b);

// Returns the type of the real and imaginary parts of a complex type: f32 for c64, f64 for c128.
PrimitiveType componentType(PrimitiveType complex);

// Parses a text that is `{1, 2}` or `1` as a whole and appends its integers to `out`; returns false for any other text.
bool readIntegers(std::string_view text, std::vector<int64_t>& out);

// The instruction whose shape is being inferred, with checked access to its operands and attributes. "Fails" means:
// records the reason in `problem` and returns false or kNone.
class Context {
 public:
  Context(Module& module, const Instruction& instruction, std::string& problem)
      : module(module), instruction(instruction), problem_(problem) {}

  Module& module;
  const Instruction& instruction;

  size_t operandCount() const { return instruction.operands.size; }
  ShapeId operand(size_t i) const { return module.instructions[module.operandsOf(instruction)[i]].shape; }
  std::string describe(ShapeId shape) const { return toString(module, shape, /*layout=*/false); }

  // Records the reason why no shape can be inferred, unless one is recorded already. Returns kNone.
  ShapeId fail(std::string reason);

  // Decodes operand i; fails when it does not exist or is not an array.
  bool array(size_t i, Array& out);
  // Reads the `dimensions` attribute; fails unless all its entries are distinct and in [0, rank).
  bool uniqueDimensions(size_t rank, std::vector<int64_t>& out);
  // Reads an attribute of the form `{1,2}` or `1`; `out` is empty when it is absent. Fails for any other text.
  bool integers(std::string_view attribute, std::vector<int64_t>& out);
  // Reads an attribute that must exist and have exactly one integer.
  bool integer(std::string_view attribute, int64_t& out);
  // Returns the result shape of the i-th called computation; fails and returns kNone when there is none.
  ShapeId calledResult(size_t i);
  // Fails unless the i-th called computation has parameters of these shapes. `what` names the values in the error.
  bool calledTakes(size_t i, const std::vector<ShapeId>& values, std::string_view what);
  // Fails unless the i-th called computation is a reducer: it takes scalars, first the accumulators and then the
  // elements, and returns the accumulators as one scalar or a tuple. Types may differ in precision from the initial
  // values and elements.
  bool calledReduces(size_t i, const std::vector<ShapeId>& initial, const std::vector<PrimitiveType>& elements);
  // Reads the parameter shapes of the i-th called computation. Returns false, without recording a reason, when they are
  // unknown.
  bool calledParameters(size_t i, std::vector<ShapeId>& out) const;

  // The functions add, withType and addLike add the result shape to the module. They fail beyond rank 256, since dots
  // without contracting dimensions can double the rank with each instruction.
  ShapeId add(const Array& array);                      // with row-major layout
  ShapeId withType(ShapeId array, PrimitiveType type);  // `array` with element type `type`
  ShapeId addLike(const Array& array, ShapeId like);    // with the layout of `like`, an array of the same rank

 private:
  std::string& problem_;
};

// Set `out` to a + b or a * b; return false on overflow.
inline bool addSizes(int64_t a, int64_t b, int64_t& out) {
  return !__builtin_add_overflow(a, b, &out);
}
inline bool multiplySizes(int64_t a, int64_t b, int64_t& out) {
  return !__builtin_mul_overflow(a, b, &out);
}

// The shape inference rules, one per opcode or group of opcodes; the comments name the file of each group.
ShapeId inferUnary(Context& c);  // shape_inference_elementwise.cpp
ShapeId inferBinary(Context& c);
ShapeId inferCompare(Context& c);
ShapeId inferComplex(Context& c);
ShapeId inferClamp(Context& c);
ShapeId inferSelect(Context& c);

ShapeId inferDot(Context& c);  // shape_inference_dot.cpp
ShapeId inferRaggedDot(Context& c);
ShapeId inferScaledDot(Context& c);

ShapeId inferConvolution(Context& c);  // shape_inference_window.cpp
ShapeId inferReduceWindow(Context& c);
ShapeId inferSelectAndScatter(Context& c);
ShapeId inferPad(Context& c);

ShapeId inferGather(Context& c);  // shape_inference_gather.cpp
ShapeId inferScatter(Context& c);

// Fails unless the called computation is a reducer for the first `inputs` operands, whose initial values are the next
// `inputs` operands.
bool reducesOperands(Context& c, size_t inputs);

ShapeId inferReduce(Context& c);  // shape_inference_reduce.cpp
ShapeId inferMap(Context& c);
ShapeId inferScan(Context& c);
ShapeId inferSort(Context& c);
ShapeId inferTopk(Context& c);

ShapeId inferBroadcast(Context& c);  // shape_inference_rearrange.cpp
ShapeId inferTranspose(Context& c);
ShapeId inferReverse(Context& c);
ShapeId inferConcatenate(Context& c);
ShapeId inferGetDimensionSize(Context& c);
ShapeId inferSetDimensionSize(Context& c);

ShapeId inferTuple(Context& c);  // shape_inference_calls.cpp
ShapeId inferGetTupleElement(Context& c);
ShapeId inferCall(Context& c);
ShapeId inferWhile(Context& c);
ShapeId inferConditional(Context& c);

ShapeId inferFft(Context& c);  // shape_inference_algebra.cpp
ShapeId inferCholesky(Context& c);
ShapeId inferTriangularSolve(Context& c);
ShapeId inferBatchNorm(Context& c);

}  // namespace hlorank::hlo::inference
