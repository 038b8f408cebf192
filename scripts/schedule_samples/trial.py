"""Compiles and tries schedules of one program. Keeps schedules that differ from each other and compute the right
output."""

from . import process, store, timing

def try_schedule(request, runner, schedule, reference):
    """Compiles and runs a schedule. Returns (reason, output), where the reason is "crashed", "wrong" or "slow", or None
    for success.

    `reference`: the right output, or None if unknown. Sets `schedule.callable` to the compiled function and
    `schedule.first` to the seconds of a run.
    """
    schedule.callable = schedule.compile()
    if not runner.survives(schedule.callable, 10 * request.limit):
        return "crashed", None
    result = runner.result(schedule.callable)
    schedule.first = runner.run(schedule.callable)
    if reference is not None and timing.differs(result, reference):
        return "wrong", result
    return "slow" if schedule.first > 4 * request.limit else None, result


def sample_schedules(request, runner, attempts, error, reference=None):
    """Compiles schedules. Returns those that work and have different keys, and {reason: number of schedules left out}.

    `attempts`: functions that return a schedule with `key` and `compile`, or raise the exception class `error` of the
    compiler. `reference`: the right output; if None, the output of the first schedule counts as right.
    """
    found, known, counts = [], set(), dict.fromkeys(store.REASONS, 0)
    for choose in attempts:
        if len(found) == request.schedules:
            break
        try:
            schedule = choose()
            if schedule.key in known:
                counts["duplicates"] += 1
                continue
            known.add(schedule.key)
            failure, result = try_schedule(request, runner, schedule, reference)
        except error as reason:
            if not found:
                raise process.Dropped(f"{type(reason).__name__}: {reason}"[:500]) from reason
            counts["refused"] += 1
            continue
        if not found and failure != "crashed":
            reference = result if reference is None else reference
            if schedule.first > request.limit:
                raise process.Dropped(f"a run takes {schedule.first:.2f} s")
        if failure:
            counts[failure] += 1
            continue
        found.append(schedule)
        process.report(done=len(found))
    if len(found) < 2:
        raise process.Dropped("only one schedule" if found else f"no schedule works{runner.crash}")
    return found, counts
