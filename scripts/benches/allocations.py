"""calls of malloc, calloc, realloc and posix_memalign per tap and per plaintext request, at 64 connections"""

import array
import os
import subprocess

from harness import CHECKOUT, figure, postgres, server, size, wrk
from tap_load import FirstTaps, add_history, add_readers, tap_load

SECONDS = size("SECONDS", 3)
SIZE = 64 * 8 * 8


def build(folder):
    library = f"{folder}/allocations.so"
    source = os.path.join(CHECKOUT, "scripts/benches/allocations.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-o", library, source], check=True)
    return library


class Counter:
    """The calls so far in a process that runs with the environment of this counter."""

    def __init__(self, folder):
        self.path = f"{folder}/allocations"
        with open(self.path, "wb") as file:
            file.write(bytes(SIZE))
        self.environment = {"LD_PRELOAD": build(folder), "ALLOCATIONS": self.path}

    def calls(self):
        with open(self.path, "rb") as file:
            return sum(array.array("q", file.read()))

    def per_request(self, load):
        """The calls per request of a load."""
        before, result = self.calls(), load()
        if result["refused"]:
            raise SystemExit(f"bench: {result['refused']} requests were refused")
        return (self.calls() - before) / result["requests"]


def figures():
    """Name, value, unit and goal of the figures."""
    with postgres() as database:
        keys, counter = add_readers(database), Counter(database.folder)
        add_history(database, keys)
        with server(database, environment=counter.environment) as (url, _):
            plaintext = counter.per_request(lambda: wrk(f"{url}/health/live", 64, SECONDS))
            FirstTaps(url, keys[0])
            taps = counter.per_request(lambda: tap_load(url, 64, SECONDS, keys))
    return [("tap_allocations", taps, "calls", None), ("plaintext_allocations", plaintext, "calls", None)]


def main():
    for name, value, unit, goal in figures():
        figure(name, value, unit, goal)


if __name__ == "__main__":
    main()
