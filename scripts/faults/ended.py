"""a benchmark and a fault test are ended by a signal while they run, and must leave no process"""

import os
import signal
import subprocess
import uuid

from harness import CHECKOUT, wait_until
from office import Judgement

RUNS = [(signal.SIGTERM, "bench", "live"), (signal.SIGINT, "chaos", "silence"), (signal.SIGHUP, "chaos", "silence")]


def programs(mark):
    """The programs of all processes that have the mark in their environment."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if f"ENDED_MARK={mark}".encode() in file.read().split(b"\0"):
                    found.append(os.path.basename(os.readlink(f"/proc/{name}/exe")))
        except OSError:
            continue
    return found


def main():
    judgement = Judgement("ended")
    for number, script, name in RUNS:
        mark = str(uuid.uuid4())
        # A shell cannot handle a signal that is ignored when it starts, as SIGINT is in the background.
        process = subprocess.Popen(
            [f"{CHECKOUT}/scripts/{script}", name], env={**os.environ, "ENDED_MARK": mark}, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=lambda number=number: signal.signal(number, signal.SIG_DFL))
        try:
            wait_until("a server and its PostgreSQL run", lambda: {"desktap", "postgres"} <= set(programs(mark)), 120)
        finally:
            process.send_signal(number)
            process.wait(120)
        left = programs(mark)
        judgement.figure(f"left_by_{script}_after_{number.name}", len(left), most=0)
    judgement.end()


if __name__ == "__main__":
    main()
