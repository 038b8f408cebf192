// The text form of protocol buffers, which XLA's tools write as .pbtxt and .textproto: made into the wire form, so that
// one reader reads both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/hlo/read.h"

namespace hlorank::hlo::proto {

struct WireForm {
  // Where in the text a message begins whose bytes begin at `wire`.
  struct Place {
    size_t wire, text;
  };

  std::string bytes;
  Format format = Format::kHloProto;  // which of the messages that may be a whole file
  std::vector<Warning> warnings;      // fields and names of values that are not known, and were left out
  std::vector<Place> places;          // by wire

  // The place in the text of the last message that begins at or before a byte of the wire form: the one the byte is
  // in, or one in that which ends before it. Logarithmic.
  size_t textAt(int64_t offset) const;
};

// Whether a text begins as the text form of one of XLA's messages does that hold a program.
bool looksLikeTextProto(std::string_view text);

// The wire form of such a text. Fields that are not known are skipped with a warning, of which a few are kept. Errors
// have line, column and caret. Linear in the text; not recursive. Format:
// protobuf.dev/reference/protobuf/textformat-spec.
Result<WireForm> toWireForm(std::string_view text);

}  // namespace hlorank::hlo::proto
