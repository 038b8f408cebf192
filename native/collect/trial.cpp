#include "native/collect/trial.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "native/collect/encoded_module.h"
#include "native/collect/parameters.h"
#include "native/collect/sharding.h"
#include "shared/base/text.h"
#include "shared/configs/orders.h"
#include "shared/hlo/fingerprint.h"
#include "shared/hlo/read.h"
#include "shared/session/constraints.h"
#include "shared/session/notices.h"

namespace hlorank::collect {
namespace {

using nlohmann::json;

// Time limit of a request to the worker process, in seconds in addition to the timing that the request asks for.
constexpr double kRunSeconds = 30;
constexpr int kMaxRestarts = 3;  // most restarts of the worker process without a successful compilation in between

// Maps names to an instruction of a module. The key is (computation name, instruction name).
using Names = std::map<std::pair<std::string_view, std::string_view>, hlo::InstructionId>;
Names indexNames(const hlo::Module& module) {
  Names names;
  for (hlo::InstructionId i = 0; i < module.instructions.size(); ++i) {
    const hlo::Instruction& instruction = module.instructions[i];
    names.emplace(std::pair(module.computations[instruction.computation].name, instruction.name), i);
  }
  return names;
}

// Finds, among the layouts that a slot (an output or operand whose layout can be chosen) can have, the one with the
// dimension order of `shape`. Ignores dimensions of size 1. Returns the index of that layout; -1 if there is none.
int findRow(const configs::LayoutTable& table, uint32_t slot, const hlo::Module& module, hlo::ShapeId shape) {
  const std::vector<int64_t> sizes(module.dimensionsOf(shape).begin(), module.dimensionsOf(shape).end());
  auto movable = [&](auto dimensions) {
    std::vector<int64_t> large;
    for (const int64_t dimension : dimensions)
      if (dimension >= 0 && static_cast<size_t>(dimension) < sizes.size() && sizes[static_cast<size_t>(dimension)] != 1)
        large.push_back(dimension);
    return large;
  };
  const std::vector<int64_t> order = movable(module.integersOf(module.shapes[shape].minorToMajor));
  for (uint32_t row = table.rowBegin[slot]; row < table.rowBegin[slot + 1]; ++row)
    if (movable(table.layouts[row]) == order) return static_cast<int>(row - table.rowBegin[slot]);
  return -1;
}

// Finds the instructions of `before` (the module before layout assignment) that correspond to the configurable
// instructions of the program `subject`. The n-th configurable instruction of one matches the n-th of the other.
// Returns their ids in `before`. Returns nothing if the numbers of instructions, or any opcodes or dimensions, differ.
std::vector<hlo::InstructionId> matchNodes(const Subject& subject, const hlo::Module& before) {
  const std::vector<uint32_t> nodes = graph::makeGraph(before).configurable;
  const std::vector<uint32_t>& ours = subject.configurations.table.nodes;
  if (nodes.size() != ours.size()) return {};
  for (size_t p = 0; p < nodes.size(); ++p) {
    const hlo::Instruction &a = before.instructions[nodes[p]], &b = subject.module->instructions[ours[p]];
    const auto sizesA = before.dimensionsOf(a.shape), sizesB = subject.module->dimensionsOf(b.shape);
    if (a.opcode != b.opcode || !std::equal(sizesA.begin(), sizesA.end(), sizesB.begin(), sizesB.end())) return {};
  }
  return nodes;
}

// Finds which layouts the compiler chooses by default and stores them in the subject. Compares the modules before and
// after XLA's layout assignment. Matches instructions by name, because layout assignment keeps the names.
void readCompilerDefault(Subject& subject, const hlo::Module& before, const hlo::Module& after) {
  const Names names = indexNames(after);
  const configs::LayoutTable& table = subject.configurations.table;
  const std::vector<hlo::InstructionId> nodes = matchNodes(subject, before);
  subject.compilerDefault.assign(table.slots.size(), 0);
  subject.isCompilerDefaultKnown = !nodes.empty();
  for (uint32_t s = 0; s < table.slots.size() && !nodes.empty(); ++s) {
    const hlo::Instruction& node = before.instructions[nodes[table.slots[s].position]];
    const auto found = names.find({before.computations[node.computation].name, node.name});
    int choice = -1;
    if (found != names.end() && after.instructions[found->second].opcode == node.opcode) {
      const hlo::Instruction& there = after.instructions[found->second];
      const auto operands = after.operandsOf(there);
      const size_t tensor = table.slots[s].tensor;
      if (tensor == 0) choice = findRow(table, s, after, there.shape);
      if (tensor > 0 && tensor <= operands.size())
        choice = findRow(table, s, after, after.instructions[operands[tensor - 1]].shape);
    }
    subject.isCompilerDefaultKnown = subject.isCompilerDefaultKnown && choice >= 0;
    if (choice >= 0) subject.compilerDefault[s] = static_cast<uint8_t>(choice);
  }
}

// Counts the convolutions and dots in a module.
size_t countProducts(const hlo::Module& module) {
  return static_cast<size_t>(
      std::count_if(module.instructions.begin(), module.instructions.end(), [](const hlo::Instruction& instruction) {
        return instruction.opcode == hlo::Opcode::kConvolution || instruction.opcode == hlo::Opcode::kDot;
      }));
}

// Returns an error if a module calls cuDNN: XLA:GPU replaces convolutions with such calls, and aborts when it compiles
// them from HLO text (jaxlib 0.11.2: "Check failed: window_ != nullptr").
std::optional<Error> findCudnnCalls(const hlo::Module& module) {
  const auto count = static_cast<size_t>(
      std::count_if(module.instructions.begin(), module.instructions.end(), [&](const hlo::Instruction& instruction) {
        const hlo::Attribute* target = module.attribute(instruction, "custom_call_target");
        return target != nullptr && target->value.find("__cudnn$conv") != std::string_view::npos;
      }));
  if (count == 0) return std::nullopt;
  return Error{"XLA:GPU replaced " + counted(count, "convolution") +
                   " with calls to cuDNN, which it cannot compile from HLO text",
               "measure the program before optimisation on a CPU (--platform cpu), or remove its convolutions"};
}

}  // namespace

std::optional<Error> checkMeasurable(const hlo::Module& module) {
  auto reject = [](std::string message, std::string help) { return Error{std::move(message), std::move(help)}; };
  for (const char* name : {"replica_count", "num_partitions"}) {
    for (const hlo::Attribute& attribute : module.attributesOf(module.attributes))
      if (attribute.name == name && attribute.value != "1")
        return reject(
            std::string("the program runs on several devices (") + name + "=" + std::string(attribute.value) + ")",
            "give a program for one device");
  }
  if (const std::string reason = explainDevices(module); !reason.empty())
    return reject("the program runs on several devices (" + reason + ")",
                  "give a program for one device: lower it without shardings, meshes and shard_map");
  for (const hlo::Instruction& instruction : module.instructions) {
    const std::string name(instruction.name);
    if (instruction.opcode == hlo::Opcode::kConstant &&
        (instruction.literal.find("...") != std::string_view::npos || instruction.literal.empty()))
      return reject("the values of constant " + name + " are elided from the text",
                    "print the program with all constants (JAX: as_hlo_text(True)), or give it as a proto");
    if (instruction.opcode == hlo::Opcode::kInfeed || instruction.opcode == hlo::Opcode::kOutfeed ||
        instruction.opcode == hlo::Opcode::kSend || instruction.opcode == hlo::Opcode::kRecv)
      return reject(std::string(hlo::name(instruction.opcode)) + " " + name + " needs a host to transfer data with",
                    "give a program without infeed, outfeed, send and recv");
    const hlo::Attribute* target = module.attribute(instruction, "custom_call_target");
    if (target != nullptr && target->value.find("callback") != std::string_view::npos)
      return reject(name + " calls a Python callback, which cannot be run here",
                    "remove callbacks, such as jax.pure_callback and jax.debug.print, from the program");
  }
  const hlo::Computation& entry = module.computations[module.entry];
  for (const hlo::Instruction& instruction : module.instructionsOf(entry)) {
    const hlo::PrimitiveType type = module.shapes[instruction.shape].type;
    if (instruction.opcode == hlo::Opcode::kParameter && hlo::bitWidth(type) == 0)
      return reject("parameter " + std::to_string(instruction.number) + " has type " +
                        hlo::toString(module, instruction.shape) + ", expected an array",
                    "give a program whose parameters are all arrays");
  }
  return std::nullopt;
}

Error explainOptimised(const hlo::Module& module, Error error) {
  const std::vector<session::Notice> notices = session::detectNotices(module);
  const bool isOptimised = std::any_of(notices.begin(), notices.end(),
                                       [](const session::Notice& notice) { return notice.kind == "optimised"; });
  if (isOptimised && error.help.empty())
    error.help =
        "this module is already optimised, and the compiler does not accept every module that it wrote; give the "
        "program before optimisation: jax.jit(f).lower(...).compiler_ir(\"hlo\").as_hlo_text()";
  return error;
}

Result<Subject> makeSubject(const hlo::Module& module, size_t removed) {
  Subject subject;
  subject.text = hlo::printText(module);
  auto again = hlo::readModule(subject.text);  // reads the module as later readers of this text will
  if (!again) return again.error();
  subject.module = std::make_shared<const hlo::Module>(std::move(again->module));
  subject.program = graph::makeProgram(*subject.module, graph::makeGraph(*subject.module));
  subject.configurations.table = configs::tableOf(subject.program);
  if (subject.configurations.table.slots.empty())
    return Error{
        "the program has no layouts to choose: no convolution, dot or reshape with two dimensions larger than 1" +
            (removed == 0 ? std::string()
                          : "; XLA removes or replaces " + std::to_string(removed) +
                                " of its convolutions and dots before layout assignment"),
        "run `hlorank inspect` to see which operations the program has"};
  subject.configurations.reference.assign(subject.configurations.table.slots.size(), 0);
  subject.analytical = model::computeAnalyticalCosts(subject.program, subject.configurations);
  return subject;
}

Result<Subject> prepareSubject(Worker& worker, std::string bytes, bool asIs, double seconds) {
  auto read = hlo::readModule(std::move(bytes));
  if (!read) return read.error();
  if (auto rejected = checkMeasurable(read->module)) return *rejected;
  if (auto calls = findCudnnCalls(read->module)) return *calls;
  auto passes = worker.ask({{"do", "passes"}, {"hlo", hlo::printText(read->module)}}, seconds);
  if (!passes) return explainOptimised(read->module, passes.error());
  auto after = readEncodedModule((*passes)["after"], "module after layout assignment");
  if (!after) return after.error();
  auto before = readEncodedModule((*passes)["before"], "module before layout assignment");
  if (!before) return before.error();
  if (auto calls = findCudnnCalls(*before)) return *calls;
  const size_t products = countProducts(read->module), kept = countProducts(*before);
  auto subject = asIs ? makeSubject(read->module) : makeSubject(*before, products > kept ? products - kept : 0);
  if (subject) readCompilerDefault(*subject, *before, *after);
  return subject;
}

std::string printVariant(const Subject& subject, std::span<const uint8_t> choice) {
  return hlo::printConstrained(*subject.module, session::layoutConstraints(subject.configurations.table, choice));
}

Trial::Trial(const Subject& subject, const WorkerOptions& options, uint64_t seed, std::unique_ptr<Worker> worker)
    : subject_(subject), options_(options), seed_(seed), worker_(std::move(worker)) {}

Result<bool> Trial::sendInputs() {
  auto sent = worker_->ask({{"do", "inputs"}, {"shapes", describeParameters(*subject_.module)}, {"seed", seed_}},
                           options_.timeout);
  if (!sent) return sent.error();
  return true;
}

// Makes a worker process ready to compile and time. If the last process died, starts a new one. Unless done already,
// sends it the input arrays and has it compile the program with its own layouts (the reference). Error: kMaxRestarts is
// exceeded, or one of these steps failed.
Result<bool> Trial::ready() {
  if (worker_->alive() && reference_.id >= firstId_) return true;
  if (!worker_->alive()) {
    if (++restarts_ > kMaxRestarts)
      return Error{
          "the compiler process died " + std::to_string(restarts_) + " times in a row; the last time: " + death_, {}};
    auto worker = Worker::start(options_);
    if (!worker) return worker.error();
    waited_ += worker_->waited();
    worker_ = std::move(*worker);
  }
  firstId_ = nextId_;
  auto sent = sendInputs();
  if (!sent) return sent;
  auto compiled = compileText(printVariant(subject_, Choice(subject_.configurations.table.slots.size(), 0)));
  if (!compiled) return explainOptimised(*subject_.module, compiled.error());
  reference_ = *compiled;
  return true;
}

Result<Compiled> Trial::reference() {
  auto done = ready();
  if (!done) return done.error();
  return reference_;
}

Result<json> Trial::ask(const json& request, double seconds) {
  auto reply = worker_->ask(request, seconds);
  if (reply) return reply;
  ++(worker_->alive() ? counts.rejected : counts.crashed);
  if (!worker_->alive()) death_ = reply.error().message;
  return reply;
}

Result<Compiled> Trial::compileText(const std::string& text) {
  Compiled compiled;
  compiled.id = nextId_++;
  auto reply = ask({{"do", "compile"}, {"id", compiled.id}, {"hlo", text}}, options_.timeout);
  if (!reply) return reply.error();
  auto optimised = readEncodedModule((*reply)["optimised"], "optimised module");
  if (!optimised) return optimised.error();
  compiled.hash = hlo::fingerprint(*optimised);
  compiled.seconds = (*reply)["seconds"];
  return compiled;
}

Result<Compiled> Trial::compile(std::span<const uint8_t> choice) {
  auto done = ready();
  if (!done) return done.error();
  auto compiled = compileText(printVariant(subject_, choice));
  if (!compiled) return compiled;
  const auto begin = std::chrono::steady_clock::now();
  auto checked = ask({{"do", "check"}, {"id", compiled->id}, {"reference", reference_.id}}, options_.timeout);
  slowest_ = std::max(slowest_, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  if (!checked) {
    drop({compiled->id});
    return checked.error();
  }
  // Largest relative difference of outputs that counts as rounding, since layouts change the order of floating-point
  // sums. kLowPrecision is for programs with floating-point types of less than 32 bits, kTolerance for all others.
  constexpr double kTolerance = 2e-3, kLowPrecision = 5e-2;
  bool isLowPrecision = false;
  for (const hlo::Shape& shape : subject_.module->shapes)
    isLowPrecision = isLowPrecision || (hlo::isFloating(shape.type) && hlo::bitWidth(shape.type) < 32);
  const double difference = (*checked)["difference"];
  if (difference >= 0 && difference <= (isLowPrecision ? kLowPrecision : kTolerance)) {
    restarts_ = 0;
    return compiled;
  }
  ++counts.wrong;
  drop({compiled->id});
  const bool isFinite = checked->value("finite", true);
  return Error{
      formatted("the outputs differ from those with the program layouts (relative difference %.2g)", difference),
      isFinite ? ""
               : "on random inputs, outputs with the program layouts are infinite or NaN, so they cannot be compared"};
}

Result<std::vector<double>> Trial::time(const std::vector<int>& ids, double window) {
  constexpr int kRuns = 4;
  const double most = 5 * window + 5 + 2 * kRuns * slowest_;  // for one executable, s
  auto reply = ask({{"do", "time"}, {"ids", ids}, {"seconds", window}, {"runs", kRuns}},
                   kRunSeconds + static_cast<double>(ids.size()) * most);
  if (!reply) return reply.error();
  return (*reply)["times"].get<std::vector<double>>();
}

Result<std::vector<configs::InstructionTime>> Trial::timeInstructions(int id) {
  return collect::timeInstructions(*worker_, id, options_.timeout);
}

void Trial::drop(const std::vector<int>& ids) {
  if (worker_->alive()) (void)worker_->ask({{"do", "drop"}, {"ids", ids}}, kRunSeconds);
}

}  // namespace hlorank::collect
