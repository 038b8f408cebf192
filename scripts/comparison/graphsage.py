"""An early-join GraphSAGE network in PyTorch Geometric, like TpuGraphs' baseline for layouts.

Adds the layouts of a configuration to the node features before message passing. After message passing come mean and max
pooling and a linear head; the loss is a pairwise hinge loss.
"""

import copy

import numpy as np
import torch
from torch import nn
from torch_geometric.nn import SAGEConv

from comparison.metrics import NOISE, tau
from comparison.search import folds_by_family

SLOTS = 3  # tensors per node whose layout can be chosen: output and two operands
WIDTH = 64
LAYERS = 3
OPCODES = 256
EPOCHS = (6, 16)  # least and greatest number of epochs; in between, enough to visit VISITS programs
VISITS = 2400
RATE = 2e-3
PROGRAMS_A_STEP = 4
CONFIGURATIONS = 12  # configurations per program and training step, sampled again in each step
VALIDATED_EVERY = 2  # number of epochs between validations


class GraphSage:
    """A learner by an early-join GraphSAGE network.

    `joined`: what each configuration adds to the node features. "layouts": minor-to-major orders. "features": hlorank's
    own features of the tensors and terms of the analytical cost model.
    """

    seeds = None  # number of random seeds to train with; None: as many as the user requests
    settings = [{"width": WIDTH, "layers": LAYERS, "rate": RATE}]  # hyperparameters; only the epoch is selected

    def __init__(self, joined):
        self.name = f"GraphSAGE on {joined}"
        self.joined = joined
        self.graphs = {}

    def graph(self, program):
        if program not in self.graphs:
            self.graphs[program] = Graph(program, self.joined)
        return self.graphs[program]

    def fit(self, training, settings, seed):
        """Trains a network; keeps the weights of the epoch with the best tau on a held-out sixth of the families."""
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        random = np.random.default_rng(seed)
        fold_of = folds_by_family(training, 6)
        aside = [p for p, f in zip(training, fold_of) if f == seed % 6]
        learning = [self.graph(p) for p, f in zip(training, fold_of) if f != seed % 6]

        network = Network(learning)
        epochs = int(np.clip(VISITS / len(learning), *EPOCHS))
        steps = epochs * -(-len(learning) // PROGRAMS_A_STEP)
        optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=0.01)
        schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
        best, weights = -np.inf, None
        for epoch in range(epochs):
            network.train()
            order = random.permutation(len(learning))
            for begin in range(0, len(order), PROGRAMS_A_STEP):
                optimizer.zero_grad()
                for i in order[begin : begin + PROGRAMS_A_STEP]:
                    graph = learning[i]
                    selected = random.permutation(len(graph.rows))[:CONFIGURATIONS]
                    loss = hinge(network(graph, selected), graph.times[selected])
                    (loss / PROGRAMS_A_STEP).backward()
                nn.utils.clip_grad_norm_(network.parameters(), 1)
                optimizer.step()
                schedule.step()
            if epoch % VALIDATED_EVERY == VALIDATED_EVERY - 1 or epoch == epochs - 1:
                reached = np.nanmean([tau(self.scores(network, p), p.times) for p in aside])
                if reached > best:
                    best, weights = reached, copy.deepcopy(network.state_dict())
        network.load_state_dict(weights)
        return lambda program: self.scores(network, program)

    def scores(self, network, program):
        graph = self.graph(program)
        network.eval()
        with torch.no_grad():
            parts = np.array_split(np.arange(len(graph.rows)), -(-len(graph.rows) // CONFIGURATIONS))
            return torch.cat([network(graph, part) for part in parts]).numpy()


class Graph:
    """A program as PyTorch tensors.

    joined [layouts of all slots, 3 x features]: the numbers that a layout adds to the inputs of its node. A slot is an
    output or operand of a node whose layout can be chosen; each of a node's three slots has its own columns.
    """

    def __init__(self, program, joined):
        arrays = program.arrays
        self.node = torch.from_numpy(arrays["node"])
        self.opcode = torch.from_numpy(arrays["opcode"])
        edges = torch.from_numpy(np.stack([arrays["producer"], arrays["consumer"]]))
        self.edges = torch.cat([edges, edges.flip(0)], 1)
        self.rows = torch.from_numpy(program.rows)
        self.slot_node = torch.from_numpy(arrays["rowNode"][program.reference])
        self.times = torch.from_numpy(np.log(program.times)).float()

        position = arrays["slot"][:, :SLOTS].argmax(1)
        if joined == "features":
            of_row = np.concatenate([arrays["terms"] * 5, arrays["slot"]], 1)
        else:
            of_row = self.layouts_of_rows(program, position)
        placed = np.zeros((len(of_row), SLOTS, of_row.shape[1]), np.float32)
        placed[np.arange(len(of_row)), position] = of_row
        self.joined = torch.from_numpy(placed.reshape(len(of_row), -1))

    @staticmethod
    def layouts_of_rows(program, position):
        """All layouts as network inputs, [layouts, 6]: minor-to-major orders, padded with -1, divided by 6."""
        place = {int(node): i for i, node in enumerate(program.arrays["configurable"])}
        layouts = np.full((len(position), 6), -1, np.float32)
        for measured, rows in zip(program.layouts[program.evaluated], program.rows):
            at = [place[int(node)] for node in program.arrays["rowNode"][rows]]
            layouts[rows] = measured.reshape(-1, SLOTS, 6)[at, position[rows]]
        return layouts / 6


class Network(nn.Module):
    def __init__(self, graphs):
        super().__init__()
        nodes = torch.cat([g.node for g in graphs])
        joined = torch.cat([g.joined for g in graphs])
        self.register_buffer("node_mean", nodes.mean(0))
        self.register_buffer("node_scale", 1 / nodes.std(0).clamp(min=1e-3))
        self.register_buffer("joined_scale", 1 / joined.std(0).clamp(min=1e-3))
        self.opcode = nn.Embedding(OPCODES, 32)
        self.node = nn.Linear(nodes.shape[1] + 32, WIDTH)
        # Split the linear layer of the concatenated features into two layers whose outputs are added. Then the part for
        # node features is computed once per program, and the part for layouts once per layout instead of once per
        # configuration.
        self.join = nn.Linear(joined.shape[1], WIDTH, bias=False)
        self.layers = nn.ModuleList([SAGEConv(WIDTH, WIDTH) for _ in range(LAYERS)])
        self.norms = nn.ModuleList([nn.LayerNorm(WIDTH) for _ in range(LAYERS)])
        self.head = nn.Sequential(nn.Linear(2 * WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1, bias=False))

    def forward(self, graph, selected):
        nodes = (graph.node - self.node_mean) * self.node_scale
        nodes = self.node(torch.cat([nodes.clamp(-5, 5), self.opcode(graph.opcode)], 1))
        joined = self.join(graph.joined * self.joined_scale)
        x = nodes.expand(len(selected), -1, -1).index_add(1, graph.slot_node, joined[graph.rows[selected]])
        x = torch.relu(x)
        for layer, norm in zip(self.layers, self.norms):
            x = x + torch.relu(norm(layer(x, graph.edges)))
        return self.head(torch.cat([x.mean(1), x.amax(1)], 1))[:, 0]


def hinge(scores, log_times):
    """Mean of max(0, 1 - (score of the slower - score of the faster)) over pairs whose times differ by more than NOISE."""
    slower = log_times[:, None] - log_times[None, :] > np.log1p(NOISE)
    margins = torch.relu(1 - (scores[:, None] - scores[None, :]))
    return (margins * slower).sum() / slower.sum().clamp(min=1)
