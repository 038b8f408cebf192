// Shape inference rules and their helpers. A rule (infer...) reads the operands of one instruction and adds the result
// shape to the module, or records a reason and returns kNone. As in XLA, rules that keep an operand's sizes keep its
// layout; all others give a row-major layout.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::hlo::inference {

// A decoded array shape, with one entry per dimension in each list. The size of a bounded dynamic dimension is its
// bound, and that of an unbounded one is kUnboundedDimension. Dimensions of both kinds are marked dynamic.
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
// Whether a shape is a scalar of element type `type`. Any floating-point type matches any other.
bool isScalarOf(const Module& module, ShapeId shape, PrimitiveType type);

// Returns a mask, [rank], that is true at every dimension number in `list`. All entries of `list` must be in [0, rank).
std::vector<bool> toMask(const std::vector<int64_t>& list, size_t rank);

// Whether two dimension sizes may be equal at run time: they are equal, or one of them is unbounded.
inline bool sizesAgree(int64_t a, int64_t b) {
  return a == b || a == kUnboundedDimension || b == kUnboundedDimension;
}

// Whether two element types are equal or both floating-point. Operands of one instruction may differ in floating-point
// precision, as in XLA.
inline bool sameTypeUpToPrecision(PrimitiveType a, PrimitiveType b) {
  return a == b || (isFloating(a) && isFloating(b));
}

// Returns the element type with the larger range. If the ranges are equal, the one with the higher precision; if that
// is also equal, the one with more bits. Same as primitive_util::HigherPrecisionType in XLA.
PrimitiveType higherPrecision(PrimitiveType a, PrimitiveType b);

// Returns the type of the real and imaginary parts of a complex type: f32 for c64, f64 for c128.
PrimitiveType componentType(PrimitiveType complex);

// Parses a text of the form `{1, 2}` or `1` and appends its integers to `out`. Returns false for any other text.
bool readIntegers(std::string_view text, std::vector<int64_t>& out);

// The instruction whose shape is being inferred, with checked access to its operands and attributes. If a method fails,
// it records the reason in `problem` and returns false or kNone.
class Context {
 public:
  Context(Module& module, const Instruction& instruction, std::string& problem)
      : module(module), instruction(instruction), problem_(problem) {}

  Module& module;
  const Instruction& instruction;

  size_t operandCount() const { return instruction.operands.size; }
  ShapeId operand(size_t i) const { return module.instructions[module.operandsOf(instruction)[i]].shape; }
  std::string describe(ShapeId shape) const { return toString(module, shape, /*layout=*/false); }

  // Records the reason why no shape can be inferred, unless a reason was recorded before. Returns kNone.
  ShapeId fail(std::string reason);

  // Decodes the shape of operand i into `out`. Fails if there is no such operand or if it is not an array.
  bool array(size_t i, Array& out);
  // Reads the attribute `dimensions` into `out`. Fails unless its entries are distinct and in [0, rank).
  bool uniqueDimensions(size_t rank, std::vector<int64_t>& out);
  // Reads an attribute of the form `{1,2}` or `1` into `out`. `out` is empty if the attribute is absent. Fails for any
  // other text.
  bool integers(std::string_view attribute, std::vector<int64_t>& out);
  // Reads an attribute that must have exactly one integer into `out`. Fails if it has not, or if it is absent.
  bool integer(std::string_view attribute, int64_t& out);
  // Returns the result shape of the i-th computation that the instruction calls. Fails and returns kNone if there is no
  // such computation.
  ShapeId calledResult(size_t i);
  // Fails unless the i-th computation that the instruction calls has parameters of the shapes `values`. `what` names
  // these values in the error.
  bool calledTakes(size_t i, const std::vector<ShapeId>& values, std::string_view what);
  // Fails unless the i-th called computation is a reducer of N inputs, with accumulators of shapes `initial` and
  // elements of types `elements`. Its parameters must be N scalar accumulators, then N scalar elements. Its result must
  // be the accumulators, as a scalar or a tuple. Floating-point types may differ in precision.
  bool calledReduces(size_t i, const std::vector<ShapeId>& initial, const std::vector<PrimitiveType>& elements);
  // Reads the parameter shapes of the i-th called computation into `out`. If they are unknown, returns false without
  // recording a reason.
  bool calledParameters(size_t i, std::vector<ShapeId>& out) const;

  // The functions add, withType and addLike add the result shape to the module. They fail if the rank exceeds 256. A
  // limit is needed because a dot without contracting dimensions can double the rank.
  ShapeId add(const Array& array);                      // adds `array` with a row-major layout
  ShapeId withType(ShapeId array, PrimitiveType type);  // adds a copy of `array` with element type `type`
  // Adds `array` with the layout of `like`, an array of the same rank.
  ShapeId addLike(const Array& array, ShapeId like);

 private:
  std::string& problem_;
};

// Set `out` to the sum or the product of two sizes; return false on overflow.
inline bool addSizes(int64_t a, int64_t b, int64_t& out) {
  return !__builtin_add_overflow(a, b, &out);
}
inline bool multiplySizes(int64_t a, int64_t b, int64_t& out) {
  return !__builtin_mul_overflow(a, b, &out);
}

// Shape inference rules, one per opcode or group of opcodes. Each group names the file that defines its rules.
ShapeId inferUnary(Context& c);  // rules defined in shape_inference_elementwise.cpp
ShapeId inferBinary(Context& c);
ShapeId inferCompare(Context& c);
ShapeId inferComplex(Context& c);
ShapeId inferClamp(Context& c);
ShapeId inferSelect(Context& c);

ShapeId inferDot(Context& c);  // rules defined in shape_inference_dot.cpp
ShapeId inferRaggedDot(Context& c);
ShapeId inferScaledDot(Context& c);

ShapeId inferConvolution(Context& c);  // rules defined in shape_inference_window.cpp
ShapeId inferReduceWindow(Context& c);
ShapeId inferSelectAndScatter(Context& c);
ShapeId inferPad(Context& c);

ShapeId inferGather(Context& c);  // rules defined in shape_inference_gather.cpp
ShapeId inferScatter(Context& c);

// Fails unless the called computation is a reducer. It must combine the first `inputs` operands, and take the next
// `inputs` operands as their initial values.
bool reducesOperands(Context& c, size_t inputs);

ShapeId inferReduce(Context& c);  // rules defined in shape_inference_reduce.cpp
ShapeId inferMap(Context& c);
ShapeId inferScan(Context& c);
ShapeId inferSort(Context& c);
ShapeId inferTopk(Context& c);

ShapeId inferBroadcast(Context& c);  // rules defined in shape_inference_rearrange.cpp
ShapeId inferTranspose(Context& c);
ShapeId inferReverse(Context& c);
ShapeId inferConcatenate(Context& c);
ShapeId inferGetDimensionSize(Context& c);
ShapeId inferSetDimensionSize(Context& c);

ShapeId inferTuple(Context& c);  // rules defined in shape_inference_calls.cpp
ShapeId inferGetTupleElement(Context& c);
ShapeId inferCall(Context& c);
ShapeId inferWhile(Context& c);
ShapeId inferConditional(Context& c);

ShapeId inferFft(Context& c);  // rules defined in shape_inference_algebra.cpp
ShapeId inferCholesky(Context& c);
ShapeId inferTriangularSolve(Context& c);
ShapeId inferBatchNorm(Context& c);

}  // namespace hlorank::hlo::inference
