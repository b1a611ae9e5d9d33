"""Viewers of the map without a browser: one thread reads all streams and stores when each viewer received which record."""

import re
import select
import socket
import time
import urllib.parse
import urllib.request
import uuid
from urllib.error import HTTPError

from harness import PEOPLE, desktap

# The server accepts at most half of its connections from one address.
SOURCES = 10
ID = re.compile(rb"(?:^|\n)id: (\d+)\n")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def sign_in(database, url, user="user1"):
    """Signs in with a personal link. Returns the cookie."""
    link = desktap(database, "person", "link", user)
    path = urllib.parse.urlparse(link).path
    try:
        answer = urllib.request.build_opener(NoRedirect).open(urllib.request.Request(url + path, method="POST"))
    except HTTPError as redirect:
        answer = redirect
    return answer.headers["Set-Cookie"].split(";")[0]


def sessions(database, cookie, count):
    """Creates sessions. Returns their cookies."""
    database.sql(f"""
        insert into sign_in_session (person_id, token_hash, device, way, began_at, used_at, rotated_at, authenticated_at)
        select 1 + n % {PEOPLE}, sha256(convert_to('viewer' || n, 'UTF8')), 'bench', 'link', now(), now(), now(), now()
          from generate_series(1, {count}) n""")
    return [f"{cookie.partition('=')[0]}=viewer{number}" for number in range(1, count + 1)]


def tap(url, key, person, event, desk):
    """Sends a tap of a reader and waits for the acknowledgement."""
    urllib.request.urlopen(urllib.request.Request(
        f"{url}/t?event={event}&desk={desk}&user=user{person}&id={uuid.uuid4()}", method="POST",
        headers={"Authorization": f"Bearer {key}", "Accept": "application/json"})).read()


class Viewers:
    def __init__(self, url, cookies):
        host, port = urllib.parse.urlparse(url).netloc.split(":")
        self.poll, self.rest, self.sockets = select.epoll(), {}, {}
        self.heard = []    # (viewer, seq of the record, time)
        for number, cookie in enumerate(cookies):
            viewer = socket.create_connection((host, int(port)), source_address=(f"127.0.0.{2 + number % SOURCES}", 0))
            viewer.sendall(f"GET /api/presence/stream HTTP/1.1\r\nHost: bench\r\nCookie: {cookie}\r\n\r\n".encode())
            viewer.setblocking(False)
            self.sockets[viewer.fileno()], self.rest[viewer.fileno()] = viewer, b""
            self.poll.register(viewer.fileno(), select.EPOLLIN)
            if number % 100 == 0:
                self.listen(0)

    def listen(self, seconds, until=lambda: False):
        """Reads the streams for `seconds`, or until the condition `until` holds."""
        end = time.monotonic() + seconds
        while not until():
            for number, _ in self.poll.poll(max(0, end - time.monotonic())):
                data = self.sockets[number].recv(65536)
                if not data:
                    raise SystemExit("bench: a stream ended")
                now = time.time()
                # Only complete messages: the first message may arrive in several parts.
                whole, end_of_event, rest = (self.rest[number] + data).rpartition(b"\n\n")
                self.rest[number] = rest
                for seq in ID.findall(whole + end_of_event):
                    self.heard.append((number, int(seq), now))
            if time.monotonic() >= end:
                return

    def hear_first(self, seconds=120):
        """Waits for the first event of each viewer and discards these events."""
        count = len(self.sockets)
        self.listen(seconds, lambda: len(self.heard) >= count)
        if len(self.heard) < count:
            raise SystemExit(f"bench: {count - len(self.heard)} viewers received no event")
        self.heard.clear()
