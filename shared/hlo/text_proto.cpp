#include "shared/hlo/text_proto.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "shared/hlo/text_proto_schema.h"
#include "shared/hlo/text_proto_tokens.h"

namespace hlorank::hlo::proto {
namespace {

constexpr Format kFormats[kRoots] = {Format::kHloProto, Format::kHloModuleProto, Format::kHloModuleProtoWithConfig,
                                     Format::kHloSnapshot, Format::kHloUnoptimizedSnapshot};

enum WireType : uint32_t { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2, kFixed32 = 5 };

// Converts the text form of a proto message to the binary wire form in one pass, with an explicit stack of open
// messages.
class Transcoder {
 public:
  explicit Transcoder(std::string_view text) : tokens_(text), cursor_(tokens_.cursor) {}

  Result<WireForm> read() {
    open_.push_back({&schema().messages[0]});
    while (!tokens_.atEnd() || open_.size() > 1 || open_.back().list != nullptr) {
      if (!readNext()) return cursor_.error();
    }
    result_.format = kFormats[open_.back().type - schema().messages.data()];
    return std::move(result_);
  }

 private:
  // A message whose end has not been read yet.
  struct Open {
    const MessageSchema* type;
    char close = '\0';
    const char* begin = nullptr;        // opening bracket of the message in the text; null for the top-level message
    const FieldSchema* list = nullptr;  // repeated field whose list [ ] is open; null if there is none
  };

  // Reads one field, the start or end of a message, or one element of a list of messages.
  bool readNext() {
    Open& top = open_.back();
    if (top.list != nullptr) {
      if (!tokens_.accept(']')) return openMessage(*top.list);
      top.list = nullptr;
      return acceptSeparator();
    }
    if (top.close != '\0' && tokens_.accept(top.close)) return closeMessage();
    return readField(top);
  }

  bool readField(Open& message) {
    const char* start = (tokens_.skipSpace(), cursor_.at);
    std::string_view name;
    if (tokens_.peek() == '[') {  // a name in brackets: an extension, or the type of an Any message
      if (!tokens_.skipValue()) return false;
      name = cursor_.since(start);
    } else if (!tokens_.word(name)) {
      if (cursor_.at < cursor_.end || message.begin == nullptr)
        return tokens_.failExpected("the name of a field of " + std::string(message.type->name));
      return cursor_.fail(message.begin, "this message is not closed", "end it with " + std::string(1, message.close));
    }
    if (open_.size() == 1) chooseRoot(name);
    const FieldSchema* field = message.type->find(name);
    const bool hasColon = tokens_.accept(':');
    if (field == nullptr || field->type == FieldType::kSkipped) {
      if (field == nullptr && !message.type->skipsOthers) warn(start, *message.type, "field", name);
      return tokens_.skipValue() && acceptSeparator();
    }
    if (field->type == FieldType::kMessage) {
      if (!tokens_.accept('[')) return openMessage(*field);
      message.list = field;
      return true;
    }
    if (!hasColon) return tokens_.failExpected("':' after " + std::string(name));
    if (!tokens_.accept('[')) return readScalar(*field) && acceptSeparator();
    while (!tokens_.accept(']')) {
      if (!readScalar(*field)) return false;
      if (!tokens_.accept(',') && tokens_.peek() != ']') return tokens_.failExpected("',' or ']' in this list");
    }
    return acceptSeparator();
  }

  // Selects the type of the top-level message: the first type in the schema that has `field` and all fields read
  // before. Fields read before the selection have the same meaning in all possible types.
  void chooseRoot(std::string_view field) {
    for (uint32_t i = 0; i < kRoots; ++i) {
      const MessageSchema& root = schema().messages[i];
      const bool hasBefore = std::all_of(rootFields_.begin(), rootFields_.end(),
                                         [&root](std::string_view name) { return root.find(name) != nullptr; });
      if (!hasBefore || root.find(field) == nullptr) continue;
      open_.front().type = &root;
      rootFields_.insert(field);
      return;
    }
  }

  bool openMessage(const FieldSchema& field) {
    const char* begin = (tokens_.skipSpace(), cursor_.at);
    const char close = tokens_.accept('{') ? '}' : tokens_.accept('<') ? '>' : '\0';
    if (close == '\0') return tokens_.failExpected("'{' after " + std::string(field.name));
    writeTag(field, kLengthDelimited);
    result_.bytes.append(kLengthBytes, '\0');
    result_.places.push_back({result_.bytes.size(), static_cast<size_t>(begin - cursor_.begin)});
    starts_.push_back(result_.bytes.size());
    open_.push_back({&schema().messages[field.index], close, begin, nullptr});
    return true;
  }

  bool closeMessage() {
    char* length = result_.bytes.data() + starts_.back() - kLengthBytes;
    uint64_t size = result_.bytes.size() - starts_.back();
    for (size_t i = 0; i < kLengthBytes; ++i, size >>= 7)
      length[i] = static_cast<char>((size & 0x7f) | (i + 1 < kLengthBytes ? 0x80 : 0));
    starts_.pop_back();
    open_.pop_back();
    if (open_.back().list == nullptr) return acceptSeparator();
    if (!tokens_.accept(',') && tokens_.peek() != ']') return tokens_.failExpected("',' or ']' in this list");
    return true;
  }

  bool acceptSeparator() {
    tokens_.accept(',') || tokens_.accept(';');
    return true;
  }

  bool readScalar(const FieldSchema& field) {
    uint64_t integer = 0;
    double number = 0;
    bool flag = false;
    std::string text;
    switch (field.type) {
      case FieldType::kBool:
        if (!tokens_.boolean(flag, field.name)) return false;
        writeTag(field, kVarint), writeVarint(flag);
        return true;
      case FieldType::kEnum:
        return readEnum(field);
      case FieldType::kFloat:
      case FieldType::kFloats:
        if (!tokens_.number(number, field.name)) return false;
        writeFixed(field, static_cast<float>(number), kFixed32, field.type == FieldType::kFloats);
        return true;
      case FieldType::kDouble:
      case FieldType::kDoubles:
        if (!tokens_.number(number, field.name)) return false;
        writeFixed(field, number, kFixed64, field.type == FieldType::kDoubles);
        return true;
      case FieldType::kBytes:
        if (!tokens_.strings(text, field.name)) return false;
        writeTag(field, kLengthDelimited), writeVarint(text.size());
        result_.bytes += text;
        return true;
      default:
        if (!tokens_.integer(integer, field.name)) return false;
        writeTag(field, kVarint), writeVarint(integer);
        return true;
    }
  }

  // Reads an enum value, given by name or by number.
  bool readEnum(const FieldSchema& field) {
    const EnumSchema& type = schema().enums[field.index];
    uint64_t number = 0;
    std::string_view name;
    if (tokens_.word(name)) {
      const EnumSchema::Value* value = type.find(name);
      if (value == nullptr) {
        warn(name.data(), type, "value", name);
        return true;
      }
      number = value->number;
    } else if (!tokens_.integer(number, field.name)) {
      return false;
    }
    writeTag(field, kVarint), writeVarint(number);
    return true;
  }

  void writeVarint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) result_.bytes += static_cast<char>((value & 0x7f) | 0x80);
    result_.bytes += static_cast<char>(value);
  }

  void writeTag(const FieldSchema& field, WireType type) { writeVarint(uint64_t{field.number} << 3 | type); }

  // Writes a float or double. If `isPacked` is set, writes it as a packed list with one element.
  template <class T>
  void writeFixed(const FieldSchema& field, T value, WireType alone, bool isPacked) {
    writeTag(field, isPacked ? kLengthDelimited : alone);
    if (isPacked) writeVarint(sizeof value);
    char bits[sizeof value];
    std::memcpy(bits, &value, sizeof value);
    result_.bytes.append(bits, sizeof value);
  }

  // Records a warning about an unknown name. Warns once per name and at most 16 times, because finding the line of a
  // name takes O(text).
  template <class Type>
  void warn(const char* at, const Type& type, std::string_view what, std::string_view name) {
    constexpr size_t kMost = 16, kLongest = 60;
    if (result_.warnings.size() >= kMost || !warned_.emplace(type.name, name).second) return;
    const std::string_view shown = name.substr(0, kLongest);
    result_.warnings.push_back({std::string(type.name) + " has no " + std::string(what) + " '" + std::string(shown) +
                                    (shown.size() < name.size() ? "...'" : "'") + "; it is ignored",
                                cursor_.locate(at)});
  }

  // Bytes reserved for the length of a message, which is known only at the end of the message.
  static constexpr size_t kLengthBytes = 5;

  Tokens tokens_;
  Cursor& cursor_;
  WireForm result_;
  std::vector<Open> open_;
  std::vector<size_t> starts_;  // offsets in the wire form of the contents of open_[1], open_[2], ...
  std::set<std::string_view> rootFields_;
  std::set<std::pair<std::string_view, std::string_view>> warned_;
};

}  // namespace

size_t WireForm::textAt(int64_t offset) const {
  const auto after = std::upper_bound(places.begin(), places.end(), offset,
                                      [](int64_t a, const Place& b) { return a < static_cast<int64_t>(b.wire); });
  return after == places.begin() ? 0 : std::prev(after)->text;
}

bool looksLikeTextProto(std::string_view text) {
  Tokens tokens(text);
  std::string_view name;
  if (!tokens.word(name)) return false;
  const auto& messages = schema().messages;
  if (std::none_of(messages.begin(), messages.begin() + kRoots,
                   [name](const MessageSchema& root) { return root.find(name) != nullptr; }))
    return false;
  if (tokens.accept(':')) return true;
  // Checks also what follows the brace, because a computation in HLO text may begin with such a name and a brace too.
  if (!tokens.accept('{') && !tokens.accept('<')) return false;
  if (!tokens.word(name)) return tokens.peek() == '}' || tokens.peek() == '>';
  return tokens.accept(':') || tokens.accept('{') || tokens.accept('<');
}

Result<WireForm> toWireForm(std::string_view text) {
  return Transcoder(text).read();
}

}  // namespace hlorank::hlo::proto
