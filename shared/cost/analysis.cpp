#include "shared/cost/analysis.h"

#include <algorithm>
#include <cmath>

#include "shared/cost/custom_call.h"
#include "shared/graph/trips.h"

namespace hlorank::cost {

using hlo::ComputationId;
using hlo::Instruction;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;

namespace {

// Returns the computations of a module with callees before callers. Omits computations in a cycle of calls, and
// computations that call into such a cycle.
std::vector<ComputationId> sortCalleesFirst(const Module& module) {
  const size_t count = module.computations.size();
  std::vector<uint32_t> pending(count, 0);  // [computations] number of calls to computations that are not sorted yet
  std::vector<std::vector<ComputationId>> callers(count);
  for (const Instruction& instruction : module.instructions) {
    for (const ComputationId callee : module.calledBy(instruction)) {
      ++pending[instruction.computation];
      callers[callee].push_back(instruction.computation);
    }
  }
  std::vector<ComputationId> order;
  for (ComputationId id = 0; id < count; ++id) {
    if (pending[id] == 0) order.push_back(id);
  }
  for (size_t i = 0; i < order.size(); ++i) {
    for (const ComputationId caller : callers[order[i]]) {
      if (--pending[caller] == 0) order.push_back(caller);
    }
  }
  return order;
}

// Returns, for each computation, whether it is part of the entry computation once calls are inlined, or of a fusion
// there. `order`: callees before callers.
std::vector<char> findInlined(const Module& module, std::span<const ComputationId> order) {
  std::vector<char> isInlined(module.computations.size(), 0);
  if (module.entry != hlo::kNone) isInlined[module.entry] = 1;
  for (size_t i = order.size(); i-- > 0;) {
    if (!isInlined[order[i]]) continue;
    for (const Instruction& instruction : module.instructionsOf(module.computations[order[i]]))
      if (instruction.opcode == Opcode::kCall || instruction.opcode == Opcode::kFusion)
        for (const ComputationId callee : module.calledBy(instruction)) isInlined[callee] = 1;
  }
  return isInlined;
}

// Combines the costs of two branches of a conditional as XLA does. The result is the maximum, with one exception: a
// branch with cost 0 does not replace a negative (unknown) cost.
double largerFigure(double sum, double branch) {
  return branch == 0 ? sum : std::max(sum, branch);
}

// Rounds costs to single precision, in which XLA adds them.
Cost rounded(const Cost& cost) {
  return mapped(cost, [](double x) { return static_cast<double>(static_cast<float>(x)); });
}

class Analyst {
 public:
  Analyst(const Module& module, Convention convention, const Machine& machine)
      : module_(module),
        convention_(convention),
        machine_(machine),
        users_(module),
        fusionBytes_(module, users_, convention == Convention::kXla ? Inside::kAsXla : Inside::kExecuted),
        contents_(module),
        steps_(module),
        sums_(module.computations.size()),
        fused_(module.computations.size()),
        order_(sortCalleesFirst(module)),
        isInlined_(findInlined(module, order_)) {
    analysis_.own.resize(module.instructions.size());
    analysis_.inclusive.resize(module.instructions.size());
    analysis_.trips.resize(module.instructions.size());
    analysis_.parts.resize(module.instructions.size(), Part::kUnused);
  }

  Analysis run() {
    for (const ComputationId id : order_) price(id);
    if (module_.entry == hlo::kNone) return std::move(analysis_);
    distribute();
    analysis_.total = sums_[module_.entry];
    return std::move(analysis_);
  }

 private:
  double tripsOf(const Instruction& loop) const {
    return convention_ == Convention::kXla ? 1 : graph::findTripCount(module_, loop).value_or(1);
  }

  // Returns the branch of a conditional that is counted: the one whose summed cost takes longest.
  ComputationId chooseBranch(const Instruction& conditional) const {
    const auto called = module_.calledBy(conditional);
    const auto seconds = [&](ComputationId id) { return estimateSeconds(sums_[id], machine_); };
    return *std::max_element(called.begin(), called.end(), [&](auto a, auto b) { return seconds(a) < seconds(b); });
  }

  // Returns the cost of the computations that an instruction runs in one execution. For a loop, this is the cost of all
  // iterations.
  Cost runCost(const Instruction& instruction) const {
    const auto called = module_.calledBy(instruction);
    Cost cost;
    if (instruction.opcode != Opcode::kConditional) {
      for (const ComputationId callee : called) cost += sums_[callee];
      return instruction.opcode == Opcode::kWhile ? cost * tripsOf(instruction) : cost;
    }
    if (convention_ == Convention::kExecuted) return sums_[chooseBranch(instruction)];
    cost = sums_[called[0]];
    for (const ComputationId branch : called.subspan(1)) {
      cost.flops = largerFigure(cost.flops, sums_[branch].flops);
      cost.transcendentals = largerFigure(cost.transcendentals, sums_[branch].transcendentals);
      cost.bytes = largerFigure(cost.bytes, sums_[branch].bytes);
      for (size_t i = 0; i < kArithmetics; ++i)
        cost.operations[i] = std::max(cost.operations[i], sums_[branch].operations[i]);
    }
    return cost;
  }

  void price(ComputationId id) {
    const Unknown unknown = convention_ == Convention::kXla ? Unknown::kMinusOne : Unknown::kOperands;
    const bool isOnCpu = convention_ == Convention::kExecuted && machine_.platform == Platform::kCpu;
    const Context context{
        module_, fusionBytes_, contents_, sums_, fused_, unknown, isOnCpu ? &steps_ : nullptr, isInlined_[id] != 0};
    fusionBytes_.add(id);
    Cost sum, fused;
    InstructionId at = module_.computations[id].instructions.begin;
    for (const Instruction& instruction : module_.instructionsOf(module_.computations[id])) {
      const bool runs = callingOf(instruction) == Calling::kRuns;
      analysis_.own[at] = computeOwnCost(context, instruction);
      analysis_.inclusive[at] = runs ? runCost(instruction) : analysis_.own[at];
      if (convention_ == Convention::kXla) analysis_.inclusive[at] = rounded(analysis_.inclusive[at]);
      sum += analysis_.inclusive[at];
      if (convention_ == Convention::kXla) sum = rounded(sum);
      fused += analysis_.inclusive[at] * fusionBytes_.partComputed(at);
      ++at;
    }
    sums_[id] = limited(sum);
    fused_[id] = convention_ == Convention::kXla ? sums_[id] : limited(fused);
  }

  // Sets for every instruction whether its cost counts by itself or in another instruction (Part), and how often it is
  // executed. Handles callers before callees.
  void distribute() {
    std::vector<Part> parts(module_.computations.size(), Part::kUnused);
    std::vector<double> trips(module_.computations.size(), 0);
    const auto call = [&](ComputationId callee, Part part, double times) {
      // If a computation is both called and applied to elements, the call counts: the computation's instructions then
      // have costs of their own.
      if (parts[callee] == Part::kUnused || part == Part::kExecuted) parts[callee] = part;
      trips[callee] = std::min(trips[callee] + times, graph::kMostTrips);
    };
    call(module_.entry, Part::kExecuted, 1);
    for (size_t i = order_.size(); i-- > 0;) {
      const ComputationId id = order_[i];
      if (parts[id] == Part::kUnused) continue;
      InstructionId at = module_.computations[id].instructions.begin;
      for (const Instruction& instruction : module_.instructionsOf(module_.computations[id])) {
        analysis_.parts[at] = parts[id];
        analysis_.trips[at] = trips[id];
        const Calling calling = callingOf(instruction);
        if (calling == Calling::kRuns && parts[id] == Part::kExecuted) {
          runEach(at, instruction, trips[id], call);
        } else {
          const Part part = calling == Calling::kFuses && parts[id] != Part::kApplied ? Part::kFused : Part::kApplied;
          for (const ComputationId callee : module_.calledBy(instruction))
            call(callee, parts[id] == Part::kFused && calling == Calling::kRuns ? Part::kFused : part, trips[id]);
        }
        const bool isCall = instruction.opcode == Opcode::kCustomCall && parts[id] == Part::kExecuted;
        if (isCall && !isAnnotation(module_, instruction) && !countLibraryWork(module_, instruction))
          analysis_.unknownCalls.push_back(at);
        ++at;
      }
    }
  }

  template <class Call>
  void runEach(InstructionId at, const Instruction& instruction, double trips, Call call) {
    if (instruction.opcode == Opcode::kConditional) {
      call(chooseBranch(instruction), Part::kExecuted, trips);
      return;
    }
    double times = trips;
    if (instruction.opcode == Opcode::kWhile) {
      const auto known =
          convention_ == Convention::kXla ? std::optional<double>(1) : graph::findTripCount(module_, instruction);
      times = std::min(trips * known.value_or(1), graph::kMostTrips);
      analysis_.loops.push_back(at);
      if (!known) analysis_.unknownLoops.push_back(at);
    }
    for (const ComputationId callee : module_.calledBy(instruction)) call(callee, Part::kExecuted, times);
  }

  const Module& module_;
  const Convention convention_;
  const Machine& machine_;
  const Users users_;
  FusionBytes fusionBytes_;
  ContentsTable contents_;
  CpuSteps steps_;
  std::vector<Cost> sums_;   // [computations] cost of one execution of each computation
  std::vector<Cost> fused_;  // [computations] the same inside a fusion (Context::fused)
  std::vector<ComputationId> order_;
  std::vector<char> isInlined_;  // [computations] findInlined
  Analysis analysis_;
};

}  // namespace

Analysis analyse(const Module& module, Convention convention) {
  return analyse(module, convention, findMachineOrDefault(kDefaultMachine));
}

Analysis analyse(const Module& module, Convention convention, const Machine& machine) {
  return Analyst(module, convention, machine).run();
}

}  // namespace hlorank::cost
