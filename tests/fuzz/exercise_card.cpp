// Fuzz target for model cards (model.json).

#include "shared/model/card.h"
#include "shared/model/schema.h"
#include "tests/fuzz/exercise.h"

namespace hlorank::test {

// Replaces the word SCHEMA in files of the corpus by the hash of this build's feature schema, then parses the card.
void exerciseCard(std::string_view given) {
  std::string bytes(given);
  constexpr std::string_view kSchema = "SCHEMA";
  const size_t at = bytes.find(kSchema);
  const bool isLoopNetwork = bytes.find("\"loops\"") != std::string::npos;
  if (at != std::string::npos)
    bytes.replace(at, kSchema.size(), isLoopNetwork ? model::loopSchemaHash() : model::schemaHash());
  const auto card = model::readCard(bytes);
  if (!card) require(!card.error().message.empty(), "an error without a message", "");
}

}  // namespace hlorank::test
