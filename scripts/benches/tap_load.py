"""Taps at a server, for benchmarks: readers, first taps, load, and what was recorded of it."""

import datetime
import json
import os
import random
import urllib.request
import uuid
from urllib.error import HTTPError

from harness import CHECKOUT, PEOPLE, desktap, server, wrk

TAPS = os.path.join(CHECKOUT, "scripts/benches/tap.lua")
PAGES = os.path.join(CHECKOUT, "scripts/benches/page.lua")
# Taps of each person that the log has before a run.
HISTORY = 12


def add_readers(database, *scope):
    """Adds enough readers that none exceeds its rate limit. Returns their keys."""
    return [desktap(database, "reader", "add", f"bench {random.random()}", *scope) for _ in range(20)]


def taps_of_all(kind, at):
    """A tap of each person, as items of a list."""
    instant = at.isoformat(timespec="milliseconds")
    return [{"id": str(uuid.uuid4()), "user": f"user{n}", "kind": kind, "at": instant, "desk": f"1F-D{n}"}
            for n in range(1, PEOPLE + 1)]


def send(url, key, taps):
    """Sends taps in one list. Returns the outcomes."""
    request = urllib.request.Request(f"{url}/api/taps", json.dumps(taps).encode(), {"Authorization": f"Bearer {key}"})
    with urllib.request.urlopen(request) as response:
        return [answer["outcome"] for answer in json.load(response)]


def send_new(url, key, taps):
    """Sends taps that must be accepted."""
    outcomes = set(send(url, key, taps))
    if outcomes != {"accepted"}:
        raise SystemExit(f"bench: taps were {outcomes}")


def add_history(database, keys):
    """Records taps of two days ago, and analyzes them. PostgreSQL plans queries of an empty log differently."""
    start = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=2)
    with server(database) as (url, _):
        for turn in range(HISTORY):
            kind = ("start", "pause", "start", "end")[turn % 4]
            send_new(url, keys[turn], taps_of_all(kind, start + datetime.timedelta(minutes=10 * turn)))
    database.sql("vacuum (analyze)")


class FirstTaps:
    """A tap of each person. The first tap of a person takes one more round trip than later ones."""

    def __init__(self, url, key):
        self.url, self.key = url, key
        self.taps = taps_of_all("start", datetime.datetime.now(datetime.timezone.utc))
        send_new(url, key, self.taps)

    def repeat(self):
        """Sends 100 of the taps again, like a reader that lost the answer. Returns their outcomes."""
        try:
            return send(self.url, self.key, self.taps[:100])
        except HTTPError as error:
            print(f"  100 repeated taps were refused: {error}", flush=True)
            return ["refused"] * 100


def tap_load(url, connections, seconds, keys, **options):
    """Runs wrk with the options of tap.lua."""
    options = {"people": PEOPLE, "keys": ",".join(keys), "seed": random.randrange(1 << 30), **options}
    return wrk(url, connections, seconds, TAPS, *(f"{name}={value}" for name, value in options.items()))


def page_load(url, connections, seconds, keys):
    """Runs wrk with GET requests of readers."""
    return wrk(url, connections, seconds, PAGES, f"keys={','.join(keys)}")


class Check:
    """Counts taps that were acknowledged but not recorded, recorded twice, or refused."""

    def __init__(self):
        self.lost = self.doubled = self.refused = 0

    def add(self, database, loads, repeated, open_requests, taps_per_request=1):
        """Compares what a server acknowledged with what is recorded, after the server stopped.
        - repeated: the outcomes of repeated taps
        - open_requests: of the end, which may be recorded without an acknowledgement"""
        rows, taps = map(int, database.sql("select count(*), count(distinct id) from event").split("|"))
        acknowledged = PEOPLE * (HISTORY + 1) + sum(load["requests"] - load["refused"] for load in loads) * taps_per_request
        most = acknowledged + open_requests * taps_per_request
        self.lost += max(0, acknowledged - taps)
        self.doubled += rows - taps + max(0, taps - most) + sum(outcome not in ("duplicate", "refused") for outcome in repeated)
        self.refused += sum(load["refused"] for load in loads) * taps_per_request + repeated.count("refused")
