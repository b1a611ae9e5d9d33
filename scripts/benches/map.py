"""frame rate at 50 changes per second, delays of 5,000 viewers, and loading times on a phone; 'map frames' runs one of them"""

import datetime
import http.client
import json
import os
import resource
import sys
import threading
import time
import urllib.parse
import uuid

import browser
from harness import desktap, figure, median, postgres, server, settle, size
from viewers import Viewers, sessions, sign_in, tap

FLOOR, DESKS = "5F", 500
VIEWERS, TAPS = size("VIEWERS", 5000), size("TAPS", 20)
SECONDS, ROUNDS, PHONES = size("SECONDS", 10), size("ROUNDS", 3), size("ROUNDS", 5)
# A phone on slow 4G waits for the page, then for its styles.
ROUND_TRIPS = 2


def desk(person):
    return f"{FLOOR}-D{person}"


def furnish(database):
    """Adds a floor of 500 desks in facing rows, and gives people names of realistic length."""
    database.sql(f"""
        insert into floor (office_id, name, position, width, height) select id, '{FLOOR}', -1, 3600, 2600 from office;
        insert into room (office_id, floor, name, x, y, width, height)
            select id, '{FLOOR}', 'Room ' || n, 60 + 580 * (n - 1), 2300, 540, 240 from office, generate_series(1, 6) n;
        insert into desk (office_id, id, floor, x, y)
            select id, '{FLOOR}-D' || n + 1, '{FLOOR}', 60 + 140 * (n % 25), 120 + 100 * (n / 25) + 50 * (n / 50)
              from office, generate_series(0, {DESKS - 1}) n;
        update person set display_name = 'Alexandra Lindqvist-' || id where id % 3 = 0;
        analyze""")


def come_to_work(url, key, count=400):
    """Starts the first `count` people at their desks. The other desks stay free."""
    send(url, key, [tap_item(person, "start") for person in range(1, count + 1)])


def tap_item(person, kind):
    at = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")
    return {"id": str(uuid.uuid4()), "user": f"user{person}", "kind": kind, "at": at, "desk": desk(person)}


def send(url, key, taps, connection=None):
    connection = connection or http.client.HTTPConnection(urllib.parse.urlparse(url).netloc)
    connection.request("POST", "/api/taps", json.dumps(taps), {"Authorization": f"Bearer {key}"})
    outcomes = {answer["outcome"] for answer in json.load(connection.getresponse())}
    if outcomes != {"accepted"}:
        raise SystemExit(f"bench: taps were {outcomes}")


class Changes:
    """A context that sends taps at a steady rate. Each tap changes a desk."""

    def __init__(self, url, key, rate=50):
        self.url, self.key, self.rate, self.sent = url, key, rate, 0
        self.is_over, self.thread = threading.Event(), threading.Thread(target=self.go)

    def go(self):
        connection, begin = http.client.HTTPConnection(urllib.parse.urlparse(self.url).netloc), time.monotonic()
        while not self.is_over.wait(max(0, begin + self.sent / self.rate - time.monotonic())):
            round_, person = divmod(self.sent, 400)
            send(self.url, self.key, [tap_item(person + 1, "start" if round_ % 2 else "pause")], connection)
            self.sent += 1

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()


def frames(database):
    """Frame rates on a desktop screen without and with changes."""
    key = desktap(database, "reader", "add", f"bench {uuid.uuid4()}")
    with server(database) as (url, _), browser.chromium() as chromium:
        come_to_work(url, key)
        page = browser.page(chromium, url, sign_in(database, url), viewport={"width": 1440, "height": 900})
        rounds = []
        for _ in range(ROUNDS):
            page.goto(f"{url}/map/{FLOOR}")
            page.locator("#live[data-live]").wait_for()
            settle()
            rest = browser.frames(chromium, page, SECONDS)
            with Changes(url, key):
                busy = browser.frames(chromium, page, SECONDS)
            print(f"  {busy['changes'] / SECONDS:.0f} changes/s: {busy['fps']:.1f} frames/s, longest {busy['longest']:.0f} ms, task "
                  f"{busy['task']:.0f} ms, busy {busy['busy']:.0f} %; idle {rest['fps']:.1f}, longest {rest['longest']:.0f} ms; "
                  f"load {os.getloadavg()[0]:.1f}", flush=True)
            rounds.append((busy["fps"], busy["longest"], busy["late"], busy["task"], busy["fps"] / rest["fps"]))
            come_to_work(url, key)
    for name, unit, goal, values in zip(
            ["frames", "longest_frame", "frames_over_50_ms", "longest_task", "frames_of_rest"], ["a second", "ms", "", "ms", "×"],
            ["≥ 60", "≤ 50", "= 0", "≤ 50", "≥ 0.98"], zip(*rounds)):
        figure(f"map_{name}", median(values), unit, goal)


def resident(process):
    """The resident memory of a process in KiB."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))


def viewers(database):
    """The delay of a change at the last of many viewers, and the server's memory per viewer."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if limit < VIEWERS + 300:
        raise SystemExit(f"bench: {VIEWERS} viewers need as many open files, but the limit is {limit}: see 'ulimit -Hn'")
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    key = desktap(database, "reader", "add", f"bench {uuid.uuid4()}")
    with server(database) as (url, process):
        come_to_work(url, key)
        cookies = sessions(database, sign_in(database, url), VIEWERS)
        first = Viewers(url, cookies[:1])
        first.hear_first()
        before = resident(process)
        begin = time.monotonic()
        crowd = Viewers(url, cookies)
        crowd.hear_first()
        print(f"  {VIEWERS} viewers received all presence within {time.monotonic() - begin:.1f} s", flush=True)
        crowd.listen(4 * SECONDS)   # in the usual 40 s, the server checks each session again
        connected = resident(process)
        delays = []
        for number in range(TAPS):
            crowd.heard.clear()
            tap(url, key, number + 1, "pause", desk(number + 1))
            acknowledged = time.time()
            crowd.listen(30, lambda: len(crowd.heard) >= VIEWERS)
            if len(crowd.heard) < VIEWERS:
                raise SystemExit(f"bench: {VIEWERS - len(crowd.heard)} viewers received no change")
            delays.append((max(at for _, _, at in crowd.heard) - acknowledged) * 1000)
            crowd.listen(0.3)
        after = resident(process)
    print(f"  server: {before} KiB with one viewer, {connected} KiB with all, {after} KiB after {TAPS} changes; "
          f"load {os.getloadavg()[0]:.1f}", flush=True)
    figure("map_last_viewer_p50", median(delays), "ms")
    figure("map_last_viewer_worst", max(delays), "ms", "≤ 1000")
    figure("map_memory_per_viewer", (max(connected, after) - before) / VIEWERS, "KiB", "≤ 20")


def phone(database):
    """Loading times and transferred bytes on a phone with slow 4G and a slow CPU."""
    key = desktap(database, "reader", "add", f"bench {uuid.uuid4()}")
    goal = f"≤ {500 + ROUND_TRIPS * browser.LATENCY}: 500 and {ROUND_TRIPS} round trips of {browser.LATENCY}"
    with server(database) as (url, _), browser.chromium() as chromium:
        come_to_work(url, key)
        cookie = sign_in(database, url, "user450")
        maps = [browser.seen_on_a_phone(
            chromium, url, cookie, f"/map/{FLOOR}", "#live[data-live]",
            [f"#desk-{desk(7)}", ".details .quiet", "[data-zoom-by='1']", "[data-zoom-by='0']"]) for _ in range(PHONES)]
        taps = [browser.seen_on_a_phone(
            chromium, url, cookie, f"/t?desk={desk(460)}", "#choices button", [".not-me summary", "#choices button"])
            for _ in range(PHONES)]
    for name, rounds in [("map", maps), ("tap", taps)]:
        print(f"  {name}: " + ", ".join(f"painted {one['painted']} ms, interaction {one['interaction']} ms" for one in rounds)
              + f"; load {os.getloadavg()[0]:.1f}", flush=True)
        figure(f"{name}_first_contentful_paint", median([one["painted"] for one in rounds]), "ms", goal)
        figure(f"{name}_longest_interaction", median([one["interaction"] for one in rounds]), "ms", "≤ 100")
    figure("map_transferred", median([one["bytes"] for one in maps]) / 1000, "kB", "≤ 100")


def main():
    chosen = [part for part in (frames, viewers, phone) if part.__name__ in sys.argv[1:]] or [frames, viewers, phone]
    with postgres() as database:
        furnish(database)
        for part in chosen:
            part(database)


if __name__ == "__main__":
    main()
