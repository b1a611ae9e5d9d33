"""new TLS connections per second, compared to nginx with one worker"""

import contextlib
import os
import socket
import subprocess
import tempfile
import time

from harness import CHECKOUT, DESKTAP, children, counted, cpu, end, figure, listening, median, postgres, size, wait_until

ROUNDS, SECONDS = size("ROUNDS", 3), size("SECONDS", 5)
CONNECTIONS = 32

# A handshake with an elliptic curve costs a client more than the server, so that one core cannot load another. It is compared by
# CPU time. RSA costs the server more and is compared by rate.
KEYS = {"rsa": ["rsa:2048"], "ec": ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]}

NGINX = """
worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/nginx-body; proxy_temp_path {folder}/nginx-proxy; fastcgi_temp_path {folder}/nginx-fastcgi;
    uwsgi_temp_path {folder}/nginx-uwsgi; scgi_temp_path {folder}/nginx-scgi;
    server {{
        listen 127.0.0.1:{port} ssl; ssl_protocols TLSv1.2 TLSv1.3;
        ssl_certificate {certificate}; ssl_certificate_key {key};
        location / {{ default_type text/plain; return 200 "live\\n"; }}
    }}
}}
"""


def cores():
    """The cores of the servers and of the client: one, and the others."""
    first, *others = sorted(os.sched_getaffinity(0))
    return str(first), ",".join(map(str, others or [first]))


def certificate(folder, kind):
    """Makes a certificate. Returns the files of it and its key."""
    files = f"{folder}/{kind}.pem", f"{folder}/{kind}.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-nodes", "-days", "30", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
         "-newkey", *KEYS[kind], "-out", files[0], "-keyout", files[1]], check=True, capture_output=True)
    return files


def build_client(folder):
    source = os.path.join(CHECKOUT, "scripts/benches/tls_client.c")
    subprocess.run(["gcc", "-O2", "-o", f"{folder}/client", source, "-lssl", "-lcrypto", "-lpthread"], check=True)
    return f"{folder}/client"


@contextlib.contextmanager
def desktap_server(database, files):
    """Runs a server on one core. Yields its port and its process."""
    command = ["taskset", "-c", cores()[0], DESKTAP, "serve", "--port", "0", "--tls-certificate-file", files[0],
               "--tls-key-file", files[1]]
    with listening(command, {"DESKTAP_DATABASE": database.dsn, "DESKTAP_LOG_LEVEL": "warning",
                             "DESKTAP_SECRET_FILE": f"{database.folder}/secret"}) as (url, process):
        yield int(url.rpartition(":")[2]), process.pid


@contextlib.contextmanager
def nginx(folder, files):
    """Runs nginx on one core. Yields its port and the process of its worker."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    configuration = f"{folder}/nginx.conf"
    with open(configuration, "w", encoding="utf-8") as file:
        file.write(NGINX.format(folder=folder, port=port, certificate=files[0], key=files[1]))
    process = subprocess.Popen(["taskset", "-c", cores()[0], "nginx", "-c", configuration, "-e", f"{folder}/nginx.log"])
    try:
        worker, = wait_until("nginx has started its worker", lambda: children(process.pid))
        yield port, worker
    finally:
        end(process)


def connections(client, port, process):
    """New connections per second, the CPU time of the process per connection, and its share of a core."""
    before, start = cpu(process), time.monotonic()
    out, answered = counted(["taskset", "-c", cores()[1], client, str(port), str(CONNECTIONS), str(SECONDS)], r"^(\d+)")
    spent, seconds = cpu(process) - before, time.monotonic() - start
    failed = int(out.split()[1])
    if failed:
        raise SystemExit(f"bench: {failed} of {answered + failed} connections failed or resumed a session")
    return answered / SECONDS, spent / answered, spent / seconds


def compare(database, client, folder, kind):
    """The rate and the CPU time per connection of one round, divided by nginx's."""
    files, results = certificate(folder, kind), []
    for name, serving in (("desktap", desktap_server(database, files)), ("nginx", nginx(folder, files))):
        with serving as (port, process):
            connections(client, port, process)      # fills caches
            rate, spent, share = connections(client, port, process)
        print(f"  {kind}, {name}: {rate:.0f} connections/s, {spent * 1e6:.0f} µs each, {share:.0%} of a core", flush=True)
        results.append((rate, spent))
    (rate, spent), (rate_of_nginx, spent_of_nginx) = results
    return rate / rate_of_nginx, spent / spent_of_nginx


def main():
    with tempfile.TemporaryDirectory(prefix="desktap.") as folder, postgres() as database:
        client = build_client(folder)
        rounds = {kind: [compare(database, client, folder, kind) for _ in range(ROUNDS)] for kind in KEYS}
    figure("tls_connections_of_nginx", median([rate for rate, _ in rounds["rsa"]]), "×", "≥ 0.6")
    figure("tls_cpu_of_nginx", median([spent for _, spent in rounds["ec"]]), "×")


main()
