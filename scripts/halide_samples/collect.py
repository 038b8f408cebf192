"""Collects run times of schedules of random Halide pipelines: a folder of `.sample` files per pipeline. The same command
resumes an interrupted collection."""

import importlib.metadata

from schedule_samples import collection

from .families import FAMILIES

COMMAND = "collect:halide"


def options():
    parser = collection.parser_of(COMMAND, __doc__, list(FAMILIES), "build/halide", "pipelines", 250, 30, timeout=600)
    parser.add_argument(
        "--search",
        type=float,
        default=60,
        help="seconds for the search of Adams2019's own choice, which is left out if it takes longer (%(default)s)",
    )
    return collection.parse(parser, ["search"])


class Collection(collection.Collection):
    def __init__(self, values):
        compiler = {"halide": importlib.metadata.version("halide"), "autoscheduler": "Adams2019", "parallelism": 1}
        super().__init__(
            values, COMMAND, "pipelines", "halide_samples.worker", compiler, {"search": values.search}
        )

    def request(self, index, **changed):
        """Requests the schedules of a pipeline from a worker process. If the search for the compiler's default schedule
        takes too long or crashes the process, requests them again without that schedule."""
        reply, error = super().request(index, **changed)
        if reply is None and error == "search" and not self.is_stopping:
            return super().request(index, **{**changed, "search": 0})
        return reply, error

    def totals(self, pipelines):
        with_default = sum(pipeline["compiler_default"] is not None for pipeline in pipelines)
        return {**super().totals(pipelines), "with_compiler_default": with_default}


if __name__ == "__main__":
    collection.collect(COMMAND, Collection, options())
