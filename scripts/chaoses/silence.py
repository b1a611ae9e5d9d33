"""what is open to PostgreSQL falls silent and stays open; then the server is asked to end while it is silent again"""

import time

from harness import postgres
from office import Judgement, Load, add_readers, folder, servers, wait_until
from proxy import Proxy

# Seconds until taps are acknowledged again by new connections, until the server is ready, and until it has ended.
GAP, READY, END = 15, 25, 8


def main():
    judgement = Judgement("silence")
    with postgres() as database, folder() as files, Proxy(f"{database.folder}/.s.PGSQL.5432") as proxy:
        dsn = f"host=127.0.0.1 port={proxy.port} user=postgres dbname=desktap sslmode=disable gssencmode=disable"
        with servers(dsn, files) as (server,):
            with Load(add_readers(database), [server.port]) as load:
                time.sleep(2)
                begin = time.monotonic()
                judgement.figure("connections_silenced", proxy.silence())
                judgement.figure("gap", load.acknowledges_again(90), "s", most=GAP)
                wait_until("the server is ready again", lambda: server.get("/health/ready")[0] == 200, 90)
                judgement.figure("ready", time.monotonic() - begin, "s", most=READY)
                # Whoever waits for the database is answered, or cut off: nothing of it is acknowledged.
                proxy.silence()
                # An answer that says that it is ready may be a second old.
                time.sleep(2)
                begin = time.monotonic()
                ready, _ = server.get("/health/ready", timeout=5)
                judgement.figure("readiness_while_silent", time.monotonic() - begin, "s", most=4)
                judgement.promise(f"a server without a database is not ready, and says {ready}", ready == 503)
                exit_status, seconds = server.stop(45)
                judgement.figure("end", seconds, "s", most=END)
                judgement.promise(f"the server ends with 0, and ended with {exit_status}", exit_status == 0)
                load.end()
        judgement.judge(database, load)
    judgement.end()


if __name__ == "__main__":
    main()
