"""Collects the facts at the top of a report: data set, machine, tool versions."""

import datetime
import json
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def data(paths, programs):
    """Returns the numbers of programs, families and configurations, and the machine that measured the run times if
    store.json names the machine."""
    facts = {
        "programs": len(programs),
        "families": len({p.family for p in programs}),
        "configurations": int(sum(len(p.evaluated) for p in programs)),
        "nodes": sorted(len(p.arrays["opcode"]) for p in programs)[:: max(1, len(programs) - 1)],
    }
    for folder in map(Path, paths):
        store = folder / "store.json"
        if store.is_file():
            machine = json.loads(store.read_text()).get("machine", {})
            facts["measured on"] = {k: machine.get(k) for k in ("processor", "platform", "threads", "jaxlib")}
    return facts


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return "unknown processor"


def tools():
    found = {}
    for package in ("lightgbm", "torch", "torch_geometric", "numpy"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            pass
    return found


def today():
    return datetime.date.today().isoformat()


def sentence(facts):
    """Describes the data set (the result of `data`) in a phrase."""
    on = facts.get("measured on")
    measured = (
        f", measured on {on['processor']} ({on['platform']}, {on['threads']} thread, jaxlib {on['jaxlib']})"
        if on
        else ""
    )
    least, most = facts["nodes"][0], facts["nodes"][-1]
    return (
        f"{facts['programs']} programs of {facts['families']} families, {least:,} to {most:,} instructions, "
        f"{facts['configurations']:,} ranked configurations{measured}"
    )
