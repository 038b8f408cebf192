// Fuzzer body: model cards.

#include "shared/model/card.h"
#include "shared/model/schema.h"
#include "tests/fuzz/exercise.h"

namespace hlorank::test {

// Corpus files contain SCHEMA in place of the schema hash of this build.
void exerciseCard(std::string_view given) {
  std::string bytes(given);
  constexpr std::string_view kSchema = "SCHEMA";
  const size_t at = bytes.find(kSchema);
  if (at != std::string::npos) bytes.replace(at, kSchema.size(), model::schemaHash());
  const auto card = model::readCard(bytes);
  if (!card) require(!card.error().message.empty(), "an error without a message", "");
}

}  // namespace hlorank::test
