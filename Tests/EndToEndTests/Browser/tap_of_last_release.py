"""The tap page of the last release, which phones keep open and cached, with this server.

Arguments: the server's address, and optionally 'keep', which stores this server's tap page as that of the last release. The
office has people 'phone1' and so on, each with a personal link that ends with their name.
"""

import http.client
import http.server
import json
import re
import sys
import threading
import uuid
from pathlib import Path
from urllib.parse import urlsplit

from office import Phones, chromium, tag

FILE = Path(__file__).with_name("tap_of_last_release.json")
HERE = "event=start&desk=6F-A1"
HEADERS = {"content-type", "content-security-policy", "service-worker-allowed", "cache-control", "vary"}


def keep(phones, address):
    """Stores the page, the worker and what the worker keeps for phones without a connection."""
    page, user = phones.signed_in()
    kept = {}

    def store(path, to=None):
        answer = page.request.get(address + path, headers={"Accept": "text/html" if path[:2] == "/t" else "*/*"})
        headers = {name: value for name, value in answer.headers.items() if name in HEADERS}
        kept[to or path] = {"headers": headers, "text": answer.text()}
        return answer.text()

    text = store(tag("", HERE), "/t")
    worker = re.search('data-worker="([^"?]+)', text)[1]
    for path in re.findall('"(/static/[^"]+|/tap-kept)"', store(worker)):
        store(path)
    made = re.search("[?&;]id=([^&\"]+)", text)[1]
    kept["/t"]["text"] = text.replace(made, "{id}").replace(f'"{user}"', '"{user}"')
    FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


class Upgrade(http.server.ThreadingHTTPServer):
    """Answers with the page of the last release until `kept` is emptied. Everything else is the server's answer."""

    def __init__(self, address):
        super().__init__(("127.0.0.1", 0), Exchange)
        self.behind, self.kept, self.user = urlsplit(address).netloc, json.loads(FILE.read_text()), ""
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


class Exchange(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = urlsplit(self.path).path
        kept = self.server.kept.get(path)
        if not kept:
            return self.do_POST()
        text = kept["text"]
        if path == "/t":
            text = text.replace("{id}", str(uuid.uuid4())).replace("{user}", self.server.user)
        return self.answer(200, kept["headers"].items(), text.encode())

    def do_POST(self):
        server = http.client.HTTPConnection(self.server.behind)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        server.request(self.command, self.path, body, dict(self.headers))
        answer = server.getresponse()
        fields = [field for field in answer.getheaders() if field[0].lower() not in ("content-length", "transfer-encoding", "connection")]
        self.answer(answer.status, fields, answer.read())
        server.close()

    def answer(self, status, fields, body):
        self.send_response_only(status)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def recorded(page):
    page.locator("main[data-recorded=true]").wait_for()


def upgrade(phones, server):
    page, server.user = phones.signed_in()
    page.goto(tag(server.address, HERE))
    recorded(page)
    page.evaluate("navigator.serviceWorker.ready.then(it => new Promise(done => it.active.state === 'activated' ? done()"
                  " : it.active.addEventListener('statechange', done)))")

    # Without a connection: the page that the worker of the last release has cached.
    page.context.set_offline(True)
    page.goto(tag(server.address, "event=pause&desk=6F-A1"))
    page.locator("#kept-count").wait_for()
    page.context.set_offline(False)
    recorded(page)

    # A tap that the last release stored is sent by the new page.
    page.context.set_offline(True)
    page.goto(tag(server.address, "event=end&desk=6F-A1"))
    page.locator("#kept-count").wait_for()
    later = page.context.new_page()
    page.close()
    server.kept = {}
    later.context.set_offline(False)
    later.goto(f"{server.address}/tap-kept")
    later.locator('#kept-list [data-state="recorded"]').wait_for()
    later.context.close()


def main():
    address, *way = sys.argv[1:]
    with chromium() as browser:
        if way == ["keep"]:
            return keep(Phones(browser, address, "Pixel 7", "en", 60), address)
        server = Upgrade(address)
        upgrade(Phones(browser, server.address, "Pixel 7", "en", 1), server)
    print("done")


main()
