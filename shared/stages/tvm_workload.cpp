#include "shared/stages/tvm_workload.h"

#include <algorithm>
#include <map>

#include "shared/base/text.h"
#include "shared/stages/tvm_rows.h"

namespace hlorank::stages {
namespace {

using LogJson = nlohmann::json;

// Limits of the time that a hostile file can take: blocks of a workload, and instructions that change blocks.
constexpr size_t kMostBlocks = 64, kMostChanges = 512;
constexpr int kInlined = -2;  // decision of SampleComputeLocation that inlines the block; −1 leaves it where it is

std::string decodeBase64(std::string_view text) {
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                      : c >= 'a' && c <= 'z' ? c - 'a' + 26
                      : c >= '0' && c <= '9' ? c - '0' + 52
                      : c == '+'             ? 62
                      : c == '/'             ? 63
                                             : -1;
    if (value < 0) break;
    bits = (bits << 6 | uint32_t(value)) & 0xffffff;
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes += char(bits >> count & 0xff);
  }
  return bytes;
}

// Reads the nodes of a function of TensorIR. Every node has a type and data, in which a number is another node.
class Nodes {
 public:
  explicit Nodes(const LogJson& function) {
    const auto found = function.is_object() ? function.find("nodes") : function.end();
    if (function.is_object() && found != function.end() && found->is_array()) nodes_ = &*found;
  }

  size_t count() const { return nodes_ ? nodes_->size() : 0; }
  // Returns the data of a node; null if there is none.
  const LogJson& data(size_t node) const { return member(at(node), "data"); }
  std::string typeOf(size_t node) const {
    const LogJson& type = member(at(node), "type");
    return type.is_string() ? type.get<std::string>() : "";
  }
  // Returns the number of the node to which a field of another node refers; count(), which is no node, if there is no
  // such field.
  size_t field(size_t node, const char* name) const {
    const LogJson& value = member(data(node), name);
    return value.is_number_unsigned() ? value.get<size_t>() : count();
  }
  // Returns the numbers of the nodes in a list to which a field of a node refers.
  std::vector<size_t> list(size_t node, const char* name) const {
    std::vector<size_t> found;
    const LogJson& values = data(field(node, name));
    if (values.is_array())
      for (const LogJson& value : values)
        if (value.is_number_unsigned()) found.push_back(value.get<size_t>());
    return found;
  }
  std::string text(size_t node, const char* name) const {
    const LogJson& value = data(field(node, name));
    return value.is_string() ? value.get<std::string>() : "";
  }

 private:
  static const LogJson& member(const LogJson& object, const char* name) {
    static const LogJson kNull;
    const auto found = object.is_object() ? object.find(name) : object.end();
    return object.is_object() && found != object.end() ? *found : kNull;
  }
  const LogJson& at(size_t node) const {
    static const LogJson kNull;
    return node < count() ? (*nodes_)[node] : kNull;
  }

  const LogJson* nodes_ = nullptr;
};

std::vector<uint32_t> buffersAt(const Nodes& nodes, size_t block, const char* field) {
  std::vector<uint32_t> buffers;
  for (const size_t region : nodes.list(block, field)) {
    const size_t buffer = nodes.field(region, "source");
    if (buffer < nodes.count()) buffers.push_back(uint32_t(buffer));
  }
  std::sort(buffers.begin(), buffers.end());
  buffers.erase(std::unique(buffers.begin(), buffers.end()), buffers.end());
  return buffers;
}

// Reads the blocks of a function, except the one that contains all others. Nodes list blocks in the order of the
// program.
std::vector<Block> readBlocks(const LogJson& function) {
  const Nodes nodes(function);
  std::vector<Block> blocks;
  for (size_t node = 0; node < nodes.count(); ++node) {
    if (nodes.typeOf(node) != "s_tir.SBlock") continue;
    Block block{nodes.text(node, "name_hint"), {}, buffersAt(nodes, node, "reads"), buffersAt(nodes, node, "writes")};
    if (block.name == "root") continue;
    for (const size_t axis : nodes.list(node, "iter_vars")) {
      const std::string name = nodes.text(nodes.field(axis, "var"), "name");
      block.axes.push_back(name.substr(0, 2) == "v_" ? name.substr(2) : name);
    }
    if (block.name.empty() || block.writes.empty() || blocks.size() == kMostBlocks) return {};
    blocks.push_back(std::move(block));
  }
  return blocks;
}

// A block of a program, and the steps of a schedule that have changed it so far.
struct Scheduled {
  Block block;
  std::vector<std::string> steps;
};

// A loop: name of the block to which it belongs, and its own name.
struct Loop {
  std::string block, name;
};

// Follows the instructions of a trace. A method that cannot follow an instruction returns false.
class Follower {
 public:
  explicit Follower(const Workload& workload) {
    for (const Block& block : workload.blocks) {
      blocks_.push_back({block, {}});
      for (const uint32_t buffer : block.writes) {
        names_[buffer] = {block.name, "block"};
        next_ = std::max(next_, buffer + 1);
      }
      for (const uint32_t buffer : block.reads) next_ = std::max(next_, buffer + 1);
    }
  }

  bool follow(const LogJson& instructions, const LogJson& decisions) {
    for (const LogJson& decision : decisions)
      if (isList(decision, 2) && decision[0].is_number_unsigned()) decisions_[decision[0].get<size_t>()] = &decision[1];
    for (size_t i = 0; i < instructions.size(); ++i) {
      const LogJson& one = instructions[i];
      if (!isList(one, 4) || !one[0].is_string() || !one[1].is_array() || !one[2].is_array() || !one[3].is_array())
        return false;
      if (!step(i, one[0].get<std::string>(), one[1], one[2], texts(one[3]))) return false;
    }
    return true;
  }

  std::optional<std::vector<WrittenBuffer>> written() const {
    std::vector<WrittenBuffer> all;
    std::map<uint32_t, size_t> places;  // maps a buffer to its place in `all`
    for (const Scheduled& own : blocks_) {
      std::vector<size_t> reads;
      for (const uint32_t buffer : own.block.reads)
        if (const auto found = places.find(buffer); found != places.end()) reads.push_back(found->second);
      std::sort(reads.begin(), reads.end());
      // A program writes two buffers in a certain order only if it needs one for the other.
      if (!all.empty() && (reads.empty() || reads.back() + 1 != all.size())) return std::nullopt;
      if (own.block.writes.size() != 1 || !places.emplace(own.block.writes[0], all.size()).second) return std::nullopt;
      const auto& [name, origin] = names_.at(own.block.writes[0]);
      all.push_back({name, origin, own.steps, std::move(reads)});
    }
    for (size_t i = 0; i < all.size(); ++i)
      for (size_t k = 0; k < i; ++k)
        if (all[i].name == all[k].name) return std::nullopt;
    return all;
  }

 private:
  static std::vector<std::string> texts(const LogJson& list) {
    std::vector<std::string> found;
    for (const LogJson& value : list) found.push_back(value.is_string() ? value.get<std::string>() : "");
    return found;
  }
  static std::string textAt(const LogJson& list, size_t i) {
    return i < list.size() && list[i].is_string() ? list[i].get<std::string>() : "";
  }
  Scheduled* named(const std::string& name) {
    const auto found =
        std::find_if(blocks_.begin(), blocks_.end(), [&](const Scheduled& own) { return own.block.name == name; });
    return found == blocks_.end() ? nullptr : &*found;
  }
  // Returns the block for which the input of an instruction stands; null if there is none.
  Scheduled* blockAt(const LogJson& inputs, size_t i) {
    const auto found = blockOf_.find(textAt(inputs, i));
    return found == blockOf_.end() ? nullptr : named(found->second);
  }

  bool step(size_t number, const std::string& kind, const LogJson& inputs, const LogJson& attributes,
            const std::vector<std::string>& outputs) {
    for (const char* other : {"EnterPostproc", "Reorder", "Unannotate", "SampleCategorical", "Annotate", "Parallel",
                              "Vectorize", "Unroll", "DecomposeReduction"})
      if (kind == other) return true;  // changes no block, or adds a loop that writes a buffer of the block
    if (kind == "GetSBlock" && outputs.size() == 1) {
      blockOf_[outputs[0]] = textAt(attributes, 0);
      return true;
    }
    if (kind == "GetLoops") return addLoops(inputs, outputs);
    if (kind == "Split" || kind == "Fuse") return changeLoops(kind == "Split", inputs, outputs);
    if (kind == "SamplePerfectTile") return addTile(number, inputs);
    if (kind == "GetChildBlocks") return addChildren(outputs);
    if (++changes_ > kMostChanges) return false;
    if (kind == "GetConsumers" || kind == "GetProducers") return addNeighbours(kind == "GetConsumers", inputs, outputs);
    if (kind == "SampleComputeLocation" && outputs.size() == 1) {
      const auto found = decisions_.find(number);
      if (found == decisions_.end() || !found->second->is_number_integer()) return false;
      locations_[outputs[0]] = found->second->get<int64_t>();
      return true;
    }
    if (kind == "ComputeInline") return computeInline(inputs);
    if (kind == "ComputeAt" || kind == "ReverseComputeAt") return computeAt(kind == "ComputeAt", inputs);
    if (kind == "CacheWrite") return cacheWrite(inputs, attributes, outputs);
    return kind == "RFactor" && rfactor(inputs, outputs);
  }

  bool addLoops(const LogJson& inputs, const std::vector<std::string>& outputs) {
    const Scheduled* own = blockAt(inputs, 0);
    if (!own) return false;
    const auto& axes = own->block.axes;
    for (size_t i = 0; i < outputs.size(); ++i)
      loops_[outputs[i]] = {own->block.name, axes.size() == outputs.size() ? axes[i] : "loop " + std::to_string(i)};
    return true;
  }
  bool changeLoops(bool isSplit, const LogJson& inputs, const std::vector<std::string>& outputs) {
    const auto found = loops_.find(textAt(inputs, 0));
    if (found == loops_.end()) return false;
    const Loop loop = found->second;
    for (size_t i = 0; i < outputs.size(); ++i)
      loops_[outputs[i]] = {loop.block, isSplit ? loop.name + "_" + std::to_string(i) : loop.name};
    return true;
  }
  bool addTile(size_t number, const LogJson& inputs) {
    const auto loop = loops_.find(textAt(inputs, 0));
    const auto decision = decisions_.find(number);
    Scheduled* own = loop == loops_.end() ? nullptr : named(loop->second.block);
    if (!own || decision == decisions_.end()) return false;
    std::string tile;
    bool isOne = true;
    for (const double size : numbersOf(*decision->second)) {
      isOne = isOne && size == 1;
      tile += (tile.empty() ? "" : "×") + std::to_string(int64_t(std::clamp(size, 0.0, 1e12)));
    }
    if (!isOne) own->steps.push_back("tile " + loop->second.name + " " + tile);
    return true;
  }
  // Blocks that the root contains are all blocks that are left.
  bool addChildren(const std::vector<std::string>& outputs) {
    if (outputs.size() != blocks_.size()) return false;
    for (size_t i = 0; i < outputs.size(); ++i) blockOf_[outputs[i]] = blocks_[i].block.name;
    return true;
  }
  bool addNeighbours(bool areConsumers, const LogJson& inputs, const std::vector<std::string>& outputs) {
    const Scheduled* own = blockAt(inputs, 0);
    if (!own) return false;
    size_t count = 0;
    for (const Scheduled& other : blocks_) {
      if (&other == own) continue;
      const auto& from = areConsumers ? own->block.writes : other.block.writes;
      const auto& to = areConsumers ? other.block.reads : own->block.reads;
      if (std::find_first_of(to.begin(), to.end(), from.begin(), from.end()) == to.end()) continue;
      if (count < outputs.size()) blockOf_[outputs[count]] = other.block.name;
      ++count;
    }
    return count == outputs.size();
  }

  bool removeInlined(const Scheduled& inlined) {
    const Block own = inlined.block;
    for (Scheduled& other : blocks_) {
      auto& reads = other.block.reads;
      const auto isOwn = [&](uint32_t buffer) {
        return std::find(own.writes.begin(), own.writes.end(), buffer) != own.writes.end();
      };
      if (other.block.name == own.name || !std::any_of(reads.begin(), reads.end(), isOwn)) continue;
      reads.erase(std::remove_if(reads.begin(), reads.end(), isOwn), reads.end());
      reads.insert(reads.end(), own.reads.begin(), own.reads.end());
      std::sort(reads.begin(), reads.end());
      reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
      other.steps.push_back("inlines " + own.name);
    }
    blocks_.erase(blocks_.begin() + (&inlined - blocks_.data()));
    return true;
  }
  bool computeInline(const LogJson& inputs) {
    const Scheduled* own = blockAt(inputs, 0);
    return own && removeInlined(*own);
  }
  bool computeAt(bool isBefore, const LogJson& inputs) {
    Scheduled* own = blockAt(inputs, 0);
    if (!own) return false;
    const std::string place = textAt(inputs, 1), kind = isBefore ? "compute_at " : "reverse_compute_at ";
    if (const auto loop = loops_.find(place); loop != loops_.end()) {
      own->steps.push_back(kind + loop->second.block + " " + loop->second.name);
      return true;
    }
    const auto found = locations_.find(place);
    if (found == locations_.end()) return false;
    if (found->second == kInlined) return removeInlined(*own);
    if (found->second >= 0) own->steps.push_back(kind + "loop " + std::to_string(found->second) + " of its reader");
    return true;
  }
  bool cacheWrite(const LogJson& inputs, const LogJson& attributes, const std::vector<std::string>& outputs) {
    Scheduled* own = blockAt(inputs, 0);
    if (!own || own->block.writes.size() != 1 || outputs.size() != 1 || blocks_.size() == kMostBlocks) return false;
    const uint32_t buffer = own->block.writes[0], cache = next_++;
    const std::string name = own->block.name, scope = textAt(attributes, 1);
    names_[cache] = {names_.at(buffer).first + "_" + scope, "cache_write of " + name};
    own->block.writes = {cache};
    Scheduled copy{{names_.at(cache).first, {}, {cache}, {buffer}}, {}};
    blockOf_[outputs[0]] = copy.block.name;
    blocks_.insert(blocks_.begin() + (own - blocks_.data()) + 1, std::move(copy));
    return true;
  }
  bool rfactor(const LogJson& inputs, const std::vector<std::string>& outputs) {
    const auto loop = loops_.find(textAt(inputs, 0));
    Scheduled* own = loop == loops_.end() ? nullptr : named(loop->second.block);
    if (!own || own->block.writes.size() != 1 || outputs.size() != 1 || blocks_.size() == kMostBlocks) return false;
    const uint32_t buffer = own->block.writes[0], partial = next_++;
    names_[partial] = {names_.at(buffer).first + "_rf", "rfactor of " + own->block.name};
    Scheduled before{{own->block.name + "_rf", {}, own->block.reads, {partial}}, {}};
    own->block.reads = {partial};
    blockOf_[outputs[0]] = before.block.name;
    blocks_.insert(blocks_.begin() + (own - blocks_.data()), std::move(before));
    return true;
  }

  std::vector<Scheduled> blocks_;                                  // in the order of the program
  std::map<uint32_t, std::pair<std::string, std::string>> names_;  // maps a buffer to its name and origin
  std::map<size_t, const LogJson*> decisions_;
  std::map<std::string, std::string> blockOf_;  // maps the name of a block in the trace to that in the program
  std::map<std::string, Loop> loops_;           // maps the name of a loop in the trace to the loop
  std::map<std::string, int64_t> locations_;    // decisions of SampleComputeLocation
  uint32_t next_ = 0;                           // number of the next new buffer
  size_t changes_ = 0;
};

}  // namespace

std::vector<Workload> readWorkloads(std::string_view text) {
  std::vector<Workload> workloads;
  while (!text.empty()) {
    const std::string_view line = takeLine(text);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    Workload workload;
    if (!nestsTooDeep(line)) {
      const LogJson json = LogJson::parse(line, nullptr, /*allow_exceptions=*/false);
      if (isList(json, 2) && json[0].is_string()) {
        const std::string& hash = json[0].get_ref<const std::string&>();
        if (hash.find_first_not_of("0123456789abcdef") == std::string::npos) workload.hash = hash;
        const std::string bytes = json[1].is_string() ? decodeBase64(json[1].get_ref<const std::string&>()) : "";
        const size_t begin = std::min(bytes.find('{'), bytes.size());  // a header of a few bytes comes before
        const std::string_view function = std::string_view(bytes).substr(begin);
        if (!nestsTooDeep(function))
          workload.blocks = readBlocks(LogJson::parse(function, nullptr, /*allow_exceptions=*/false));
      }
    }
    workloads.push_back(std::move(workload));
  }
  return workloads;
}

std::optional<std::vector<WrittenBuffer>> writtenBuffers(const Workload& workload, const nlohmann::json& trace) {
  if (workload.blocks.empty() || !isList(trace, 2) || !trace[0].is_array() || !trace[1].is_array()) return std::nullopt;
  Follower follower(workload);
  if (!follower.follow(trace[0], trace[1])) return std::nullopt;
  return follower.written();
}

}  // namespace hlorank::stages
