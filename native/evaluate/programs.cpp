#include "native/evaluate/programs.h"

#include "native/base/command_line.h"
#include "native/base/interrupt.h"
#include "native/base/progress.h"

namespace hlorank::evaluate {

Result<bool> forEachProgram(const std::vector<std::string>& paths, const data::LoadOptions& options, std::string* place,
                            const std::function<Result<bool>(const data::MeasuredProgram&)>& each, size_t* unreadable) {
  *place = paths.empty() ? "" : paths.front();
  const auto files = data::listDataFiles(paths, place);
  if (!files) return files.error();
  native::Progress progress("files", files->size(), files->size() < 2);
  for (size_t i = 0; i < files->size(); ++i) {
    if (native::interrupted()) return false;
    progress.update(i, (*files)[i]);
    auto programs = data::load({(*files)[i]}, options, place);
    if (!programs) {
      if (!unreadable || files->size() == 1) return programs.error();
      progress.clear();
      native::report(programs.error(), *place);
      ++*unreadable;
      continue;
    }
    for (auto& program : *programs) {
      if (native::interrupted()) return false;
      const auto done = each(*program);
      if (!done || !*done) return done;
      program.reset();
    }
  }
  return true;
}

}  // namespace hlorank::evaluate
