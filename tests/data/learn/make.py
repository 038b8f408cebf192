"""Computes losses.json, the expected values of tests/web/learn_losses.test.ts, with PyTorch and SciPy.

Run it with a Python that has torch and scipy (scripts/comparison installs them in build/compare-python).
"""
import json
import pathlib

import torch
from scipy.stats import kendalltau

CASES = [  # (scores, run times) of the configurations of a program
    ([0.5, -1.0, 2.0, 0.0, 0.25], [410.0, 380.0, 500.0, 395.0, 640.0]),
    ([0.0, 0.0, 0.0], [1.0, 2.0, 3.0]),
    ([1.0, 1.0, -0.5, 3.0, 2.0, -2.0], [100.0, 101.0, 100.0, 180.0, 90.0, 90.0]),
    ([30.0, -40.0, 5.0, 6.0], [4.0, 3.0, 2.0, 1.0]),
]


def hinge(scores, times, margin=0.02):
    slower = (times[:, None] > (1 + margin) * times[None]).to(scores.dtype)
    return (torch.relu(1 - (scores[:, None] - scores[None])) * slower).sum() / slower.sum().clamp_min(1)


def list_mle(scores, times):
    preference = -scores[torch.argsort(times, stable=True)]
    return sum(torch.logsumexp(preference[k:], 0) - preference[k] for k in range(len(scores))) / len(scores)


def with_gradient(loss, scores, times):
    leaf = torch.tensor(scores, dtype=torch.float64, requires_grad=True)
    value = loss(leaf, torch.tensor(times, dtype=torch.float64))
    value.backward()
    return {"value": value.item(), "gradient": leaf.grad.tolist()}


def case(scores, times):
    tau = kendalltau(scores, times).statistic
    return {
        "scores": scores,
        "times": times,
        "tau": None if tau != tau else tau,
        "hinge": with_gradient(hinge, scores, times),
        "listmle": with_gradient(list_mle, scores, times),
        "squared": with_gradient(torch.nn.functional.mse_loss, scores, times),
    }


def network():
    """Returns the score of lesson 4's small network, and the gradient of the score by the weights. Weight i is sin(i +
    1) / 2."""
    inputs, hidden = 3, 16
    weights = torch.sin(torch.arange(1, hidden * (inputs + 1) + hidden + 2, dtype=torch.float64)) / 2
    weights.requires_grad_(True)
    x = torch.tensor([0.5, -1.0, 2.0, 1.0], dtype=torch.float64)  # the last entry multiplies the bias
    first = weights[: hidden * (inputs + 1)].reshape(hidden, inputs + 1)
    last = weights[hidden * (inputs + 1) :]
    score = last[:hidden] @ torch.tanh(first @ x) + last[hidden]
    score.backward()
    return {"x": x[:inputs].tolist(), "score": score.item(), "gradient": weights.grad.tolist()}


if __name__ == "__main__":
    golden = {"cases": [case(*each) for each in CASES], "network": network()}
    path = pathlib.Path(__file__).with_name("losses.json")
    path.write_text(json.dumps(golden, indent=1) + "\n")
