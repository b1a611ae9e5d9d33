"""three PostgreSQL nodes with Patroni (strictly synchronous): a switchover, a killed leader, and a lost leader machine"""

import contextlib
import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request

from harness import PROGRAMS, desktap, fill, owner
from office import Judgement, Load, add_readers, children, folder, free_port, servers, signal_all, wait_until

NODES, TTL = 3, 20


class Node:
    """A simulated machine with PostgreSQL and its Patroni."""

    def __init__(self, files, name, etcd):
        self.name, self.port, self.rest = name, free_port(), free_port()
        self.data = os.path.join(files, name)
        self.settings = os.path.join(files, f"{name}.yml")
        self.log = os.path.join(files, f"{name}.log")
        self.process = None
        user = {"username": "postgres", "password": "chaos"}
        access = ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
        # JSON is valid YAML.
        with open(self.settings, "w", encoding="utf-8") as file:
            json.dump({
                "scope": "chaos", "name": name,
                "restapi": {"listen": f"127.0.0.1:{self.rest}", "connect_address": f"127.0.0.1:{self.rest}"},
                "etcd3": {"host": f"127.0.0.1:{etcd}"},
                "bootstrap": {
                    "dcs": {"ttl": TTL, "loop_wait": 2, "retry_timeout": 3, "synchronous_mode": True,
                            "synchronous_mode_strict": True,
                            "postgresql": {"use_pg_rewind": True, "parameters": {"max_connections": 100}}},
                    "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
                },
                "postgresql": {
                    "listen": f"127.0.0.1:{self.port}", "connect_address": f"127.0.0.1:{self.port}", "data_dir": self.data,
                    "bin_dir": PROGRAMS, "pgpass": f"{files}/{name}.pgpass", "pg_hba": access,
                    "authentication": {"superuser": user, "replication": user, "rewind": user},
                    "parameters": {"unix_socket_directories": files},
                },
                "watchdog": {"mode": "off"},
            }, file)

    def start(self):
        with open(self.log, "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(owner("env", "-u", "PYTHONPATH", f"HOME={os.path.dirname(self.data)}", "patroni", self.settings),
                                            stdout=log, stderr=log, start_new_session=True)

    def ask(self, path, body=None):
        """An answer of Patroni; None if there is none or an error status."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.rest}{path}", data, {"Content-Type": "application/json"})
        with contextlib.suppress(OSError, urllib.error.URLError):
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.read().decode()
        return None

    def has_database(self):
        return subprocess.run(
            ["psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-d", "desktap", "-c", "select 1"],
            capture_output=True, check=False).returncode == 0

    def database_processes(self):
        with contextlib.suppress(OSError, ValueError):
            with open(f"{self.data}/postmaster.pid", encoding="utf-8") as file:
                parent = int(file.readline())
            return [parent, *children(parent)]
        return []

    def lose_database(self):
        signal_all(self.database_processes()[:1])

    def lose_machine(self):
        if self.process:
            signal_all([self.process.pid])
            self.process.wait()
        signal_all(self.database_processes())


class Cluster:
    def __init__(self, nodes):
        self.nodes = nodes
        ports = ",".join(str(node.port) for node in nodes)
        hosts = ",".join("127.0.0.1" for _ in nodes)
        self.dsn = f"postgresql://postgres@/desktap?host={hosts}&port={ports}&target_session_attrs=read-write&connect_timeout=2"

    def sql(self, text, database="desktap"):
        return subprocess.run(
            ["psql", "-d", self.dsn.replace("/desktap?", f"/{database}?"), "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", text],
            check=True, capture_output=True, text=True).stdout.strip()

    def leader(self):
        return next((node for node in self.nodes if node.ask("/primary") is not None), None)

    def is_complete(self):
        """True if there is a leader and a synchronous standby, and all nodes run."""
        state = next((text for text in (node.ask("/cluster") for node in self.nodes) if text), "{}")
        members = json.loads(state).get("members", [])
        roles = [member["role"] for member in members if member["state"] in ("running", "streaming")]
        return len(roles) == NODES and "leader" in roles and "sync_standby" in roles


def switchover(cluster):
    leader = cluster.leader()
    leader.ask("/switchover", {"leader": leader.name})


def lost_database(cluster):
    cluster.leader().lose_database()


def lost_machine(cluster):
    leader = cluster.leader()
    leader.lose_machine()
    return leader


def main():
    judgement = Judgement("patroni")
    with folder() as files, contextlib.ExitStack() as stack:
        if os.geteuid() == 0:
            shutil.chown(files, "postgres", "postgres")
        os.chmod(files, 0o755)
        port, peer = free_port(), free_port()
        address, among = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{peer}"
        etcd = subprocess.Popen(owner(
            "etcd", "--name", "e0", "--data-dir", f"{files}/etcd", "--listen-client-urls", address,
            "--advertise-client-urls", address, "--listen-peer-urls", among, "--initial-advertise-peer-urls", among,
            "--initial-cluster", f"e0={among}"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        stack.callback(lambda: (etcd.kill(), etcd.wait()))
        nodes = [Node(files, f"n{number}", port) for number in range(1, NODES + 1)]
        cluster = Cluster(nodes)
        for node in nodes:
            stack.callback(node.lose_machine)
            node.start()
        wait_until("Patroni's cluster is complete", cluster.is_complete, 120)
        cluster.sql("create database desktap", "postgres")
        # libpq tries no further host after one that does not have the database.
        wait_until("every node has the database", lambda: all(node.has_database() for node in nodes))
        desktap(cluster, "migrate")
        fill(cluster)
        server_files = stack.enter_context(folder())
        with servers(cluster.dsn, server_files) as (server,), Load(add_readers(cluster), [server.port]) as load:
            for fault, most in ((switchover, 15), (lost_database, 30), (lost_machine, 3 * TTL)):
                load.go_on(2)
                lost = fault(cluster)
                before = time.monotonic()
                judgement.figure(f"gap_{fault.__name__}", load.acknowledges_again(120), "s", most=most)
                if lost:
                    print(f"  {lost.name} restarts {time.monotonic() - before:.0f} s after its loss", flush=True)
                    lost.start()
                wait_until("Patroni's cluster is complete again", cluster.is_complete, 180)
            load.go_on(1)
            load.end()
            judgement.promise("the server keeps running", server.process.poll() is None)
            judgement.judge(cluster, load, server)
    judgement.end()


if __name__ == "__main__":
    main()
