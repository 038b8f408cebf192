// The command `hlorank merge`: merges several stores (folders of measurements) into one.

#include <cstdio>
#include <filesystem>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/base/validators.h"
#include "native/collect/store.h"
#include "native/research/commands.h"

namespace hlorank::research {
using namespace collect;
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct MergeArguments {
  std::vector<std::string> stores;
  std::string output;
};

// Reads the description of the machine (collect::describeMachine) from the store.json of a folder of measurements.
Result<json> readMachine(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return Error{"no such folder", "give folders that `hlorank collect` wrote"};
  auto bytes = native::readFile(folder + "/store.json");
  if (!bytes)
    return Error{"the folder is not a store: it has no store.json", "give a folder that `hlorank collect` wrote"};
  const json store = json::parse(*bytes, nullptr, /*allow_exceptions=*/false);
  if (!store.is_object() || !store.contains("machine") || !store["machine"].contains("fingerprint"))
    return Error{"store.json has no machine fingerprint", "run `hlorank collect` again with a new folder"};
  return store["machine"];
}

Result<bool> copy(const std::string& from, const std::string& to) {
  auto bytes = native::readFile(from);
  if (!bytes) return bytes.error();
  return native::writeFile(to, *bytes);
}

// Copies the measurements in `folder` of those programs that `into` does not have, or has with fewer configurations.
// Returns the number of copied programs.
Result<int> addStore(const Store& into, const std::string& folder) {
  const Store from(folder);
  int copied = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".npz") continue;
    const std::string name = entry.path().stem().string();
    const auto before = into.readMeta(name), added = from.readMeta(name);
    if (!before) return before.error();
    if (!added) return added.error();
    const json &ours = *before, &theirs = *added;
    if (ours.is_object() && ours["program"] != theirs["program"])
      return Error{"the name " + name + " belongs to another program in the stores merged before",
                   "rename one of the two programs and measure it again"};
    if (ours.is_object() && ours.value("rows", 0) >= theirs.value("rows", 0)) continue;
    auto done = copy(from.programPath(name), into.programPath(name));
    if (done) done = copy(from.rowsPath(name), into.rowsPath(name));
    if (!done) return done.error();
    ++copied;
  }
  return copied;
}

int runMerge(const MergeArguments& arguments) {
  Store store(arguments.output);
  int total = 0;
  for (const std::string& folder : arguments.stores) {
    auto machine = readMachine(folder);
    if (!machine) {
      native::report(machine.error(), folder);
      std::error_code error;
      return fs::is_directory(folder, error) ? native::kBadInput : native::kUsage;
    }
    auto opened = store.open(*machine);
    if (!opened) {
      Error error = opened.error();
      error.message = "cannot merge " + folder + " into " + arguments.output + ": " + error.message;
      return native::fail(error, "hlorank merge", native::kBadInput);
    }
    auto added = addStore(store, folder);
    if (!added) return native::fail(added.error(), folder, native::kBadInput);
    native::print("%s: added %d programs\n", folder.c_str(), *added);
    total += *added;
  }
  native::print("%s: %d programs added\n", arguments.output.c_str(), total);
  return native::kOk;
}

}  // namespace

std::function<int()> addMerge(CLI::App& app) {
  auto arguments = std::make_shared<MergeArguments>();
  app.footer(
      "  hlorank merge part0 part1 part2 -o data\n"
      "All stores must come from machines with the same processor and settings, because run times of different\n"
      "machines are not comparable. If several stores have the same program, the one with the most configurations\n"
      "of it is kept.");
  app.add_option("STORE", arguments->stores, "Folders to merge, written by `hlorank collect`")->required();
  app.add_option("-o,--output", arguments->output,
                 "Write the merged store to FOLDER; create it, or add to it if it exists")
      ->required()
      ->type_name("FOLDER")
      ->check(native::outputFolder());
  return [arguments] { return runMerge(*arguments); };
}

}  // namespace hlorank::research
