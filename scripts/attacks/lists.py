"""lists of 10,000 taps from a person and from readers, while another reader sends single taps"""

import datetime
import json
import os
import statistics
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid

from garbage import taps
from harness import desktap, figure, postgres, server

LISTS = int(os.environ.get("ATTACK_LISTS", "3"))
# The maximum latency of a single tap, in milliseconds and in multiples of the median without lists.
PROMISED = (2000, 30)


def items(count, user):
    now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")
    return [{"id": str(uuid.uuid4()), "user": user, "kind": "pause", "at": now} for _ in range(count)]


def send(url, key, count, user="user1"):
    """Sends a list. Returns the status and the number of accepted taps."""
    request = urllib.request.Request(
        f"{url}/api/taps", json.dumps(items(count, user)).encode(),
        {"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.status, sum(item["outcome"] == "accepted" for item in json.load(answer))
    except urllib.error.HTTPError as error:
        return error.code, 0


def main():
    with postgres() as database, server(database) as (url, _):
        reader = desktap(database, "reader", "add", "single taps")
        others = [desktap(database, "reader", "add", f"lists {number}") for number in range(LISTS)]
        person = desktap(database, "person", "key", "user1")
        # The limits of a person: short lists, and few of them.
        statuses = [send(url, person, count)[0] for count in (10_000, 21, 20, 20, 20, 20)]
        figure("lists_of_person", " ".join(map(str, statuses)), "", "= 413 413 200 200 200 429 or 429 at an earlier place")
        isBroken = statuses[:3] != [413, 413, 200] or statuses[-1] != 429
        taps(url, reader, 2)
        alone, _ = taps(url, reader, 5)
        results = []
        threads = [threading.Thread(target=lambda key=key: results.append(send(url, key, 10_000, "user2"))) for key in others]
        for thread in threads:
            thread.start()
        begin, found, failed = time.monotonic(), [], 0
        while any(thread.is_alive() for thread in threads) and time.monotonic() - begin < 120:
            more, wrong = taps(url, reader, 0.5)
            found, failed = found + more, failed + wrong
        for thread in threads:
            thread.join()
        found.sort()
        print(f"  {LISTS} lists of 10,000 at once: {results}, within {time.monotonic() - begin:.1f} s")
        figure("lists_failed", failed, f"of {len(found)} single taps at the same time", "= 0")
        figure("lists_p50", statistics.median(found), "ms")
        figure("lists_ratio", statistics.median(found) / statistics.median(alone), "of the median without the lists")
        figure("lists_max", found[-1], "ms", f"≤ {PROMISED[0]}, or {PROMISED[1]} medians without the lists")
        isBroken = isBroken or failed > 0 or found[-1] > max(PROMISED[0], PROMISED[1] * statistics.median(alone))
        isBroken = isBroken or any(result != (200, 10_000) for result in results)
    sys.exit(1 if isBroken else 0)


if __name__ == "__main__":
    main()
