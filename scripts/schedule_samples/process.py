"""The process that measures one program. An error of a compiler ends only this process, not the collection.

The only argument is a JSON object with the fields of a Request. Prints a JSON object per line: {"done": 3} after three
compiled schedules; {"compiled": true} when it waits for a line on the standard input before it measures; at the end
{"pipeline": the content of pipeline.json} or {"dropped": the reason}.
"""

import ctypes
import dataclasses
import json
import os
import signal
import sys


@dataclasses.dataclass
class Request:
    folder: str  # path of an existing empty folder for the result
    seed: int
    index: int  # index of the program in the collection
    families: list  # names of the families of programs to choose from
    schedules: int  # number of different schedules to measure
    passes: int = 3
    window: float = 0.02  # least seconds that the repeated runs of one measurement take together
    limit: float = 0.25  # programs whose first run takes more seconds are dropped
    core: int = -1  # processor core to measure on; -1: any


# Keeps the standard output for replies, and redirects what compilers print there to the standard error.
replies = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


class Dropped(Exception):
    """Raised to leave a program out of the collection; the message is the reason."""


def report(**fields):
    print(json.dumps(fields), file=replies, flush=True)


def wait_for_turn(request):
    """Waits until no other process of the collection runs, then moves to the processor core for measurements."""
    report(compiled=True)
    sys.stdin.readline()
    if request.core >= 0:
        os.sched_setaffinity(0, [request.core])


def end_with_parent():
    """Makes Linux end this process if its parent, collect.py, is killed. Otherwise this process would go on and disturb
    a later measurement."""
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def serve(Type, work, reply="pipeline"):
    """Reads the request, an object of class Type, from the command line. Prints the result of work(request) as a JSON
    object with the key `reply`."""
    end_with_parent()
    request = Type(**json.loads(sys.argv[1]))
    try:
        report(**{reply: work(request)})
    except Dropped as reason:
        report(dropped=str(reason))
