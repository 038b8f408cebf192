// The grammar of shapes in HLO text:
//
// shape  ::= type '[' (dim (',' dim)*)? ']' layout? | '(' (shape (',' shape)*)? ')' | 'b' '(' shape ')'
// dim    ::= int | '<=' int | '?'
// layout ::= '{' ints (':' D(..)? T(..)* L(int)? #(type)? *(type)? E(int)? S(int)? SC(..)* P(shape)? M(int)?)? '}'
//
// '{' after a shape starts a layout only before a number or ':'; otherwise it starts the body of a computation.

#include "shared/hlo/parse_shape.h"

#include <algorithm>

namespace hlorank::hlo {
namespace {

// Finds the end of the shape text that starts at `at`, without parsing it, so that the text can be looked up among the
// shapes already parsed. For a malformed shape, the end may be wrong. The text is then not found in the cache, and
// parsing it reports the error.
const char* endOfSpelling(const char* at, const char* end) {
  if (at < end && (*at == '(' || (*at == 'b' && at + 1 < end && at[1] == '('))) {
    int64_t depth = 0;
    for (; at < end; ++at) {
      if (*at == '(') ++depth;
      if (*at == ')' && --depth == 0) return at + 1;
      if (*at == '/' && at + 1 < end && at[1] == '*') {  // skips an index comment such as /*index=5*/
        for (at += 2; at < end && !(*at == '/' && at[-1] == '*');) ++at;
        if (at == end) return end;
      }
    }
    return end;
  }
  while (at < end && *at != ']') ++at;
  if (at == end) return end;
  ++at;
  if (end - at > 1 && *at == '{' && (is(at[1], kDigit) || at[1] == ':')) {
    while (at < end && *at != '}') ++at;
    if (at < end) ++at;
  }
  return at;
}

bool parseDimensions(Cursor& cursor, Module& module, Shape& shape) {
  shape.dimensions.begin = static_cast<uint32_t>(module.integers.size());
  uint64_t dynamic = 0;
  bool manyDynamic = false;
  std::vector<int64_t> dynamicBeyond;
  if (!cursor.next(']')) {
    do {
      int64_t dimension = 0;
      const uint32_t position = shape.dimensions.size;
      bool isDynamic = true;
      if (cursor.accept('?')) {
        dimension = kUnboundedDimension;
      } else {
        isDynamic = cursor.accept("<=");
        cursor.skipSpace();
        const char* at = cursor.at;
        if (!cursor.integer(dimension, "a dimension")) return false;
        if (dimension < 0)
          return cursor.fail(at, *at == '-' ? "a dimension cannot be negative" : "a dimension must be less than 2^63");
      }
      if (isDynamic && position < 64) dynamic |= uint64_t{1} << position;
      if (isDynamic && position >= 64) manyDynamic = true, dynamicBeyond.push_back(position);
      module.integers.push_back(dimension);
      ++shape.dimensions.size;
    } while (cursor.accept(','));
  }
  if (!cursor.expect(']', "after the dimensions")) return false;
  if (dynamic != 0 || manyDynamic) {
    shape.dynamicDimensions.begin = static_cast<uint32_t>(module.integers.size());
    for (int64_t i = 0; i < 64; ++i) {
      if (dynamic >> i & 1) module.integers.push_back(i);
    }
    module.integers.insert(module.integers.end(), dynamicBeyond.begin(), dynamicBeyond.end());
    shape.dynamicDimensions.size = static_cast<uint32_t>(module.integers.size()) - shape.dynamicDimensions.begin;
  }
  return true;
}

void fillRowMajor(Module& module, Shape& shape) {
  shape.hasLayout = true;
  shape.minorToMajor = {static_cast<uint32_t>(module.integers.size()), shape.dimensions.size};
  for (uint32_t i = shape.dimensions.size; i-- > 0;) module.integers.push_back(i);
}

bool parseParenthesizedInteger(Cursor& cursor, std::string_view what, int64_t least = INT64_MIN) {
  if (!cursor.expect('(', "to open " + std::string(what))) return false;
  cursor.skipSpace();
  const char* at = cursor.at;
  int64_t value;
  if (!cursor.integer(value, what)) return false;
  if (value < least) return cursor.fail(at, std::string(what) + " must be at least " + std::to_string(least));
  return cursor.expect(')', "to close " + std::string(what));
}

bool parseTypeName(Cursor& cursor) {
  if (!cursor.expect('(', "before an index type")) return false;
  cursor.skipSpace();
  const char* at = cursor.at;
  std::string_view type;
  if (!cursor.identifier(type) || !isInteger(primitiveTypeFromName(type)))
    return cursor.fail(at, "expected an integer type such as s32");
  return cursor.expect(')', "after the index type");
}

// Parses D(D,C~,S+,H), the storage kind of each dimension: dense (D), compressed (C), singleton (S) or loose compressed
// (H). Sets `isSparse` if a dimension is not dense.
bool parseDimensionLevels(Cursor& cursor, bool& isSparse) {
  if (!cursor.expect('(', "after D")) return false;
  do {
    cursor.skipSpace();
    const char* at = cursor.at;
    std::string_view level;
    if (!cursor.identifier(level) || level.size() != 1 ||
        std::string_view("DCSH").find(level[0]) == std::string_view::npos)
      return cursor.fail(
          at, "expected a dimension level: D (dense), C (compressed), S (singleton) or H (loose compressed)");
    if (level != "D") isSparse = true;
    cursor.accept('+');
    cursor.accept('~');
  } while (cursor.accept(','));
  return cursor.expect(')', "after the dimension levels");
}

constexpr int64_t kCombinedDimension = INT64_MIN;  // value that stands for a tile size written as `*`

// Parses the tiles of a layout, such as T(8,128)(2,1) or T(*,128): the dimensions of nested tiles.
bool parseTiles(Cursor& cursor) {
  do {
    if (!cursor.expect('(', "to open a tile")) return false;
    do {
      if (cursor.accept('*')) continue;
      cursor.skipSpace();
      const char* at = cursor.at;
      int64_t size;
      if (!cursor.integer(size, "a tile dimension")) return false;
      if (size < 0 && size != kCombinedDimension)
        return cursor.fail(at, "a tile dimension cannot be negative", "write * to join it to the next dimension");
    } while (cursor.accept(','));
    if (!cursor.expect(')', "to close the tile")) return false;
  } while (cursor.next('('));
  return true;
}

// Parses SC(dim:index,index)(..) of a layout, which lists the indices at which each dimension is split.
bool parseSplitConfigs(Cursor& cursor) {
  do {
    int64_t value;
    if (!cursor.expect('(', "after SC") || !cursor.integer(value, "a dimension") ||
        !cursor.expect(':', "after the split dimension"))
      return false;
    do {
      if (!cursor.integer(value, "a split index")) return false;
    } while (cursor.accept(','));
    if (!cursor.expect(')', "after the split indices")) return false;
  } while (cursor.next('('));
  return true;
}

// Parses the fields of a layout after the dimension order, such as tiles and memory space. Each field may occur once,
// and they have a fixed order. Skips the content of P(shape) as balanced text.
bool parseLayoutSuffix(Cursor& cursor) {
  bool isSparse = false;
  if (cursor.acceptWord("D") && !parseDimensionLevels(cursor, isSparse)) return false;
  if (cursor.acceptWord("T") && !parseTiles(cursor)) return false;
  if (cursor.acceptWord("L") && !parseParenthesizedInteger(cursor, "a tail padding alignment", 1)) return false;
  if (cursor.accept('#') && !parseTypeName(cursor)) return false;
  if (cursor.accept('*') && !parseTypeName(cursor)) return false;
  if (cursor.acceptWord("E") && !parseParenthesizedInteger(cursor, "an element size in bits")) return false;
  if (cursor.acceptWord("S") && !parseParenthesizedInteger(cursor, "a memory space")) return false;
  if (cursor.acceptWord("SC") && !parseSplitConfigs(cursor)) return false;
  cursor.skipSpace();
  const char* physicalAt = cursor.at;
  if (cursor.acceptWord("P")) {
    const char* open = cursor.at;
    if (!isSparse && cursor.next('('))
      return cursor.fail(physicalAt, "a dense layout has no physical shape", "leave out P(...)");
    if (!cursor.next('(')) return cursor.failExpected("'(' before a physical shape");
    const char* close = endOfSpelling(cursor.at, cursor.end);
    if (close == cursor.end) return cursor.fail(open, "this '(' is not closed");
    cursor.at = close;
  }
  if (cursor.acceptWord("M") && !parseParenthesizedInteger(cursor, "a metadata size in bytes")) return false;
  return true;
}

bool parseLayout(Cursor& cursor, Module& module, Shape& shape) {
  const char* open = cursor.at;
  ++cursor.at;  // consumes '{'
  shape.hasLayout = true;
  shape.minorToMajor.begin = static_cast<uint32_t>(module.integers.size());
  if (!cursor.next(':')) {
    do {
      int64_t dimension;
      if (!cursor.integer(dimension, "a dimension number")) return false;
      module.integers.push_back(dimension);
      ++shape.minorToMajor.size;
    } while (cursor.accept(','));
  }
  if (cursor.accept(':')) {
    cursor.skipSpace();
    const char* start = cursor.at;
    if (!parseLayoutSuffix(cursor)) return false;
    cursor.skipSpace();
    shape.layoutSuffix = cursor.since(start);
  }
  if (!cursor.expect('}', "at the end of the layout")) return false;
  const uint32_t rank = shape.dimensions.size;
  if (shape.minorToMajor.size != rank)
    return cursor.fail(open, "the layout orders " + std::to_string(shape.minorToMajor.size) +
                                 " dimensions but the shape has " + std::to_string(rank));
  return isPermutation(module.integersOf(shape.minorToMajor), rank) ||
         cursor.fail(open, "a layout lists every dimension number from 0 to rank - 1 once, the fastest varying first");
}

}  // namespace

bool ShapeTable::startsShape(Cursor& cursor) {
  const char first = cursor.peek();
  if (first == '(') return true;
  const char* before = cursor.at;
  std::string_view word;
  bool starts = false;
  if (cursor.identifier(word)) {
    if (word == "b") {
      starts = cursor.at < cursor.end && *cursor.at == '(';
    } else {
      starts = cursor.next('[') && primitiveTypeFromName(word) != PrimitiveType::kInvalid;
    }
  }
  cursor.at = before;
  return starts;
}

bool ShapeTable::parse(Cursor& cursor, ShapeId& out) {
  cursor.skipSpace();
  const char* start = cursor.at;
  const char* stop = endOfSpelling(start, cursor.end);
  out = bySpelling_.find({start, static_cast<size_t>(stop - start)});
  if (out != TextTable::kAbsent) {
    cursor.at = stop;
    return true;
  }
  if (!parseNew(cursor, out)) return false;
  if (cursor.at == stop) bySpelling_.insert(cursor.since(start), out);
  return true;
}

// Parses a shape whose text is not in the cache. Keeps open tuples and buffers on an explicit stack instead of using
// recursion.
bool ShapeTable::parseNew(Cursor& cursor, ShapeId& out) {
  struct Open {
    size_t firstElement;
    bool isBuffer;
  };
  std::vector<Open> open;
  std::vector<ShapeId> elements;
  while (true) {
    // At this point, a shape must start, or an empty tuple must end.
    const bool opens = cursor.next('(');
    const bool buffer = !opens && cursor.end - cursor.at > 1 && cursor.at[0] == 'b' && cursor.at[1] == '(';
    if (opens || buffer) {
      if (open.size() >= maxDepth_)
        return cursor.failHere("tuples are nested more than " + std::to_string(maxDepth_) + " deep");
      cursor.at += buffer ? 2 : 1;
      open.push_back({elements.size(), buffer});
      if (buffer || !cursor.next(')')) continue;
    } else {
      ShapeId element;
      if (!parseArray(cursor, element)) return false;
      elements.push_back(element);
    }
    // At this point, a shape has just ended, or an empty tuple is about to end.
    while (!open.empty()) {
      const Open innermost = open.back();
      const bool empty = elements.size() == innermost.firstElement;
      if (!empty && !innermost.isBuffer && cursor.accept(',')) break;
      if (!cursor.expect(')',
                         innermost.isBuffer ? "after the shape of the buffer" : "or ',' after an element of the tuple"))
        return false;
      const std::span<const ShapeId> inner(elements.data() + innermost.firstElement,
                                           elements.size() - innermost.firstElement);
      if (innermost.isBuffer && !holdsElements(module_.shapes[inner[0]].type))
        return cursor.failHere("the shape that ends here: a buffer holds an array, not " +
                               toString(module_, inner[0], false));
      const ShapeId whole = addTupleShape(module_, inner);
      if (innermost.isBuffer) module_.shapes[whole].type = PrimitiveType::kBuffer;
      elements.resize(innermost.firstElement);
      elements.push_back(whole);
      open.pop_back();
    }
    if (open.empty()) break;
  }
  out = elements.front();
  return true;
}

bool ShapeTable::parseArray(Cursor& cursor, ShapeId& out) {
  cursor.skipSpace();
  const char* start = cursor.at;
  std::string_view word;
  if (!cursor.identifier(word)) return cursor.failExpected("a shape such as f32[8,128]");
  Shape shape;
  shape.type = primitiveTypeFromName(word);
  if (shape.type == PrimitiveType::kInvalid)
    return cursor.fail(start, "'" + std::string(word) + "' is not an element type",
                       "element types are pred, s8, u8, f16, bf16, f32, ..., c64, token and opaque");
  if (!cursor.expect('[', "after the element type") || !parseDimensions(cursor, module_, shape)) return false;
  const bool isArray = holdsElements(shape.type);
  if (!isArray && !shape.dimensions.empty())
    return cursor.fail(start, std::string(word) + " has no dimensions", "write " + std::string(word) + "[]");
  bool layoutFollows = false;
  const char* afterDimensions = cursor.at;
  if (cursor.next('{')) {
    Cursor ahead = cursor;
    ++ahead.at;
    const char next = ahead.peek();
    layoutFollows = is(next, kDigit) || next == ':';
  }
  if (layoutFollows) {
    if (!isArray) return cursor.failHere(std::string(word) + " has no layout", "write " + std::string(word) + "[]");
    if (!parseLayout(cursor, module_, shape)) return false;
  } else {
    cursor.at = afterDimensions;  // the text under which a shape is cached excludes white space after the shape
    if (isArray) fillRowMajor(module_, shape);
  }
  out = static_cast<ShapeId>(module_.shapes.size());
  module_.shapes.push_back(shape);
  return true;
}

ShapeId addArrayShape(Module& module, PrimitiveType type, std::span<const int64_t> dimensions,
                      std::span<const int64_t> dynamicDimensions) {
  Shape shape;
  shape.type = type;
  const auto append = [&module](std::span<const int64_t> values) {
    const Range range{static_cast<uint32_t>(module.integers.size()), static_cast<uint32_t>(values.size())};
    // Copies `values`, because they may lie in Module::integers, which insertion may reallocate.
    const std::vector<int64_t> copy(values.begin(), values.end());
    module.integers.insert(module.integers.end(), copy.begin(), copy.end());
    return range;
  };
  const std::vector<int64_t> dynamic(dynamicDimensions.begin(), dynamicDimensions.end());
  shape.dimensions = append(dimensions);
  shape.dynamicDimensions = append(dynamic);
  if (type != PrimitiveType::kToken && type != PrimitiveType::kOpaque) fillRowMajor(module, shape);
  module.shapes.push_back(shape);
  return static_cast<ShapeId>(module.shapes.size() - 1);
}

ShapeId addTupleShape(Module& module, std::span<const ShapeId> elements) {
  Shape shape;
  shape.type = PrimitiveType::kTuple;
  const std::vector<ShapeId> copy(elements.begin(), elements.end());
  shape.elements = {static_cast<uint32_t>(module.shapeElements.size()), static_cast<uint32_t>(copy.size())};
  module.shapeElements.insert(module.shapeElements.end(), copy.begin(), copy.end());
  module.shapes.push_back(shape);
  return static_cast<ShapeId>(module.shapes.size() - 1);
}

}  // namespace hlorank::hlo
