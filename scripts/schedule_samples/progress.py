"""Shows a progress line on the standard error if that is a terminal."""

import sys
import time


def duration(seconds):
    minutes = round(seconds / 60)
    return f"{seconds:.0f} s" if seconds < 100 else f"{minutes} min" if minutes < 100 else f"{minutes / 60:.1f} h"


class Progress:
    def __init__(self, what, total, done, quiet=False):
        """`what`: what the items are called; `total`: number of all items; `done`: how many of them were finished
        before the start."""
        self.what, self.total, self.before = what, total, done
        self.start = time.monotonic()
        self.is_shown = not quiet and sys.stderr.isatty()

    def update(self, done, note=""):
        if not self.is_shown:
            return
        line = f"{done:g}/{self.total} {self.what}"
        measured = done - self.before
        if measured > 0:
            line += f" · {duration((self.total - done) * (time.monotonic() - self.start) / measured)} left"
        sys.stderr.write(f"\r\033[K{line}" + (f" · {note}" if note else ""))
        sys.stderr.flush()

    def clear(self):
        if self.is_shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
