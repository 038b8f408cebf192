// Defines the methods of Session that show the open program: its instructions, its drawing, its costs.
#include <utility>

#include "shared/profile/device.h"
#include "shared/profile/join.h"
#include "shared/session/propagation.h"
#include "wasm/cost_answers.h"
#include "wasm/graph_answers.h"
#include "wasm/session.h"

namespace hlorank {
using emscripten::val;

namespace {

constexpr char kNoComputation[] = "which do not say what its instructions compute";

std::string_view stepName(session::OpeningStep step) {
  switch (step) {
    case session::OpeningStep::kRead:
      return "read";
    case session::OpeningStep::kFeatures:
      return "features";
    default:
      return "configurations";
  }
}

}  // namespace

std::string Session::open(const std::string& name, std::string bytes, const std::string& otherName,
                          std::string otherBytes, size_t candidates, val onStep) {
  return guarded(name, [&]() -> std::string {
    std::vector<session::File> files;
    files.push_back({name, std::move(bytes)});
    if (!otherName.empty()) files.push_back({otherName, std::move(otherBytes)});
    session::Options options;
    options.candidates = candidates;
    options.onStep = [&](session::OpeningStep step) { onStep(val(std::string(stepName(step)))); };
    size_t file = 0;
    auto opened = session::open(std::move(files), options, &file);
    if (!opened) return failed(opened.error(), file == 0 ? name : otherName);
    // These have pointers to *opened_, which is replaced below.
    search_.reset();
    ranking_.reset();
    costs_.reset();
    measuredOn_.reset();
    unknownDevice_.clear();
    own_.clear();
    card_.reset();
    inputs_ = {};
    opened_ = std::make_unique<session::Opened>(std::move(*opened));
    analytical_ = model::computeAnalyticalCosts(opened_->program, opened_->configurations);
    outline_.reset();
    name_ = name;
    return session::inspectJson(*opened_, name_);
  });
}

val Session::instructions() const {
  return instructionsAnswer(opened_ ? *opened_ : session::Opened());
}

val Session::outline() {
  return guardedObject(name_, [&](val& answer) -> std::string {
    if (const std::string missing = ensureOutline(); !missing.empty()) return missing;
    answer = outlineAnswer(*opened_->module, *outline_);
    return {};
  });
}

val Session::draw(val open, bool openAll, bool plumbing) {
  return guardedObject(name_, [&](val& answer) -> std::string {
    if (const std::string missing = ensureOutline(); !missing.empty()) return missing;
    answer = drawn(*opened_->module, *outline_, open, openAll, plumbing);
    return {};
  });
}

val Session::structure() {
  return guardedObject(name_, [&](val& answer) -> std::string {
    if (!opened_) return failed(kNothingOpen);
    answer = structureAnswer(*opened_);
    return {};
  });
}

val Session::slots() const {
  return slotsAnswer(opened_ ? *opened_ : session::Opened());
}

val Session::costs(const std::string& machine, const std::string& profile, const std::string& profileBytes) {
  return guardedObject(name_, [&](val& answer) -> std::string {
    const std::string wrong = profile.empty() ? analyseCosts(machine) : addProfile(machine, profile, profileBytes);
    if (!wrong.empty()) return wrong;
    answer = costsAnswer(*costs_, measuredOn_, name_);
    return {};
  });
}

val Session::costGroups(const std::string& machine, const std::string& by) {
  return guardedObject(name_, [&](val& answer) -> std::string {
    if (std::string missing = analyseCosts(machine); !missing.empty()) return missing;
    const auto grouping = by == "scope"  ? cost::Grouping::kScope
                          : by == "kind" ? cost::Grouping::kKind
                                         : cost::Grouping::kOperation;
    answer = groupsAnswer(*costs_, name_, grouping);
    return {};
  });
}

std::string Session::details(uint32_t node) const {
  return guarded(name_, [&]() -> std::string {
    if (!opened_ || node >= opened_->program.graph.nodes())
      return failed({"there is no instruction " + std::to_string(node), ""});
    return session::detailsJson(*opened_, node);
  });
}

std::string Session::propagation(const std::string& choice) const {
  return guarded(name_, [&]() -> std::string {
    if (std::string missing = checkModule("which do not suffice for the simulation"); !missing.empty()) return missing;
    return session::propagationJson(*opened_, std::vector<uint8_t>(choice.begin(), choice.end()));
  });
}

std::string Session::analyseCosts(const std::string& machine) {
  if (std::string missing = checkModule(kNoComputation); !missing.empty()) return missing;
  if (costs_ && costsFor_ == machine) return {};
  auto measured = costs_ ? std::move(costs_->measured) : std::nullopt;
  estimateCosts(machine);
  if (measured) costs_->addMeasured(std::move(*measured));
  return {};
}

std::string Session::addProfile(const std::string& machine, const std::string& file, const std::string& bytes) {
  if (std::string missing = checkModule(kNoComputation); !missing.empty()) return missing;
  const auto profiles = profile::readProfiles(bytes);
  if (!profiles) return failed(profiles.error(), file);
  size_t joined = 0;
  auto times = profile::joinProfiles(*profiles, *opened_->module, &joined);
  if (!times) return failed(times.error(), file);
  const profile::Profile& profile = (*profiles)[joined];
  measuredOn_ = profile::machineOf(profile);
  unknownDevice_ = measuredOn_ ? std::string() : profile::deviceOf(profile);
  estimateCosts(machine);
  costs_->addMeasured(std::move(*times));
  return {};
}

void Session::estimateCosts(const std::string& machine) {
  costs_.emplace(*opened_->module, findMachine(machine));
  costsFor_ = machine;
  if (!cost::findMachine(machine)) costs_->unknownDevice = unknownDevice_;
}

const cost::Machine& Session::findMachine(const std::string& name) const {
  const bool isMeasuredOn = measuredOn_ && (name == measuredOn_->name || !cost::findMachine(name));
  return isMeasuredOn ? *measuredOn_ : cost::findMachineOrDefault(name);
}

std::string Session::checkModule(const std::string& clause) const {
  if (!opened_) return failed(kNothingOpen);
  if (opened_->module) return {};
  return failed({"this file has only the arrays of a program, " + clause, "open the HLO file it was made from"});
}

std::string Session::ensureOutline() {
  if (std::string missing = checkModule("which are no graph to draw"); !missing.empty()) return missing;
  if (!outline_) outline_ = drawing::buildOutline(*opened_->module);
  return {};
}

}  // namespace hlorank
