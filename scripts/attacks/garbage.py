"""floods of unknown keys, unknown cookies and readiness requests while a reader taps; latency compared to no flood"""

import json
import os
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid

from harness import desktap, figure, postgres, server

SECONDS = int(os.environ.get("ATTACK_SECONDS", "10"))
CONNECTIONS = int(os.environ.get("ATTACK_CONNECTIONS", "200"))
# The maximum median latency of a tap, as a multiple of the median without the flood, which runs on the same two cores.
PROMISED = 10

# Each request has a new key, so no answer can come from a cache.
FLOODS = {
    "keys": "wrk.headers['Authorization'] = 'Bearer ' .. random()",
    "cookies": "wrk.headers['Cookie'] = 'desktap=' .. random() .. '; desktap-display=' .. random()",
    "ready": "",
}
SCRIPT = """
math.randomseed(os.time())
local function random()
    local text = ''
    for _ = 1, 6 do text = text .. string.format('%08x', math.random(0, 0x7fffffff)) end
    return text
end
request = function()
    FLOOD
    return wrk.format('GET', 'PATH')
end
"""


def taps(url, key, seconds):
    """Sends a reader's taps one after another. Returns the sorted latencies in milliseconds and the number of failures."""
    end, waits, failed = time.monotonic() + seconds, [], 0
    while time.monotonic() < end:
        request = urllib.request.Request(
            f"{url}/t?event=pause&user=user{len(waits) % 500 + 1}&id={uuid.uuid4()}", b"",
            {"Authorization": f"Bearer {key}", "Accept": "application/json"})
        begin = time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                failed += json.load(answer)["outcome"] != "accepted"
        except (urllib.error.URLError, TimeoutError):
            failed += 1
        waits.append((time.monotonic() - begin) * 1000)
        time.sleep(0.01)
    return sorted(waits), failed


def flood(url, kind, folder):
    path = os.path.join(folder, f"{kind}.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write(SCRIPT.replace("FLOOD", FLOODS[kind]).replace("PATH", "/health/ready" if kind == "ready" else "/api/presence"))
    return subprocess.Popen(
        ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS + 2}s", "-s", path, url], stdout=subprocess.PIPE, text=True)


def main():
    isBroken = False
    with postgres() as database, server(database) as (url, _):
        key = desktap(database, "reader", "add", "attack")
        taps(url, key, 2)
        for kind in FLOODS:
            alone, failed_alone = taps(url, key, SECONDS / 2)
            attack = flood(url, kind, database.folder)
            try:
                time.sleep(1)
                found, failed = taps(url, key, SECONDS)
            finally:
                out = attack.communicate()[0]
            if attack.returncode:
                raise SystemExit(f"attack: wrk ended with {attack.returncode}")
            rate = next((line.split()[1] for line in out.splitlines() if line.startswith("Requests/sec")), "?")
            ratio = statistics.median(found) / statistics.median(alone)
            print(f"  {kind}: {rate} requests/s in the flood")
            figure(f"garbage_{kind}_failed", failed + failed_alone, f"of {len(found) + len(alone)} taps", "= 0")
            figure(f"garbage_{kind}_p50", statistics.median(found), "ms")
            figure(f"garbage_{kind}_p99", found[len(found) * 99 // 100], "ms")
            figure(f"garbage_{kind}_ratio", ratio, "of the median without the flood", f"≤ {PROMISED}")
            isBroken = isBroken or failed + failed_alone > 0 or ratio > PROMISED
            time.sleep(1)
    sys.exit(1 if isBroken else 0)


if __name__ == "__main__":
    main()
