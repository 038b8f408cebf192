// What the rules of shape inference share. Each rule reads the operands of one instruction and adds the shape of its
// result to the module, or fails with a reason. Rules that keep the sizes of an operand keep its layout as well, all
// others give a row-major one, as XLA does.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::hlo::inference {

// An array shape taken apart: one entry a dimension. A bounded dynamic dimension has its bound as size, an unbounded
// one kUnboundedDimension; both are dynamic.
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

// The array shape `shape` of the module, which must be one.
Array takeApart(const Module& module, ShapeId shape);

bool isArray(const Module& module, ShapeId shape);
bool isScalar(const Module& module, ShapeId shape);
bool isScalarOf(const Module& module, ShapeId shape, PrimitiveType type);  // up to precision

// Entry i is true when i is in the list; every entry of the list is in [0, rank).
std::vector<bool> marks(const std::vector<int64_t>& list, size_t rank);

// Sizes that can be the same when the program runs: equal, or one of them unbounded.
inline bool sizesAgree(int64_t a, int64_t b) {
  return a == b || a == kUnboundedDimension || b == kUnboundedDimension;
}

// Equal, or both floating-point: XLA lets operands differ in precision.
inline bool sameTypeUpToPrecision(PrimitiveType a, PrimitiveType b) {
  return a == b || (isFloating(a) && isFloating(b));
}

// The type with more range, then more precision, then more bits (primitive_util::HigherPrecisionType).
PrimitiveType higherPrecision(PrimitiveType a, PrimitiveType b);

// F32 of c64, f64 of c128.
PrimitiveType componentType(PrimitiveType complex);

// Reads the whole of `{1, 2}` or `1`, appending to `out`; false when it is something else.
bool readIntegers(std::string_view text, std::vector<int64_t>& out);

// The instruction whose shape is being inferred.
class Context {
 public:
  Context(Module& module, const Instruction& instruction, std::string& problem)
      : module(module), instruction(instruction), problem_(problem) {}

  Module& module;
  const Instruction& instruction;

  size_t operandCount() const { return instruction.operands.size; }
  ShapeId operand(size_t i) const { return module.instructions[module.operandsOf(instruction)[i]].shape; }
  std::string describe(ShapeId shape) const { return toString(module, shape, /*layout=*/false); }

  // Records why there is no shape; the first reason stands.
  ShapeId fail(std::string reason);

  // Operand i as an array; fails when there is no such operand or it is not an array.
  bool array(size_t i, Array& out);
  // The `dimensions` attribute, each in [0, rank) and none twice; fails otherwise.
  bool uniqueDimensions(size_t rank, std::vector<int64_t>& out);
  // An attribute `{1,2}` or `1` from its text; empty when absent, fails when it is something else.
  bool integers(std::string_view attribute, std::vector<int64_t>& out);
  // A required attribute with one number.
  bool integer(std::string_view attribute, int64_t& out);
  // The result of the i-th called computation; fails, with kNone, when there is none.
  ShapeId calledResult(size_t i);
  // The i-th called computation takes values of these shapes, `what` they are; fails otherwise.
  bool calledTakes(size_t i, const std::vector<ShapeId>& values, std::string_view what);
  // The i-th called computation combines scalars, first accumulators and then elements, and gives accumulators: one
  // array or a tuple of them. Types may differ in precision from those of the initial values and elements.
  bool calledReduces(size_t i, const std::vector<ShapeId>& initial, const std::vector<PrimitiveType>& elements);
  // Shapes of the parameters of the i-th called computation; false when they cannot be told.
  bool calledParameters(size_t i, std::vector<ShapeId>& out) const;

  // Fail, with kNone, beyond rank 256: products without contracting dimensions double ranks from one line to the next.
  ShapeId add(const Array& array);                      // row-major
  ShapeId withType(ShapeId array, PrimitiveType type);  // same sizes and layout
  ShapeId addLike(const Array& array, ShapeId like);    // with the layout of `like`, an array of the same rank

 private:
  std::string& problem_;
};

// a + b and a * b for sizes; false on overflow.
inline bool addSizes(int64_t a, int64_t b, int64_t& out) {
  return !__builtin_add_overflow(a, b, &out);
}
inline bool multiplySizes(int64_t a, int64_t b, int64_t& out) {
  return !__builtin_mul_overflow(a, b, &out);
}

// The rules, by the file they are in.
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

// The called computation reduces the first `inputs` operands, each starting with one of the operands after them.
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
