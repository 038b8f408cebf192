#include "shared/hlo/parse_literal.h"

#include <algorithm>
#include <array>
#include <vector>

#include "shared/hlo/parse_attribute_values.h"
#include "shared/hlo/parse_attributes.h"
#include "shared/hlo/parse_literal_number.h"

namespace hlorank::hlo {
namespace {

// Parses the value of one array. Braces are nested as deep as the rank, with the elements in the innermost ones. Commas
// are optional. `...` in the outermost braces stands for the whole value. A number without braces is the first element
// of an array whose other elements are 0.
class ArrayReader {
 public:
  ArrayReader(Cursor& cursor, PrimitiveType type, std::span<const int64_t> sizes)
      : cursor_(cursor), range_(type), sizes_(sizes) {
    if (sizes.size() <= few_.size()) {
      counts_ = few_.data();
    } else {
      many_.resize(sizes.size());
      counts_ = many_.data();
    }
  }

  bool read() {
    if (!cursor_.next('{')) return readSingle();
    if (sizes_.empty()) return cursor_.failHere("there is a '{' here, but " + describe() + " has no dimensions");
    do {
      switch (cursor_.peek()) {
        case '{':
          if (!open()) return false;
          break;
        case '}':
          if (!close()) return false;
          break;
        case ',':
          ++cursor_.at;
          break;
        case '.':
          if (!elided()) return false;
          break;
        case ')':
        case '\0':
          return cursor_.failExpected("'}' at the end of the value of " + describe());
        default:
          if (!element()) return false;
      }
    } while (level_ > 0);
    return true;
  }

 private:
  bool readSingle() {
    if (std::find(sizes_.begin(), sizes_.end(), 0) != sizes_.end())
      return cursor_.failExpected("'{' before the value of " + describe() + ", which has no elements");
    return parseElement(cursor_, range_);
  }

  bool open() {
    if (level_ == sizes_.size())
      return cursor_.failHere("there are more nested '{' here than " + describe() + " has dimensions");
    if (level_ > 0 && ++counts_[level_ - 1] > sizes_[level_ - 1]) return failTooMany(level_ - 1);
    ++level_;
    ++cursor_.at;
    return true;
  }

  bool close() {
    --level_;
    if (counts_[level_] != sizes_[level_])
      return cursor_.failHere("dimension " + std::to_string(level_) + " of " + describe() + " has " +
                              std::to_string(counts_[level_]) + " entries here");
    counts_[level_] = 0;
    ++cursor_.at;
    return true;
  }

  bool elided() {
    const char* start = cursor_.at;
    if (!cursor_.accept("...")) return parseElementInPlace();
    if (level_ != 1)
      return cursor_.fail(start, "'...' elides a whole value and must be directly inside the outermost braces: {...}");
    counts_[0] = sizes_[0];
    return true;
  }

  bool parseElementInPlace() {
    const size_t innermost = sizes_.size() - 1;
    if (level_ != sizes_.size())
      return cursor_.failExpected("'{', since " + describe() + " has " + std::to_string(sizes_.size()) + " dimensions");
    if (++counts_[innermost] > sizes_[innermost]) return failTooMany(innermost);
    return parseElement(cursor_, range_);
  }

  // Parses consecutive array elements inside the innermost braces.
  bool element() {
    while (parseElementInPlace()) {
      cursor_.accept(',');
      const char next = cursor_.peek();
      if (!is(next, kDigit) && next != '-') return true;
    }
    return false;
  }

  bool failTooMany(size_t dimension) {
    return cursor_.failHere("dimension " + std::to_string(dimension) + " of " + describe() + " has more than its " +
                            std::to_string(sizes_[dimension]) + " entries here");
  }

  std::string describe() const {
    std::string text = std::string(name(range_.type)) + "[";
    for (size_t i = 0; i < sizes_.size(); ++i)
      (text += i == 0 ? "" : ",") += sizes_[i] == kUnboundedDimension ? "?" : std::to_string(sizes_[i]);
    return text + "]";
  }

  Cursor& cursor_;
  NumberRange range_;
  std::span<const int64_t> sizes_;
  size_t level_ = 0;                 // number of currently open braces
  std::array<int64_t, 8> few_ = {};  // memory of counts_ for ranks up to 8
  std::vector<int64_t> many_;        // memory of counts_ for ranks above 8
  int64_t* counts_;                  // [rank] entries read so far in the open brace of each level
};

// Consumes `{...}` in place of a tuple value, if it comes next. XLA prints large tuples in this way, but its own parser
// rejects them.
bool acceptElided(Cursor& cursor) {
  Cursor ahead = cursor;
  if (!ahead.accept('{') || !ahead.accept("...") || !ahead.accept('}')) return false;
  cursor.at = ahead.at;
  return true;
}

// Parses a literal value of the given shape. Traverses nested tuples with an explicit stack. The shape parser limits
// their depth.
bool parseValue(Cursor& cursor, const Module& module, ShapeId shape) {
  struct OpenTuple {
    ShapeId shape;
    uint32_t next;
  };
  std::vector<OpenTuple> open;
  while (true) {
    const Shape& current = module.shapes[shape];
    if (current.type == PrimitiveType::kTuple) {
      if (!acceptElided(cursor)) {
        if (!cursor.expect('(', "before the elements of a tuple")) return false;
        open.push_back({shape, 0});
      }
    } else if (!ArrayReader(cursor, current.type, module.integersOf(current.dimensions)).read()) {
      return false;
    }
    while (!open.empty() && open.back().next == module.shapes[open.back().shape].elements.size) {
      if (!cursor.expect(')', "after the elements of a tuple")) return false;
      open.pop_back();
    }
    if (open.empty()) return true;
    if (open.back().next > 0 && !cursor.expect(',', "between the elements of a tuple")) return false;
    shape = module.elementsOf(module.shapes[open.back().shape])[open.back().next++];
  }
}

}  // namespace

bool parseLiteral(Cursor& cursor, Module& module, ShapeId shape, std::string_view& literal) {
  cursor.skipSpace();
  const char* start = cursor.at;
  if (!parseValue(cursor, module, shape)) return false;
  literal = cursor.since(start);
  return true;
}

bool parseTypedLiteral(Cursor& cursor, Module& module) {
  ScratchShapes shapes(module);
  int64_t depth = 0;
  while (true) {
    while (cursor.accept('(')) ++depth;
    if (depth == 0 || !cursor.next(')')) {
      ShapeId shape;
      if (!shapes.parse(cursor, shape) || !parseValue(cursor, module, shape)) return false;
    }
    while (depth > 0 && cursor.accept(')')) --depth;
    if (depth == 0) return true;
    if (!cursor.expect(',', "between the elements of a tuple")) return false;
  }
}

}  // namespace hlorank::hlo
