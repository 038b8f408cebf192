#include "native/cli/model_library.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "native/base/exit_codes.h"
#include "native/base/output.h"

namespace hlorank::cli {

namespace {

constexpr char kLibrary[] = "libhlorank_model.so";
constexpr char kInstall[] = "install LibTorch and build the library with `npm run build`";

// Makes OpenBLAS use its AVX-512 kernels on AMD processors with AVX-512, which OpenBLAS before 0.3.22 does not detect.
// Training is 1.2 times faster with them than with the AVX2 kernels. Must run before OpenBLAS is loaded, which reads
// the environment variable only then.
void selectKernels() {
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_is("amd") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    setenv("OPENBLAS_CORETYPE", "SkylakeX", /*overwrite=*/0);
#endif
}

// Opens libhlorank_model.so in the folder of the program. If the library is not in this folder, searches the system's
// library path.
void* openLibrary() {
  selectKernels();
  std::error_code error;
  auto beside = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / kLibrary;
  if (!error && std::filesystem::exists(beside, error)) return dlopen(beside.c_str(), RTLD_NOW | RTLD_LOCAL);
  return dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
}

// Opens libhlorank_model.so and returns its function `name`. Null if the library or the function does not exist.
template <class Function>
Function findFunction(const char* name) {
  void* library = openLibrary();
  return library ? reinterpret_cast<Function>(dlsym(library, name)) : nullptr;
}

template <class Value>
using Answer = std::optional<Result<Value>>;

// Calls the library's function `name` with these arguments and returns its answer. Error: the library cannot be opened,
// or the answer is an error.
template <class Value, class Function, class... Arguments>
Result<Value> answerOf(const char* name, Arguments... arguments) {
  const auto function = findFunction<Function>(name);
  if (!function)
    return Error{std::string("the network needs ") + kLibrary + ", which could not be opened: " + dlerror(), kInstall};
  Answer<Value> answer;
  function(arguments..., &answer);
  return std::move(*answer);
}

// Prints that a command cannot run because libhlorank_model.so cannot be opened. Returns the exit code.
int failToOpen(const char* command) {
  native::note("hlorank: the command `%s` needs %s, which could not be opened: %s\n  %s\n", command, kLibrary,
               dlerror(), kInstall);
  return native::kInternalError;
}

}  // namespace

bool addModelCommands(CLI::App& program) {
  const auto add = findFunction<void (*)(CLI::App*)>("hlorankModelCommands");
  if (add)
    add(&program);
  else
    native::note("hlorank: the options of some commands are missing, because %s could not be opened\n", kLibrary);
  return add != nullptr;
}

Result<rank::Ranked> rankByNetwork(const std::string& model, const session::Opened& opened,
                                   const model::AnalyticalCosts& analytical, std::string* place) {
  using Function = void (*)(const std::string*, const session::Opened*, const model::AnalyticalCosts*, std::string*,
                            Answer<rank::Ranked>*);
  return answerOf<rank::Ranked, Function>("hlorankRank", &model, &opened, &analytical, place);
}

Result<rank::RankedTiles> rankTiles(const std::string& model, const session::Opened& opened, std::string* place) {
  using Function = void (*)(const std::string*, const session::Opened*, std::string*, Answer<rank::RankedTiles>*);
  return answerOf<rank::RankedTiles, Function>("hlorankRankTiles", &model, &opened, place);
}

int rankSchedules(const rank::ScheduleArguments& arguments) {
  const auto entry = findFunction<int (*)(const rank::ScheduleArguments*)>("hlorankRankSchedules");
  return entry ? entry(&arguments) : failToOpen("rank");
}

int runModelCommand(int argc, char** argv) {
  const auto entry = findFunction<int (*)(int, char**)>("hlorankModelMain");
  return entry ? entry(argc, argv) : failToOpen(argv[1]);
}

}  // namespace hlorank::cli
