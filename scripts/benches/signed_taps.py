"""Taps of readers at tags that sign their address, compared to taps at the same tags without signature, as at any registered tag.
Part of `scripts/bench nfc`."""

import json
import math
import os
import subprocess
import urllib.request
from urllib.parse import parse_qsl

from harness import PEOPLE, cpu, desktap, figure, median, postgres, program, server, settle, size
from tap_load import FirstTaps, add_history, add_readers, tap_load

ROUNDS, SECONDS = size("ROUNDS", 3), size("SECONDS", 4)
# Enough for the whole load.
READINGS = math.ceil(SECONDS * size("RATE", 30_000) / PEOPLE)


def register(database):
    """Registers a tag for the start at each desk. Returns what each needs to sign its address."""
    database.sql("update person set role = 'administrator' where id <= (select min(id) + 19 from person)")
    users = database.sql("select user_name from person where role = 'administrator'").splitlines()
    keys = [desktap(database, "person", "key", user, "--tags") for user in users]
    orders = []
    with server(database) as (url, _):
        for number in range(1, PEOPLE + 1):
            uid, address = f"044E12{number:08X}", f"https://desk.example.com/t?e=start&d=1F-D{number}"
            request = urllib.request.Request(
                f"{url}/api/tags/keys", json.dumps({"uid": uid, "address": address}).encode(),
                {"Authorization": f"Bearer {keys[number % len(keys)]}"})
            with urllib.request.urlopen(request) as response:
                made = json.load(response)["key_sets"][0]["keys"]
            orders.append({"uid": uid, "address": address, "keys": made, "readings": READINGS})
    # As after the first tap at each.
    database.sql("update tag set written_at = made_at; update tag_key set confirmed_at = made_at")
    return orders


def write_readings(orders, folder):
    """Writes what readers report of all readings, in turns of all tags, with and without signature. Returns the files' paths."""
    made = subprocess.run(
        [program("virtual-reader"), "sign"], input="\n".join(map(json.dumps, orders)), check=True, capture_output=True, text=True).stdout
    addresses = made.splitlines()
    turns = [dict(parse_qsl(address)) for turn in range(READINGS) for address in addresses[turn::READINGS]]
    signed = [{"uid": one["u"], "counter": one["c"], "mac": one["m"]} for one in turns]
    paths = {}
    for name, tags in (("signed", signed), ("plain", [{"uid": tag["uid"]} for tag in signed])):
        paths[name] = os.path.join(folder, f"{name}.txt")
        with open(paths[name], "w", encoding="utf-8") as file:
            file.write("\n".join(map(json.dumps, tags)))
    return paths


def measure(database, keys, path):
    """The CPU time per tap of server and PostgreSQL, in seconds."""
    database.renew()
    settle()
    with server(database) as (url, process):
        FirstTaps(url, keys[0])
        before = cpu(process.pid), database.cpu()
        load = tap_load(url, 64, SECONDS, keys, tags=path, list=1)
        spent = cpu(process.pid) - before[0], database.cpu() - before[1]
    if load["refused"]:
        raise SystemExit(f"bench: {load['refused']} of {load['requests']} taps were refused")
    proof = "sun" if "signed" in path else "uid"
    proven = int(database.sql(f"select count(*) from log_place where proof = '{proof}'"))
    if proven < load["requests"]:
        raise SystemExit(f"bench: {proven} of {load['requests']} taps have the proof {proof}")
    return [seconds / load["requests"] for seconds in spent]


def print_figures():
    with postgres() as database:
        keys = add_readers(database)
        add_history(database, keys)
        paths = write_readings(register(database), database.folder)
        database.keep_as_template()
        ratios = []
        for number in range(ROUNDS):
            names = ["plain", "signed"] if number % 2 == 0 else ["signed", "plain"]
            spent = {name: measure(database, keys, paths[name]) for name in names}
            for name in names:
                print(f"  taps at {name} tags: server {spent[name][0] * 1e6:.0f} µs, PostgreSQL {spent[name][1] * 1e6:.0f} µs",
                      flush=True)
            signed, plain = spent["signed"], spent["plain"]
            ratios.append((signed[0] / plain[0], sum(signed) / sum(plain)))
    figure("nfc_signed_tap_server_cpu_of_plain", median([server for server, _ in ratios]), "×", "≤ 1.1")
    figure("nfc_signed_tap_cpu_of_plain", median([whole for _, whole in ratios]), "×", "≤ 1.1")
