// Hyperparameters of a network, as stored in model.json: which parts of the definition in network.h the network has,
// and the sizes of these parts. A network scores configurations. A configuration is usually one layout per slot, where
// a slot is the output or an operand of a configurable instruction (convolution, dot, reshape). The layout table has
// one row per slot and layout.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "shared/base/result.h"
#include "shared/model/score.h"
#include "shared/simulation/rules.h"

namespace hlorank::model {

// At which point the network reads the configuration (for example a layout for every configurable tensor).
enum class Join {
  // Nowhere: the network outputs a cost per tensor and layout (layout table). The score of a configuration adds up the
  // costs of its layouts.
  kTables,
  // Before message passing: the encodings of the selected layouts are added to the states of the graph nodes that have
  // these layouts.
  kEarly,
  // After pooling: encodings of the selected layouts are concatenated to the embedding of the graph.
  kLate,
  // After the layout table, whose rows are vectors of cost components (analytical and learned): those of the selected
  // layouts are summed, and an MLP reads the sum.
  kParts,
  // Before the network: a simulated compiler turns the configuration into loops, whose cost the network predicts.
  kLoops,
  // Before message passing: the configuration is a Halide or TVM schedule, with a feature row per stage (loop nest).
  kStages,
};

// Hyperparameters of a network: which parts the network has, and the sizes of these parts.
struct Description {
  // Columns of the input `slot`, the features of a configurable tensor and layout; 0 if configurations are not layouts.
  // shared/model/inputs.h defines all inputs.
  int slotFeatures = 0;
  int nodeFeatures = 0;  // columns of the input `node`, the features of an instruction
  int opcodes = 256;     // rows of the opcode embedding

  int members = 1;  // number of networks, trained from different seeds, whose outputs are averaged

  // Hidden width of the MLP that outputs multipliers of the analytical cost; 0: a linear layer.
  int multiplierHidden = 0;
  int encoderLayers = -1;  // message passing layers of the node encoder; -1: no encoder
  int encoderWidth = 32;   // width of the node states in the node encoder
  int opcodeWidth = 16;    // width of the opcode embedding
  // Hidden width of the MLP that adds a learned cost to each configurable tensor and layout; 0: no MLP.
  int correctionWidth = 0;
  // Rank of the learned cost of the layouts of two neighbouring tensors; 0: no such cost.
  int pairWidth = 0;
  // Number of tensor-and-layout pairs with a learned constant cost (a free term), for training on one program; 0: none.
  int64_t freeRows = 0;
  double gain = 5;  // factor from (analytical cost · multiplier) to the output of the network

  // Whether the learned costs of layouts and of pairs of layouts are multiplied by sizes in bytes (see gates.h).
  bool gates = false;

  // Where the network reads the configuration. kEarly, kLate and kParts score whole configurations (joined_network.h);
  // early- and late-join networks also use encoderLayers, encoderWidth and opcodeWidth, for their own encoder.
  Join join = Join::kTables;
  // Whether the network has a layout table (a cost per slot and layout), whose score it adds to its own.
  bool tables = true;
  // Message passing layers of the separate node encoder of the layout table; -1: no encoder.
  int tableLayers = -1;
  int tableWidth = 32;  // width of the separate node encoder of the layout table
  // Early join: whether messages also pass from users to operands, and not only from operands to users.
  bool bothDirections = false;
  // Hidden width of the scoring head (0: linear), or with Join::kLoops of the MLP that predicts loop costs.
  int headWidth = 0;
  // Cross-configuration attention: number of reference configurations with which each scored configuration is compared;
  // 0: no attention.
  int crossAttention = 0;
  int tileFeatures = 0;  // columns of the input `tile`, the tile sizes; 0: configurations are layouts
  // Join::kLoops: columns of the input `access`, the features of a memory access; else 0.
  int accessFeatures = 0;

  // Join::kLoops: whether the simulated compiler propagates layouts (`propagation`), fuses operations (`fusion`) and
  // models cache conflicts (`conflicts`), see shared/simulation/rules.h. Each can be left out, to measure what it
  // contributes.
  bool propagation = true, fusion = true, conflicts = true;
  simulation::Caches caches;  // Join::kLoops: of the machine that measured the run times

  // Join::kStages: columns of the input `schedule`, the features of a scheduled stage (loop nest); else 0.
  int scheduleFeatures = 0;
  // Join::kStages: whether messages pass along graph edges. If not, stages (loop nests) are predicted separately.
  bool stageEdges = true;

  Aggregation aggregation = Aggregation::kLargestPerValue;
  Scale scale = Scale::kSignedLog;

  simulation::Rules rules() const { return {propagation, fusion, conflicts, caches}; }

  friend bool operator==(const Description&, const Description&) = default;
};

// Returns whether the network scores whole configurations, each by a forward pass of its own: early-, late- and
// parts-join.
inline bool isJoined(const Description& d) {
  return d.join == Join::kEarly || d.join == Join::kLate || d.join == Join::kParts;
}

nlohmann::ordered_json toJson(const Description& description);
// Reads the field `description` of model.json. Error: one of its fields is missing, has the wrong type or is out of
// range; the message names that field.
Result<Description> descriptionFromJson(const nlohmann::ordered_json& json);

// Return the names that enum values have in model.json.
std::string toString(Aggregation aggregation);  // "sum", "largest-per-value"
std::string toString(Scale scale);              // "identity", "signed-log"
std::string toString(Join join);                // "tables", "early", "late", "parts", "loops", "stages"

}  // namespace hlorank::model
