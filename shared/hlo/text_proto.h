// Converts the text form of protocol buffers (.pbtxt and .textproto files of XLA tools) to the binary wire form, so
// that one reader handles both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/hlo/read.h"

namespace hlorank::hlo::proto {

struct WireForm {
  // Byte offset of a message in the binary wire form, and offset of the same message in the text form.
  struct Place {
    size_t wire, text;
  };

  std::string bytes;
  Format format = Format::kHloProto;  // type of the top-level message
  std::vector<Warning> warnings;      // one warning per unknown field name or enum value that was skipped, at most 16
  std::vector<Place> places;          // position of each message in both forms, ascending by offset in the wire form

  // Returns the text offset that corresponds to a byte offset in the wire form, for error locations. It is the text
  // offset of the last message that begins at or before `offset` in the wire form. O(log messages).
  size_t textAt(int64_t offset) const;
};

// Whether a text begins like the text form of an XLA message that contains an HLO module.
bool looksLikeTextProto(std::string_view text);

// Converts the text form of a message to the wire form, in O(text) and without recursion. Skips unknown fields, and
// warns about each of the first 16 unknown names. Errors have line, column and caret. The format is
// protobuf.dev/reference/protobuf/textformat-spec.
Result<WireForm> toWireForm(std::string_view text);

}  // namespace hlorank::hlo::proto
