"""Times XLA's own HLO parser. `bench_jaxlib.py FILE...` prints one JSON object per file, with times in seconds."""

import json
import resource
import sys
import time

from jaxlib import _hlo


def seconds_of(text):
    taken = []
    _hlo.hlo_module_from_text(text)
    while len(taken) < 5 or (sum(taken) < 0.5 and len(taken) < 1000):
        start = time.perf_counter()
        _hlo.hlo_module_from_text(text)
        taken.append(time.perf_counter() - start)
    taken.sort()
    return {"min": taken[0], "median": taken[len(taken) // 2], "max": taken[-1], "runs": len(taken)}


for path in sys.argv[1:]:
    with open(path) as file:
        text = file.read()
    try:
        read = seconds_of(text)
    except Exception as error:  # XLA rejects the file: report the error instead of times
        print(json.dumps({"file": path, "error": str(error).splitlines()[0]}))
        continue
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"file": path, "read": read, "peakMegabytes": peak}))
