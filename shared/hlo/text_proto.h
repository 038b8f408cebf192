// Converts the text form of protocol buffers (.pbtxt and .textproto files of XLA tools) to the wire form, so that one
// reader handles both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/hlo/read.h"

namespace hlorank::hlo::proto {

struct WireForm {
  // Maps the offset of a message in the wire form to its offset in the text.
  struct Place {
    size_t wire, text;
  };

  std::string bytes;
  Format format = Format::kHloProto;  // the type of the top-level message
  std::vector<Warning> warnings;      // for skipped unknown fields and enum values: one per name, at most 16
  std::vector<Place> places;          // ascending by `wire`

  // Returns the offset in the text of the last message that begins at or before byte `offset` of the wire form: the
  // message that contains the byte, or one just before it. O(log messages).
  size_t textAt(int64_t offset) const;
};

// True when the text begins like the text form of an XLA message that contains an HLO module.
bool looksLikeTextProto(std::string_view text);

// Converts the text form of a message to the wire form. Unknown fields are skipped, with a warning for the first 16
// names. Errors have line, column and caret. O(text), not recursive. Format:
// protobuf.dev/reference/protobuf/textformat-spec.
Result<WireForm> toWireForm(std::string_view text);

}  // namespace hlorank::hlo::proto
