"""from the commit of a tap to the event at a viewer, with 1,000 viewers connected"""

import os
import re
import select
import socket
import time
import urllib.parse
import urllib.request
import uuid
from urllib.error import HTTPError

from harness import desktap, figure, postgres, server

VIEWERS = int(os.environ.get("BENCH_VIEWERS", "1000"))
TAPS = int(os.environ.get("BENCH_TAPS", "100"))


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def sign_in(database, url):
    """The cookie that a personal link leaves."""
    link = desktap(database, "person", "link", "user1")
    path = urllib.parse.urlparse(link).path
    try:
        answer = urllib.request.build_opener(NoRedirect).open(urllib.request.Request(url + path, method="POST"))
    except HTTPError as redirect:
        answer = redirect
    return answer.headers["Set-Cookie"].split(";")[0]


class Viewers:
    """Streams read by one thread; remembers when each heard of which record."""

    def __init__(self, url, cookie, count):
        host, port = urllib.parse.urlparse(url).netloc.split(":")
        self.poll, self.rest, self.sockets = select.epoll(), {}, {}
        self.heard = []    # (viewer, number of the record, clock)
        for _ in range(count):
            viewer = socket.create_connection((host, int(port)))
            viewer.sendall(f"GET /api/presence/stream HTTP/1.1\r\nHost: bench\r\nCookie: {cookie}\r\n\r\n".encode())
            viewer.setblocking(False)
            self.sockets[viewer.fileno()], self.rest[viewer.fileno()] = viewer, b""
            self.poll.register(viewer.fileno(), select.EPOLLIN)

    def listen(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            for number, _ in self.poll.poll(left):
                data = self.sockets[number].recv(65536)
                if not data:
                    raise SystemExit("bench: a stream ended")
                now = time.time()
                text = self.rest[number] + data
                for seq in re.findall(rb"(?:^|\n)id: (\d+)\n", text):
                    self.heard.append((number, int(seq), now))
                self.rest[number] = text[text.rfind(b"\n\n") + 2:]


def main():
    with postgres() as database:
        database.sql("alter system set track_commit_timestamp = on")
        database.restart()
        key = desktap(database, "reader", "add", "bench")
        with server(database) as (url, _):
            viewers = Viewers(url, sign_in(database, url), VIEWERS)
            viewers.listen(5)
            snapshots = len({number for number, _, _ in viewers.heard})
            viewers.heard.clear()
            for person in range(1, TAPS + 1):
                urllib.request.urlopen(urllib.request.Request(
                    f"{url}/t?event=start&desk=1F-D{person}&user=user{person}&id={uuid.uuid4()}", method="POST",
                    headers={"Authorization": f"Bearer {key}", "Accept": "application/json"}))
                viewers.listen(0.1)
            viewers.listen(2)
        rows = database.sql("select seq, extract(epoch from pg_xact_commit_timestamp(xmin)) from event order by seq")
    committed = {int(seq): float(at) for seq, at in (row.split("|") for row in rows.splitlines())}
    delays = sorted((now - committed[seq]) * 1000 for _, seq, now in viewers.heard)
    print(f"  {len(committed)} taps, {VIEWERS} viewers, {snapshots} snapshots, {len(delays)} events")
    figure("live_p50", delays[len(delays) // 2], "ms")
    figure("live_p99", delays[len(delays) * 99 // 100], "ms", "≤ 50")
    figure("live_missing", VIEWERS * TAPS - len(delays), "events", "= 0")


if __name__ == "__main__":
    main()
