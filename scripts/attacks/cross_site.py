"""pages of another site open tag addresses in a signed-in Chromium, in all possible ways"""

import contextlib
import http.server
import re
import sys
import threading

from harness import desktap, figure, postgres, server
from playwright.sync_api import sync_playwright

# Ways in which a page opens another one. LINK is the address.
WAYS = {
    "link": "Object.assign(document.createElement('a'), {href: LINK}).click()",
    "link in a window": "Object.assign(document.createElement('a'), {href: LINK, target: '_blank'}).click()",
    "location": "location.href = LINK",
    "replace": "location.replace(LINK)",
    "window": "open(LINK)",
    "no referrer": "Object.assign(document.createElement('a'), {href: LINK, rel: 'noreferrer noopener'}).click()",
    "refresh": "document.head.append(Object.assign(document.createElement('meta'), {httpEquiv: 'refresh', content: '0;url=' + LINK}))",
    "frame": "document.body.append(Object.assign(document.createElement('iframe'), {src: LINK}))",
    "redirect": "location.href = '/redirect?' + LINK",
    "prerender": "document.head.append(Object.assign(document.createElement('script'), {type: 'speculationrules',"
                 " textContent: JSON.stringify({prerender: [{urls: [LINK]}]})}))",
    "sign-in": "location.href = new URL('/sign-in?to=' + encodeURIComponent(new URL(LINK).pathname + new URL(LINK).search), LINK).href",
}
TAGS = [
    "event=end", "event=pause", "event=start&desk=1F-D1", "e=start&d=1F-D1", "event=end&k=", "event=end&k=AAAAAAAAAAA",
    "event=end&id=6f1c0a52-6e1f-4a53-8f0e-3f5d2a1b7c9d", "event=start&desk=1F-D1&k=AAAAAAAAAAA&office=Bench"]


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        to = re.match(r"/redirect\?(.*)", self.path)
        self.send_response(302 if to else 200)
        if to:
            self.send_header("Location", to[1])
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        if not to:
            # The browser may have closed the connection.
            with contextlib.suppress(BrokenPipeError):
                self.wfile.write(b"<!doctype html><title>Another site</title><body>")

    def log_message(self, *_):
        pass


def taps(database):
    return int(database.sql("select count(*) from event"))


def attack(context, site, script, url):
    """Runs a script on a page of the site, and waits until the opened pages have loaded."""
    page, answers = context.new_page(), []

    def note(answer):
        answers.append(answer.url)

    context.on("response", note)
    page.goto(site)
    page.evaluate(script)
    for _ in range(40):
        if any(answer.startswith(url) for answer in answers):
            break
        page.wait_for_timeout(50)
    for opened in context.pages:
        opened.wait_for_load_state("networkidle")
    context.remove_listener("response", note)
    for opened in context.pages:
        opened.close()


def main():
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    tried, made = 0, []
    with postgres() as database, server(database) as (url, _), sync_playwright() as playwright:
        # Chromium's sandbox does not work in a container. Only local pages are opened.
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        # Another host name is another site, another port of the same host is not.
        for host in ("localhost", "127.0.0.1"):
            context = browser.new_context()
            link = desktap(database, "person", "link", "user1", "--public-url", url)
            assert context.request.post(link, max_redirects=0).status == 303
            for tag in TAGS:
                for way, script in WAYS.items():
                    before = taps(database)
                    attack(context, f"http://{host}:{site.server_port}/", script.replace("LINK", f"'{url}/t?{tag}'"), url)
                    tried += 1
                    if taps(database) != before:
                        made.append((host, way, tag))
            # The address itself works: opened by the user, it records a tap.
            page = context.new_page()
            word = re.search(r",end,\S*&k=(\S+)", desktap(database, "tags", "csv", "--public-url", url))[1]
            before = taps(database)
            page.goto(f"{url}/t?event=end&k={word}")
            page.locator("main[data-recorded=true]").wait_for()
            assert taps(database) == before + 1
            context.close()
        browser.close()
    for one in made:
        print("  recorded a tap:", *one)
    figure("cross_site_taps", len(made), f"of {tried} tries", "= 0")
    sys.exit(1 if made else 0)


if __name__ == "__main__":
    main()
