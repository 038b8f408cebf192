"""The command line of programs that convert a collection between two forms."""

import argparse
import pathlib
import shutil
import sys

from . import store


def run(command, description, actions):
    """Runs the command line `pack` or `unpack`, and copies manifest.json. `actions`: {"pack": function(folder to read,
    folder to write), "unpack": ...}.
    """
    parser = argparse.ArgumentParser(
        prog=f"npm run {command} --", description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", choices=list(actions))
    parser.add_argument("folder", type=pathlib.Path, help="folder to read")
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True, help="new or empty folder to write")
    values = parser.parse_args()
    try:
        if values.output.exists() and any(values.output.iterdir()):
            raise store.Refused(f"{values.output}: is not empty; name a new folder")
        values.output.mkdir(parents=True, exist_ok=True)
        actions[values.action](values.folder, values.output)
        if (values.folder / "manifest.json").exists():
            shutil.copyfile(values.folder / "manifest.json", values.output / "manifest.json")
    except (store.Refused, OSError, ValueError) as error:
        sys.exit(f"{command} {values.action}: {error}")
