"""A plan of a floor that tries to run scripts, to be a link and to load content, and a server elsewhere that notes what succeeds."""

import http.server
import threading

PLAN = """<?xml version='1.0' encoding='UTF-8'?><?xml-stylesheet href='ELSEWHERE/sheet.css'?>
<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1400 900' onload="fetch('ELSEWHERE/onload')">
<style>@import url(ELSEWHERE/import.css); @font-face { font-family: x; src: url(ELSEWHERE/font) }</style>
<script>top.document.title = 'taken'; fetch('ELSEWHERE/script'); new Image().src = 'ELSEWHERE/picture-of-script'</script>
<script href='ELSEWHERE/script.js'/><image href='ELSEWHERE/image.png' width='9' height='9'/><use href='ELSEWHERE/use.svg#a'/>
<path d='M20 20H1380V880H20Z' fill='none' stroke='#888' stroke-width='12'/>
<text y='-9' font-family='x'>x</text><rect y='-9' width='9' height='9' fill='url(ELSEWHERE/fill.svg#a) none'/>
<foreignObject x='0' y='-99' width='9' height='9'><div xmlns='http://www.w3.org/1999/xhtml'>
<iframe src='ELSEWHERE/frame'/><img src='ELSEWHERE/img' onerror="fetch('ELSEWHERE/onerror')"/></div></foreignObject>
<rect y='-9' width='9' height='9'><set attributeName='href' to='javascript:fetch("ELSEWHERE/set")'/></rect>
<a href='ELSEWHERE/link' target='_top'><rect width='1400' height='900' fill-opacity='0' onclick="fetch('ELSEWHERE/click')"/></a>
</svg>"""


class Elsewhere:
    """Shows the plan at its root, as a page without a content security policy."""

    def __init__(self):
        self.asked = asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(handler):
                if handler.path == "/":
                    body = self.plan
                else:
                    asked.append(handler.path)
                    body = b""
                handler.send_response(200)
                handler.send_header("Content-Type", "image/svg+xml" if body else "text/plain")
                handler.send_header("Content-Length", str(len(body)))
                handler.end_headers()
                handler.wfile.write(body)

            def log_message(handler, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        self.plan = PLAN.replace("ELSEWHERE", self.address).encode()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def was_left_alone(self):
        """Fails if the plan succeeded with anything, after the plan of another server could."""
        assert not self.asked, self.asked


def tried(asked):
    """Whether a plan that nothing forbids anything has done what it tries: the proof of the proof."""
    return {"/script", "/image.png", "/link"} <= set(asked)
