// The command `hlorank submit`: ranks the TpuGraphs test programs for the Kaggle contest.

#include <cstdio>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/base/validators.h"
#include "native/data/times.h"
#include "native/evaluate/programs.h"
#include "native/evaluate/ranker.h"
#include "native/evaluate/scoring.h"
#include "native/research/model/commands.h"
#include "native/research/model/submission.h"

namespace hlorank::research {
using namespace evaluate;
namespace {

struct SubmitArguments {
  std::string model, output, others;
  std::vector<std::string> data;
};

std::string lineOf(const std::string& id, const std::vector<uint64_t>& rows) {
  std::string line = id + ",";
  for (size_t i = 0; i < rows.size(); ++i) line += (i > 0 ? ";" : "") + std::to_string(rows[i]);
  return line + "\n";
}

// Returns those lines of the submission file `path` whose program is not in `ids`. Error: the file is not a submission
// file.
Result<std::string> readOtherLines(const std::string& path, const std::set<std::string>& ids) {
  const auto bytes = native::readFile(path);
  if (!bytes) return bytes.error();
  std::istringstream text(*bytes);
  std::string line, lines;
  std::getline(text, line);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (line != kSubmissionHeader)
    return Error{"is not a submission file: expected the first line `" + std::string(kSubmissionHeader) + "`",
                 "pass a file that `hlorank submit` wrote"};
  while (std::getline(text, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty() && !ids.count(line.substr(0, line.find(',')))) lines += line + "\n";
  }
  return lines;
}

// Returns the split of the programs in a data file, without loading them. kNone: they are in none, or the file is
// damaged.
store::Split splitOf(const std::string& file) {
  if (!data::isPrepared(file)) return store::placeOf(file).split;
  const auto stored = store::openStored(file);
  return stored ? (*stored)->about().split : store::Split::kNone;
}

int runSubmit(const SubmitArguments& arguments) {
  native::catchInterrupts();
  std::string place = arguments.model;
  const auto ranker = loadRanker(arguments.model, &place);
  if (!ranker) return native::fail(ranker.error(), place);
  data::LoadOptions load;
  load.most = 0;
  load.acceptUnmeasured = load.acceptTiles = true;
  std::string lines;
  std::set<std::string> ids;
  auto files = data::listDataFiles(arguments.data, &place);
  if (!files) return native::fail(files.error(), place);
  const size_t skipped = std::erase_if(*files, [](const std::string& file) {
    const store::Split split = splitOf(file);
    return split == store::Split::kTrain || split == store::Split::kValid;
  });
  if (files->empty())
    return native::fail({"no test program: all are of the splits train and valid", "pass TpuGraphs' test programs"},
                        arguments.data.front());
  const auto done = forEachProgram(*files, load, &place, [&](const data::MeasuredProgram& program) -> Result<bool> {
    place = program.path;
    const auto id = submissionId(program);
    if (!id) return id.error();
    if (!ids.insert(*id).second) return Error{"duplicate program " + *id, "pass each program once"};
    std::vector<uint32_t> all(data::countOf(program));
    std::iota(all.begin(), all.end(), 0u);
    const auto scores = scoresOf(*ranker, program, all);
    if (!scores) return scores.error();
    if (native::interrupted()) return false;
    lines += lineOf(*id, submittedRows(program, *scores));
    return true;
  });
  if (!done) return native::fail(done.error(), place);
  if (!*done) return native::kInterrupted;
  if (!arguments.others.empty()) {
    const auto others = readOtherLines(arguments.others, ids);
    if (!others) return native::fail(others.error(), arguments.others);
    lines += *others;
  }
  const auto written = native::writeFile(arguments.output, std::string(kSubmissionHeader) + "\n" + lines);
  if (!written) return native::failToWrite(written.error(), arguments.output);
  native::note("%s: wrote the rankings of %zu programs by %s\n", arguments.output.c_str(), ids.size(),
               ranker->name.c_str());
  if (skipped > 0) native::note("skipped %zu programs of the splits train and valid\n", skipped);
  return native::kOk;
}

}  // namespace

std::function<int()> addSubmit(CLI::App& program) {
  auto arguments = std::make_shared<SubmitArguments>();
  CLI::App* app =
      program.add_subcommand("submit", "Rank the TpuGraphs test programs and write a Kaggle submission file");
  app->footer(
      "  hlorank submit run npz/layout/xla/random/test -o submission.csv\n"
      "  hlorank submit tiles npz/tile/xla/test --with submission.csv -o submission.csv   combine with other rankings");
  app->add_option("MODEL", arguments->model,
                  "Folder of a training run or of an exported model; `analytical` for the analytical cost model")
      ->required();
  app->add_option(
         "DATA", arguments->data,
         "Test programs to rank: .npz or .prepared files, or folders of them; programs in the splits train and "
         "valid are skipped")
      ->required();
  app->add_option("-o,--output", arguments->output, "Write the submission to FILE (CSV); - for standard output")
      ->required()
      ->type_name("FILE")
      ->check(native::outputFile());
  app->add_option("--with", arguments->others,
                  "For programs that are not in DATA, copy the lines of OTHER, another submission file")
      ->type_name("OTHER");
  return [arguments] { return runSubmit(*arguments); };
}

}  // namespace hlorank::research
