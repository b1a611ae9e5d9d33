"""A push service for tests: push_service.py CERTIFICATE KEY. Prints its port, then each request as a line of JSON.

Answers POST /STATUS/... with this status; a redirect leads to /201/redirected."""

import base64
import http.server
import json
import ssl
import sys


class Service(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        request = {
            "path": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": base64.b64encode(body).decode(),
        }
        print(json.dumps(request), flush=True)
        self.send_response(int(self.path.split("/")[1]))
        self.send_header("Location", "/201/redirected")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        pass


server = Server(("127.0.0.1", 0), Service)
context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
print("listening on", server.server_port, flush=True)
server.serve_forever()
