"""Shared by the benchmarks: a PostgreSQL with default durability, a server, load and medians."""

import contextlib
import os
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import threading
import time

CHECKOUT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
DESKTAP = os.environ.get("DESKTAP_PROGRAM") or os.path.join(CHECKOUT, ".build/release/desktap")
PROGRAMS = os.environ["POSTGRES_PROGRAMS"]


def size(name, usual):
    """A number that decides how long a benchmark takes. `scripts/bench --help` lists the environment variables."""
    return int(os.environ.get(f"BENCH_{name}", usual))


def program(name):
    """The path of a program that is built with desktap."""
    return os.path.join(os.path.dirname(DESKTAP), name)


def end_by_signal(number, _):
    """Ends this program like an error, so that it stops what it started. Another signal does not interrupt that."""
    for ending in ENDING:
        signal.signal(ending, lambda *_: None)
    raise SystemExit(128 + number)


# 'nohup' ignores SIGHUP.
ENDING = [one for one in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM) if signal.getsignal(one) is not signal.SIG_IGN]
for signal_number in ENDING:
    signal.signal(signal_number, end_by_signal)

PEOPLE = size("PEOPLE", 2000)

# Delays fdatasync() by 4 ms, like a disk without a write cache.
SLOW_DISK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int fdatasync(int fd) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    struct timespec four = {0, 4000000};
    nanosleep(&four, 0);
    return real(fd);
}
"""


def figure(name, value, unit="", goal=None):
    """Prints a figure in the format of all benchmarks."""
    text = f"{value:.2f}" if isinstance(value, float) else str(value)
    print(f"figure: {name} = {text}{' ' + unit if unit else ''}{f' (goal {goal})' if goal else ''}", flush=True)


def median(values):
    return statistics.median(values)


def owner(*command):
    """The command with the user postgres if this is root, as which PostgreSQL refuses to run."""
    if os.geteuid() != 0:
        return list(command)
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", *command]


def wait_until(what, condition, seconds=60):
    """Waits until `condition()` is true and returns its value. Ends the program after `seconds`."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise SystemExit(f"not within {seconds} s: {what}")


@contextlib.contextmanager
def repeating(action, pause=0.0):
    """Calls `action()` again and again in a thread, with a pause in seconds before each call, until the block ends."""
    over = threading.Event()

    def repeat():
        while not over.wait(pause):
            action()
    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


class Postgres:
    def __init__(self, folder, environment):
        self.environment = environment
        self.folder = folder
        self.dsn = f"host={folder} user=postgres dbname=desktap"

    def sql(self, text, database="desktap"):
        return subprocess.run(
            ["psql", "-h", self.folder, "-U", "postgres", "-d", database, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", text],
            check=True, capture_output=True, text=True).stdout.strip()

    def control(self, *arguments):
        """Runs pg_ctl. A signal does not interrupt it, because a PostgreSQL that has just begun to start cannot be stopped."""
        process = subprocess.Popen(owner(f"{PROGRAMS}/pg_ctl", "-D", f"{self.folder}/data", "-w", *arguments),
                                   stdout=subprocess.DEVNULL, env=self.environment, start_new_session=True)
        try:
            process.wait()
        finally:
            if process.wait():
                raise SystemExit(f"pg_ctl failed: {' '.join(arguments)}")

    def stop(self):
        if os.path.exists(f"{self.folder}/data/postmaster.pid"):
            self.control("-m", "immediate", "stop")

    def start(self):
        self.control("-l", f"{self.folder}/log", "start")

    def restart(self):
        self.control("-m", "fast", "stop")
        self.start()

    def keep_as_template(self):
        """Makes the present content of the database what renew() restores."""
        self.sql("alter database desktap rename to template_of_desktap", "postgres")
        self.renew()

    def renew(self):
        """Replaces the database by a new copy of the template, and begins a checkpoint interval."""
        self.sql("drop database if exists desktap with (force)", "postgres")
        self.sql("create database desktap template template_of_desktap", "postgres")
        self.sql("checkpoint", "postgres")

    def cpu(self):
        """The CPU time of all processes of the cluster so far, in seconds."""
        with open(f"{self.folder}/data/postmaster.pid", encoding="utf-8") as file:
            postmaster = int(file.readline())
        while True:
            running = children(postmaster)
            spent = cpu(postmaster) + sum(map(cpu, running))
            # A child that ends meanwhile is counted twice or not at all: its time becomes the postmaster's.
            if children(postmaster) == running:
                return spent

    def pgbench(self, script, connections, seconds, database="desktap"):
        """Transactions per second of `script`, one commit per statement, and PostgreSQL's CPU time per transaction in seconds."""
        path = os.path.join(self.folder, "pgbench.sql")
        with open(path, "w", encoding="utf-8") as file:
            file.write(script)
        before = self.cpu()
        out, transactions = counted(
            [f"{PROGRAMS}/pgbench", "-h", self.folder, "-U", "postgres", "-n", "-M", "prepared", "-c", str(connections),
             "-j", "1", "-T", str(seconds), "-f", path, database], r"actually processed: (\d+)")
        return {"rate": float(re.search(r"tps = ([\d.]+)", out)[1]), "postgres_cpu": (self.cpu() - before) / transactions}


def counted(command, pattern):
    """Runs a load, again if a busy machine answered nothing. Returns its output and the number in it."""
    def run():
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        count = int(re.search(pattern, out)[1])
        return (out, count) if count else None
    return wait_until(f"{command[0]} counts something", run)


def cpu(process):
    """The CPU time of a process, its threads and its ended children so far, in seconds. 0 if it has ended."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def peak(process):
    """The peak resident set of a process in MiB; 0 if it has ended."""
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
        return next((int(line.split()[1]) for line in status if line.startswith("VmHWM")), 0) / 1024


def children(process):
    """The running children of a process."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        if parent == process:
            found.append(int(name))
    return found


def measured(arguments, environment, feed=()):
    """The duration of a command in seconds, its peak resident set in MiB while it printed, and the number of its lines."""
    start = time.monotonic()
    with subprocess.Popen([DESKTAP, *arguments], env={**os.environ, **environment}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as process:

        def send():
            for line in feed:
                process.stdin.write(line)
            process.stdin.close()

        sender = threading.Thread(target=send)
        sender.start()
        lines, most = 0, 0
        while piece := process.stdout.read(1 << 20):
            lines += piece.count(b"\n")
            # Not from 'wait4': a new process begins with the peak of this one.
            most = max(most, peak(process))
        sender.join()
        seconds = time.monotonic() - start
    if process.returncode:
        raise SystemExit(f"bench: desktap {arguments[0]} failed")
    return seconds, most, lines


@contextlib.contextmanager
def postgres(slow_disk=False, settings=()):
    """A new cluster with PostgreSQL's default durability and DeskTap's schema."""
    folder = tempfile.mkdtemp(prefix="desktap.", dir="/tmp")
    environment = dict(os.environ)
    try:
        if slow_disk:
            source = os.path.join(folder, "slow.c")
            with open(source, "w", encoding="utf-8") as file:
                file.write(SLOW_DISK)
            subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-o", f"{folder}/slow.so", source, "-ldl"], check=True)
            environment["LD_PRELOAD"] = f"{folder}/slow.so"
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        os.chmod(folder, 0o755)
        data = os.path.join(folder, "data")
        subprocess.run(
            owner(f"{PROGRAMS}/initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8",
                  "--data-checksums"), check=True, capture_output=True)
        with open(f"{data}/postgresql.conf", "a", encoding="utf-8") as file:
            file.write(f"listen_addresses = ''\nunix_socket_directories = '{folder}'\nmax_connections = 200\n"
                       "shared_buffers = 512MB\n" + "".join(f"{setting}\n" for setting in settings))
        server = Postgres(folder, environment)
        try:
            server.start()
            server.sql("create database desktap", "postgres")
            desktap(server, "migrate")
            fill(server)
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_desktap(database, *arguments, check=False):
    """Runs a command. Returns the ended process."""
    return subprocess.run([DESKTAP, *arguments], env={**os.environ, "DESKTAP_DATABASE": database.dsn}, check=check,
                          capture_output=True, text=True)


def desktap(database, *arguments):
    """The output of a command that must succeed."""
    return run_desktap(database, *arguments, check=True).stdout.strip()


def fill(database):
    """Adds an office with PEOPLE people and a desk for each."""
    desktap(database, "office", "add", "Bench", "--time-zone", "UTC")
    database.sql(f"""
        insert into floor (office_id, name, width, height) select id, '1F', 9000, 9000 from office;
        insert into desk (office_id, id, floor, x, y)
            select id, '1F-D' || n, '1F', n, 0 from office, generate_series(1, {PEOPLE}) n;
        insert into person (user_name, display_name, office_id)
            select 'user' || n, 'User ' || n, office.id from office, generate_series(1, {PEOPLE}) n;
        analyze""")


@contextlib.contextmanager
def server(database, *options, environment=()):
    """Runs a server on a free port. Yields its address and its process."""
    variables = {"DESKTAP_DATABASE": database.dsn, "DESKTAP_LOG_LEVEL": "warning", "DESKTAP_ANCHORS": "no",
                 "DESKTAP_SECRET_FILE": f"{database.folder}/secret", **dict(environment)}
    with listening([DESKTAP, "serve", "--port", "0", *options], variables) as started:
        yield started


@contextlib.contextmanager
def listening(command, environment=()):
    """Runs a program that prints its address when it listens. Yields the address and the process."""
    process = subprocess.Popen(command, env={**os.environ, **dict(environment)}, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        while "metrics on" in line:
            line = process.stdout.readline()
        port = re.search(r":(\d+)\s*$", line)
        if not port:
            raise SystemExit(f"bench: {command[0]} did not start: {line}")
        yield f"http://127.0.0.1:{port[1]}", process
    finally:
        end(process)


def end(process, seconds=20):
    """Sends SIGTERM, and SIGKILL after `seconds`."""
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wrk(url, connections, seconds, script=None, *arguments):
    """Requests per second, two percentiles in milliseconds, and the numbers of all and of refused requests."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency"]
    if script:
        command += ["-s", script]
    out, requests = counted([*command, url, "--", *arguments], r"(\d+) requests in")
    unit = {"us": 0.001, "ms": 1.0, "s": 1000.0}

    def percentile(mark):
        value = re.search(rf"^\s+{mark}%\s+([\d.]+)(us|ms|s)", out, re.M)
        return float(value[1]) * unit[value[2]]

    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", out)
    return {
        "rate": float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]),
        "p50": percentile(50), "p99": percentile(99),
        "requests": requests,
        "refused": int(refused[1]) if refused else 0,
    }


def settle():
    """Waits a second, so that background work of the last round ends."""
    time.sleep(1)
