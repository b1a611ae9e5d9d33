"""each alert for Prometheus is fired by a fault and ends after it, and no metric names a person, a desk or a tag"""

import contextlib
import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request

from harness import CHECKOUT, postgres, repeating
from office import (Judgement, Load, add_readers, anchor, backup_check, bind_secret, children, folder, free_port, postmaster, servers,
                    signal_all, wait_until)

ALERTS = f"{CHECKOUT}/scripts/monitoring/alerts.yaml"
# The test lasts seconds, so the periods and the thresholds that faults of minutes would reach are shorter.
SHORTER = {"[2m]": "[4s]", "[5m]": "[4s]", "[10m]": "[4s]", "for: 30m": "for: 1s", "for: 5m": "for: 1s", "for: 1m": "for: 1s",
           "> 300": "> 3", "> 200": "> 3", "lag_seconds > 10": "lag_seconds > 3"}


class Prometheus:
    """Prometheus with the alerts, twice a second."""

    def __init__(self, files, targets):
        self.port, self.files, self.seen = free_port(), files, set()
        with open(ALERTS, encoding="utf-8") as file:
            rules = file.read()
        for period, shorter in SHORTER.items():
            assert period in rules, f"the alerts do not contain '{period}'"
            rules = rules.replace(period, shorter)
        self.names = set(re.findall(r"alert: (\w+)", rules))
        self.write("alerts.yaml", rules)
        self.write("prometheus.yaml", json.dumps({
            "global": {"scrape_interval": "500ms", "scrape_timeout": "500ms", "evaluation_interval": "500ms"},
            "rule_files": [f"{files}/alerts.yaml"],
            "scrape_configs": [{"job_name": "desktap", "static_configs": [{"targets": targets}]}]}))

    def write(self, name, text):
        with open(f"{self.files}/{name}", "w", encoding="utf-8") as file:
            file.write(text)

    @contextlib.contextmanager
    def running(self):
        with open(f"{self.files}/prometheus.log", "w", encoding="utf-8") as log:
            process = subprocess.Popen(
                ["prometheus", f"--config.file={self.files}/prometheus.yaml", f"--storage.tsdb.path={self.files}/tsdb",
                 f"--web.listen-address=127.0.0.1:{self.port}"], stdout=log, stderr=log)
        try:
            yield self
        finally:
            process.terminate()
            process.wait(30)

    def firing(self):
        """The names of the firing alerts; empty while Prometheus does not answer."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/alerts", timeout=5) as answer:
                alerts = json.load(answer)["data"]["alerts"]
        except OSError:
            return set()
        firing = {alert["labels"]["alertname"] for alert in alerts if alert["state"] == "firing"}
        self.seen |= firing
        return firing

    def expect(self, what, fired, resting=()):
        """Waits until these alerts fire, or rest."""
        begin = time.monotonic()
        wait_until(f"{what}: {', '.join(fired)} fire{f', {resting} rest' if resting else ''}",
                   lambda: (now := self.firing()) >= set(fired) and not now & set(resting), 90)
        print(f"  {what}: {', '.join(fired) or 'no alert'} ({time.monotonic() - begin:.0f} s)", flush=True)


def certificate(files, days):
    """Writes a TLS certificate that is valid for some days, and its key."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", str(days),
         "-subj", "/CN=localhost", "-keyout", f"{files}/tls.key", "-out", f"{files}/tls.pem"], check=True, capture_output=True)
    os.chmod(f"{files}/tls.key", 0o600)


def metrics(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        return answer.read().decode()


def slow_taps(database):
    """Holds the log's lock most of the time."""
    return repeating(lambda: database.sql("begin; select from log_head for update; select pg_sleep(2); commit"))


def guess_key(port):
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/presence", headers={"Authorization": "Bearer guessed"})
    with contextlib.suppress(urllib.error.HTTPError):
        urllib.request.urlopen(request, timeout=10).close()


@contextlib.contextmanager
def silent_database(database):
    """PostgreSQL's processes stand still."""
    parent = postmaster(database)
    processes = [parent, *children(parent)]
    signal_all(processes, signal.SIGSTOP)
    try:
        yield
    finally:
        signal_all(processes, signal.SIGCONT)


@contextlib.contextmanager
def absent_standby(database):
    """Each commit waits for a standby that does not exist, and the waits are cancelled."""
    def name(standby):
        database.sql(f"alter system set synchronous_standby_names = '{standby}'")
        database.sql("select pg_reload_conf()")
    cancel = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
    name("absent")
    try:
        with repeating(lambda: database.sql(cancel), pause=0.2):
            yield
    finally:
        name("")


def main():
    judgement = Judgement("watch")
    subprocess.run(["promtool", "check", "rules", ALERTS], check=True, capture_output=True)
    port = free_port()
    with postgres() as database, folder() as files:
        keys = add_readers(database)
        bind_secret(database, files)
        certificate(files, days=3)
        options = ["--metrics-port", str(port), "--insecure"]
        tls = ["--tls-certificate-file", f"{files}/tls.pem", "--tls-key-file", f"{files}/tls.key"]
        with servers(database.dsn, files, options=options) as (server,), \
                Prometheus(files, [f"127.0.0.1:{port}"]).running() as prometheus:
            with Load(keys, [server.port]) as load:
                wait_until("the anchor of the start is written", lambda: os.path.exists(f"{files}/anchors"))
                prometheus.expect("no backup was proven", ["DeskTapBackupUnproved"], prometheus.names - {"DeskTapBackupUnproved"})
                proof = anchor(database, files, "proof")
                report = ["--report", f"{files}/backup-check.json"]
                judgement.promise("the backup is proven", backup_check(database, files, proof, report))
                prometheus.expect("the backup was proven", [], prometheus.names)
                with slow_taps(database):
                    prometheus.expect("the log is locked for long", ["DeskTapTapsSlow"])
                prometheus.expect("the log is free", [], prometheus.names)
                with silent_database(database):
                    prometheus.expect("PostgreSQL is silent", ["DeskTapNotReady", "DeskTapTapsSlow", "DeskTapFeedBehind"])
                prometheus.expect("PostgreSQL answers", [], prometheus.names)
                with absent_standby(database):
                    prometheus.expect("the standby is absent", ["DeskTapCommitUnreplicated"])
                prometheus.expect("no standby is needed", [], prometheus.names)
                with repeating(lambda: guess_key(server.port), pause=0.1):
                    prometheus.expect("keys are guessed", ["DeskTapSignInsFail"])
                prometheus.expect("the attack has ended", [], prometheus.names)
                os.rename(f"{files}/anchors", f"{files}/moved")
                prometheus.expect("the anchors are gone", ["DeskTapAnchorOld"])
                os.rename(f"{files}/moved", f"{files}/anchors")
                prometheus.expect("the anchors are back", [], prometheus.names)
                load.end()
                prometheus.expect("the readers are switched off", ["DeskTapReaderSilent"])
            judgement.judge(database, load, server)
            with Load(keys, [server.port]):
                prometheus.expect("the readers are switched on", [], prometheus.names)
                text = metrics(port)
            for number, key in enumerate(keys):
                judgement.promise("no metric contains a key", key not in text)
                judgement.promise("no metric contains a reader's name", f"chaos {number}" not in text)
            for file in (ALERTS, f"{CHECKOUT}/scripts/monitoring/dashboard.json"):
                with open(file, encoding="utf-8") as content:
                    used = set(re.findall(r"\b(?:desktap|http)_[a-z_]+_?[a-z]+\b", content.read()))
                families = {re.sub(r"_(bucket|sum|count)$", "", name) for name in used if not name.endswith(("method", "route", "code"))}
                unknown = {name for name in families if f"# TYPE {name} " not in text}
                judgement.promise(f"{file} uses known metrics only: {unknown}", unknown <= {"desktap_certificate_expiry_seconds"})
            judgement.promise("no metric names a person or a desk", not re.search(r"user\d|1F-D\d", text))
            server.stop()
            server.options += tls
            server.start()
            prometheus.expect("the certificate expires in 3 days", ["DeskTapCertificateExpires"])
            certificate(files, days=90)
            server.process.send_signal(signal.SIGHUP)
            prometheus.expect("the certificate was renewed", [], {"DeskTapCertificateExpires"})
        judgement.figure("alerts", len(prometheus.seen))
        judgement.promise(f"all alerts fired: {prometheus.names - prometheus.seen}", prometheus.seen == prometheus.names)
    judgement.end()


if __name__ == "__main__":
    main()
