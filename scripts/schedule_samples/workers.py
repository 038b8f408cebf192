"""Runs a process (worker) per program. Several workers search and compile at the same time. While one measures, the
others are paused."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import threading

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent


class Workers:
    def __init__(self, module, timeout):
        """`module`: Python module that a worker process runs. A worker is killed after `timeout` seconds."""
        self.module, self.timeout = module, timeout
        self.running = set()
        self.quiet = threading.Lock()  # held while a worker measures or a process starts

    def run(self, fields, progress):
        """Runs a worker process for a request with these fields. Returns (its last reply or None, reason of a failure).

        Calls progress(number of compiled schedules). The reason is "search" if the request has a field `search` and the
        process ended before its first reply.
        """
        worker = self.start(fields)
        log = []
        reader = threading.Thread(target=lambda: log.append(worker.stderr.read()), daemon=True)
        reader.start()
        late = threading.Timer(self.timeout, worker.kill)
        late.daemon = True
        late.start()
        try:
            reply = self.follow(worker, progress)
            code = worker.wait()
        finally:
            is_late = late.finished.is_set()
            late.cancel()
            self.running.discard(worker)
        reader.join()
        if code == 0 and ("pipeline" in reply or "dropped" in reply):
            return reply, None
        if is_late:
            return None, f"timeout after {self.timeout:g} s"
        if fields.get("search") and not reply:
            return None, "search"
        last = [line for line in "".join(log).splitlines() if line and not line.startswith("Warning: ")][-1:]
        return None, f"worker ended with {signal.Signals(-code).name if code < 0 else code}" + "".join(
            f": {line[:300]}" for line in last
        )

    def start(self, fields):
        environment = {**os.environ, "PYTHONPATH": str(SCRIPTS), "OPENBLAS_NUM_THREADS": "1"}
        with self.quiet:
            # Start the worker in a new session, so that Ctrl-C in the terminal does not reach the worker, and a signal
            # to its process group also reaches its child processes.
            worker = subprocess.Popen(
                [sys.executable, "-m", self.module, json.dumps(fields)],
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                start_new_session=True,
            )
            self.running.add(worker)
        return worker

    def follow(self, worker, progress):
        """Reads a worker's replies until the worker ends. Pauses the other workers while this one measures. Returns the
        last reply, or {} if there was none."""
        reply = {}
        for line in worker.stdout:
            reply = json.loads(line)
            if "done" in reply:
                progress(reply["done"])
            if "compiled" in reply:
                with self.quiet:
                    return self.measure(worker)
        return reply

    def measure(self, worker):
        """Lets a worker measure, after it has compiled its schedules. Returns the worker's last reply, or {} if there
        is none."""
        others = [other for other in self.running if other is not worker]
        self.signal(others, signal.SIGSTOP)
        try:
            worker.stdin.write("measure\n")
            worker.stdin.flush()
            lines = worker.stdout.readlines()
        except BrokenPipeError:  # the worker was killed
            lines = []
        finally:
            self.signal(others, signal.SIGCONT)
        return json.loads(lines[-1]) if lines else {"compiled": True}

    @staticmethod
    def signal(workers, number):
        for worker in workers:
            if worker.poll() is None:
                os.killpg(worker.pid, number)

    def stop(self):
        for worker in list(self.running):
            worker.kill()
