"""A proxy for one server. Prints its port. Usage: forwarding_proxy.py PORT replace|set|pass

replace: X-Forwarded-For is the client's address. set: it is another address. pass: it is what the client sent, or another
address."""

import http.client
import http.server
import sys


class Proxy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        other = "198.51.100.7"
        address = {"replace": self.client_address[0], "set": other, "pass": self.headers.get("X-Forwarded-For", other)}[sys.argv[2]]
        server = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
        server.request("GET", self.path, headers={"X-Forwarded-For": address})
        answer = server.getresponse()
        body = answer.read()
        self.send_response(answer.status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
print("port", server.server_port, flush=True)
server.serve_forever()
