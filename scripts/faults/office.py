"""Shared by the fault tests: servers that can be killed, readers that keep sending taps, and the final checks."""

import collections
import contextlib
import datetime
import glob
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid

import presence
from harness import DESKTAP, desktap, figure, run_desktap, wait_until

# The number of readers, and the taps per second of each.
READERS = int(os.environ.get("CHAOS_READERS", "6"))
RATE = float(os.environ.get("CHAOS_RATE", "20"))


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Server:
    """A server on a free port, which it keeps over restarts."""

    def __init__(self, dsn, folder, environment=None, secret="secret", options=()):
        self.port = free_port()
        self.folder = folder
        self.options = list(options)
        self.environment = {**os.environ, "DESKTAP_DATABASE": dsn, "DESKTAP_LOG_LEVEL": "info",
                            "DESKTAP_SECRET_FILE": os.path.join(folder, secret), **(environment or {})}
        self.process = None
        self.log = os.path.join(folder, f"server-{self.port}.log")

    def launch(self):
        with open(self.log, "a", encoding="utf-8") as log:
            # Started by env, because libfaketime moves the environment of the first program that loads it, and a Swift program
            # finds its arguments next to the environment.
            self.process = subprocess.Popen(["env", DESKTAP, "serve", "--port", str(self.port), *self.options],
                                            env=self.environment, stdout=log, stderr=log)
        return self

    def start(self):
        begin = os.path.getsize(self.log) if os.path.exists(self.log) else 0
        self.launch()

        def listens():
            if self.process.poll() is not None:
                raise SystemExit(f"chaos: the server ended with {self.process.returncode}: {self.said()[-500:]}")
            return "desktap: listening on" in self.said(begin)
        wait_until("the server listens", listens)
        return self

    def said(self, since=0):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            log.seek(since)
            return log.read()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, patience=60):
        """Sends SIGTERM. Returns the exit status (None if it had to be killed) and the duration in seconds."""
        if self.process is None or self.process.poll() is not None:
            return None, 0.0
        begin = time.monotonic()
        self.process.terminate()
        try:
            return self.process.wait(patience), time.monotonic() - begin
        except subprocess.TimeoutExpired:
            self.kill()
            return None, time.monotonic() - begin

    def get(self, path, key=None, timeout=5):
        """The status and text of an answer. The status is None if there was none in time."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("GET", path, headers={"Authorization": f"Bearer {key}"} if key else {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return None, ""
        finally:
            connection.close()


@contextlib.contextmanager
def servers(dsn, folder, count=1, **settings):
    """Starts `count` servers. Stops them at the end."""
    started = [Server(dsn, folder, **settings) for _ in range(count)]
    try:
        for one in started:
            one.start()
        yield started
    finally:
        for one in started:
            one.stop(10)


class Reader(threading.Thread):
    """Sends taps one after another and repeats each until it is acknowledged, like a reader."""

    def __init__(self, load, number, key):
        super().__init__(daemon=True)
        self.load, self.number, self.key = load, number, key
        self.connection, self.port = None, None
        # The index of the server. It changes after each failure.
        self.turn = number

    def run(self):
        taps, began = [], 0
        while not self.load.over.is_set():
            if not taps:
                taps, began = self.load.taps(self.number), time.monotonic()
            # With `to_all` each server gets each tap. The first one records it.
            ports = self.load.ports if self.load.to_all else [self.load.ports[self.turn % len(self.load.ports)]]
            if all([self.send(taps, port) for port in ports]):
                taps = []
                self.load.over.wait(max(0.0, 1 / RATE - (time.monotonic() - began)))
            else:
                self.turn += 1
                self.load.over.wait(0.1)
        self.close()

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection, self.port = None, None

    def send(self, taps, port):
        """Sends a list of taps. True if all were acknowledged."""
        sent = time.monotonic()
        try:
            if self.port != port:
                self.close()
                self.connection, self.port = http.client.HTTPConnection("127.0.0.1", port, timeout=self.load.patience), port
            body = json.dumps(taps)
            self.connection.request("POST", "/api/taps", body, {
                "Authorization": f"Bearer {self.key}", "Content-Type": "application/json", "Desktap-Waiting": "0"})
            answer = self.connection.getresponse()
            text = answer.read()
            if answer.status != 200:
                self.load.note(f"{answer.status}")
                return False
            return all([self.load.answered(tap["id"], item, sent) for tap, item in zip(taps, json.loads(text), strict=True)])
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.load.note("no answer in time" if isinstance(error, TimeoutError) else "cut off")
            self.close()
            return False


class Load:
    """The taps of all readers, and the answers."""

    def __init__(self, keys, ports, patience=5.0, to_all=False, people=2000):
        self.ports, self.patience, self.to_all, self.people = list(ports), patience, to_all, people
        self.over, self.lock = threading.Event(), threading.Lock()
        self.acknowledged, self.accepted = {}, collections.Counter()
        # All taps by their ids.
        self.made = {}
        self.outcomes, self.others = collections.Counter(), collections.Counter()
        self.count = 0
        self.began = time.monotonic()
        # When the latest of the acknowledged requests was sent.
        self.latest = self.began
        self.readers = [Reader(self, number, key) for number, key in enumerate(keys)]

    def __enter__(self):
        for reader in self.readers:
            reader.start()
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        if not self.over.is_set():
            self.over.set()
            for reader in self.readers:
                reader.join(30)
            self.ended = time.monotonic()

    def taps(self, number):
        """The next list of reader `number`: a single tap."""
        return [self.tap(number)]

    def tap(self, number):
        with self.lock:
            self.count += 1
            person = self.count * len(self.readers) % self.people + 1
        return self.make("start", person, person)

    def make(self, kind, person, desk):
        now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")
        tap = {"id": str(uuid.uuid4()), "user": f"user{person}", "kind": kind, "at": now, "desk": f"1F-D{desk}"}
        self.made[tap["id"]] = tap
        return tap

    def answered(self, identity, item, sent):
        outcome = item["outcome"]
        with self.lock:
            self.outcomes[outcome] += 1
            if outcome not in ("accepted", "duplicate", "quarantined"):
                return False
            if outcome == "accepted":
                self.accepted[identity] += 1
            self.acknowledged.setdefault(identity, time.monotonic())
            self.latest = max(self.latest, sent)
            return True

    def lost(self, stored):
        """The acknowledged taps that are not among the ids of stored records."""
        with self.lock:
            return set(self.acknowledged).difference(stored)

    def note(self, what):
        with self.lock:
            self.others[what] += 1

    def acknowledges_again(self, seconds=60):
        """Waits until a request that is sent from now on is acknowledged. Returns the duration in seconds. Ends the test if there
        is none."""
        begin = time.monotonic()
        wait_until("a tap is acknowledged again", lambda: self.latest > begin, seconds)
        return time.monotonic() - begin

    def go_on(self, seconds):
        """Lets the readers tap for `seconds`, and then until a tap is acknowledged that was sent after this time."""
        time.sleep(seconds)
        self.acknowledges_again()

    def longest_gap(self):
        with self.lock:
            moments = sorted([self.began, *self.acknowledged.values()])
        return max((later - earlier for earlier, later in zip(moments, moments[1:])), default=0.0)


def records(database):
    """The ids of the stored records."""
    return database.sql("select id from log_record").split()


def add_readers(database, count=READERS):
    return [desktap(database, "reader", "add", f"chaos {uuid.uuid4()}") for _ in range(count)]


def bind_secret(database, files):
    """Creates the servers' secret and a signing key, which ties the database to it."""
    run_desktap(database, "key", "new", "--secret-file", f"{files}/secret", check=True)


def anchor(database, files, name):
    """Makes an anchor of the database in a file. Returns the file."""
    path = f"{files}/{name}.json"
    done = run_desktap(database, "ledger", "anchor", "--secret-file", f"{files}/secret", check=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(done.stdout)
    return path


def backup_check(database, files, path, options=()):
    """Whether 'desktap backup-check' proves a database. Prints what it finds."""
    done = run_desktap(database, "backup-check", database.dsn, "--anchor", path, "--secret-file", f"{files}/secret",
                       *options)
    for line in (done.stdout + done.stderr).splitlines():
        print(f"    {line}", flush=True)
    return done.returncode == 0


class Judgement:
    """Collects broken promises, which decide the exit status."""

    def __init__(self, name):
        self.name, self.broken = name, []

    def promise(self, what, holds):
        if not holds:
            self.broken.append(what)

    def figure(self, name, value, unit="", most=None):
        """Prints a figure. A value above `most` is a broken promise."""
        figure(f"{self.name}_{name}", value, unit, None if most is None else f"≤ {most}")
        if most is not None:
            self.promise(f"{name} = {value:.1f}" if isinstance(value, float) else f"{name} = {value}", value <= most)

    def judge(self, database, load, server):
        """Checks that each acknowledged tap is stored once, the ledger is intact, and the map shows what the log says."""
        stored = collections.Counter(records(database))
        twice = sum(1 for count in load.accepted.values() if count > 1)
        print(f"  answers: {dict(load.outcomes)}; failures: {dict(load.others)}", flush=True)
        self.figure("acknowledged", len(load.acknowledged))
        self.figure("lost", len(load.lost(stored)), most=0)
        self.figure("accepted_twice", twice, most=0)
        self.figure("stored_twice", sum(1 for count in stored.values() if count > 1), most=0)
        self.figure("longest_gap", load.longest_gap(), "s")
        self.whole(database, server)

    def judge_viewer(self, database, viewer):
        """Checks that the log contains all that a viewer was shown."""
        head = int(database.sql("select max(seq) from log_record"))
        missing = viewer.missing(database)
        self.figure("streams", viewer.streams)
        self.figure("shown", len(viewer.shown) + len(viewer.gone))
        self.figure("shown_but_missing", len(missing), most=0)
        self.promise(f"the viewer was shown record {viewer.seq}, but the latest is {head}", viewer.seq <= head)
        self.promise("the viewer was shown people", viewer.shown)
        if missing:
            print(f"  shown, but not in the log: {missing[:10]}", flush=True)

    def whole(self, database, server):
        """Checks that the ledger is intact, and that the map of a running server shows what 'desktap derive' makes of the log."""
        done = run_desktap(database, "ledger", "verify")
        self.promise(f"'desktap ledger verify' ends with 0: {done.stdout}{done.stderr}", done.returncode == 0)
        key = desktap(database, "person", "key", "user2")
        self.compare(database, "map", lambda: presence.shown(server, key))

    def compare(self, database, name, view):
        """Checks that a view shows what 'desktap derive' makes of the log."""
        people, differences = presence.compared(database, view)
        self.figure(f"people_on_{name}", people)
        self.figure(f"{name}_differences", len(differences), most=0)
        if differences:
            print(f"  the {name} and 'desktap derive' differ: {differences[:10]}", flush=True)

    def end(self):
        for what in self.broken:
            print(f"  BROKEN: {what}", flush=True)
        sys.exit(1 if self.broken else 0)


@contextlib.contextmanager
def folder():
    """A folder for servers' files. At the end it prints the errors that the servers logged: each is a defect, or explains one."""
    with tempfile.TemporaryDirectory(prefix="desktap.", dir="/tmp") as path:
        try:
            yield path
        finally:
            for log in sorted(glob.glob(f"{path}/server-*.log")):
                with open(log, encoding="utf-8", errors="replace") as lines:
                    for line in [line.rstrip() for line in lines if " error desktap" in line][:10]:
                        print(f"  {os.path.basename(log)}: {line}", flush=True)


def backends(database, of="desktap"):
    """The process ids of the sessions in a database."""
    rows = database.sql(f"select pid from pg_stat_activity where datname = '{of}' and pid <> pg_backend_pid()").split()
    return [int(row) for row in rows]


def postmaster(database):
    with open(f"{database.folder}/data/postmaster.pid", encoding="utf-8") as file:
        return int(file.readline())


def children(parent):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False).stdout
    return [int(line) for line in found.split()]


def signal_all(processes, number=signal.SIGKILL):
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def kill_postgres(database):
    """Kills all processes of PostgreSQL. Returns when they are gone."""
    parent = postmaster(database)
    # A stopped postmaster starts no process after the list is made.
    os.kill(parent, signal.SIGSTOP)
    every = [parent, *children(parent)]
    signal_all(every)
    wait_until("PostgreSQL's processes are gone", lambda: not any(map(is_running, every)))
    # Both name a process that PostgreSQL takes for running until init has waited for it.
    for lock in ("data/postmaster.pid", ".s.PGSQL.5432.lock"):
        os.remove(f"{database.folder}/{lock}")


def is_running(process):
    """False for a killed process also before its parent has waited for it."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def problem(text):
    """The reason in problem details, or an empty string."""
    found = re.search(r'"reason"\s*:\s*"([^"]*)"', text)
    return found[1] if found else ""
