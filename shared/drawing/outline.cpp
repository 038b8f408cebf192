// Builds the tree of all boxes that can be drawn (places) for a module: computations, their sections and instructions,
// and the computations that instructions call.
#include <algorithm>
#include <optional>

#include "shared/drawing/drawing.h"
#include "shared/drawing/sections.h"

namespace hlorank::drawing {
namespace {

using hlo::Instruction;
using hlo::InstructionId;
using hlo::Opcode;

// Greatest count of instructions or boxes; larger counts are stored as this number.
constexpr uint64_t kMaxCount = UINT32_MAX - 1;

// Whether the box of an instruction with this opcode can be opened to show the computations that it calls.
bool canOpen(Opcode opcode) {
  return opcode == Opcode::kFusion || opcode == Opcode::kCall || opcode == Opcode::kWhile ||
         opcode == Opcode::kConditional || opcode == Opcode::kAsyncStart || opcode == Opcode::kCustomCall;
}

// Builds the tree of all boxes that can be drawn (places) for a module, in preorder.
class Outliner {
 public:
  explicit Outliner(const hlo::Module& module) : module_(module), folding_(foldPlumbing(module)) {
    symbols_ = computeSymbols(module, folding_);
  }

  Outline run() {
    outline_.placeOf.assign(module_.instructions.size(), kNone);
    if (module_.entry == kNone) return std::move(outline_);
    countAll();
    sections_.resize(module_.computations.size());
    shown_.assign(module_.computations.size(), 0);
    placeOf_.assign(module_.instructions.size(), kNone);
    enter(module_.entry);
    while (!tasks_.empty()) step();
    outline_.places[0].instructions = countReached();
    return std::move(outline_);
  }

 private:
  // Kinds of pending work. The work is kept on a stack, because calls may nest too deeply for recursion. kEntries adds
  // the boxes of some entries of a section tree. kEnter adds a called computation. kClose finishes a box after all
  // boxes in it are added.
  enum class Do { kEntries, kEnter, kClose };
  struct Task {
    Do what;
    hlo::ComputationId computation;
    uint32_t next, end;  // for kEntries, a range of sections_[computation]; for kClose, `next` is the box to finish
  };

  // Counts the instructions and boxes of every computation, including those of the computations that it calls. Counts
  // stop at kMaxCount. Sets onceOnly_ if there would be too many boxes.
  void countAll() {
    instructions_.assign(module_.computations.size(), 0);
    std::vector<uint64_t> places(module_.computations.size(), 0);
    for (size_t c = 0; c < module_.computations.size(); ++c) {  // visits callees before callers
      const hlo::Range range = module_.computations[c].instructions;
      uint64_t instructions = 0, all = 0;
      for (uint32_t i = range.begin; i < range.begin + range.size; ++i) {
        const Instruction& instruction = module_.instructions[i];
        instructions += 1;
        all += 1;
        for (hlo::ComputationId callee : module_.calledBy(instruction)) {
          instructions += instructions_[callee];
          if (canOpen(instruction.opcode)) all += places[callee] + 1;
        }
        instructions = std::min(instructions, kMaxCount);
        all = std::min(all, kMaxCount);
      }
      instructions_[c] = static_cast<uint32_t>(instructions);
      places[c] = all;
    }
    onceOnly_ = places[module_.entry] > 4 * module_.instructions.size() + 10'000;
  }

  // Counts the instructions of the entry computation and of all computations that it calls directly or indirectly.
  // Counts each computation once.
  uint32_t countReached() const {
    std::vector<uint8_t> isCalled(module_.computations.size(), 0);
    isCalled[module_.entry] = 1;
    uint32_t instructions = 0;
    for (size_t c = module_.computations.size(); c-- > 0;) {  // visits callers before callees
      if (!isCalled[c]) continue;
      const hlo::Range range = module_.computations[c].instructions;
      instructions += range.size;
      for (uint32_t i = range.begin; i < range.begin + range.size; ++i)
        for (hlo::ComputationId callee : module_.calledBy(module_.instructions[i])) isCalled[callee] = 1;
    }
    return instructions;
  }

  // Appends a box (place) of kind `kind` as a child of the innermost box on open_.
  PlaceId add(Kind kind, hlo::ComputationId computation) {
    Place place;
    place.kind = kind;
    place.computation = computation;
    place.parent = open_.empty() ? kNone : open_.back();
    place.depth = static_cast<uint16_t>(std::min<size_t>(open_.size(), UINT16_MAX));
    outline_.places.push_back(place);
    const PlaceId id = static_cast<PlaceId>(outline_.places.size() - 1);
    outline_.places[id].end = id + 1;
    return id;
  }

  // Makes `place` the parent of all boxes that are added from now on, until the kClose task of `place` runs.
  void open(PlaceId place) {
    open_.push_back(place);
    tasks_.push_back({Do::kClose, 0, place, 0});
  }

  // Adds a box for a computation, and the contents of the computation in it.
  void enter(hlo::ComputationId computation) {
    open(add(Kind::kComputation, computation));
    showEntries(computation);
  }

  // Adds the sections and instructions of a computation as children of the innermost box on open_.
  void showEntries(hlo::ComputationId computation) {
    if (!sections_[computation])
      sections_[computation] = buildSections(module_, computation, folding_, symbols_, outline_.labels);
    shown_[computation] = 1;
    tasks_.push_back({Do::kEntries, computation, 0, static_cast<uint32_t>(sections_[computation]->size())});
  }

  // Removes the top task from the stack and runs it, which may push further tasks.
  void step() {
    const Task task = tasks_.back();
    tasks_.pop_back();
    if (task.what == Do::kClose) {
      close(task.next);
    } else if (task.what == Do::kEnter) {
      enter(task.computation);
    } else if (task.next < task.end) {
      const Entry& entry = (*sections_[task.computation])[task.next];
      tasks_.push_back({Do::kEntries, task.computation, entry.end, task.end});
      const PlaceId id = add(entry.kind, task.computation);
      if (entry.kind == Kind::kInstruction) {
        instruction(id, entry);
      } else {
        outline_.places[id].label = entry.label;
        outline_.places[id].repeats = entry.repeats;
        open(id);
        tasks_.push_back({Do::kEntries, task.computation, task.next + 1, entry.end});
      }
    }
  }

  // Fills in the box (place) `id` of an instruction. If the box can be opened, adds the computations that the
  // instruction calls.
  void instruction(PlaceId id, const Entry& entry) {
    const Instruction& instruction = module_.instructions[entry.instruction];
    Place& place = outline_.places[id];
    place.instruction = entry.instruction;
    place.folded = folding_.folded[entry.instruction];
    place.host = entry.host;  // an instruction number for now; resolveHosts replaces it by a box number
    place.instructions = 1;
    placeOf_[entry.instruction] = id;
    if (outline_.placeOf[entry.instruction] == kNone) outline_.placeOf[entry.instruction] = id;
    const auto callees = module_.calledBy(instruction);
    bool openable = canOpen(instruction.opcode) && !callees.empty();
    for (hlo::ComputationId callee : callees) openable = openable && !(onceOnly_ && shown_[callee]);
    if (!openable) {
      for (hlo::ComputationId callee : callees)
        place.instructions =
            static_cast<uint32_t>(std::min<uint64_t>(kMaxCount, uint64_t{place.instructions} + instructions_[callee]));
      return;
    }
    open(id);
    if (callees.size() == 1) {
      showEntries(callees[0]);
    } else {
      for (size_t k = callees.size(); k-- > 0;) {
        shown_[callees[k]] = 1;
        tasks_.push_back({Do::kEnter, callees[k], 0, 0});
      }
    }
  }

  // Finishes box `id` after all boxes in it are added: sets Place::end and Place::instructions.
  void close(PlaceId id) {
    open_.pop_back();
    Place& place = outline_.places[id];
    place.end = static_cast<PlaceId>(outline_.places.size());
    uint64_t instructions = place.instructions;
    for (PlaceId child = id + 1; child < place.end; child = outline_.places[child].end)
      instructions += outline_.places[child].instructions;
    place.instructions = static_cast<uint32_t>(std::min(instructions, kMaxCount));
    if (place.kind == Kind::kSection || place.kind == Kind::kRepeat) return;
    resolveHosts(id);
  }

  // Replaces instruction numbers by box numbers in Place::host, the box on which a folded instruction is drawn as a
  // pin. Handles the box `computation` of one call and the sections in it, but not the computations that it calls.
  void resolveHosts(PlaceId computation) {
    const PlaceId end = outline_.places[computation].end;
    for (const bool second : {false, true}) {
      PlaceId p = computation + 1;
      while (p < end) {
        Place& place = outline_.places[p];
        if (place.kind == Kind::kComputation) {
          p = place.end;
          continue;
        }
        if (place.kind == Kind::kInstruction) {
          if (!second) placeOf_[place.instruction] = p;
          if (second && place.host != kNone) place.host = placeOf_[place.host];
          p = place.end;
        } else {
          ++p;
        }
      }
    }
  }

  const hlo::Module& module_;
  const Folding folding_;
  std::vector<uint64_t> symbols_;  // [instructions] hash of each instruction's operation
  // [computations] number of instructions of each computation, including those of called computations.
  std::vector<uint32_t> instructions_;
  bool onceOnly_ = false;  // whether a computation can be opened only at its first call, to limit the number of boxes
  // [computations] tree of sections of each computation; built when first needed.
  std::vector<std::optional<std::vector<Entry>>> sections_;
  std::vector<uint8_t> shown_;  // [computations] 1: the computation has boxes
  std::vector<PlaceId> open_;   // boxes to which children are being added, outermost first
  std::vector<Task> tasks_;
  std::vector<PlaceId> placeOf_;  // [instructions] the box that was added last for each instruction
  Outline outline_;
};

// Formats a number with thousands separators: "12,345".
std::string formatCount(uint32_t value) {
  std::string digits = std::to_string(value);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

// Returns the attribute by which the calling instruction refers to the computation in box `id`, such as "body" or
// "condition". Returns an empty text for the entry computation.
std::string_view findRole(const hlo::Module& module, const Outline& outline, PlaceId id) {
  const Place& place = outline.places[id];
  if (place.parent == kNone) return {};
  const Instruction& caller = module.instructions[outline.places[place.parent].instruction];
  for (const hlo::Attribute& attribute : module.attributesOf(caller.attributes))
    for (uint32_t k = 0; k < attribute.computations.size; ++k)
      if (module.calledComputations[attribute.computations.begin + k] == place.computation) return attribute.name;
  return {};
}

}  // namespace

Outline buildOutline(const hlo::Module& module) {
  return Outliner(module).run();
}

std::string title(const hlo::Module& module, const Outline& outline, PlaceId id) {
  const Place& place = outline.places[id];
  switch (place.kind) {
    case Kind::kInstruction:
      return std::string(module.instructions[place.instruction].name);
    case Kind::kComputation: {
      const std::string_view role = findRole(module, outline, id);
      const std::string_view name = module.computations[place.computation].name;
      return role.empty() ? std::string(name) : std::string(role) + ": " + std::string(name);
    }
    case Kind::kRepeat:
      return outline.labels[place.label].name + " × " + formatCount(place.repeats);
    case Kind::kSection:
      break;
  }
  const Label& label = outline.labels[place.label];
  return label.name.empty() ? label.summary : label.name;
}

std::string subtitle(const hlo::Module& module, const Outline& outline, PlaceId id) {
  const Place& place = outline.places[id];
  if (place.kind == Kind::kInstruction)
    return place.label == kNone ? hlo::toString(module, module.instructions[place.instruction].shape, false)
                                : outline.labels[place.label].summary;
  if (place.kind == Kind::kRepeat) return "each " + outline.labels[place.label].summary;
  const std::string text =
      formatCount(place.instructions) + (place.instructions == 1 ? " instruction" : " instructions");
  if (place.kind == Kind::kComputation || outline.labels[place.label].name.empty()) return text;
  return text + ": " + outline.labels[place.label].summary;
}

}  // namespace hlorank::drawing
