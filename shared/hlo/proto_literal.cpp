#include "shared/hlo/proto_literal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "shared/hlo/proto_wire.h"
#include "shared/hlo/text_writer.h"

namespace hlorank::hlo::proto {
namespace {

// Where LiteralProto stores the elements of a type: the number of the field, and the bytes per element. 0 bytes means
// varints.
struct Storage {
  uint32_t field;
  uint32_t bytes;
};

Storage storageOf(PrimitiveType type) {
  switch (type) {
    case PrimitiveType::kPred:
      return {2, 0};
    case PrimitiveType::kS32:
      return {4, 0};
    case PrimitiveType::kS64:
      return {5, 0};
    case PrimitiveType::kU32:
      return {6, 0};
    case PrimitiveType::kU64:
      return {7, 0};
    case PrimitiveType::kF32:
      return {8, 4};
    case PrimitiveType::kF64:
      return {9, 8};
    case PrimitiveType::kC64:
      return {12, 8};
    case PrimitiveType::kC128:
      return {18, 16};
    case PrimitiveType::kF16:
      return {11, 2};
    case PrimitiveType::kBf16:
      return {13, 2};
    case PrimitiveType::kU16:
      return {16, 2};
    case PrimitiveType::kS16:
      return {17, 2};
    case PrimitiveType::kU8:
      return {3, 1};
    case PrimitiveType::kS8:
      return {15, 1};
    default:
      return {static_cast<uint32_t>(type),
              // For newer types, the field number equals the number of the type, and an element has one byte.
              1};
  }
}

// A floating-point format with at most 16 bits.
struct SmallFloat {
  int exponentBits, mantissaBits, bias;
  enum { kIeee, kFn, kFnuz, kFinite, kExponentOnly } specials;
  int digits;  // number of significant decimal digits that identify every value of the format
};

SmallFloat smallFloat(PrimitiveType type) {
  switch (type) {
    case PrimitiveType::kF16:
      return {5, 10, 15, SmallFloat::kIeee, 5};
    case PrimitiveType::kBf16:
      return {8, 7, 127, SmallFloat::kIeee, 4};
    case PrimitiveType::kF8e5m2:
      return {5, 2, 15, SmallFloat::kIeee, 2};
    case PrimitiveType::kF8e4m3:
      return {4, 3, 7, SmallFloat::kIeee, 3};
    case PrimitiveType::kF8e3m4:
      return {3, 4, 3, SmallFloat::kIeee, 3};
    case PrimitiveType::kF8e4m3fn:
      return {4, 3, 7, SmallFloat::kFn, 3};
    case PrimitiveType::kF8e4m3b11fnuz:
      return {4, 3, 11, SmallFloat::kFnuz, 3};
    case PrimitiveType::kF8e5m2fnuz:
      return {5, 2, 16, SmallFloat::kFnuz, 2};
    case PrimitiveType::kF8e4m3fnuz:
      return {4, 3, 8, SmallFloat::kFnuz, 3};
    case PrimitiveType::kF4e2m1fn:
      return {2, 1, 1, SmallFloat::kFinite, 2};
    case PrimitiveType::kF6e2m3fn:
      return {2, 3, 1, SmallFloat::kFinite, 3};
    case PrimitiveType::kF6e3m2fn:
      return {3, 2, 3, SmallFloat::kFinite, 2};
    default:
      return {8, 0, 127, SmallFloat::kExponentOnly, 2};  // values of f8e8m0fnu
  }
}

void appendSmallFloat(std::string& out, PrimitiveType type, uint32_t bits) {
  const SmallFloat format = smallFloat(type);
  if (format.specials == SmallFloat::kExponentOnly) {
    if (bits == 0xff) {
      out += "nan";
      return;
    }
    return appendFloat64(out, std::ldexp(1.0, static_cast<int>(bits) - format.bias));
  }
  const uint32_t mantissa = bits & ((1u << format.mantissaBits) - 1);
  const uint32_t exponent = bits >> format.mantissaBits & ((1u << format.exponentBits) - 1);
  const uint32_t allOnes = (1u << format.exponentBits) - 1;
  const bool negative = bits >> (format.mantissaBits + format.exponentBits) & 1;
  const bool isZero = mantissa == 0 && exponent == 0;
  if (format.specials == SmallFloat::kIeee && exponent == allOnes) {
    out += negative ? "-" : "";
    out += mantissa == 0 ? "inf" : "nan";
    if (mantissa != 0 && mantissa != 1u << (format.mantissaBits - 1)) {
      char payload[16];
      std::snprintf(payload, sizeof payload, "(0x%x)", mantissa);
      out += payload;
    }
    return;
  }
  const bool isFnNan = format.specials == SmallFloat::kFn && exponent == allOnes && mantissa == 7;
  if (isFnNan || (format.specials == SmallFloat::kFnuz && negative && isZero)) {
    out += negative ? "-nan" : "nan";
    return;
  }
  double value = exponent == 0 ? std::ldexp(mantissa, 1 - format.bias - format.mantissaBits)
                               : std::ldexp(mantissa + (1u << format.mantissaBits),
                                            static_cast<int>(exponent) - format.bias - format.mantissaBits);
  if (negative) value = -value;
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", format.digits, value);
  out += text;
}

// Reads the elements of one array of a LiteralProto, in storage order.
class Elements {
 public:
  Elements(PrimitiveType type, std::string_view literal) : type_(type), storage_(storageOf(type)) {
    for (Fields f(literal); f.next();) {
      if (f.number != storage_.field) continue;
      if (storage_.bytes == 0) {
        f.appendTo(values_);
      } else if (f.isBytes && raw_.empty()) {
        raw_ = f.bytes;
      } else {
        if (joined_.empty()) joined_ = raw_;
        if (f.isBytes)
          joined_ += f.bytes;
        else
          joined_.append(reinterpret_cast<const char*>(&f.bits), std::min<size_t>(storage_.bytes, sizeof f.bits));
        raw_ = joined_;
      }
    }
  }

  uint64_t count() const { return storage_.bytes == 0 ? values_.size() : raw_.size() / storage_.bytes; }

  void append(std::string& out, uint64_t index, bool isScalar) const {
    switch (type_) {
      case PrimitiveType::kPred:
        if (isScalar)
          out += values_[index] != 0 ? "true" : "false";
        else
          out += values_[index] != 0 ? '1' : '0';
        break;
      case PrimitiveType::kS32:
        out += std::to_string(static_cast<int32_t>(values_[index]));
        break;
      case PrimitiveType::kS64:
        out += std::to_string(static_cast<int64_t>(values_[index]));
        break;
      case PrimitiveType::kU32:
        out += std::to_string(static_cast<uint32_t>(values_[index]));
        break;
      case PrimitiveType::kU64:
        out += std::to_string(values_[index]);
        break;
      case PrimitiveType::kF32:
        appendFloat32(out, at<float>(index));
        break;
      case PrimitiveType::kF64:
        appendFloat64(out, at<double>(index));
        break;
      case PrimitiveType::kC64:
        appendComplex<float>(out, index);
        break;
      case PrimitiveType::kC128:
        appendComplex<double>(out, index);
        break;
      case PrimitiveType::kU16:
        out += std::to_string(at<uint16_t>(index));
        break;
      case PrimitiveType::kS16:
        out += std::to_string(at<int16_t>(index));
        break;
      case PrimitiveType::kF16:
      case PrimitiveType::kBf16:
        appendSmallFloat(out, type_, at<uint16_t>(index));
        break;
      default:
        if (isFloating(type_))
          appendSmallFloat(out, type_, at<uint8_t>(index));
        else
          appendSmallInteger(out, at<uint8_t>(index));
    }
  }

 private:
  template <class T>
  T at(uint64_t index) const {
    T value;
    std::memcpy(&value, raw_.data() + index * sizeof(T), sizeof(T));
    return value;
  }

  static void appendReal(std::string& out, float value) { appendFloat32(out, value); }
  static void appendReal(std::string& out, double value) { appendFloat64(out, value); }

  template <class T>
  void appendComplex(std::string& out, uint64_t index) const {
    out += '(';
    appendReal(out, at<T>(2 * index));
    out += ", ";
    appendReal(out, at<T>(2 * index + 1));
    out += ')';
  }

  // Formats an integer of 1, 2, 4 or 8 bits, which is stored in the low bits of a byte.
  void appendSmallInteger(std::string& out, uint8_t byte) const {
    const int width = std::clamp(bitWidth(type_), 1, 8);
    int value = byte & ((1 << width) - 1);
    if (isSignedInteger(type_) && value >> (width - 1)) value -= 1 << width;
    out += std::to_string(value);
  }

  PrimitiveType type_;
  Storage storage_;
  std::vector<uint64_t> values_;
  std::string_view raw_;
  std::string joined_;
};

// Appends the elements of an array with their braces. Returns false if the text exceeds kMaxLiteralText bytes.
bool appendArray(std::string& out, const Module& module, const Shape& shape, const Elements& elements) {
  const auto dimensions = module.integersOf(shape.dimensions);
  const size_t rank = dimensions.size();
  if (rank == 0) {
    elements.append(out, 0, true);
    return true;
  }
  // [rank] Distance in storage between neighbours along each dimension, in elements.
  std::vector<uint64_t> stride(rank);
  uint64_t step = 1;
  for (size_t i = 0; i < rank; ++i) {
    const size_t dimension =
        shape.hasLayout ? static_cast<size_t>(module.integersOf(shape.minorToMajor)[i]) : rank - 1 - i;
    stride[dimension] = step;
    step *= static_cast<uint64_t>(dimensions[dimension]);
  }
  // State of the traversal of nested braces. `level` is the dimension whose brace is open. position[level] is the next
  // entry in that brace.
  std::vector<int64_t> position(rank, 0);
  uint64_t offset = 0;
  size_t level = 0;
  // Above rank 1, XLA prints spaces inside the braces: `{ 1 }`.
  const auto isPadded = [&](size_t at) { return rank > 1 && dimensions[at] > 0; };
  out += isPadded(0) ? "{ " : "{";
  while (out.size() <= kMaxLiteralText) {
    const bool isInnermost = level + 1 == rank;
    if (position[level] == dimensions[level]) {
      out += isPadded(level) ? " }" : "}";
      if (level == 0) return true;
      offset -= stride[level] * static_cast<uint64_t>(position[level]);
      position[level] = 0;
      --level;
      ++position[level];
      offset += stride[level];
      continue;
    }
    if (position[level] > 0) out += ", ";
    if (isInnermost) {
      elements.append(out, offset, false);
      ++position[level];
      offset += stride[level];
    } else {
      ++level;
      out += isPadded(level) ? "{ " : "{";
    }
  }
  return false;
}

// Returns the number of elements of an array. Returns UINT64_MAX on overflow.
uint64_t elementCount(std::span<const int64_t> dimensions) {
  uint64_t count = 1;
  for (const int64_t dimension : dimensions) {
    if (dimension < 0 || __builtin_mul_overflow(count, static_cast<uint64_t>(dimension), &count)) return UINT64_MAX;
  }
  return count;
}

class LiteralWriter {
 public:
  LiteralWriter(const Module& module, ShapeReader& shapes, uint32_t maxDepth, bool withShapes)
      : module_(module), shapes_(shapes), maxDepth_(maxDepth), withShapes_(withShapes) {}

  void append(std::string_view message, uint32_t depth) {
    if (depth > maxDepth_) throw Malformed{message.data(), "tuple literals are nested too deep here"};
    std::string_view shapeMessage;
    std::vector<std::string_view> elements;
    for (Fields f(message); f.next();) {
      if (f.number == 1) shapeMessage = f.bytes;
      if (f.number == 10) elements.push_back(f.bytes);
    }
    if (!isPresent(shapeMessage)) throw Malformed{message.data(), "a literal has no shape"};
    const ShapeId id = shapes_.read(shapeMessage);
    const Shape shape = module_.shapes[id];
    if (shape.type == PrimitiveType::kTuple) {
      text += elements.empty() ? "(" : "( ";
      for (size_t i = 0; i < elements.size(); ++i) {
        if (i > 0) text += ", ";
        append(elements[i], depth + 1);
      }
      text += elements.empty() ? ")" : " )";
      return;
    }
    if (withShapes_) text += toString(module_, id) + ' ';
    appendArrayOrElide(message, shape);
  }

  std::string text;
  bool elided = false;

 private:
  void appendArrayOrElide(std::string_view message, const Shape& shape) {
    const size_t before = text.size();
    const uint64_t count = elementCount(module_.integersOf(shape.dimensions));
    if (count <= kMaxLiteralText / 2 && bitWidth(shape.type) > 0) {
      const Elements elements(shape.type, message);
      if (elements.count() == count && appendArray(text, module_, shape, elements)) return;
    }
    text.resize(before);
    text += "{...}";
    elided = true;
  }

  const Module& module_;
  ShapeReader& shapes_;
  uint32_t maxDepth_;
  bool withShapes_;
};

}  // namespace

std::string literalText(const Module& module, ShapeReader& shapes, std::string_view message, uint32_t maxDepth,
                        bool withShapes, bool& elided) {
  LiteralWriter writer(module, shapes, maxDepth, withShapes);
  writer.append(message, 0);
  elided = writer.elided;
  return std::move(writer.text);
}

}  // namespace hlorank::hlo::proto
