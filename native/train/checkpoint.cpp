#include "native/train/checkpoint.h"

#include <filesystem>

#include "native/base/files.h"

namespace hlorank::train {
namespace {

namespace fs = std::filesystem;

std::string previousOf(const std::string& path) {
  return fs::path(path).replace_extension(".previous.npz").string();
}

Result<State> readState(const std::string& path, const model::Description& description) {
  const auto bytes = native::readFile(path);
  if (!bytes) return bytes.error();
  const auto archive = npz::read(*bytes);
  if (!archive) return archive.error();
  return stateFromArchive(description, *archive);
}

}  // namespace

Result<bool> writeCheckpoint(const std::string& path, const State& state) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) {
    fs::remove(previousOf(path), ignored);
    fs::create_hard_link(path, previousOf(path), ignored);
  }
  return native::writeFile(path, npz::write(toArchive(state)));
}

Result<std::optional<Checkpoint>> readCheckpoint(const std::string& path, const model::Description& description) {
  using Found = std::optional<Checkpoint>;
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return Found();
  auto newest = readState(path, description);
  if (newest) return Found(Checkpoint{std::move(*newest), {}});
  auto previous = readState(previousOf(path), description);
  if (previous) return Found(Checkpoint{std::move(*previous), newest.error()});
  Error error = newest.error();
  error.message = "cannot read this checkpoint: " + error.message;
  error.help = "delete it to train this network again from the start; the other networks of the run are kept";
  return error;
}

}  // namespace hlorank::train
