// Formats OriginalValueProto (xla/xla_data.proto), which names the values of the unoptimised program that a result
// comes from.

#include <algorithm>

#include "shared/hlo/proto_attributes.h"
#include "shared/hlo/proto_wire.h"
#include "shared/hlo/quotes.h"
#include "shared/hlo/text_writer.h"

namespace hlorank::hlo::proto {

void appendOriginalArray(std::string& out, std::string_view message) {
  std::string_view instruction;
  std::vector<int64_t> index;
  if (isPresent(message)) {
    for (Fields f(message); f.next();) {
      if (f.number == 1) instruction = f.bytes;
      if (f.number == 2) f.appendTo(index);
    }
  }
  out += '{';
  if (isPresent(instruction)) {
    appendQuoted(out, instruction);
    if (!index.empty()) {
      out += ' ';
      appendBraced(out, index);
    }
  }
  out += '}';
}

std::string formatOrigin(std::string_view message) {
  if (!isPresent(message)) return {};
  std::vector<int64_t> open;  // path of tuple indices to the previous element
  std::string text = "{";
  bool any = false;
  for (Fields f(message); f.next();) {
    if (f.number == 2 && f.flag()) return "{[synthetic_call]}";
    if (f.number != 1) continue;
    std::vector<int64_t> index;
    std::string_view array;
    for (Fields element(f.bytes); element.next();) {
      if (element.number == 1) element.appendTo(index);
      if (element.number == 2) array = element.bytes;
    }
    // Elements come in ascending order of their indices. Tuples that ended since the previous element are closed, and
    // new ones are opened.
    size_t common = 0;
    while (common < open.size() && common < index.size() && open[common] == index[common]) ++common;
    for (size_t i = open.size(); i > common + 1; --i) text += ')';
    if (any) text += ", ";
    const size_t alreadyOpen = any ? std::min(open.size(), common + 1) : 0;
    for (size_t i = alreadyOpen; i < index.size(); ++i) text += '(';
    appendOriginalArray(text, array);
    open = std::move(index);
    any = true;
  }
  if (!any) return {};
  text.append(open.size(), ')');
  return text + '}';
}

}  // namespace hlorank::hlo::proto
