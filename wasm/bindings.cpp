// The seam between the page and the C++ core: one class, nine methods. Twin of module.d.ts, which says what each
// returns. Nothing is thrown across it: an error is returned as data, {error: {...}}.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shared/model/inputs.h"
#include "shared/model/physics.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"
#include "shared/session/report.h"

namespace {

using emscripten::val;
using namespace hlorank;

// What all other code of ours never does: allocation may fail in a browser, and that is an exception.
template <class Body>
std::string guarded(std::string_view file, Body body) {
  Error error;
  try {
    return body();
  } catch (const std::bad_alloc&) {
    error.message = "there is not enough memory for this in a web page";
    error.help = "use the command line for it: hlorank rank " + std::string(file);
  } catch (const std::exception& exception) {
    error.message = std::string("something inside hlorank failed: ") + exception.what();
    error.help = "please report it together with the file";
  }
  return "{\"error\":" + session::errorJson(error, file) + "}";
}

std::string failed(const Error& error, std::string_view file = {}) {
  return "{\"error\":" + session::errorJson(error, file) + "}";
}

// A copy of an array of ours as a typed array of JavaScript's.
template <class T>
val copied(const char* type, const T* data, size_t count) {
  return val::global(type).new_(val(emscripten::typed_memory_view(count, data)));
}

val bigIntegers(const std::vector<int64_t>& values) {
  const val bytes =
      copied("Uint8Array", reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(int64_t));
  return val::global("BigInt64Array").new_(bytes["buffer"]);
}

std::vector<float> floats(const val& array) {
  std::vector<float> values(array["length"].as<size_t>());
  if (!values.empty()) val(emscripten::typed_memory_view(values.size(), values.data())).call<void>("set", array);
  return values;
}

const Error kNothingOpen = {"no program is open", "open one first", {}, {}};

std::string_view stageName(session::Stage stage) {
  switch (stage) {
    case session::Stage::kRead:
      return "read";
    case session::Stage::kFeatures:
      return "features";
    default:
      return "configurations";
  }
}

class Session {
 public:
  std::string open(const std::string& name, std::string bytes, const std::string& otherName, std::string otherBytes,
                   size_t candidates, val onStage) {
    return guarded(name, [&]() -> std::string {
      std::vector<session::File> files;
      files.push_back({name, std::move(bytes)});
      if (!otherName.empty()) files.push_back({otherName, std::move(otherBytes)});
      session::Options options;
      options.candidates = candidates;
      options.onStage = [&](session::Stage stage) { onStage(val(std::string(stageName(stage)))); };
      size_t file = 0;
      auto opened = session::open(std::move(files), options, &file);
      if (!opened) return failed(opened.error(), file == 0 ? name : otherName);
      ranking_.reset();  // it refers to the program that goes now
      card_.reset();
      opened_ = std::make_unique<session::Opened>(std::move(*opened));
      physics_ = model::physicsOf(opened_->program, opened_->configurations);
      name_ = name;
      return session::inspectJson(*opened_, name_);
    });
  }

  val instructions() const {
    const graph::Graph none;
    const graph::Graph& graph = opened_ ? opened_->program.graph : none;
    std::string names, computations, opcodes, shapes;
    for (uint32_t node = 0; node < graph.nodes(); ++node) {
      names += session::nodeName(*opened_, node) + '\n';
      computations += session::computationName(*opened_, node) + '\n';
      opcodes += session::opcodeName(*opened_, node);
      opcodes += '\n';
      shapes += session::shapeName(*opened_, node) + '\n';
    }
    val table = val::object();
    table.set("names", names);
    table.set("computations", computations);
    table.set("opcodes", opcodes);
    table.set("shapes", shapes);
    table.set("configurable", copied("Uint32Array", graph.configurable.data(), graph.configurable.size()));
    return table;
  }

  val inputs(const std::string& cardJson) {
    val answer = val::object();
    const std::string error = guarded(name_, [&]() -> std::string {
      if (!opened_) return failed(kNothingOpen);
      auto card = model::readCard(cardJson);
      if (!card) return failed(card.error());
      auto tensors = session::inputsFor(*card, *opened_, physics_);
      if (!tensors) return failed(tensors.error());
      card_ = std::move(*card);
      answer.set("pairs", card_->pairs);
      answer.set("tensors", toJavaScript(*tensors));
      return {};
    });
    if (!error.empty()) answer.set("error", error);
    return answer;
  }

  std::string rank(val rows, val pairs) {
    return guarded(name_, [&]() -> std::string {
      if (!opened_) return failed(kNothingOpen);
      if (!card_) return failed({"the inputs of a model have not been made", "", {}, {}});
      auto tables = session::tablesOf(*opened_, physics_, *card_, floats(rows), floats(pairs));
      if (!tables) return failed(tables.error());
      ranking_.emplace(*opened_, physics_, std::move(*tables), card_->aggregation, card_->scale);
      by_ = {card_->name, card_->title};
      return "{}";
    });
  }

  std::string rankByPhysics() {
    return guarded(name_, [&]() -> std::string {
      if (!opened_) return failed(kNothingOpen);
      card_.reset();
      ranking_.emplace(session::rankByPhysics(*opened_, physics_));
      by_ = {"h2", "physics only"};
      return "{}";
    });
  }

  size_t step(size_t count) {
    if (!ranking_) return 0;
    ranking_->step(count);
    return ranking_->scored();
  }

  val top(size_t k) const {
    const std::vector<uint32_t> order = ranking_ ? ranking_->top(k) : std::vector<uint32_t>{};
    std::vector<float> scores;
    std::vector<double> times;
    for (uint32_t index : order) {
      const std::vector<int64_t>& runtimes = opened_->configurations.runtimes;
      scores.push_back(ranking_->scores()[index]);
      if (!runtimes.empty()) times.push_back(static_cast<double>(runtimes[index]) * 1e-9);
    }
    val list = val::object();
    list.set("indices", copied("Uint32Array", order.data(), order.size()));
    list.set("scores", copied("Float32Array", scores.data(), scores.size()));
    list.set("times", copied("Float64Array", times.data(), times.size()));
    return list;
  }

  std::string explain(size_t configuration) const {
    return guarded(name_, [&]() -> std::string {
      if (!ranking_ || configuration >= ranking_->total())
        return failed({"there is no such configuration", "", {}, {}});
      return session::explainJson(*opened_, *ranking_, configuration);
    });
  }

  std::string report(size_t count) const {
    return guarded(name_, [&]() -> std::string {
      if (!ranking_) return failed({"nothing has been ranked yet", "", {}, {}});
      return session::rankJson(*opened_, *ranking_, by_, name_, count);
    });
  }

 private:
  static val toJavaScript(const std::vector<model::Tensor>& tensors) {
    val list = val::array();
    for (const model::Tensor& tensor : tensors) {
      val shape = val::array();
      for (int64_t dimension : tensor.shape) shape.call<void>("push", static_cast<double>(dimension));
      val entry = val::object();
      entry.set("name", tensor.name);
      entry.set("shape", shape);
      if (const auto* values = std::get_if<std::vector<float>>(&tensor.data)) {
        entry.set("data", copied("Float32Array", values->data(), values->size()));
      } else {
        entry.set("data", bigIntegers(std::get<std::vector<int64_t>>(tensor.data)));
      }
      list.call<void>("push", entry);
    }
    return list;
  }

  std::string name_;
  std::unique_ptr<session::Opened> opened_;
  model::Physics physics_;
  std::optional<model::Card> card_;
  std::optional<session::Ranking> ranking_;
  session::RankedBy by_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(hlorank) {
  emscripten::class_<Session>("Session")
      .constructor<>()
      .function("open", &Session::open)
      .function("instructions", &Session::instructions)
      .function("inputs", &Session::inputs)
      .function("rank", &Session::rank)
      .function("rankByPhysics", &Session::rankByPhysics)
      .function("step", &Session::step)
      .function("top", &Session::top)
      .function("explain", &Session::explain)
      .function("report", &Session::report);
}
