"""the most expensive JSON and forms on all routes, then nested JSON at the sign-in from four connections, while a reader taps"""

import http.cookiejar
import os
import pathlib
import re
import statistics
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import yaml

from garbage import taps
from harness import CHECKOUT, desktap, figure, postgres, repeating, server

SECONDS = int(os.environ.get("ATTACK_SECONDS", "10"))
SIZE = 30_000
# The maximum CPU time of a request in milliseconds, and the maximum latency of a probe.
PROMISED = (20, 1000)
MARKS = "\u0301\u0316" * (SIZE // 4)

MEMBERS = {
    "chains of objects": ",".join(f'"{n}":' + '{"a":' * 430 + "1" + "}" * 430 for n in range(10)),
    "chains of lists": ",".join(f'"{n}":' + "[" * 490 + "]" * 490 for n in range(30)),
    "an unclosed list": '"a":' + "[" * SIZE,
    "chains at the limit": ",".join(f'"{n}":' + "[" * 7 + "]" * 7 for n in range(SIZE // 20)),
    "the widest object": ",".join(f'"a{n}":1' for n in range(SIZE // 9)),
    "the widest list": '"Operations":[' + ",".join(["0"] * (SIZE // 2)) + "]",
    "equal names": ",".join(['"a":1'] * (SIZE // 6)),
    "the longest number": '"a":' + "9" * SIZE,
    "the longest text": '"reason":"' + "x" * SIZE + '"',
    "flags": '"reason":"' + "\U0001f1e6" * (SIZE // 4) + '"',
    "marks in a text": f'"reason":"a{MARKS}"',
    "marks in a name": f'"a{MARKS}":1',
}
FORMS = {
    "the widest form": "&".join(f"a{n}=1" for n in range(SIZE // 7)),
    "marks in a field": "reason=" + urllib.parse.quote(MARKS[:SIZE // 6]),
    "marks in a field's name": urllib.parse.quote(MARKS[:SIZE // 6]) + "=1",
    "spaces": "reason=" + "+" * SIZE,
}


def documents(url):
    """The API document and the description of the pages."""
    with urllib.request.urlopen(url + "/openapi.yaml") as answer:
        texts = [answer.read(), (pathlib.Path(CHECKOUT) / "Tests/EndToEndTests/Attacks/pages.yaml").read_bytes()]
    return [yaml.safe_load(text) for text in texts]


def routes(url):
    """The addresses that take a body, with numbers for their parameters."""
    for document in documents(url):
        for path, methods in document["paths"].items():
            for method in {"post", "put", "patch"} & methods.keys():
                path = path.replace("{user}", "user1").replace("{desk}", "1F-D1").replace("{floor}", "1F")
                yield method.upper(), re.sub("{.*?}", "1", path)


def cpu(process):
    """The CPU time of a process so far, in milliseconds."""
    total = 0
    for thread in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
        total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e6


class FirstAnswer(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the page that follows has a cost of its own."""

    def redirect_request(self, *_):
        return None


class Sender:
    def __init__(self, database, url, process):
        self.database, self.url, self.process, self.number = database, url, process, 0
        self.keys = {
            "reader": desktap(database, "reader", "add", "attack"),
            "provisioner": desktap(database, "scim-key", "add", "attack").split()[-1],
        }
        self.change()

    def change(self):
        """Signs in as another administrator, because each one may write 60 times at once."""
        self.number += 1
        name = f"root{self.number}"
        desktap(self.database, "person", "add", name, "--name", name, "--role", "administrator")
        self.browser = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), FirstAnswer)
        link = desktap(self.database, "person", "link", name)
        self.send("POST", urllib.parse.urlparse(link).path, b"", "text/plain")

    def send(self, method, path, body, kind):
        """Sends a request as the client of the route. Returns the status."""
        # Without it, the request would count as one of a proxy on this machine.
        headers = {"Content-Type": kind, "Accept": "application/json", "X-Forwarded-For": "203.0.113.9"}
        key = "provisioner" if path.startswith("/scim/") else "reader" if path == "/api/taps" else None
        if key:
            headers["Authorization"] = f"Bearer {self.keys[key]}"
        opener = urllib.request.build_opener(FirstAnswer) if key else self.browser
        try:
            with opener.open(urllib.request.Request(self.url + path, body, headers, method=method), timeout=60) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def cost(self, *request):
        """The CPU time of a request, the least of three if the first one is high."""
        least = float("inf")
        for _ in range(3):
            if least > PROMISED[0] / 4:
                before = cpu(self.process)
                status = self.send(*request)
                least = min(least, cpu(self.process) - before)
        return least, status


def all_routes(sender):
    """Sends each body to each route. Returns the costs with the route and the body."""
    costs, statuses = [], {}
    for method, path in routes(sender.url):
        bodies = [(name, "application/json", f"[{{{text}}}]" if path == "/api/taps" else f"{{{text}}}") for name, text in MEMBERS.items()]
        bodies += [(name, "application/x-www-form-urlencoded", text) for name, text in FORMS.items()]
        for name, kind, body in bodies:
            spent, status = sender.cost(method, path, body.encode(), kind)
            # 401: the request signed this administrator out.
            if status in (401, 429) and path != "/sign-in":
                sender.change()
                spent, status = sender.cost(method, path, body.encode(), kind)
            costs.append((spent, f"{method} {path}: {name} ({status})"))
            statuses[status] = statuses.get(status, 0) + 1
    return sorted(costs, reverse=True), statuses


def main():
    with postgres() as database, server(database) as (url, process):
        sender = Sender(database, url, process)
        costs, statuses = all_routes(sender)
        print(f"  {len(costs)} bodies, answered {dict(sorted(statuses.items()))}")
        for spent, what in costs[:5]:
            print(f"  {spent:.1f} ms: {what}")
        figure("bodies_worst_cpu", costs[0][0], "ms", f"≤ {PROMISED[0]}")
        figure("bodies_median_cpu", statistics.median(spent for spent, _ in costs), "ms")
        figure("bodies_failed", sum(count for status, count in statuses.items() if status >= 500), "", "= 0")

        nested = ("{" + MEMBERS["chains of objects"] + "}").encode()
        answers, probes = {}, []

        def attack():
            status = sender.send("POST", "/sign-in", nested, "application/json")
            answers[status] = answers.get(status, 0) + 1

        with repeating(attack), repeating(attack), repeating(attack), repeating(attack):
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                begin = time.monotonic()
                with urllib.request.urlopen(url + "/health/live", timeout=60) as answer:
                    answer.read()
                probes.append((time.monotonic() - begin) * 1000)
                time.sleep(0.02)
            # The requests above revoked the first one.
            found, failed = taps(url, desktap(database, "reader", "add", "lobby"), SECONDS)
        print(f"  nested JSON at the sign-in: {answers}")
        figure("bodies_sign_in_counted", answers.get(429, 0), "requests refused with 429", "> 0")
        figure("bodies_live_max", max(probes), "ms", f"≤ {PROMISED[1]}")
        figure("bodies_tap_max", found[-1], "ms", f"≤ {PROMISED[1]}")
        figure("bodies_taps_failed", failed, "", "= 0")
        isBroken = costs[0][0] > PROMISED[0] or any(status >= 500 for status in statuses) or failed > 0
        isBroken = isBroken or not answers.get(429) or max(*probes, found[-1]) > PROMISED[1]
    sys.exit(1 if isBroken else 0)


if __name__ == "__main__":
    main()
