// Declares the class Session of the JavaScript interface, which holds one open program and its current ranking.
// module.d.ts documents the methods and must match them.
#pragma once

#include <emscripten/val.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shared/cost/report.h"
#include "shared/drawing/drawing.h"
#include "shared/model/analytical.h"
#include "shared/session/network.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"
#include "shared/session/report.h"
#include "shared/session/what_if.h"
#include "wasm/answers.h"
#include "wasm/ranking_answers.h"

namespace hlorank {

inline const Error kNothingOpen = {"no program is open", "open a program first"};
inline const Error kNothingRanked = {"no ranking has been started", "call `rank` first"};
inline const Error kNotScored = {"the network has not scored this configuration yet", "call `addScores` first"};

class Session {
 public:
  using val = emscripten::val;

  // Methods on the open program, defined in session_program.cpp.
  std::string open(const std::string& name, std::string bytes, const std::string& otherName, std::string otherBytes,
                   size_t candidates, val onStep);
  val instructions() const;
  val outline();
  val draw(val open, bool openAll, bool plumbing);
  val structure();
  val slots() const;
  val costs(const std::string& machine, const std::string& profile, const std::string& profileBytes);
  val costGroups(const std::string& machine, const std::string& by);
  std::string details(uint32_t node) const;
  std::string propagation(const std::string& choice) const;

  // Methods on the ranking, defined in session_ranking.cpp.
  val inputs(const std::string& cardJson, bool onlyCheck);
  val encodeChoices(val which, size_t begin, size_t count) const;
  std::string rank(val model);
  std::string addScores(val choices, val scores);
  val unscoredChoices(const std::string& choices, int slot) const;
  val step(size_t count);
  val top(size_t k) const;
  val view(val query) const;
  std::string explain(val configuration) const;
  std::string report(size_t count) const;

  // Methods on configurations that the user edits, compares and saves, defined in session_what_if.cpp.
  val choice(size_t configuration) const;
  std::string setUserConfigurations(const std::string& choices);
  std::string settings(const std::string& choice, uint32_t slot) const;
  std::string sideBySide(const std::string& choices) const;
  std::string best(size_t count, size_t scores, bool isNew);
  std::string saved(const std::string& kind, val configurations, const std::string& names,
                    const std::string& collection) const;

 private:
  // Returns the layouts of the configuration with the number `configuration`: for each tensor whose layout can be
  // chosen, the index of its layout. Configurations made by the user are numbered after those of the file. Returns
  // nullopt if there is no configuration with this number.
  std::optional<std::span<const uint8_t>> rowsOf(size_t configuration) const;

  // Runs `body` if a ranking was started, and returns the JSON text that `body` returns. Otherwise returns an error as
  // JSON.
  template <class Body>
  std::string withRanking(Body body) const {
    return guarded(name_, [&]() -> std::string {
      if (!ranking_) return failed(kNothingRanked);
      return body();
    });
  }

  // Runs `body` on a configuration (one layout index per tensor) if the ranking can score the configuration, and
  // returns the JSON text that `body` returns. Otherwise returns an error as JSON.
  template <class Body>
  std::string withChoice(const std::string& choice, Body body) const {
    return withRanking([&]() -> std::string {
      const auto rows = parseChoice(*opened_, choice);
      if (!rows) return failed(rows.error());
      if (!ranking_->canScore(*rows)) return failed(kNotScored);
      return body(*rows);
    });
  }

  // Returns "" if the open program has HLO, else {error: {...}} as JSON. `clause`: what the arrays of a program without
  // HLO do not do, as a relative clause ("which do not …").
  std::string checkModule(const std::string& clause) const;
  // Returns the machine of this name for cost estimates: a preset, or `measuredOn_`. For other names, `measuredOn_`,
  // and without it the default preset.
  const cost::Machine& findMachine(const std::string& name) const;
  // Sets `costs_` to the estimated costs of the open program on a machine (see findMachine). Does nothing if `costs_`
  // has them already. Returns as checkModule does.
  std::string analyseCosts(const std::string& machine);
  // Sets `costs_` to estimates for a machine (see findMachine), without measured times.
  void estimateCosts(const std::string& machine);
  // Sets `measuredOn_` and `unknownDevice_`, and `costs_` to the costs on a machine (see findMachine) with the measured
  // times of a profile. Returns as checkModule does, or {error: {...}} if the profile cannot be read or is of another
  // program.
  std::string addProfile(const std::string& machine, const std::string& file, const std::string& bytes);
  // Sets `outline_`, the tree of boxes that can be drawn for the open program. Does nothing if it is set already.
  // Returns "" on success, or {error: {...}} as JSON on failure.
  std::string ensureOutline();

  std::string name_;
  std::unique_ptr<session::Opened> opened_;
  std::optional<drawing::Outline> outline_;
  std::optional<cost::Report> costs_;        // has pointers to *opened_->module
  std::string costsFor_;                     // the machine for which costs_ was requested
  std::optional<cost::Machine> measuredOn_;  // the GPU or TPU that the added profile names
  std::string unknownDevice_;                // its name if its peak rates are unknown, else empty
  model::AnalyticalCosts analytical_;
  std::optional<model::Card> card_;
  // Inputs of the network that card_ describes; the tensors are freed after JavaScript has copied them.
  session::NetworkInputs inputs_;
  std::optional<session::Ranking> ranking_;
  std::optional<session::BestSearch> search_;  // has references to *opened_ and *ranking_
  session::RankedBy by_;
  std::vector<session::Choice> own_;  // configurations that the user made, numbered after those of the file
};

}  // namespace hlorank
