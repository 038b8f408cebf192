"""Runs training steps of an early-join GraphSAGE network in PyTorch Geometric or plain PyTorch.

Reads the arrays and weights that `hlorank_early_bench --dump` wrote and makes the same training steps: same network,
data, loss, gradient clipping and optimiser. Every configuration is a copy of the whole graph. Prints a JSON object with
the same fields as hlorank_early_bench.
"""

import argparse
import json
import math
import resource
import time

import numpy as np
import torch
from torch import nn
from torch_geometric.nn import SAGEConv

RATE = 3e-3
DECAY = 0.01
CLIP = 1.0


class Network(nn.Module):
    """The network of `native/model/joined_network.h`, computed on all nodes of every configuration."""

    def __init__(self, arrays, form):
        super().__init__()
        self.form = form
        weight = {name[7:]: torch.tensor(values) for name, values in arrays.items() if name.startswith("weight/")}
        given = {name[6:]: torch.tensor(values) for name, values in arrays.items() if name.startswith("input/")}
        self.given = given
        self.embedding = nn.Embedding.from_pretrained(weight["encoder.opcode"], freeze=False)
        self.start = linear(weight, "encoder.in")
        self.rows = nn.Sequential(linear(weight, "join.hidden"), nn.ReLU(), linear(weight, "join"))
        self.head = linear(weight, "head.linear")
        self.layers = nn.ModuleList()
        layer = 1
        while f"encoder.{layer}.bias" in weight:
            own, operands = (weight[f"encoder.{layer}.{part}.weight"] for part in ("own", "operands"))
            conv = SAGEConv(own.shape[1], own.shape[0], aggr="mean")
            with torch.no_grad():  # SAGEConv has the bias in the linear layer of the neighbours (lin_l)
                conv.lin_r.weight.copy_(own)
                conv.lin_l.weight.copy_(operands)
                conv.lin_l.bias.copy_(weight[f"encoder.{layer}.bias"])
            self.layers.append(conv)
            layer += 1
        self.nodes = len(given["opcode"])
        self.edges = torch.stack([given["producer"], given["consumer"]])
        degree = torch.bincount(given["consumer"], minlength=self.nodes).clamp_min(1)
        self.mean = torch.sparse_coo_tensor(
            self.edges.flip(0), 1 / degree[given["consumer"]].float(), (self.nodes, self.nodes)
        ).coalesce()
        # Compute `choices`, the index of each tensor's layout in each configuration among all layouts of all tensors,
        # and `slot_node`, the node of each tensor.
        begin = torch.tensor(arrays["rowBegin"].astype(np.int64))
        self.choices = torch.tensor(arrays["choices"].astype(np.int64)) + begin[:-1]
        self.slot_node = given["rowNode"][begin[:-1]]
        self.unit = 1 / math.sqrt(len(self.slot_node.unique()))

    def forward(self):
        given = self.given
        features = given["node"]  # used without normalisation, as in the benchmark
        start = self.start(torch.cat([self.embedding(given["opcode"]), features], 1))
        states = torch.relu(start)
        row_states = self.rows(torch.cat([given["slot"], states[given["rowNode"]], states[given["rowValue"]]], 1))
        count, width = len(self.choices), start.shape[1]
        base = self.pooled(start.unsqueeze(1))  # pooled outputs of the graph without the layouts of any configuration
        changes = torch.zeros(self.nodes, count, width).index_add(0, self.slot_node, row_states[self.choices.t()])
        pooled = (self.pooled(start.unsqueeze(1) + changes) - base) * self.unit
        return self.head(pooled).squeeze(1)

    def pooled(self, x):
        """Sums of each layer's outputs over nodes, [configurations, layers * width].

        x: [nodes, configurations, width] node states before ReLU.
        """
        x = torch.relu(x)
        parts = [x.sum(0)]
        nodes, count, width = x.shape
        if self.form == "pyg":
            x = x.transpose(0, 1).reshape(count * nodes, width)
            shift = torch.arange(count).repeat_interleave(self.edges.shape[1]) * nodes
            edges = self.edges.repeat(1, count) + shift
            for layer in self.layers:
                x = torch.relu(layer(x, edges))
                parts.append(x.view(count, nodes, width).sum(1))
        else:
            for layer in self.layers:
                mean = torch.sparse.mm(self.mean, x.reshape(nodes, count * width)).view(nodes, count, width)
                x = torch.relu(layer.lin_l(mean) + layer.lin_r(x))
                parts.append(x.sum(0))
        return torch.cat(parts, 1)


def linear(weight, name):
    out, into = weight[f"{name}.weight"].shape
    layer = nn.Linear(into, out)
    with torch.no_grad():
        layer.weight.copy_(weight[f"{name}.weight"])
        layer.bias.copy_(weight[f"{name}.bias"])
    return layer


def hinge(scores, times):
    slower = (times[:, None] > times[None, :]).float()
    short = torch.relu(1 - (scores[:, None] - scores[None, :]))
    return (short * slower).sum() / slower.sum().clamp_min(1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("arrays")
    parser.add_argument("--form", choices=["pyg", "sparse"], default="pyg")
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    arrays = dict(np.load(arguments.arrays))
    network = Network(arrays, arguments.form)
    times = torch.tensor(arrays["runtimes"].astype(np.float64))
    decayed = [p for n, p in network.named_parameters() if p.dim() > 1]
    free = [p for n, p in network.named_parameters() if p.dim() == 1]
    optimizer = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": DECAY}, {"params": free, "weight_decay": 0}], lr=RATE
    )
    seconds, losses = [], []
    for step in range(arguments.steps):
        begin = time.perf_counter()
        for group in optimizer.param_groups:
            group["lr"] = RATE * 0.5 * (1 + math.cos(math.pi * step / arguments.steps))
        loss = hinge(network(), times)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), CLIP)
        optimizer.step()
        losses.append(loss.item())
        if step:
            seconds.append(time.perf_counter() - begin)
    seconds.sort()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024e-9
    print(
        json.dumps(
            {
                "losses": losses,
                "peakGigabytes": peak,
                "step": {
                    "min": seconds[0],
                    "median": seconds[len(seconds) // 2],
                    "max": seconds[-1],
                    "runs": len(seconds),
                },
            }
        )
    )


if __name__ == "__main__":
    main()
