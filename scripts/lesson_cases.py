#!/usr/bin/env python3
"""Writes web/src/learn/lesson6/cases.json: rankings of held-out programs, with their measured run times.

Run it after building build/hlorank. Ranks programs of data/layouts/test by the model in build/lesson_cases. If that
folder has no model, trains one by `hlorank train data/layouts/train data/layouts/valid --form simulated --folds 5 -o
build/lesson_cases`. This model has the form of the published model but has not seen the families of data/layouts/test.
The published model was trained on all three folders.
"""

import json
import math
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
RUN = ROOT / "build/lesson_cases"
DATA = ROOT / "data/layouts"
EXAMPLE = "bilinear_low_rank_bpc_grad"
NEAR = 2  # percent; a configuration counts as good if it is at most this much slower than the best
CASES = ["opticalflow_disparity", "fastattention_windows_bnhtd", "fastattention_performer_bhdt"]


def hlorank(*arguments):
    return subprocess.run([ROOT / "build/hlorank", *arguments], check=True, capture_output=True, text=True).stdout


def case(name):
    path = DATA / f"test/{name}.npz"
    ranking = json.loads(hlorank("rank", path, "--model", RUN, "--top", "all", "--json"))
    rows = [each for each in ranking["configurations"] if each["usable"] and "time" in each]
    similarity = ranking["confidence"]["similarity"]
    return {
        "name": name,
        "scores": [round(each["score"], 3) for each in rows],
        "times": [round(each["time"] * 1e6, 1) for each in rows],
        "compilerTime": round(ranking["compilerDefault"]["time"] * 1e6, 1),
        "similarity": {
            "pairAccuracy": similarity["pairAccuracy"] and round(similarity["pairAccuracy"], 3),
            "nearest": [
                {"name": each["name"], "distance": round(each["distance"], 2)} for each in similarity["nearest"]
            ],
        },
    }, ranking["confidence"]


def summary(name):
    """Summarises the ranking of a program. The band is the best-ranked configurations, which score too close to tell
    apart.

    Returns the size of the band, the slowdown in percent of the band's first and of its best configuration, and the
    probability that, of as many configurations chosen at random, at least one is within NEAR percent of the best.
    """
    one, confidence = case(name)
    scores, times = one["scores"], one["times"]
    band = sum(score - scores[0] < confidence["separable"] for score in scores)
    farther = sum(time / min(times) * 100 - 100 > NEAR for time in times)
    return {
        "band": band,
        "of": len(scores),
        "first": round(times[0] / min(times) * 100 - 100, 1),
        "best": round(min(times[:band]) / min(times) * 100 - 100, 1),
        "accuracy": one["similarity"]["pairAccuracy"],
    }, 1 - math.comb(farther, band) / math.comb(len(times), band)


def main():
    if not (RUN / "model.json").exists():
        hlorank("train", DATA / "train", DATA / "valid", "--form", "simulated", "--folds", "5", "-o", RUN)
    trained = json.loads((RUN / "model.json").read_text())["training"]["data"]
    example, confidence = case(EXAMPLE)
    stems = [path.stem for path in sorted(DATA.glob("test/*.npz"))]
    summaries, chances = zip(*(summary(stem) for stem in stems), strict=True)
    content = {
        "programs": len(trained),
        "families": len({each["family"] for each in trained}),
        "pairs": [[round(number, 3) for number in each] for each in confidence["pairs"]],
        "separable": round(confidence["separable"], 3),
        "example": example,
        "cases": [case(name)[0] for name in CASES],
        "all": summaries,
        "random": round(sum(chances), 1),  # expected number of programs in which a random choice succeeds
        "outside": [stem for stem, of in zip(stems, summaries, strict=True) if of["best"] > NEAR],
    }
    text = json.dumps(content, separators=(",", ":"))
    (ROOT / "web/src/learn/lesson6/cases.json").write_text(text + "\n")
    print(f"{len(CASES) + 1} programs, {len(text)} bytes")


if __name__ == "__main__":
    main()
