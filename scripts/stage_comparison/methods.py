"""The methods of the comparison. Each predicts the run times of the test schedules of a split, in ms."""

import shlex
import shutil
from pathlib import Path

import numpy as np
from comparison import runs

from stage_comparison import halide_model, own, pipelines, splits, tvm_model
from tvm_samples.files import STORES

OURS, NO_EDGES = "ours", "ours without edges"
SHIPPED, RETRAINED = "Halide as shipped", "Halide retrained"
XGB, RECORDS = "TVM's XGBModel", "ours, records alone"


def flat(pipelines, selected, of):
    """Concatenates the values of the selected schedules. `selected`: {index of the pipeline: indices of its schedules};
    `of`: {name of the pipeline: one value per selected schedule}."""
    return np.concatenate([of[pipelines[number].name] for number in selected])


def times_of(pipelines, selected):
    return np.concatenate([pipelines[number].times[indices] for number, indices in selected.items()])


class Workplace:
    """A temporary folder with the files of one split: training and test samples, trained models, and weights of
    Halide's cost model. The method `remove` deletes the folder."""

    def __init__(self, folder, found, split, options):
        self.folder, self.pipelines, self.split, self.options = Path(folder), found, split, options
        shutil.rmtree(folder, ignore_errors=True)
        for name, selected in (("training", split.training), ("test", split.test)):
            pipelines.write(found, selected, self.folder / name)
        self.anything = None  # any trained model, because `hlorank rank` needs one to compute Halide's costs

    def remove(self):
        shutil.rmtree(self.folder)

    def train(self, data, name, flags):
        """Trains our network on the training schedules in the folder `data`. Returns the run's folder, `name` in it."""
        return runs.train([data / "training"], data / name, "--seed", str(self.split.seed), *shlex.split(flags))

    def ours(self, flags, data=None):
        """Predictions by our network. `data`: folder with the training and the test schedules (default: those of the
        split)."""
        data = data or self.folder
        run = self.train(data, f"run{flags}".replace(" ", ""), flags)
        self.anything = self.anything or run
        of = own.ranked(data / "test", run)
        return flat(self.pipelines, self.split.test, {name: rows["milliseconds"] for name, rows in of.items()})

    def costs(self, name, weights):
        """Returns the predictions of Halide's cost model for all schedules of the set `name` ("training" or "test")."""
        self.anything = self.anything or self.train(self.folder, "run", "--epochs 1")
        of = own.ranked(self.folder / name, self.anything, weights)
        return flat(self.pipelines, getattr(self.split, name), {name: rows["halideCost"] for name, rows in of.items()})

    def scaled(self, weights):
        """Returns run times of the test schedules predicted by Halide's cost model, times the factor that fits the
        training schedules best, and this factor."""
        factor = halide_model.best_factor(self.costs("training", weights), times_of(self.pipelines, self.split.training))
        return factor * self.costs("test", weights), {"factor": factor}

    def shipped(self):
        return self.scaled(self.options.weights)

    def retrained(self):
        target = self.folder / "retrained.weights"
        halide_model.retrain(self.folder / "training", self.options.weights, target, self.options.updates)
        return self.scaled(target)

    def records_alone(self, flags):
        """Predictions by our network without the features that TVM computes from the scheduled programs. Only features
        of the tuning records are left."""
        data = self.folder / "records"
        for name in ("training", "test"):
            shutil.copytree(self.folder / name, data / name, ignore=shutil.ignore_patterns(STORES))
        return self.ours(flags, data)

    def xgb(self):
        """Predictions by TVM's XGBModel, which predicts throughput relative to the workload's fastest schedule. Run
        times follow only if the training set has schedules of the workload. Otherwise returns numbers that have only
        the right order."""
        of = tvm_model.scores(self.folder / "training", self.folder / "test", self.split.seed)
        if self.split.kind == splits.UNSEEN:
            return flat(self.pipelines, self.split.test, {n: tvm_model.in_order(s) for n, s in of.items()}), {"order_only": True}
        fastest = {self.pipelines[n].name: self.pipelines[n].times[all].min() for n, all in self.split.training.items()}
        return flat(
            self.pipelines, self.split.test, {n: tvm_model.milliseconds(s, fastest[n]) for n, s in of.items()}
        ), {}
