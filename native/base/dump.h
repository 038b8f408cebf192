// Names of the files that XLA writes to a dump folder (--xla_dump_to): [PREFIX.]module_NNNN.NAME.SUFFIX, where SUFFIX
// says after which compiler pass the module was written, or which report the file has.
#pragma once

#include <string>

namespace hlorank::native {

// Whether a path is that of a file that XLA writes beside the modules: reports on memory, options, and code of LLVM.
bool isDumpReport(const std::string& path);

// Whether a file is the text of a module that XLA also wrote as a proto, into the same folder. Texts can lack the
// values of constants, protos cannot.
bool hasDumpedProto(const std::string& path);

// Returns the path at which XLA writes the module as it was before all passes, if `path` is that of a module after
// some pass. Returns an empty string otherwise.
std::string pathBeforePasses(const std::string& path);

}  // namespace hlorank::native
