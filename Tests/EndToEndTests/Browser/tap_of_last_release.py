"""The tap page of the last release, which phones keep open and cached, with this server.

Arguments: the server's address, and optionally 'keep', which stores this server's tap page as that of the last release. The
office has people 'phone1' and so on, each with a personal link that ends with their name.
"""

import json
import re
import sys
import uuid
from pathlib import Path

from forwarding_proxy import ForwardingProxy, answer
from office import Phones, chromium, recorded, tag, worker_is_ready

FILE = Path(__file__).with_name("tap_of_last_release.json")
HERE = "event=start&desk=6F-A1"
HEADERS = {"content-type", "content-security-policy", "service-worker-allowed", "cache-control", "vary"}


def keep(phones, address):
    """Stores the page, the worker and what the worker keeps for phones without a connection."""
    page, user = phones.signed_in()
    kept = {}

    def store(path, to=None):
        found = page.request.get(address + path, headers={"Accept": "text/html" if path[:2] == "/t" else "*/*"})
        headers = {name: value for name, value in found.headers.items() if name in HEADERS}
        kept[to or path] = {"headers": headers, "text": found.text()}
        return found.text()

    text = store(tag("", HERE), "/t")
    worker = re.search('data-worker="([^"?]+)', text)[1]
    for path in re.findall('"(/static/[^"]+|/tap-kept)"', store(worker)):
        store(path)
    made = re.search("[?&;]id=([^&\"]+)", text)[1]
    kept["/t"]["text"] = text.replace(made, "{id}").replace(user, "{user}")
    FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


class Upgrade(ForwardingProxy):
    """Answers with the page of the last release until `kept` is emptied."""

    def __init__(self, address):
        self.kept, self.user = json.loads(FILE.read_text()), ""
        super().__init__(address)

    def respond(self, connection, request):
        path = request.split(b" ", 2)[1].decode().partition("?")[0]
        kept = self.kept.get(path) if request.startswith(b"GET ") else None
        if not kept:
            return super().respond(connection, request)
        text, headers = kept["text"], kept["headers"]
        if path == "/t":
            text = text.replace("{id}", str(uuid.uuid4())).replace("{user}", self.user)
        lines = [f"{name}: {value}" for name, value in headers.items() if name != "content-type"]
        connection.sendall(answer(200, text, headers["content-type"], *lines))


def upgrade(phones, server):
    page, server.user = phones.signed_in()
    page.goto(tag(server.url, HERE))
    recorded(page)
    worker_is_ready(page)

    # Without a connection: the page that the worker of the last release has cached.
    page.context.set_offline(True)
    page.goto(tag(server.url, "event=pause&desk=6F-A1"))
    page.locator("#kept-count").wait_for()
    page.context.set_offline(False)
    recorded(page)

    # A tap that the last release stored is sent by the new page.
    page.context.set_offline(True)
    page.goto(tag(server.url, "event=end&desk=6F-A1"))
    page.locator("#kept-count").wait_for()
    later = page.context.new_page()
    page.close()
    server.kept = {}
    later.context.set_offline(False)
    later.goto(f"{server.url}/tap-kept")
    later.locator('#kept-list [data-state="recorded"]').wait_for()
    later.context.close()


def main():
    address, *way = sys.argv[1:]
    with chromium() as browser:
        if way == ["keep"]:
            return keep(Phones(browser, address, "Pixel 7", "en", 60), address)
        server = Upgrade(address)
        upgrade(Phones(browser, server.url, "Pixel 7", "en", 1), server)
    print("done")


main()
