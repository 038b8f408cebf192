// Where instructions come from: the file and line that their metadata names.
#pragma once

#include <string>
#include <unordered_map>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

struct SourceLine {
  std::string file;
  int64_t line = 0;
};
std::string toString(const SourceLine& line);  // "model.py:71"; empty without a file

class SourceLines {
 public:
  explicit SourceLines(const Module& module);

  // From source_file and source_line, or stack_frame_id by way of the module's stack tables; an empty file where
  // neither is there.
  SourceLine of(InstructionId instruction) const;

 private:
  const Module& module_;
  std::unordered_map<int64_t, std::string> files_;
  struct Location {
    int64_t file = 0, line = 0;
  };
  std::unordered_map<int64_t, Location> locations_;
  std::unordered_map<int64_t, int64_t> locationOfFrame_;
};

}  // namespace hlorank::hlo
