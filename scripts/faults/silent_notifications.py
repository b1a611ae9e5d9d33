"""the connection for notifications is silenced: the map must catch up"""

import datetime
import time
import uuid

from harness import desktap, postgres
from office import Judgement, Load, Reader, add_readers, folder, servers, wait_until
from proxy import Proxy

# The maximum delay of the map for taps after the fault, in seconds.
BEHIND = 20


def shown(server, key):
    """The presence of all desks as JSON text."""
    _, text = server.get("/api/presence", key)
    return text


def main():
    judgement = Judgement("silent_notifications")
    with postgres() as database, folder() as files, Proxy(f"{database.folder}/.s.PGSQL.5432") as proxy:
        key = desktap(database, "person", "key", "user1")
        dsn = f"host=127.0.0.1 port={proxy.port} user=postgres dbname=desktap sslmode=disable gssencmode=disable"
        with servers(dsn, files) as (server,):
            keys = add_readers(database)
            with Load(keys, [server.port], people=100) as load:
                wait_until("the map shows a person", lambda: "1F-D" in shown(server, key))
                judgement.figure("connections_silenced", wait_until(
                    "a connection listens", lambda: proxy.silence(only_listening=True)))
                # A person that the load does not use.
                begin = time.monotonic()
                now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")
                tap = {"id": str(uuid.uuid4()), "user": "user1999", "kind": "start", "at": now, "desk": "1F-D1999"}
                wait_until("the tap is acknowledged", lambda: Reader(load, 0, keys[0]).send([tap], server.port))
                answers = []
                while time.monotonic() - begin < 60 and "1F-D1999" not in shown(server, key):
                    status, _ = server.get("/health/ready", timeout=5)
                    answers.append(status)
                    time.sleep(0.5)
                judgement.figure("map_behind", time.monotonic() - begin, "s", most=BEHIND)
                judgement.figure("answers_not_ready", answers.count(503))
                load.end()
            judgement.judge(database, load, server)
    judgement.end()


if __name__ == "__main__":
    main()
