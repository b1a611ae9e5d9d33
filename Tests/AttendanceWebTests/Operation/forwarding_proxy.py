"""A proxy for one server. Prints its port. Usage: forwarding_proxy.py PORT replace|pass

replace: X-Forwarded-For is the client's address. pass: it is what the client sent, or an address."""

import http.client
import http.server
import sys


class Proxy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        address = self.client_address[0]
        if sys.argv[2] == "pass":
            address = self.headers.get("X-Forwarded-For", "198.51.100.7")
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
