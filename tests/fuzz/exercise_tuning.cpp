// Fuzz target for tuning files of TpuGraphs.

#include <memory>

#include "shared/configs/tuning_data.h"
#include "tests/fuzz/exercise.h"

namespace hlorank::test {

void exerciseTuning(std::string_view bytes) {
  configs::looksLikeTuningData(bytes);
  const auto requireMessage = [](const Error& error) {
    require(!error.message.empty(), "an error without a message", "");
  };
  const auto modules = configs::parseTuningData(bytes);
  if (!modules) return requireMessage(modules.error());
  for (const configs::TunedModule& module : *modules) {
    const auto layouts = configs::layoutsOf(module, 1000);
    if (!layouts) requireMessage(layouts.error());
  }
  const auto tiles = configs::tilesOf(*modules);
  if (!tiles) requireMessage(tiles.error());
  const auto archives = configs::archivesOf(std::make_shared<const std::string>(bytes));
  if (!archives) return requireMessage(archives.error());
  for (const configs::NamedArchive& archive : *archives) {
    const auto dataset = configs::readProblem(archive.archive, archive.name);
    require(dataset.ok(), "a converted archive is not readable", dataset.ok() ? "" : dataset.error().message);
  }
}

}  // namespace hlorank::test
