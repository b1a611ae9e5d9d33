"""durable taps per second, compared to pgbench, a plaintext route, no ledger and plain keys, at 1, 8 and 64 connections"""

import datetime
import json
import os
import random
import re
import shutil
import sys
import tempfile
import urllib.request
import uuid

from harness import CHECKOUT, desktap, figure, median, postgres, server, settle, wrk, PEOPLE

ROUNDS = 3
SECONDS = int(os.environ.get("BENCH_SECONDS", "6"))
SCRIPT = os.path.join(CHECKOUT, "scripts/benches/tap.lua")

# The writes of a tap, one tap per commit: the same four tables with the same constraints. No authentication, reads, rules or
# notifications.
PGBENCH = f"""
\\set person random(1, {PEOPLE})
with tap as (
    insert into event (id, seq, type, person_id, kind, at, at_sent, office_id, received_at)
    values (gen_random_uuid(), nextval('bench_seq'), 'tap', :person, 'start', now(), '2026-11-21T09:00:00.000+00:00', 1, now())
    returning id, at),
place as (insert into event_place (event_id, event_office_id, event_at, desk) select id, 1, at, '1F-D' || :person from tap),
claim as (
    insert into desk_claim (office_id, desk, person_id, start_id, start_at)
    select 1, '1F-D' || :person, :person, id, at from tap
    on conflict (office_id, desk) do update set start_id = excluded.start_id, start_at = excluded.start_at)
insert into presence (person_id, state, session_start, start_id, start_at, latest_at, latest_rank, latest_id)
select :person, 'work', at, id, at, at, 2, id from tap
on conflict (person_id) do update set state = 'work', session_start = excluded.session_start,
    start_id = excluded.start_id, start_at = excluded.start_at, latest_at = excluded.latest_at, latest_id = excluded.latest_id
"""


def clear(database):
    database.sql("truncate event, event_place, desk_claim, ledger cascade; "
                 "update log_head set seq = 0, hash = decode(repeat('00', 32), 'hex'); "
                 "insert into presence (person_id) select id from person on conflict (person_id) do update set state = 'off', "
                 "session_start = null, deadline = null, office_id = null, desk = null, start_id = null, start_at = null, "
                 "desk_since = null, latest_at = null, latest_rank = null, latest_id = null; "
                 "drop sequence if exists bench_seq; create sequence bench_seq")


def first_taps(url, key):
    """Sends a tap of each person, because the first tap of a person takes one more round trip than later ones."""
    now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")
    taps = [{"id": str(uuid.uuid4()), "user": f"user{n}", "kind": "start", "at": now, "desk": f"1F-D{n}"}
            for n in range(1, PEOPLE + 1)]
    request = urllib.request.Request(f"{url}/api/taps", json.dumps(taps).encode(), {"Authorization": f"Bearer {key}"})
    outcomes = {answer["outcome"] for answer in json.load(urllib.request.urlopen(request))}
    if outcomes != {"accepted"}:
        raise SystemExit(f"bench: the first taps were {outcomes}")


def add_readers(database, *scope):
    """Adds enough readers that none exceeds its rate limit. Returns their keys."""
    return [desktap(database, "reader", "add", f"bench {random.random()}", *scope) for _ in range(10)]


def without_ledger(folder):
    """Writes resources for a server without ledger entries, to measure their cost. Only this benchmark uses them."""
    for name in ("sql", "web"):
        shutil.copytree(os.path.join(CHECKOUT, name), os.path.join(folder, name))
    path = os.path.join(folder, "sql/queries/Taps/record_taps.sql")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    shorter, count = re.subn(r"chained as \(.*?\n\),\n", "", text, flags=re.DOTALL)
    if count != 1:
        raise SystemExit("bench: record_taps.sql has no ledger entries to remove")
    with open(path, "w", encoding="utf-8") as file:
        file.write(shorter)


def ledger_ratio(database, connections=64):
    """The rate with the ledger divided by the rate without it, measured alternately."""
    with tempfile.TemporaryDirectory(prefix="desktap.") as folder:
        without_ledger(folder)
        ratios = []
        for _ in range(ROUNDS):
            rates = []
            for options in ([], ["--resources", folder]):
                clear(database)
                settle()
                keys = add_readers(database)
                with server(database, *options) as (url, _):
                    first_taps(url, keys[0])
                    rates.append(wrk(url, connections, SECONDS, SCRIPT, ",".join(keys), str(random.randrange(1 << 30)))["rate"])
            print(f"  with the ledger {rates[0]:.0f} taps/s, without {rates[1]:.0f}/s", flush=True)
            ratios.append(rates[0] / rates[1])
    return median(ratios)


def access_ratio(database, connections=64):
    """The rate with all access checks divided by the rate with plain keys, measured alternately. The checks: keys limited to an
    office, a start that needs the office's network or a reader, and a trusted proxy."""
    ratios, client = [], "203.0.113.9"
    for _ in range(ROUNDS):
        rates = []
        for scope, needs, options, sent in [
            ((), ["--nothing"], (), ()),
            (("--office", "Bench"), ["--network", "203.0.113.0/24", "--reader"],
             ("--trusted-proxies", "127.0.0.1", "--trusted-proxy-header", "x-forwarded-for"), (client,)),
        ]:
            desktap(database, "office", "require", "Bench", *needs)
            clear(database)
            settle()
            keys = add_readers(database, *scope)
            with server(database, *options) as (url, _):
                first_taps(url, keys[0])
                taps = wrk(url, connections, SECONDS, SCRIPT, ",".join(keys), str(random.randrange(1 << 30)), *sent)
                if taps["refused"]:
                    raise SystemExit(f"bench: {taps['refused']} taps were refused")
                rates.append(taps["rate"])
        print(f"  all checks {rates[1]:.0f} taps/s, plain keys {rates[0]:.0f}/s", flush=True)
        ratios.append(rates[1] / rates[0])
    desktap(database, "office", "require", "Bench", "--nothing")
    return median(ratios)


def measure(database, connections, plaintext=True):
    """The ratios, percentiles and counts of one round."""
    clear(database)
    inserts = database.pgbench(PGBENCH, connections, SECONDS)
    clear(database)
    settle()
    keys = add_readers(database)
    with server(database) as (url, _):
        plain = wrk(f"{url}/health/live", connections, 3)["rate"] if plaintext else None
        first_taps(url, keys[0])
        taps = wrk(url, connections, SECONDS, SCRIPT, ",".join(keys), str(random.randrange(1 << 30)))
    stored = int(database.sql("select count(*) from event")) - PEOPLE
    acknowledged = taps["requests"] - taps["refused"]
    # Taps of requests that were open at the end may be stored without an acknowledgement.
    lost = max(0, acknowledged - stored) + max(0, stored - acknowledged - connections)
    print(f"  {connections} connections: {taps['rate']:.0f} taps/s, pgbench {inserts:.0f}/s"
          + (f", plaintext {plain:.0f}/s" if plain else "")
          + f", p50 {taps['p50']:.2f} ms, p99 {taps['p99']:.2f} ms, refused {taps['refused']}", flush=True)
    return taps["rate"] / inserts, taps["rate"] / plain if plain else None, taps["p50"], taps["p99"], lost, taps["refused"]


def main():
    goals = {1: (None, None, "≤ 1", None), 8: ("≥ 0.5", None, None, "≤ 3"), 64: ("≥ 1", "≥ 0.4", None, "≤ 5")}
    chosen = [int(word) for word in sys.argv[1:] if word.isdigit()] or ([] if {"ledger", "access"} & set(sys.argv) else list(goals))
    figures, lost, refused = [], 0, 0
    with postgres() as database:
        for connections in chosen:
            rounds = [measure(database, connections) for _ in range(ROUNDS)]
            pgbench, plain, p50, p99 = (median([one[index] for one in rounds]) for index in range(4))
            goal = goals.get(connections, (None,) * 4)
            name = f"tap_{connections}"
            figures += [(f"{name}_of_pgbench", pgbench, "×", goal[0]), (f"{name}_of_plaintext", plain, "×", goal[1]),
                        (f"{name}_p50", p50, "ms", goal[2]), (f"{name}_p99", p99, "ms", goal[3])]
            lost += sum(one[4] for one in rounds)
            refused += sum(one[5] for one in rounds)
        if "access" not in sys.argv:
            figures.append(("tap_64_of_without_ledger", ledger_ratio(database), "×", "≥ 0.85"))
        if "ledger" not in sys.argv:
            figures.append(("tap_64_of_plain_keys", access_ratio(database), "×", "≥ 0.9"))
    if not {"fast", "ledger", "access"} & set(sys.argv):
        print("  a disk whose fdatasync takes 4 ms:", flush=True)
        with postgres(slow_disk=True) as database:
            slow = [measure(database, 64, plaintext=False) for _ in range(ROUNDS)]
        figures.append(("tap_64_slow_disk_of_pgbench", median([one[0] for one in slow]), "×", "≥ 2"))
        lost += sum(one[4] for one in slow)
    for name, value, unit, goal in figures:
        figure(name, value, unit, goal)
    figure("tap_refused", refused, "", "= 0")
    figure("tap_acknowledged_not_stored", lost, "", "= 0")


main()
