"""A proxy that passes requests on, one per connection. Subclasses answer some of them themselves."""

import re
import socket
import threading
from urllib.parse import urlsplit

HTML = "text/html; charset=utf-8"


def answer(status, body="", type=HTML, *lines, length=None):
    """An HTTP answer. `lines` are additional headers."""
    body = body.encode()
    head = [f"HTTP/1.1 {status} Whatever", f"Content-Type: {type}", *lines, "Connection: close"]
    if status not in (204, 304):
        head.append(f"Content-Length: {len(body) if length is None else length}")
    return ("\r\n".join(head) + "\r\n\r\n").encode() + body


class ForwardingProxy:
    def __init__(self, server):
        self.server = urlsplit(server)
        listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        threading.Thread(target=self.listen, args=(listener,), daemon=True).start()

    def listen(self, listener):
        while True:
            threading.Thread(target=self.serve, args=(listener.accept()[0],), daemon=True).start()

    def serve(self, connection):
        with connection:
            try:
                request = self.read(connection)
                if request:
                    self.respond(connection, request)
            except OSError:
                pass

    def respond(self, connection, request):
        connection.sendall(self.pass_on(request))

    @staticmethod
    def read(connection):
        request = b""
        while b"\r\n\r\n" not in request:
            more = connection.recv(65536)
            if not more:
                return request
            request += more
        head, _, body = request.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        while length and len(body) < int(length[1]):
            body += connection.recv(65536)
        # One request per connection.
        head = re.sub(rb"(?i)\r\nconnection:[^\r]*", b"", head)
        return head + b"\r\nConnection: close\r\n\r\n" + body

    def pass_on(self, request):
        with socket.create_connection((self.server.hostname, self.server.port)) as server:
            server.sendall(request)
            answer = b""
            while more := server.recv(65536):
                answer += more
            return answer
