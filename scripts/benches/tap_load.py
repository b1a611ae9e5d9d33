"""Taps at a server, for benchmarks: readers, first taps, load, and what was recorded of it."""

import datetime
import json
import os
import random
import urllib.request
import uuid
from urllib.error import HTTPError

from harness import CHECKOUT, PEOPLE, desktap, wrk

TAPS = os.path.join(CHECKOUT, "scripts/benches/tap.lua")
PAGES = os.path.join(CHECKOUT, "scripts/benches/page.lua")


def add_readers(database, *scope):
    """Adds enough readers that none exceeds its rate limit. Returns their keys."""
    return [desktap(database, "reader", "add", f"bench {random.random()}", *scope) for _ in range(20)]


class FirstTaps:
    """A tap of each person. The first tap of a person takes one more round trip than later ones."""

    def __init__(self, url, key):
        now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")
        self.url, self.key = url, key
        self.taps = [{"id": str(uuid.uuid4()), "user": f"user{n}", "kind": "start", "at": now, "desk": f"1F-D{n}"}
                     for n in range(1, PEOPLE + 1)]
        outcomes = set(self.send(self.taps))
        if outcomes != {"accepted"}:
            raise SystemExit(f"bench: the first taps were {outcomes}")

    def send(self, taps):
        """Sends taps in one list. Returns the outcomes."""
        request = urllib.request.Request(
            f"{self.url}/api/taps", json.dumps(taps).encode(), {"Authorization": f"Bearer {self.key}"})
        with urllib.request.urlopen(request) as response:
            return [answer["outcome"] for answer in json.load(response)]

    def repeat(self):
        """Sends 100 of the taps again, like a reader that lost the answer. Returns their outcomes."""
        try:
            return self.send(self.taps[:100])
        except HTTPError as error:
            print(f"  100 repeated taps were refused: {error}", flush=True)
            return ["refused"] * 100


def tap_load(url, connections, seconds, keys, **options):
    """Runs wrk with the options of tap.lua."""
    options = {"keys": ",".join(keys), "seed": random.randrange(1 << 30), **options}
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
        acknowledged = PEOPLE + sum(load["requests"] - load["refused"] for load in loads) * taps_per_request
        most = acknowledged + open_requests * taps_per_request
        self.lost += max(0, acknowledged - taps)
        self.doubled += rows - taps + max(0, taps - most) + sum(outcome not in ("duplicate", "refused") for outcome in repeated)
        self.refused += sum(load["refused"] for load in loads) * taps_per_request + repeated.count("refused")
