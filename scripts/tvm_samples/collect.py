"""Collects run times of random schedules of random TVM workloads: a folder per workload with the files of a MetaSchedule
database. The same command resumes an interrupted collection."""

import importlib.metadata

from schedule_samples import collection

from .families import FAMILIES
from .scheduling import host_target

COMMAND = "collect:tvm"


def options():
    parser = collection.parser_of(COMMAND, __doc__, list(FAMILIES), "build/tvm", "workloads", 44, 40, timeout=900)
    return collection.parse(parser)


class Collection(collection.Collection):
    def __init__(self, values):
        compiler = {
            "tvm": importlib.metadata.version("apache-tvm"),
            "space": "PostOrderApply, replay-trace",
            "target": str(host_target()),
        }
        super().__init__(values, COMMAND, "workloads", "tvm_samples.worker", compiler)


if __name__ == "__main__":
    collection.collect(COMMAND, Collection, options())
