// Hyperparameters of a network, as stored in model.json: which parts of the definition in network.h it has, and their
// sizes. A configuration is what the network scores: usually one layout per slot, where a slot is the output or an
// operand of a configurable instruction (convolution, dot, reshape). The layout table has one row per slot and layout.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "shared/base/result.h"
#include "shared/model/score.h"
#include "shared/simulation/rules.h"

namespace hlorank::model {

// At which point the network reads the configuration.
enum class Join {
  kTables,  // nowhere: the network outputs a cost per row of the layout table; a score adds up the selected rows' costs
  kEarly,   // before message passing: encodings of the selected layouts are added to the states of their nodes
  kLate,    // after pooling: encodings of the selected layouts are concatenated to the embedding of the graph
  kParts,   // after the layout table: each cost component is summed over the selected rows; an MLP reads the sums
  kLoops,   // before the network: a simulated compiler turns it into loops, whose cost the network predicts
  kStages,  // before message passing: a Halide or TVM schedule; it has a feature row per stage (loop nest)
};

// Hyperparameters of a network.
struct Description {
  // Sizes of the input arrays of the network, which shared/model/inputs.h defines.
  int slotFeatures = 0;  // columns of the input `slot`, features of a slot and layout; 0: no layout configurations
  int nodeFeatures = 0;  // columns of the input `node`, the features of an instruction
  int opcodes = 256;     // rows of the opcode embedding

  int members = 1;  // ensemble size: networks trained from different seeds, whose outputs are averaged

  int multiplierHidden = 0;  // hidden width of the MLP that outputs multipliers of the analytical cost; 0: linear
  int encoderLayers = -1;    // message passing layers of the node encoder; -1: no encoder
  int encoderWidth = 32;     // width of the node states in the node encoder
  int opcodeWidth = 16;      // width of the opcode embedding
  int correctionWidth = 0;   // hidden width of the MLP that adds a learned cost to each slot and layout; 0: no MLP
  int pairWidth = 0;         // rank of the learned cost of two neighbouring slots' layouts; 0: no such cost
  int64_t freeRows = 0;      // rows with a free term: a learned constant cost, for training on one program; 0: none
  double gain = 5;           // factor from analytical cost times multiplier to the output of the network

  int gates = 0;  // 1: multiply the learned costs of layouts and pairs by sizes in bytes (see gates.h); 0: do not

  // Only for join networks, which score whole configurations (joined_network.h). Early- and late-join networks also use
  // encoderLayers, encoderWidth and opcodeWidth, for their own encoder.
  Join join = Join::kTables;  // where the network reads the configuration; kTables: not a join network
  int tables = 1;             // 1: add the score of the layout table to the network's score; 0: no layout table
  int tableLayers = -1;       // message passing layers of the separate node encoder of the layout table; -1: no encoder
  int tableWidth = 32;        // width of the separate node encoder of the layout table
  int bothDirections = 0;     // early join: 1: messages also pass from users to operands; 0: only operands to users
  int headWidth = 0;          // hidden width of the scoring head (0: linear), or with kLoops of the MLP of loop costs
  int crossAttention = 0;     // number of configurations that attention compares each one with; 0: no attention
  int tileFeatures = 0;       // columns of the input `tile`, the tile sizes; 0: configurations are layouts
  int accessFeatures = 0;     // Join::kLoops: columns of the input `access`, features of a memory access; else 0

  // Join::kLoops: whether the simulated compiler propagates layouts, fuses operations, and models cache conflicts
  // (shared/simulation/rules.h); 0: that part is left out, to measure what it contributes.
  int propagation = 1, fusion = 1, conflicts = 1;

  int scheduleFeatures = 0;  // Join::kStages: columns of the input `schedule`, features of a scheduled stage; else 0
  int stageEdges = 1;        // Join::kStages: 1: messages pass along graph edges; 0: stages are predicted separately

  Aggregation aggregation = Aggregation::kLargestPerValue;
  Scale scale = Scale::kSignedLog;

  simulation::Rules rules() const { return {propagation != 0, fusion != 0, conflicts != 0}; }

  friend bool operator==(const Description&, const Description&) = default;
};

// Whether the network scores whole configurations, each by a forward pass of its own: early-, late- and parts-join.
inline bool isJoined(const Description& d) {
  return d.join == Join::kEarly || d.join == Join::kLate || d.join == Join::kParts;
}

nlohmann::ordered_json toJson(const Description& description);
// Reads the field `description` of model.json. Error: a field is missing, has the wrong type or is out of range; the
// message names it.
Result<Description> descriptionFromJson(const nlohmann::ordered_json& json);

// Return the names of the enum values in model.json.
std::string toString(Aggregation aggregation);  // "sum", "largest-per-value"
std::string toString(Scale scale);              // "identity", "signed-log"
std::string toString(Join join);                // "tables", "early", "late", "parts", "loops", "stages"

}  // namespace hlorank::model
