#include "shared/graph/graph.h"

#include "tests/graph/module_of.h"

namespace hlorank::graph {
namespace {

using test::moduleOf;

const char* const kConditional = R"(HloModule m
branch { ROOT p = f32[] parameter(0) }
other { q = f32[] parameter(0)
  ROOT n = f32[] negate(q) }
ENTRY e {
  b = f32[] parameter(1)
  i = s32[] parameter(0)
  ROOT c = f32[] conditional(i, b, b, b), branch_computations={branch, other, branch}
}
)";

TEST(GraphTest, AnOperandThatIsUsedTwiceGivesOneEdge) {
  const Graph graph =
      makeGraph(moduleOf("HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n  ROOT b = f32[] add(a, a)\n}\n"));
  EXPECT_EQ(graph.edges, (std::vector<Edge>{{1, 0}}));
}

TEST(GraphTest, EveryCallGivesAnEdgeToTheRootOfTheCallee) {
  const Graph graph = makeGraph(moduleOf(kConditional));
  // Nodes 0 to 5 are p, q, n, i, b and c. Expects the edges to the operands of c in the order of the text (b before i),
  // then the edges to the results of its three branches.
  EXPECT_EQ(graph.edges, (std::vector<Edge>{{2, 1}, {5, 4}, {5, 3}, {5, 0}, {5, 2}, {5, 0}}));
  EXPECT_EQ(graph.sortedEdges(), (std::vector<Edge>{{2, 1}, {5, 0}, {5, 0}, {5, 2}, {5, 3}, {5, 4}}));
}

TEST(GraphTest, SplitsBeginAtComputationsNamedWhileCondOrCluster) {
  const auto splits = [](const std::string& first, const std::string& second) {
    return makeGraph(moduleOf("HloModule m\n" + first + " { ROOT p = f32[] parameter(0) }\n" + second +
                              " { q = f32[] parameter(0)\n ROOT n = f32[] negate(q) }\n" +
                              "ENTRY e { ROOT p = f32[] parameter(0) }\n"))
        .splits;
  };
  using Splits = std::vector<int64_t>;
  EXPECT_EQ(splits("first", "other"), (Splits{0, 4}));
  EXPECT_EQ(splits("first", "second"), (Splits{0, 3, 4}));
  EXPECT_EQ(splits("while_body", "cluster.1"), (Splits{0, 1, 3, 4}));
}

TEST(GraphTest, TheLastSplitIsNotRepeated) {
  EXPECT_EQ(makeGraph(moduleOf("HloModule m\nENTRY cond { ROOT p = f32[] parameter(0) }\n")).splits,
            (std::vector<int64_t>{0, 1}));
}

TEST(GraphTest, ConfigurableNodesAreConvolutionsDotsAndReshapes) {
  const Graph graph = makeGraph(moduleOf(
      "HloModule m\nENTRY e {\n  a = f32[4,4] parameter(0)\n  b = f32[16] reshape(a)\n  c = f32[4,4] reshape(b)\n"
      "  ROOT d = f32[4,4] dot(a, c), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n"));
  EXPECT_EQ(graph.configurable, (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_EQ(graph.opcodes, (std::vector<uint8_t>{63, 75, 75, 34}));
}

TEST(GraphTest, EveryComputationHasOneRoot) {
  const Graph graph = makeGraph(moduleOf(kConditional));
  std::vector<float> roots;
  for (size_t i = 0; i < graph.nodes(); ++i) roots.push_back(graph.row(i)[0]);
  EXPECT_EQ(roots, (std::vector<float>{1, 0, 1, 0, 0, 1}));
}

}  // namespace
}  // namespace hlorank::graph
