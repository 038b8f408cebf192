#include "native/evaluate/ranker.h"

#include <filesystem>

#include "native/onnx/model_folder.h"

namespace hlorank::evaluate {

Result<Ranker> loadRanker(const std::string& model, std::string* place) {
  if (model == kPhysics) return Ranker{};
  *place = model;
  std::error_code ignored;
  if (!std::filesystem::is_directory(model, ignored))
    return Error{"there is no such model folder", "name the folder of a run or of an exported model, or h2", {}, {}};
  auto loaded = onnx::readModel(model, place);
  if (!loaded) return loaded.error();
  Ranker ranker;
  ranker.name = loaded->card.value("name", "");
  ranker.title = loaded->card.value("title", "");
  ranker.model = std::move(*loaded);
  return ranker;
}

std::string publishedModel() {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (failed) return {};
  const fs::path folder = program.parent_path().parent_path() / "web" / "public" / "models" / "multipliers";
  return fs::is_regular_file(folder / onnx::kCardFile, failed) ? folder.string() : std::string();
}

Result<model::Tables> tablesBy(const Ranker& ranker, const session::Opened& opened, const model::Physics& physics) {
  if (!ranker.model) return model::physicalTables(physics);
  auto inputs =
      model::makeInputs(opened.program, opened.configurations, physics, ranker.model->description.pairWidth > 0);
  return model::makeTables(*ranker.model, std::move(inputs), opened.configurations);
}

}  // namespace hlorank::evaluate
