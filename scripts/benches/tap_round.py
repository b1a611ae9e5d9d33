"""One round of `scripts/bench tap`. Each run happens once a round, when the first figure needs it."""

import contextlib
import socket
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import bare_server
from harness import PEOPLE, cpu, desktap, repeating, server, settle, size, wrk
from tap_load import HISTORY, FirstTaps, add_readers, page_load, tap_load

SECONDS, PAGE_SECONDS = size("SECONDS", 4), size("SECONDS", 3)

MINIMAL_TABLES = """
create table yard_event (
    id bigint generated always as identity primary key, uuid uuid unique not null, at timestamptz default now(), kind text,
    desk text, person text);
create table yard_presence (person text primary key, desk text, kind text, at timestamptz, event_id bigint)
    with (fillfactor = 50);
"""

MINIMAL_HISTORY = f"""
insert into yard_event (uuid, kind, desk, person)
select gen_random_uuid(), 'start', '1F-D' || n, 'user' || n
  from generate_series(1, {HISTORY}), generate_series(1, {PEOPLE}) n;
insert into yard_presence (person, desk, kind, at, event_id)
select distinct on (person) person, desk, kind, at, id from yard_event order by person, id desc;
"""

# The least that a durable tap takes: an event and the person's presence. No authentication, rules, ledger, foreign keys or
# notifications.
MINIMAL_TAP = f"""
\\set person random(1, {PEOPLE})
with event as (
    insert into yard_event (uuid, kind, desk, person)
    values (gen_random_uuid(), 'start', '1F-D' || :person::text, 'user' || :person::text) returning id, at, kind, desk, person)
insert into yard_presence (person, desk, kind, at, event_id) select person, desk, kind, at, id from event
on conflict (person) do update
set desk = excluded.desk, kind = excluded.kind, at = excluded.at, event_id = excluded.event_id
"""


class Round:
    def __init__(self, database, keys, check):
        """- keys: of the readers in the template
        - check: where the recorded taps are counted"""
        self.database, self.keys, self.check = database, keys, check

    @cache
    def minimal(self, connections):
        """pgbench with the minimal tap. It starts with as many taps and people as the server."""
        self.database.sql("drop database if exists yardstick with (force)", "postgres")
        self.database.sql("create database yardstick", "postgres")
        self.database.sql(MINIMAL_TABLES, "yardstick")
        self.database.sql(MINIMAL_HISTORY, "yardstick")
        self.database.sql("vacuum (analyze)", "yardstick")
        self.database.sql("checkpoint", "postgres")
        settle()
        result = self.database.pgbench(MINIMAL_TAP, connections, SECONDS, "yardstick")
        print(f"  {connections} connections, minimal: {result['rate']:.0f}/s, PostgreSQL {micros(result['postgres_cpu'])}", flush=True)
        return result

    @cache
    def taps(self, connections):
        """Single taps of now."""
        return self.measure(f"{connections} connections, taps", connections)

    @cache
    def late(self):
        """Taps older than the latest recorded one of their person, as of a reader that was offline for six hours."""
        return self.measure("late taps", 64, late=6 * 3600)

    @cache
    def lists(self):
        """Lists of 100 taps over 8 connections. With more, a person's taps would overtake each other and be late."""
        return self.measure("lists of 100", 8, list=100)

    @cache
    def access_checks(self):
        """Single taps with all access checks: keys limited to an office, a start that needs the office's network or a reader,
        and a trusted proxy."""
        return self.measure(
            "all access checks", 64, arrange=require_everything,
            server_options=["--trusted-proxies", "127.0.0.1", "--trusted-proxy-header", "x-forwarded-for"],
            client="203.0.113.9")

    @cache
    def watched(self):
        """Single taps while monitoring reads the metrics twice a second."""
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]

        def scrape():
            with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
                answer.read()
        with repeating(scrape, pause=0.5):
            return self.measure("64 connections, watched", 64, server_options=["--metrics-port", str(port)])

    @cache
    def two_servers(self):
        """The rate of two servers with 32 connections each."""
        self.database.renew()
        settle()
        with server(self.database) as (one, _), server(self.database) as (other, _):
            first = FirstTaps(one, self.keys[0])
            with ThreadPoolExecutor() as threads:
                started = [threads.submit(tap_load, url, 32, SECONDS, self.keys, first=skipped)
                           for url, skipped in ((one, 0), (other, PEOPLE // 2))]
                loads = [load.result() for load in started]
            repeated = first.repeat()
        self.check.add(self.database, loads, repeated, open_requests=64)
        rates = [load["rate"] for load in loads]
        print(f"  two servers: {rates[0]:.0f} + {rates[1]:.0f} taps/s, p99 "
              + " and ".join(f"{load['p99']:.1f} ms" for load in loads), flush=True)
        return {"rate": sum(rates)}

    @cache
    def plaintext(self):
        """The CPU time of the server for `GET /health/live`, and of a bare Hummingbird server that answers the same bytes."""
        path = "/health/live"
        with server(self.database) as (url, process):
            with bare_server.serve(url, path) as (bare_url, bare_process):
                if sorted(bare_server.answer(url + path)[1]) != sorted(bare_server.answer(bare_url + path)[1]):
                    raise SystemExit("bench: the bare server answers other bytes")
                result = {}
                for name, at, pid in (("desktap", url, process.pid), ("bare", bare_url, bare_process.pid)):
                    result[name] = page_cpu(pid, lambda at=at: wrk(at + path, 64, PAGE_SECONDS))
        print(f"  plaintext: server {micros(result['desktap'])}, bare Hummingbird {micros(result['bare'])}", flush=True)
        return result

    @cache
    def not_found(self):
        """The CPU time of the server for an unknown address and for `/health/live`, both with a reader's key."""
        self.database.renew()
        result = {}
        with server(self.database) as (url, process):
            for name, path in (("found", "/health/live"), ("unknown", "/health/unknown")):
                result[name] = page_cpu(
                    process.pid, lambda path=path: page_load(url + path, 64, PAGE_SECONDS, self.keys), name == "unknown")
        print(f"  with a key: not found {micros(result['unknown'])}, /health/live {micros(result['found'])}", flush=True)
        return result

    def measure(self, title, connections, arrange=None, server_options=(), **options):
        """Taps at one server with a new database: rate, percentiles, and the CPU time per tap of server and PostgreSQL."""
        self.database.renew()
        keys = arrange(self.database) if arrange else self.keys
        settle()
        with server(self.database, *server_options) as (url, process):
            first = FirstTaps(url, keys[0])
            before = cpu(process.pid), self.database.cpu()
            load = tap_load(url, connections, SECONDS, keys, **options)
            spent = cpu(process.pid) - before[0], self.database.cpu() - before[1]
            repeated = first.repeat()
        length = options.get("list", 1)
        self.check.add(self.database, [load], repeated, connections, length)
        taps = max(1, load["requests"] - load["refused"]) * length
        result = {"rate": load["rate"] * taps / load["requests"], "p50": load["p50"], "p99": load["p99"],
                  "server_cpu": spent[0] / taps, "postgres_cpu": spent[1] / taps, "cpu": sum(spent) / taps}
        print(f"  {title}: {result['rate']:.0f} taps/s, server {micros(result['server_cpu'])} + PostgreSQL "
              f"{micros(result['postgres_cpu'])}, p50 {load['p50']:.2f} ms, p99 {load['p99']:.2f} ms"
              + (f", refused {load['refused']}" if load["refused"] else ""), flush=True)
        return result


def require_everything(database):
    """Sets the rules of the office. Returns keys limited to it."""
    desktap(database, "office", "require", "Bench", "--network", "203.0.113.0/24", "--reader")
    return add_readers(database, "--office", "Bench")


def page_cpu(process, load, refuses=False):
    """The CPU time of a process per request of a load, in seconds."""
    before = cpu(process)
    result = load()
    spent = cpu(process) - before
    if result["refused"] != (result["requests"] if refuses else 0):
        raise SystemExit(f"bench: {result['refused']} of {result['requests']} requests were refused")
    return spent / result["requests"]


def micros(seconds):
    return f"{seconds * 1e6:.0f} µs"
