#!/usr/bin/env python3
"""Prints the licences of all crates that are linked into the programs, each text once: licences.py TARGET."""

import collections
import json
import pathlib
import subprocess
import sys

NAMES = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")
GLIBC = """\
The programs may be linked with the GNU C Library, which is under the LGPL, version 2.1 or later. Their source is given, so that
they can be linked with another version of it.
"""


def metadata(target):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features", "--filter-platform", target]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def linked(crates):
    """The packages of others that the programs need when they run."""
    nodes = {node["id"]: node for node in crates["resolve"]["nodes"]}
    root = crates["resolve"]["root"]
    found, left = set(), [root]
    while left:
        node = nodes[left.pop()]
        for needed in node["deps"]:
            is_linked = any(kind["kind"] is None for kind in needed["dep_kinds"])
            if is_linked and needed["pkg"] not in found:
                found.add(needed["pkg"])
                left.append(needed["pkg"])
    return sorted((one for one in crates["packages"] if one["id"] in found and one["source"]), key=lambda one: (one["name"], one["version"]))


def texts(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name.upper().startswith(NAMES))
    return [file.read_text(errors="replace").strip() for file in files]


def main():
    packages = linked(metadata(sys.argv[1]))
    # Many differ in white space only.
    users, wordings = collections.defaultdict(list), {}
    print("The programs contain these crates:\n")
    for package in packages:
        name = f"{package['name']} {package['version']}"
        print(f"    {name}: {package['license'] or 'see below'}")
        for text in texts(package):
            users[wordings.setdefault(" ".join(text.split()), text)].append(name)
    print(f"\n{GLIBC}")
    for text, names in users.items():
        print("-" * 80, ", ".join(names), text, "", sep="\n\n")


if len(sys.argv) != 2:
    sys.exit("licences.py: name the target that the programs are built for")
main()
