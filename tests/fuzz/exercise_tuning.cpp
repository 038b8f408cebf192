#include <memory>

#include "shared/configs/tuning_data.h"
#include "tests/fuzz/exercise.h"

namespace hlorank::test {

void exerciseTuning(std::string_view bytes) {
  configs::looksLikeTuningData(bytes);
  const auto said = [](const Error& error) { require(!error.message.empty(), "an error without a message", ""); };
  const auto modules = configs::parseTuningData(bytes);
  if (!modules) return said(modules.error());
  for (const configs::TunedModule& module : *modules) {
    const auto layouts = configs::layoutsOf(module, 1000);
    if (!layouts) said(layouts.error());
  }
  const auto tiles = configs::tilesOf(*modules);
  if (!tiles) said(tiles.error());
  const auto archives = configs::archivesOf(std::make_shared<const std::string>(bytes));
  if (!archives) return said(archives.error());
  for (const configs::NamedArchive& archive : *archives) {
    const auto dataset = configs::readDataset(archive.archive, archive.name);
    require(dataset.ok(), "an archive of ours does not read", dataset.ok() ? "" : dataset.error().message);
  }
}

}  // namespace hlorank::test
