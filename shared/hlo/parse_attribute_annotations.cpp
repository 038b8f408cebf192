#include "shared/hlo/parse_attribute_annotations.h"

#include "shared/hlo/parse_attribute_values.h"
#include "shared/hlo/parse_literal_number.h"

namespace hlorank::hlo {
namespace {

enum class MetadataField : uint8_t { kText, kNumber, kNumbers };

struct MetadataSpelling {
  std::string_view name;
  MetadataField kind;
};

constexpr MetadataSpelling kMetadataFields[] = {
    {"op_type", MetadataField::kText},          {"op_name", MetadataField::kText},
    {"source_file", MetadataField::kText},      {"source_line", MetadataField::kNumber},
    {"stack_frame_id", MetadataField::kNumber}, {"source_end_line", MetadataField::kNumber},
    {"source_column", MetadataField::kNumber},  {"source_end_column", MetadataField::kNumber},
    {"profile_type", MetadataField::kNumbers},  {"deduplicated_name", MetadataField::kText},
    {"scheduling_name", MetadataField::kText},  {"metadata_payload", MetadataField::kText},
};

bool parseMetadataValue(Cursor& cursor, MetadataField kind) {
  std::string_view text;
  switch (kind) {
    case MetadataField::kText:
      return cursor.quoted(text, "a \"string\"");
    case MetadataField::kNumber:
      return parseInt32(cursor);
    case MetadataField::kNumbers:
      return skipIntegers(cursor);
  }
  return false;
}

}  // namespace

bool parseMetadata(Cursor& cursor) {
  unsigned seen = 0;
  return cursor.fields("before metadata", "a field of the metadata, name=value, or '}'", [&](std::string_view name) {
    for (size_t i = 0; i < std::size(kMetadataFields); ++i) {
      if (kMetadataFields[i].name != name) continue;
      if (seen >> i & 1) return cursor.fail(name.data(), "'" + std::string(name) + "' is given twice in this metadata");
      seen |= 1u << i;
      return parseMetadataValue(cursor, kMetadataFields[i].kind);
    }
    return parseOpaqueValue(cursor);
  });
}

bool parseMetadataList(Cursor& cursor) {
  Cursor ahead = cursor;
  if (!ahead.accept('{') || !ahead.next('{')) return parseMetadata(cursor);
  cursor.accept('{');
  do {
    if (!parseMetadata(cursor)) return false;
  } while (cursor.accept(','));
  return cursor.expect('}', "after a list of metadata");
}

bool parseFrontendAttributes(Cursor& cursor) {
  if (!cursor.expect('{', "before frontend attributes")) return false;
  if (cursor.accept('}')) return true;
  do {
    std::string_view name;
    if (!cursor.attributeName(name)) return cursor.failExpected("a frontend attribute, name=\"value\"");
    if (!parseStringOrJson(cursor)) return false;
  } while (cursor.accept(','));
  return cursor.expect('}', "after the frontend attributes");
}

bool parseStatistics(Cursor& cursor) {
  if (!cursor.expect('{', "before statistics")) return false;
  if (cursor.accept('}')) return true;
  std::string_view name;
  int64_t index;
  if (!cursor.attributeName(name)) return cursor.failExpected("visualizing_index=");
  if (!cursor.integer(index, "the index of the statistic to show")) return false;
  while (cursor.accept(',')) {
    if (!cursor.attributeName(name)) return cursor.failExpected("a statistic, name=number");
    if (!parseFloat(cursor, false)) return false;
  }
  return cursor.expect('}', "after the statistics");
}

bool parseOriginalArray(Cursor& cursor) {
  if (!cursor.expect('{', "before the name of an original array")) return false;
  std::string_view text;
  const char next = cursor.peek();
  if (next == '"' || next == '\'') {
    if (!cursor.quoted(text, "a \"name\"")) return false;
    if (cursor.next('{') && !parseShapeIndex(cursor)) return false;
  }
  return cursor.expect('}', "after the name of an original array");
}

bool parseOrigin(Cursor& cursor) {
  if (!cursor.expect('{', "before an origin")) return false;
  if (cursor.accept('[')) {
    if (!cursor.acceptWord("synthetic_call")) return cursor.failExpected("synthetic_call");
    return cursor.expect(']', "after [synthetic_call") && cursor.expect('}', "after the origin");
  }
  int64_t depth = 0;
  while (!cursor.accept('}')) {
    if (cursor.accept('(')) {
      ++depth;
    } else if (depth > 0 && cursor.accept(')')) {
      --depth;
    } else if (depth > 0 && cursor.accept(',')) {
    } else if (cursor.next('{')) {
      if (!parseOriginalArray(cursor)) return false;
    } else {
      return cursor.failExpected("an original array {\"name\"} or a tuple of them");
    }
  }
  return true;
}

bool parseOpaqueValue(Cursor& cursor) {
  std::string_view text;
  cursor.skipSpace();
  const char* start = cursor.at;
  int64_t depth = 0;
  while (cursor.at < cursor.end) {
    const char c = *cursor.at;
    if (c == '"' || c == '\'') {
      if (!cursor.quoted(text, "a string")) return false;
      continue;
    }
    if (depth == 0 && (c == ',' || c == '}' || c == ')' || c == ']' || is(c, kSpace))) break;
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
    ++cursor.at;
  }
  if (depth != 0) return cursor.fail(start, "the brackets of this value are not closed");
  return cursor.at > start || cursor.failExpected("a value");
}

}  // namespace hlorank::hlo
