"""A TCP proxy to PostgreSQL's socket that can be silenced: it still accepts data but forwards nothing."""

import contextlib
import socket
import threading

from office import wait_until


class Line:
    """A client's connection and the proxy's connection to PostgreSQL for it."""

    def __init__(self, client, server, proxy):
        self.client, self.server, self.proxy = client, server, proxy
        self.is_silent = False
        # True if the client executed LISTEN.
        self.listens = False

    def pump(self, source, target, is_asking):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if is_asking and b"listen " in data.lower():
                    self.listens = True
                was_silent = self.is_silent
                if is_asking:
                    self.proxy.asked(data)
                if not was_silent:
                    target.sendall(data)
        # A silenced connection stays open even if the other side closes.
        if not self.is_silent:
            self.close()

    def close(self):
        for one in (self.client, self.server):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


class Proxy:
    def __init__(self, path):
        """`path` is PostgreSQL's Unix socket."""
        self.path = path
        self.lines, self.lock = [], threading.Lock()
        # Whether new lines are silent too.
        self.is_silent = False
        # All lines are silenced after a statement with this name.
        self.last_statement = None
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.socket(socket.AF_UNIX)
                try:
                    server.connect(self.path)
                except OSError:
                    client.close()
                    continue
                line = Line(client, server, self)
                with self.lock:
                    line.is_silent = self.is_silent
                    self.lines.append(line)
                for source, target, is_asking in ((client, server, True), (server, client, False)):
                    threading.Thread(target=line.pump, args=(source, target, is_asking), daemon=True).start()

    def silence(self, only_listening=False, for_good=False):
        """Silences all open connections. Later connections work, unless it is for good. Returns the number of silenced
        connections."""
        with self.lock:
            self.is_silent = for_good
            chosen = [line for line in self.lines if (line.listens or not only_listening) and not line.is_silent]
        for line in chosen:
            line.is_silent = True
        return len(chosen)

    def silence_after(self, statement):
        """Silences all open connections when a client sends a prepared statement. The statement is forwarded, its answer is not."""
        self.last_statement = statement.encode()
        wait_until(f"a client sends {statement}", lambda: self.last_statement is None)

    def asked(self, data):
        if self.last_statement and self.last_statement in data:
            self.silence()
            self.last_statement = None

    def close(self):
        self.listener.close()
        with self.lock:
            for line in self.lines:
                line.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
