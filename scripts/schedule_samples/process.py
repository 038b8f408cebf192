"""The process that measures one program. An error of a compiler can end it without ending the collection.

The only argument is a JSON object with the fields of a Request. Prints a JSON object per line: {"done": 3} after three compiled
schedules; {"compiled": true} when it waits for a line on the standard input before it measures; at the end {"pipeline": the
content of pipeline.json} or {"dropped": the reason}.
"""

import ctypes
import dataclasses
import json
import os
import signal
import sys


@dataclasses.dataclass
class Request:
    folder: str  # an existing empty folder
    seed: int
    index: int  # of the program
    families: list  # names
    schedules: int  # stop at this number of different schedules
    passes: int = 3
    window: float = 0.02  # seconds of a pass
    limit: float = 0.25  # drop programs whose first run takes more seconds
    core: int = -1  # measure on this one; -1: any


# Compilers print to the standard output, which has the replies: redirect it to the standard error.
replies = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


class Dropped(Exception):
    """The program is not part of the collection."""


def report(**fields):
    print(json.dumps(fields), file=replies, flush=True)


def wait_for_turn(request):
    """Waits until no other process of the collection runs, and moves to the core of the measurements."""
    report(compiled=True)
    sys.stdin.readline()
    if request.core >= 0:
        os.sched_setaffinity(0, [request.core])


def end_with_parent():
    """Makes Linux end this process when collect.py is killed, before a second worker runs beside it."""
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def serve(Type, work, reply="pipeline"):
    """Replies with the result of work(request of this type)."""
    end_with_parent()
    request = Type(**json.loads(sys.argv[1]))
    try:
        report(**{reply: work(request)})
    except Dropped as reason:
        report(dropped=str(reason))
