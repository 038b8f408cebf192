#!/usr/bin/env python3
"""Replaces native/collect/worker.py, which measures programs, in tests without JAX: computes run times from the layout
constraints of a program.

A constraint costs 2 %, except that layout {0,1} of `w2` gains 30 %. Layout {0,1} of `h` is rejected. Environment:

  FAKE_WORKER_DIES=30       the process ends at request number 30, or at the first request of a kind ("time")
  FAKE_WORKER_HANGS=30      the process stops answering there
  FAKE_WORKER_PROCESS=2     dies or hangs only in the second process that writes to FAKE_WORKER_LOG
  FAKE_WORKER_SAYS=TEXT     writes TEXT to the standard error before it dies
  FAKE_WORKER_ONCE=FILE     dies or hangs only if FILE does not exist, and creates FILE
  FAKE_WORKER_LOG=FILE      appends a line for every process that starts
  FAKE_WORKER_WRONG=w1      outputs are wrong when the value w1 has layout {0,1}
  FAKE_WORKER_DUPLICATES=x  layouts of the value x do not change the compiled module;
                            *: no layouts do
  FAKE_WORKER_NOISE=0.1     run times are up to 10 % longer, by a different share each time
  FAKE_WORKER_SLOW=0.1      seconds that a compilation or timing takes
  FAKE_WORKER_TRACE=FILE    appends "begin REQUEST" and "end REQUEST" for every request after the first
  FAKE_WORKER_LOST=1        traces lack the last run
"""
import base64
import json
import os
import re
import sys
import time
import zlib


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def varint(value):
    out = b""
    while value > 127:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    return out + bytes([value])


def module(size):
    """Returns in base64 an HloModuleProto with one parameter of `size` elements."""
    shape = field(2, 11) + field(3, size) + field(5, field(1, 0))
    parameter = field(1, b"p") + field(2, b"parameter") + field(3, shape) + field(35, 1)
    computation = field(1, b"main") + field(2, parameter) + field(5, 1) + field(6, 1)
    return base64.b64encode(field(1, b"m") + field(2, b"main") + field(3, computation) + field(6, 1)).decode()


def trace(runs):
    """Returns in base64 a trace (XSpace) in which the instruction `p` takes 40 µs per run, and 400 µs in the first run."""
    def entry(key, value):
        return field(1, key) + field(2, value)
    names = b"".join(field(5, entry(i, field(2, name))) for i, name in ((1, b"hlo_op"), (2, b"hlo_module"), (3, b"run_id")))
    stats = field(4, field(1, 1) + field(5, b"p")) + field(4, field(1, 2) + field(5, b"m"))
    events = b""
    for run in range(runs):
        times = field(2, run * 10**9) + field(3, (10 if run == 0 else 1) * 40 * 10**6)
        events += field(4, field(1, 1) + times + stats + field(4, field(1, 3) + field(4, run)))
    plane = field(2, b"/host:CPU") + names + field(4, entry(1, field(2, b"p"))) + field(3, events)
    return base64.b64encode(field(1, plane)).decode()


def constraints(text):
    pattern = r"custom-call\(%?(\w+)\), custom_call_target=\"LayoutConstraint\", operand_layout_constraints=\{\w+\[[\d,]+\](\{[\d,]+\})\}"
    return sorted(re.findall(pattern, text))


def fault_at(count, do):
    """Returns the fault to simulate at this request: "DIES", "HANGS" or None. `count`: number of the request; `do`: its
    kind."""
    fault = next((f for f in ("DIES", "HANGS") if os.environ.get("FAKE_WORKER_" + f) in (str(count), do)), None)
    process = os.environ.get("FAKE_WORKER_PROCESS")
    if process and process != started:
        return None
    once = os.environ.get("FAKE_WORKER_ONCE")
    if fault and once:
        if os.path.exists(once):
            return None
        open(once, "w").close()
    return fault


def option(name, default):
    return os.environ.get("FAKE_WORKER_" + name, default)


def note(event, request):
    if option("TRACE", "") and request["do"] != "start":
        with open(option("TRACE", ""), "a") as file:
            file.write(f"{event} {request['do']}\n")


started = ""  # number of processes that have started, this one included
if option("LOG", ""):
    with open(option("LOG", ""), "a+") as log:
        print("start", file=log, flush=True)
        log.seek(0)
        started = str(len(log.readlines()))
times, modules, wrong, count = {}, {}, set(), 0
for line in sys.stdin:
    request, reply = json.loads(line), {"ok": True}
    count += 1
    note("begin", request)
    fault = fault_at(count, request["do"])
    if fault == "DIES":
        print(option("SAYS", ""), file=sys.stderr, flush=True)
        os._exit(1)
    if fault == "HANGS":
        time.sleep(1000)
    if request["do"] == "start":
        reply = {"jaxlib": "0", "device": "fake", "platform": "cpu"}
    elif request["do"] == "passes":
        module_text = base64.b64encode(request["hlo"].encode()).decode()
        reply = {"before": module_text, "after": module_text}
    elif request["do"] == "compile":
        time.sleep(float(option("SLOW", "0")))
        found = constraints(request["hlo"])
        gains = ("w2", "{0,1}") in found
        times[request["id"]] = round(1e6 * (1 + 0.02 * (len(found) - gains)) * (0.7 if gains else 1))
        if (option("WRONG", ""), "{0,1}") in found:
            wrong.add(request["id"])
        compiled = [pair for pair in found if option("DUPLICATES", "") not in (pair[0], "*")]
        modules[request["id"]] = module(1 + zlib.crc32(repr(compiled).encode()) % 1000000)
        reply = {"seconds": 0.1, "optimised": modules[request["id"]]}
        if ("h", "{0,1}") in found:
            reply = {"error": "refused"}
    elif request["do"] == "check":
        reply = {"difference": 1 if request["id"] in wrong else 0}
    elif request["do"] == "optimised":
        reply = {"optimised": modules[request["id"]]}
    elif request["do"] == "profile":
        runs = min(request["most"], 5)
        reply = {"untraced": [45000], "traced": [500000] + [50000] * (runs - 1), "trace": trace(runs - int(option("LOST", 0)))}
    elif request["do"] == "time":
        time.sleep(float(option("SLOW", "0")))
        noise = [zlib.crc32(f"{count} {id}".encode()) / 2**32 * float(option("NOISE", "0")) for id in request["ids"]]
        reply = {"times": [round(times[id] * (1 + extra)) for id, extra in zip(request["ids"], noise)]}
    note("end", request)
    print(json.dumps(reply), flush=True)
