"""Reads MetaSchedule databases. database_workload.json has a workload per line, database_tuning_record.json a measured
schedule (record) per line."""

import json

from tvm.s_tir.meta_schedule import database

from .files import RECORDS, WORKLOADS


def folders_below(folder):
    return sorted(path.parent for path in folder.rglob(RECORDS))


def records(folder):
    """Returns the TuningRecords of the database in a folder, in the order of the file."""
    workloads = [database.Workload.from_json(json.loads(line)) for line in (folder / WORKLOADS).read_text().splitlines()]
    rows = map(json.loads, (folder / RECORDS).read_text().splitlines())
    return [database.TuningRecord.from_json(record, workloads[number]) for number, record in rows]
