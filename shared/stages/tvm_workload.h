// Workloads of a MetaSchedule database, and what a schedule makes of them: which buffers the scheduled program writes,
// and which decisions of the schedule concern each of them. The page shows these names; no model reads them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hlorank::stages {

// A block of a workload: a loop nest that computes buffers from others.
struct Block {
  std::string name;
  std::vector<std::string> axes;  // names of its loops, outermost first: "nn", "ff"
  // Buffers that the block reads and writes, by their numbers in the file.
  std::vector<uint32_t> reads, writes;
};

struct Workload {
  std::string hash;           // structural hash as in the file; "" if unknown
  std::vector<Block> blocks;  // in the order of the program; empty if unknown
};

// Reads database_workload.json, which has a workload per line: its hash, and the function of TensorIR as base64 of
// JSON, as TVM 0.27 writes it. A line of another form gives a workload without hash or blocks.
std::vector<Workload> readWorkloads(std::string_view text);

// A buffer that a scheduled program writes.
struct WrittenBuffer {
  std::string name;    // name of the block that writes it, with "_global" or "_rf" if the schedule added it
  std::string origin;  // "block", or "cache_write of block conv"
  // Decisions about the block that writes it: "tile ff 2×2×2×1", "inlines T_add", "compute_at conv xx_1".
  std::vector<std::string> steps;
  std::vector<size_t> reads;  // earlier buffers from which it is computed, ascending
};

// Follows a trace of MetaSchedule, [instructions, decisions], through the blocks of its workload. Returns the buffers
// that the scheduled program writes, in the order in which it first writes them. Returns nullopt if this order is not
// certain: the trace has an instruction that is not followed here, or does not fit the blocks, or two successive
// buffers do not depend on each other.
std::optional<std::vector<WrittenBuffer>> writtenBuffers(const Workload& workload, const nlohmann::json& trace);

}  // namespace hlorank::stages
