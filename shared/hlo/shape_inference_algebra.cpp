// Shape inference of Fourier transforms, matrix factorisations and batch normalisation.

#include "shared/hlo/parse_shape.h"
#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo::inference {
namespace {

// Adds the result shape of a real Fourier transform to the module. It equals `array` except for the element type `type`
// and the last dimension, which has size `last`.
ShapeId withLastSize(Context& c, Array array, PrimitiveType type, int64_t last) {
  array.type = type;
  array.sizes.back() = last;
  return c.addLike(array, c.operand(0));
}

bool isSquare(const Array& matrix) {
  return matrix.rank() >= 2 && sizesAgree(matrix.sizes[matrix.rank() - 1], matrix.sizes[matrix.rank() - 2]);
}

// Returns the value of a boolean attribute of the instruction. Returns false if the attribute is absent.
bool flag(const Context& c, std::string_view attributeName) {
  const Attribute* attribute = c.module.attribute(c.instruction, attributeName);
  return attribute != nullptr && attribute->value == "true";
}

}  // namespace

ShapeId inferFft(Context& c) {
  Array operand;
  std::vector<int64_t> lengths;
  if (!c.array(0, operand) || !c.integers("fft_length", lengths)) return kNone;
  if (lengths.empty() || lengths.size() > 3 || lengths.size() > operand.rank()) {
    return c.fail("fft_length must have 1 to 3 numbers, no more than the operand has dimensions");
  }
  const Attribute* kind = c.module.attribute(c.instruction, "fft_type");
  const std::string_view type = kind == nullptr ? std::string_view{} : kind->value;
  const bool isReal = type == "RFFT", toReal = type == "IRFFT";
  const bool fits =
      isReal ? operand.type == PrimitiveType::kF32 || operand.type == PrimitiveType::kF64 : isComplex(operand.type);
  if (!fits) {
    return c.fail(std::string(type) + " takes " + (isReal ? "f32 or f64" : "complex") +
                  " elements, but the operand is " + c.describe(c.operand(0)));
  }
  if (!isReal && !toReal) return c.operand(0);
  // The operand must have fft_length elements along each transformed dimension. Exception: for IRFFT, it must have
  // fft_length / 2 + 1 along the last dimension.
  const size_t first = operand.rank() - lengths.size();
  const int64_t last = lengths.back(), half = last / 2 + 1;
  for (size_t i = 0; i < lengths.size(); ++i) {
    const bool isLast = i + 1 == lengths.size();
    const int64_t expected = toReal && isLast ? half : lengths[i];
    const bool bothEmpty = isLast && operand.sizes[first + i] == 0 && lengths[i] == 0;
    if (!bothEmpty && !sizesAgree(operand.sizes[first + i], expected)) {
      return c.fail("dimension " + std::to_string(first + i) + " must have size " + std::to_string(expected) +
                    " for this fft_length, but the operand is " + c.describe(c.operand(0)));
    }
  }
  if (toReal) return withLastSize(c, operand, componentType(operand.type), last);
  const PrimitiveType complex = operand.type == PrimitiveType::kF32 ? PrimitiveType::kC64 : PrimitiveType::kC128;
  return withLastSize(c, operand, complex, last == 0 ? operand.sizes.back() : half);
}

ShapeId inferCholesky(Context& c) {
  Array matrix;
  if (!c.array(0, matrix)) return kNone;
  if (!isSquare(matrix) || !(isFloating(matrix.type) || isComplex(matrix.type))) {
    return c.fail("'cholesky' takes square floating-point or complex matrices, but its operand is " +
                  c.describe(c.operand(0)));
  }
  return c.operand(0);
}

// Infers triangular-solve, which solves a x = b or x a = b. The result has the shape of operand 1, b.
ShapeId inferTriangularSolve(Context& c) {
  Array a, b;
  if (!c.array(0, a) || !c.array(1, b)) return kNone;
  bool fits = isSquare(a) && a.type == b.type && (isFloating(a.type) || isComplex(a.type)) && a.rank() == b.rank();
  for (size_t i = 0; fits && i + 2 < a.rank(); ++i) fits = sizesAgree(a.sizes[i], b.sizes[i]);
  if (fits) fits = sizesAgree(a.sizes.back(), b.sizes[b.rank() - (flag(c, "left_side") ? 2 : 1)]);
  if (!fits) {
    return c.fail("'triangular-solve' takes square matrices and right-hand sides that fit them, but its operands are " +
                  c.describe(c.operand(0)) + " and " + c.describe(c.operand(1)));
  }
  return c.operand(1);
}

// Infers batch-norm-training, -inference and -grad. Training and grad return a tuple of the input shape and two
// vectors, [features]. The operands after the input are scale and offset (training), or scale, offset, mean and
// variance (inference), or scale, mean, variance and output gradient (grad).
ShapeId inferBatchNorm(Context& c) {
  const Opcode opcode = c.instruction.opcode;
  const size_t operands = opcode == Opcode::kBatchNormTraining ? 3 : 5;
  const size_t perFeature = opcode == Opcode::kBatchNormGrad ? 4 : operands;
  Array operand;
  int64_t index;
  if (!c.array(0, operand) || !c.integer("feature_index", index)) return kNone;
  if (index < 0 || index >= static_cast<int64_t>(operand.rank())) {
    return c.fail("feature_index must be a dimension of " + c.describe(c.operand(0)));
  }
  if (!isFloating(operand.type)) return c.fail("batch normalisation takes floating-point elements");
  const auto feature = static_cast<size_t>(index);
  for (size_t i = 1; i < operands; ++i) {
    Array other;
    if (!c.array(i, other)) return kNone;
    const bool fits = i < perFeature ? other.rank() == 1 && sizesAgree(other.sizes[0], operand.sizes[feature])
                                     : other.sizes == operand.sizes;
    if (!fits || !isFloating(other.type)) {
      return c.fail("operand " + std::to_string(i) + " of '" + std::string(name(opcode)) + "' does not fit " +
                    c.describe(c.operand(0)) + ": it is " + c.describe(c.operand(i)));
    }
  }
  if (opcode == Opcode::kBatchNormInference) return c.operand(0);
  Array features;
  features.type = operand.type;
  features.append(operand.sizes[feature], operand.dynamic[feature]);
  const ShapeId perFeatureShape = c.add(features);
  const ShapeId elements[] = {c.operand(0), perFeatureShape, perFeatureShape};
  return addTupleShape(c.module, elements);
}

}  // namespace hlorank::hlo::inference
