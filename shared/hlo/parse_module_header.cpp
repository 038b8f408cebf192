// Parses the attributes of the HloModule line, and the stack frame tables below that line.

#include <algorithm>
#include <array>

#include "shared/hlo/parse_attribute_annotations.h"
#include "shared/hlo/parse_attribute_values.h"
#include "shared/hlo/parse_attributes.h"
#include "shared/hlo/suggest_word.h"

namespace hlorank::hlo {
namespace {

// Parses the value of entry_computation_layout=, such as {(f32[2]{0}, s32[])->(f32[2]{0})}.
bool parseEntryLayout(Cursor& cursor, Module& module) {
  ScratchShapes shapes(module);
  ShapeId shape;
  if (!cursor.expect('{', "before the layout of the entry computation") ||
      !cursor.expect('(', "before the shapes of the parameters"))
    return false;
  while (!cursor.accept(')')) {
    if (!shapes.parse(cursor, shape)) return false;
    if (!cursor.next(')') && !cursor.expect(',', "between the shapes of the parameters")) return false;
  }
  if (!cursor.accept("->")) return cursor.failExpected("'->' before the shape of the result");
  return shapes.parse(cursor, shape) && cursor.expect('}', "after the layout of the entry computation");
}

// Parses the beginning of an alias or buffer donor, such as `(0, {1}`: a parameter number, and a tuple index within
// that parameter.
bool parseParameterPart(Cursor& cursor) {
  int64_t parameter;
  return cursor.expect('(', "before the number of a parameter") &&
         cursor.integer(parameter, "the number of a parameter") &&
         cursor.expect(',', "after the number of a parameter") && parseShapeIndex(cursor);
}

// Parses the value of input_output_alias=, such as {{0}: (1, {}, may-alias)}.
bool parseInputOutputAliasing(Cursor& cursor) {
  return cursor.list("before aliasing such as {{0}: (0, {}, may-alias)}", "after the aliasing", [&] {
    if (!parseShapeIndex(cursor) || !cursor.expect(':', "between the index of an output and its parameter") ||
        !parseParameterPart(cursor))
      return false;
    if (cursor.accept(',') && !cursor.acceptWord("may-alias") && !cursor.acceptWord("must-alias"))
      return cursor.failExpected("may-alias or must-alias");
    return cursor.expect(')', "after the parameter of an alias");
  });
}

// Parses the value of buffer_donor=, such as {(0, {}), (1, {2})}.
bool parseBufferDonors(Cursor& cursor) {
  return cursor.list("before buffer donors such as {(0, {})}", "after the buffer donors",
                     [&] { return parseParameterPart(cursor) && cursor.expect(')', "after a buffer donor"); });
}

// Parses a table that tells how to recompute values of the unoptimised program: {{"a"} : {"b"}, "HloModule ..." ...}.
bool parseRecoveryTable(Cursor& cursor) {
  if (!cursor.expect('{', "before a recovery table")) return false;
  while (!cursor.accept('}')) {
    std::string_view program;
    if (!parseOriginalArray(cursor) || !cursor.expect(':', "between an original array and its replacement") ||
        !parseOriginalArray(cursor))
      return false;
    if (!cursor.accept(',') || cursor.next('{') || cursor.next('}')) continue;
    if (!cursor.quoted(program, "the program that recovers the array, a \"string\"")) return false;
    cursor.accept(',');
  }
  return true;
}

// Parses one entry of debug_attributes=, such as {log_mode=default,callback_id=1,op_id=0,partitioned=true}.
bool parseDebugEntry(Cursor& cursor) {
  constexpr std::string_view kModes[] = {"default", "fusion_debugger"};
  constexpr std::string_view kFields[] = {"log_mode", "callback_id", "op_id", "partitioned"};
  constexpr std::string_view kExpected = "log_mode=, callback_id=, op_id= or partitioned=";
  return cursor.fields("before debug attributes", kExpected, [&](std::string_view name) {
    std::string_view mode;
    int64_t number;
    bool flag;
    if (name == "partitioned") return parseBool(cursor, flag);
    if (name == "callback_id" || name == "op_id") return cursor.integer(number, "an integer");
    if (name != "log_mode")
      return cursor.fail(name.data(), "debug attributes have no field '" + std::string(name) + "'",
                         suggestWord(name, kFields, std::size(kFields)));
    if (!cursor.identifier(mode)) return cursor.failExpected("default or fusion_debugger");
    return std::find(std::begin(kModes), std::end(kModes), mode) != std::end(kModes) ||
           cursor.fail(mode.data(), "there is no log mode '" + std::string(mode) + "'",
                       suggestWord(mode, kModes, std::size(kModes)));
  });
}

// Parses the value of debug_attributes=, such as {{"array"}:({..},{..})}.
bool parseDebugAttributes(Cursor& cursor) {
  return cursor.list("before debug attributes", "after the debug attributes", [&] {
    if (!parseOriginalArray(cursor) || !cursor.expect(':', "between an original array and its debug attributes") ||
        !cursor.expect('(', "before the debug attributes of an array"))
      return false;
    while (!cursor.accept(')')) {
      if (!parseDebugEntry(cursor)) return false;
      cursor.accept(',');
    }
    return true;
  });
}

constexpr std::string_view kModuleAttributes[] = {
    "alias_passthrough_params",
    "allow_spmd_sharding_propagation_to_output",
    "allow_spmd_sharding_propagation_to_parameters",
    "buffer_donor",
    "debug_attributes",
    "entry_computation_layout",
    "frontend_attributes",
    "input_output_alias",
    "is_scheduled",
    "num_partitions",
    "origin_recovery_table",
    "replica_count",
};

bool parseModuleAttribute(Cursor& cursor, Module& module, std::string_view name) {
  bool flag;
  int64_t number;
  if (name == "entry_computation_layout") return parseEntryLayout(cursor, module);
  if (name == "is_scheduled" || name == "alias_passthrough_params") return parseBool(cursor, flag);
  if (name == "num_partitions" || name == "replica_count") return cursor.integer(number, "an integer");
  if (name == "input_output_alias") return parseInputOutputAliasing(cursor);
  if (name == "buffer_donor") return parseBufferDonors(cursor);
  if (name == "frontend_attributes") return parseFrontendAttributes(cursor);
  if (name == "origin_recovery_table") return parseRecoveryTable(cursor);
  if (name == "debug_attributes") return parseDebugAttributes(cursor);
  return parseBools(cursor, true);  // value of allow_spmd_sharding_propagation_to_...
}

// Parses the lines of the table FileNames or FunctionNames, each an id and a quoted text: 1 "text".
bool parseTexts(Cursor& cursor) {
  while (is(cursor.peek(), kDigit)) {
    int64_t number;
    std::string_view text;
    if (!cursor.integer(number, "a number") || !cursor.quoted(text, "a \"string\"")) return false;
  }
  return true;
}

// Parses the lines of the table FileLocations or StackFrames. Each has an id and integer fields: 1 {name=2 name=3}.
// Every line must have all fields in `names`.
bool parseRecords(Cursor& cursor, std::span<const std::string_view> names) {
  while (is(cursor.peek(), kDigit)) {
    int64_t number;
    if (!cursor.integer(number, "a number")) return false;
    cursor.skipSpace();
    const char* start = cursor.at;
    unsigned seen = 0;
    const auto parseField = [&](std::string_view name) {
      const auto field = static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
      if (field == names.size())
        return cursor.fail(name.data(), "unknown field '" + std::string(name) + "' in a line of this table",
                           suggestWord(name, names.data(), names.size()));
      if (seen >> field & 1)
        return cursor.fail(name.data(), "'" + std::string(name) + "=' is given twice in this line");
      seen |= 1u << field;
      return parseInt32(cursor);
    };
    if (!cursor.fields("before the fields of a line", "a field, name=number, or '}'", parseField)) return false;
    for (size_t i = 0; i < names.size(); ++i) {
      if (!(seen >> i & 1)) return cursor.fail(start, "this line has no " + std::string(names[i]) + "=");
    }
  }
  return true;
}

bool parseStackTables(Cursor& cursor, Module& module) {
  constexpr std::string_view kLocationFields[] = {"file_name_id", "function_name_id", "line",
                                                  "end_line",     "column",           "end_column"};
  constexpr std::string_view kFrameFields[] = {"file_location_id", "parent_frame_id"};
  cursor.skipSpace();
  const char* start = cursor.at;
  if (!cursor.acceptWord("FileNames")) return true;
  const auto heading = [&](std::string_view word) {
    return cursor.acceptWord(word) || cursor.failExpected("the table " + std::string(word));
  };
  if (!parseTexts(cursor) || !heading("FunctionNames") || !parseTexts(cursor) || !heading("FileLocations") ||
      !parseRecords(cursor, kLocationFields) || !heading("StackFrames") || !parseRecords(cursor, kFrameFields))
    return false;
  module.stackTables = cursor.since(start);
  while (!module.stackTables.empty() && is(module.stackTables.back(), kSpace)) module.stackTables.remove_suffix(1);
  return true;
}

}  // namespace

bool parseModuleHeader(Cursor& cursor, Module& module) {
  module.attributes = {static_cast<uint32_t>(module.attributes_.size()), 0};
  while (cursor.accept(',')) {
    Attribute attribute;
    if (!cursor.attributeName(attribute.name))
      return cursor.failExpected("an attribute of the module, name=value, after ','");
    if (std::find(std::begin(kModuleAttributes), std::end(kModuleAttributes), attribute.name) ==
        std::end(kModuleAttributes))
      return cursor.fail(attribute.name.data(), "a module has no attribute '" + std::string(attribute.name) + "'",
                         suggestWord(attribute.name, kModuleAttributes, std::size(kModuleAttributes)));
    for (const Attribute& other : module.attributesOf(module.attributes)) {
      if (other.name == attribute.name)
        return cursor.fail(attribute.name.data(), "the attribute " + std::string(attribute.name) + "= is given twice");
    }
    cursor.skipSpace();
    const char* start = cursor.at;
    if (!parseModuleAttribute(cursor, module, attribute.name)) return false;
    attribute.value = cursor.since(start);
    module.attributes_.push_back(attribute);
    ++module.attributes.size;
  }
  return parseStackTables(cursor, module);
}

}  // namespace hlorank::hlo
