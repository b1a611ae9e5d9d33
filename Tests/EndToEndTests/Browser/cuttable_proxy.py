"""A proxy whose connections can be cut, to simulate a server that becomes unavailable and available again."""

import socket
import threading


class CuttableProxy:
    """Forwards connections from its own port to the server until it is cut."""

    def __init__(self, host, port):
        self.server = (host, port)
        self.listener, self.open = None, set()
        self.port = 0
        self.heal()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def heal(self):
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, args=[self.listener], daemon=True).start()

    def cut(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for end in list(self.open):
            end.close_both()

    def accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            Connection(client, self)


class Connection:
    def __init__(self, client, way):
        self.way, self.ends = way, [client]
        try:
            self.ends.append(socket.create_connection(way.server))
        except OSError:
            client.close()
            return
        way.open.add(self)
        for source, sink in (self.ends, self.ends[::-1]):
            threading.Thread(target=self.carry, args=[source, sink], daemon=True).start()

    def carry(self, source, sink):
        try:
            while part := source.recv(65_536):
                sink.sendall(part)
        except OSError:
            pass
        self.close_both()

    def close_both(self):
        self.way.open.discard(self)
        for end in self.ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()
