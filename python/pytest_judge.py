"""Console programs as tests of pytest: `pytest --judge FOLDER` judges each program in the folder with `judge check`.

A program that is wrong fails, and shows the shortest game in which it is, as `judge check` does. One that cannot be run on this
machine is skipped. The folder is not searched for tests, and nothing in it is imported.
"""

import json
import os
import shlex
import subprocess
import sysconfig
import tempfile
from pathlib import Path

import pytest


def pytest_addoption(parser):
    group = parser.getgroup("judge", "programs under judgement")
    group.addoption(
        "--judge",
        action="append",
        default=[],
        metavar="PATH",
        help="judge the programs in this folder, or this program; may be repeated",
    )
    group.addoption(
        "--judge-args",
        default="",
        metavar="ARGS",
        help="options of `judge check`, such as '--challenge parking --suite smoke'",
    )
    parser.addini("judge_args", "options of `judge check`, before those of --judge-args", default="")
    parser.addini("judge_program", "the judge, if it is neither beside Python nor on the path", default="")


def pytest_ignore_collect(collection_path, config):
    """Programs are no tests, whatever their names are."""
    here = collection_path.resolve()
    judged = [Path(path).resolve() for path in config.getoption("judge")]
    return True if any(path == here or path in here.parents for path in judged) else None


@pytest.hookimpl(tryfirst=True)  # Before tests are deselected.
def pytest_collection_modifyitems(session, config, items):
    for path in config.getoption("judge"):
        for name in programs(config, path):
            # Without a path of its own, since pytest would load a `conftest.py` beside it.
            items.append(Program.from_parent(session, name=name, nodeid=name))


class JudgeError(Exception):
    """The judge could not do its work, which says nothing about the program."""


class Rejected(Exception):
    """A program did not pass; the text is the judge's report."""


class Program(pytest.Item):
    """A program under judgement."""

    def runtest(self):
        with tempfile.TemporaryDirectory() as folder:
            saved = os.path.join(folder, "run.json")
            options = ["--format", "json", "--save", saved]
            run = json.loads(finish(start(self.config, *check(self.config, self.name), *options)))
            for program in run["candidates"]:
                self.rule(program, saved)

    def rule(self, program, saved):
        self.user_properties.append(("verdict", program["verdict"]))
        if program["verdict"] == "skipped":
            pytest.skip(program["reason"])
        passed = program["as_expected"]
        if not (program["verdict"] == "accepted" if passed is None else passed):
            raise Rejected(failure(finish(start(self.config, "report", saved))))
        if program["advice"]:
            self.add_report_section("call", "judge", "\n".join(program["advice"]))

    def repr_failure(self, excinfo):
        if isinstance(excinfo.value, (JudgeError, Rejected)):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return Path(self.name).resolve(), None, f"judge {self.name}"


def programs(config, path):
    """The names of the programs at a path. The judge tells them first, and is not needed any longer then."""
    process = start(config, *check(config, path), "--format", "events")
    first = process.stdout.readline()
    process.terminate()
    _, errors = process.communicate()
    if not first:
        raise pytest.UsageError(errors.decode(errors="replace").strip())
    return [candidate["name"] for candidate in json.loads(first)["candidates"]]


def check(config, path):
    """The arguments that judge a path."""
    options = shlex.split(config.getini("judge_args")) + shlex.split(config.getoption("judge_args"))
    return ["check", *options, os.path.join(".", path) if path.startswith("-") else path]


def judge(config):
    """The program that is configured, that of this environment of Python, active or not, or the one on the path."""
    beside = os.path.join(sysconfig.get_path("scripts"), "judge")
    return config.getini("judge_program") or (beside if os.path.isfile(beside) else "judge")


def start(config, *arguments):
    """Starts the judge. In a step of GitHub Actions it would also annotate."""
    environment = {name: value for name, value in os.environ.items() if name != "GITHUB_ACTIONS"}
    program = judge(config)
    try:
        return subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**environment, "NO_COLOR": "1"},
        )
    except OSError as why:
        raise pytest.UsageError(f"cannot start {program}: {why.strerror}") from why


def failure(report):
    """The failure in a report on one program, without the leaderboard above it."""
    _, _, rest = report.partition("\n\n")
    return rest.rstrip() if rest.startswith("\N{BALLOT X}") else report.rstrip()


def finish(process):
    """What the judge printed when it has ended. If it could judge nothing, it says why there, too."""
    output, errors = process.communicate()
    if process.returncode not in (0, 1, 2) or not output:
        raise JudgeError(errors.decode(errors="replace").strip() or f"the judge ended with {process.returncode}")
    return output.decode()
