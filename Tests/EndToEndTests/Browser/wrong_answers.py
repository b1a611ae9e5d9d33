"""A proxy that gives wrong answers to taps, like network components between a phone and the server: sign-in pages of
networks, maintenance pages, all kinds of proxies, and broken connections."""

import re
import socket
import struct
import time
import uuid

from forwarding_proxy import HTML, ForwardingProxy, answer

PROBLEM = "application/problem+json"
MAINTENANCE = "<!doctype html><title>Maintenance</title><main class=card><h1>Back soon</h1></main>"
OTHER = str(uuid.uuid4())


def never_ends(connection):
    """Sends an answer that never ends."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    try:
        while True:
            connection.sendall(b"1\r\n \r\n")
            time.sleep(0.5)
    except OSError:
        pass


def never_ends_its_head(connection):
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    try:
        for number in range(1000):
            connection.sendall(f"X-{number}: x\r\n".encode())
            time.sleep(0.5)
    except OSError:
        pass


def resets(connection):
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


# For each wrong answer: the key of the page's text for the tap, and the answer as bytes, as a function of the tap's id, or as a
# function of the connection. 'forwarded': the server has recorded the tap, and its answer is lost.
WAYS = {
    "a maintenance page": ("foreign", answer(200, MAINTENANCE)),
    "a page with a card that is recorded": ("foreign", answer(200, "<main class=card data-recorded=true><h1>Start</h1></main>")),
    "an empty page": ("foreign", answer(200)),
    "a picture": ("foreign", answer(200, "\0GIF", "image/gif")),
    "an empty object": ("foreign", answer(200, "{}", "application/json")),
    "truncated JSON": ("foreign", answer(200, '{"outcome": "acc', "application/json")),
    "a list": ("foreign", answer(200, "[1]", "application/json")),
    "null": ("foreign", answer(200, "null", "application/json")),
    "another tap, recorded": (
        "foreign", answer(200, f'{{"id": "{OTHER}", "outcome": "accepted", "notes": [], "message": ""}}', "application/json")),
    "the tap, with an unknown outcome": (
        "foreign", lambda id: answer(200, f'{{"id": "{id}", "outcome": "queued"}}', "application/json")),
    "the page of another tap": ("foreign", answer(200, MAINTENANCE, HTML, f"Content-Location: /t/{OTHER}")),
    "the tap's page with status 404": ("foreign", lambda id: answer(404, MAINTENANCE, HTML, f"Content-Location: /t/{id}")),
    "201": ("foreign", answer(201, MAINTENANCE)),
    "204": ("foreign", answer(204)),
    "a redirect to a sign-in page": ("foreign", answer(302, "", HTML, "Location: /login")),
    "a redirect to another site": ("kept", answer(302, "", HTML, "Location: http://localhost:9/login")),
    "400 of a proxy": ("foreign", answer(400, "<h1>No required SSL certificate was sent</h1>")),
    "400 without a reason": ("foreign", answer(400, '{"status": 400, "detail": "No."}', PROBLEM)),
    "400 with a reason, no tap": ("foreign", answer(400, '{"status": 400, "reason": "bad_kind", "detail": "No."}', PROBLEM)),
    "400 of another tap": (
        "foreign", answer(400, f'{{"status": 400, "reason": "bad_kind", "detail": "No.", "tap": "{OTHER}"}}', PROBLEM)),
    "401 of a proxy": ("foreign", answer(401, MAINTENANCE, HTML, "WWW-Authenticate: Negotiate")),
    "401 of another program": ("foreign", answer(401, '{"error": "login_required"}', "application/json")),
    "403": ("foreign", answer(403, MAINTENANCE)),
    "403 of another program": ("foreign", answer(403, '{"message": "Forbidden"}', "application/json")),
    "404": ("foreign", answer(404, MAINTENANCE)),
    "405": ("foreign", answer(405, MAINTENANCE)),
    "409": ("foreign", answer(409, '{"reason": "conflict"}', PROBLEM)),
    "410": ("foreign", answer(410, MAINTENANCE)),
    "413": ("foreign", answer(413, MAINTENANCE)),
    "422": ("foreign", answer(422, '{"detail": "No."}', PROBLEM)),
    "429 with a long delay": ("tooOftenKept", answer(429, MAINTENANCE, HTML, "Retry-After: 99999999999")),
    "451": ("foreign", answer(451, MAINTENANCE)),
    "500": ("away", answer(500, MAINTENANCE)),
    "502": ("away", answer(502, MAINTENANCE)),
    "503 with a date": ("away", answer(503, "{}", PROBLEM, "Retry-After: Fri, 31 Dec 2027 23:59:59 GMT")),
    "511": ("away", answer(511, MAINTENANCE)),
    "another protocol": ("kept", b"SSH-2.0-OpenSSH_9.2\r\n"),
    "a closed connection": ("kept", b""),
    "a reset": ("kept", resets),
    "half an answer": ("foreign", answer(200, MAINTENANCE, HTML, length=100_000)),
    "an endless body": ("foreign", never_ends),
    "an endless head": ("kept", never_ends_its_head),
    "a maintenance page, forwarded": ("foreign", answer(200, MAINTENANCE)),
    "a reset, forwarded": ("kept", resets),
}


class WrongProxy(ForwardingProxy):
    """While `way` is set, it answers taps with this wrong answer."""

    def __init__(self, server):
        self.way = None
        # The number of times that each wrong answer was given.
        self.given = dict.fromkeys(WAYS, 0)
        super().__init__(server)

    def respond(self, connection, request):
        way, tap = self.way, re.match(rb"POST /t\?\S*\bid=([\w-]+)|GET /t/([\w-]+)", request)
        if request.startswith(b"GET /login"):
            connection.sendall(answer(200, "<!doctype html><title>Sign in to the network</title><form></form>"))
        elif way and tap:
            if way.endswith("forwarded"):
                self.pass_on(request)
            wrong = WAYS[way][1]
            if isinstance(wrong, bytes):
                connection.sendall(wrong)
            elif wrong in (never_ends, never_ends_its_head, resets):
                wrong(connection)
            else:
                connection.sendall(wrong((tap[1] or tap[2]).decode()))
            self.given[way] += 1
        else:
            super().respond(connection, request)
