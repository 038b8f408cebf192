"""Reads and writes the folder of a collection, which has manifest.json and a folder per program.

A program's folder has a temporary name until it is complete.
"""

import fcntl
import json
import os
import pathlib
import platform
import shutil

SCHEMA = 1
REASONS = ("duplicates", "slow", "wrong", "refused", "crashed")  # reasons why schedules are left out


class Refused(Exception):
    """Raised if a folder cannot be used for a collection; the message says why and what to do."""


def machine():
    """Describes this machine by its processor and vector extensions. Times of different machines are not comparable."""
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    value = lambda key: next((line.split(":", 1)[1].strip() for line in lines if line.startswith(key)), "")
    features = sorted({flag for flag in value("flags").split() if flag.startswith(("avx", "amx", "sse4", "fma"))})
    return {
        "processor": value("model name"),
        "model": value("cpu family") + "/" + value("model\t"),
        "architecture": platform.machine(),
        "features": features,
    }


def write_json(path, content):
    """Writes a JSON file atomically, so that a reader sees either the old or the new content."""
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(content, indent=1) + "\n")
    os.replace(part, path)


class Store:
    """The folder of a collection. `fixed`: fields of manifest.json that hold for all programs; to continue a
    collection, they must be unchanged."""

    def __init__(self, folder, fixed):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = open(self.folder / ".lock", "w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.lock.close()
            raise Refused(
                f"{folder}: another process writes to this folder; wait for it, or use another folder"
            ) from None
        self.path = self.folder / "manifest.json"
        self.manifest = (
            json.loads(self.path.read_text())
            if self.path.exists()
            else {"schema": SCHEMA, **fixed, "dropped": {}, "runs": []}
        )
        if not self.path.exists() and any(self.folder.glob("[!.]*")):
            raise Refused(f"{folder}: has files but no manifest.json; use an empty folder")
        for key, value in {"schema": SCHEMA, **fixed}.items():
            if self.manifest.get(key) != json.loads(json.dumps(value)):
                raise Refused(
                    f"{folder}: {key} is {json.dumps(self.manifest.get(key))} there and {json.dumps(value)} now; use another folder"
                )
        for part in self.folder.glob("*.part"):
            shutil.rmtree(part) if part.is_dir() else part.unlink()

    def save(self):
        write_json(self.path, self.manifest)

    def name(self, index):
        return self.folder / f"{index:04}"

    def finished(self):
        """Indices of the programs whose measurement is complete."""
        return [
            int(path.parent.name)
            for path in sorted(self.folder.glob("[0-9]*/pipeline.json"))
            if not path.parent.name.endswith(".part")
        ]

    def is_done(self, index):
        return str(index) in self.manifest["dropped"] or (self.name(index) / "pipeline.json").exists()

    def begin(self, index):
        """Creates an empty temporary folder for the program with this index. The method `finish` renames the folder to
        its final name."""
        part = self.folder / f"{index:04}.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        return part

    def finish(self, index, pipeline):
        part = self.folder / f"{index:04}.part"
        write_json(part / "pipeline.json", pipeline)
        os.replace(part, self.name(index))

    def drop(self, index, reason):
        shutil.rmtree(self.folder / f"{index:04}.part", ignore_errors=True)
        self.manifest["dropped"][str(index)] = reason
        self.save()
