"""two servers behind a load balancer are upgraded one at a time and go back, at CHAOS_TAPS taps per second (300)"""

import contextlib
import os
import shutil
import socket
import subprocess
import time

import office
from harness import CHECKOUT, DESKTAP, end, postgres, run_desktap
from office import Judgement, Load, Server, add_readers, folder, free_port, wait_until
from presence import Viewer

TAPS = int(os.environ.get("CHAOS_TAPS", "300"))
READERS = 12

# The next release: a column of the log, and an index on it. Then, as the release after it may, something is taken away that
# no server of the next release uses.
MIGRATIONS = {
    "note": "alter table log_record add column note text;",
    "note_index": """-- outside a transaction
drop index concurrently if exists log_record_note;
create index concurrently log_record_note on log_record (note);""",
    "no_note": "-- only for programs that know migration {known}\nalter table log_record drop column note;",
}

MANUAL = os.path.join(CHECKOUT, "Sources/Server/desktap/desktap.docc/HighAvailability.md")


class TimedLoad(Load):
    """Notes the longest time from sending a tap to its acknowledgement."""

    slowest = 0.0

    def answered(self, identity, item, sent):
        self.slowest = max(self.slowest, time.monotonic() - sent)
        return super().answered(identity, item, sent)


class Balancer:
    """haproxy with the manual's settings on its own port, which a viewer uses like a server."""

    def __init__(self, files, servers):
        self.port, self.path = free_port(), os.path.join(files, "haproxy.cfg")
        self.control = os.path.join(files, "haproxy.socket")
        with open(MANUAL, encoding="utf-8") as manual:
            # They end with the frontend.
            settings = manual.read().split("For haproxy:\n\n```\n")[1].split("```")[0]
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(f"global\n    stats socket {self.control}\n{settings}    bind 127.0.0.1:{self.port}\n    default_backend servers\nbackend servers\n")
            for server in servers:
                file.write(f"    server s{server.port} 127.0.0.1:{server.port}\n")

    def __enter__(self):
        self.process = subprocess.Popen(["haproxy", "-db", "-f", self.path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until("haproxy accepts connections", self.accepts)
        return self

    def accepts(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def uses(self, server):
        """Whether the latest check found the server ready."""
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(self.control)
            control.sendall(b"show servers state servers\n")
            lines = [line.split() for line in control.makefile()]
        # The name and the operational state of each server. 2: running.
        return [f"s{server.port}", "2"] in [line[3:6:2] for line in lines]

    def __exit__(self, *_):
        end(self.process)


def next_release(files):
    """The files of a release with more migrations. Returns the folder and the number of its newest migration."""
    path = os.path.join(files, "next")
    for part in ("sql", "web"):
        shutil.copytree(os.path.join(CHECKOUT, part), os.path.join(path, part))
    number = len(os.listdir(f"{path}/sql/migrations"))
    for name, text in MIGRATIONS.items():
        number += 1
        with open(f"{path}/sql/migrations/{number:04}_{name}.sql", "w", encoding="utf-8") as file:
            file.write(text.format(known=number - 1))
    return path, number


def migrate(database, resources, *options):
    return run_desktap(database, "migrate", "--resources", resources, *options)


def replace(balancer, server, *options):
    """Stops a server and starts it with other options. Returns when the load balancer uses it again."""
    status, _ = server.stop(30)
    server.options = list(options)
    server.start()
    wait_until("a replaced server is ready", lambda: server.get("/health/ready")[0] == 200)
    wait_until("the load balancer uses a replaced server", lambda: balancer.uses(server))
    return status


def main():
    judgement = Judgement("upgrade")
    office.RATE = TAPS / READERS
    with postgres() as database, folder() as files, contextlib.ExitStack() as stack:
        following, number = next_release(files)
        started = [Server(database.dsn, files) for _ in range(2)]
        for server in started:
            stack.callback(server.stop, 10)
            server.start()
        balancer = stack.enter_context(Balancer(files, started))
        for server in started:
            wait_until("a server is ready", lambda: server.get("/health/ready")[0] == 200)
        viewer = stack.enter_context(Viewer(database, balancer))
        load = stack.enter_context(TimedLoad(add_readers(database, READERS), [balancer.port]))
        began = time.monotonic()
        load.go_on(3)
        plan = migrate(database, following, "--plan")
        judgement.promise(f"the plan names the waiting migration: {plan.stdout}{plan.stderr}", "waits until" in plan.stdout)
        print("  " + plan.stdout.replace("\n", "\n  "), flush=True)
        first = migrate(database, following)
        judgement.promise(f"the last migration waits for the servers: {first.stdout}{first.stderr}",
                          first.returncode == 0 and f"{number - 1:04}_note_index" in first.stdout and "older version" in first.stderr)
        statuses = [replace(balancer, server, "--resources", following) for server in started]
        statuses += [replace(balancer, server) for server in started]
        statuses += [replace(balancer, server, "--resources", following) for server in started]
        last = migrate(database, following)
        judgement.promise(f"the last migration is applied: {last.stdout}{last.stderr}", last.returncode == 0)
        load.go_on(2)
        load.end()
        # The stream names the record of the latest change on the map. Repeated taps change nothing, so the last tap is another one.
        judgement.promise("the last tap is recorded", load.readers[0].send([load.make("end", 1, 1)], balancer.port))
        judgement.promise(f"each server stops with status 0: {statuses}", all(status == 0 for status in statuses))
        old = subprocess.run([DESKTAP, "serve", "--port", "0"], env=started[0].environment, capture_output=True, text=True,
                             check=False, timeout=30)
        judgement.promise(f"the old program does not start: {old.stderr}", old.returncode == 1 and "newer DeskTap" in old.stderr)
        judgement.figure("taps_per_second", len(load.acknowledged) / (load.ended - began))
        judgement.figure("failed", sum(load.others.values()), most=0)
        # Figures of a debug build beside other tests say nothing.
        longest = 2 if TAPS >= 300 else None
        judgement.figure("slowest", load.slowest, "s", most=longest)
        judgement.figure("longest_without_stream", viewer.longest_pause, "s", most=longest)
        # From now on the old program refuses the database.
        os.environ["DESKTAP_RESOURCES"] = following
        judgement.judge(database, load, started[0])
        judgement.judge_viewer(database, viewer)
        judgement.compare(database, "stream", viewer.view)
    judgement.end()


if __name__ == "__main__":
    main()
