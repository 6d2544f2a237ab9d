"""Draws the progress of a run: judge check --format events golf | python3 examples/progress.py"""
import json
import sys

names, cases, tried, verdicts = [], {}, {}, {}
for line in sys.stdin:
    event = json.loads(line)
    match event["event"]:
        case "run-started":
            names = [candidate["name"] for candidate in event["candidates"]]
        case "cases-planned":
            cases[event["candidate"]] = event["cases"]
        case "case-finished":
            tried[event["candidate"]] = tried.get(event["candidate"], 0) + 1
        case "candidate-finished":
            verdicts[event["candidate"]] = event["verdict"]
            print(f"\r\033[K{names[event['candidate']]}: {event['verdict']}")
    parts = (min(tried[place] / cases[place], 1) for place in cases if place in tried and place not in verdicts)
    done = (len(verdicts) + sum(parts)) / max(len(names), 1)
    print(f"\r[{'#' * int(30 * done):30}] {len(verdicts)}/{len(names)}", end="", flush=True)
print()
