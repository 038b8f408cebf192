// Fuzz target for saved layout configurations.

#include <memory>

#include "shared/hlo/read.h"
#include "shared/session/saved.h"
#include "tests/fuzz/exercise.h"

namespace hlorank::test {
namespace {

constexpr char kProgram[] = R"(HloModule m
ENTRY main {
  x = f32[8,16] parameter(0)
  w = f32[16,4] parameter(1)
  k = f32[3,3,4,2] parameter(2)
  dot.1 = f32[8,4] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  reshape.2 = f32[1,4,2,4] reshape(dot.1)
  ROOT convolution.3 = f32[1,4,2,2] convolution(reshape.2, k), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f
}
)";

struct Fixture {
  hlo::Module module = *hlo::parseText(std::make_shared<const std::string>(kProgram));
  graph::Program program = graph::makeProgram(module, graph::makeGraph(module));
};

}  // namespace

void exerciseSaved(std::string_view bytes) {
  static const Fixture fixture;
  session::looksSaved(bytes);
  const auto read = session::readSaved(bytes, fixture.module, fixture.program);
  if (!read) return require(!read.error().message.empty(), "an error without a message", "");
  const configs::LayoutTable& table = read->table;
  for (size_t c = 0; c < read->count; ++c) {
    const auto choice = read->choice(c);
    for (size_t slot = 0; slot < table.slots.size(); ++slot) {
      const size_t rows = table.rowBegin[slot + 1] - table.rowBegin[slot];
      require(choice[slot] < rows, "a choice beyond the rows of its slot",
              table.slots.empty() ? "" : std::to_string(slot));
    }
  }
}

}  // namespace hlorank::test
