"""open connections to PostgreSQL are silenced while the server locks the log, then all of them while the server is stopped"""

import time

from harness import postgres
from office import Judgement, Load, add_readers, folder, servers, wait_until
from proxy import Proxy

# Maximum seconds until taps are acknowledged again, until the server is ready, and until it has stopped.
GAP, READY, END = 15, 25, 8


def main():
    judgement = Judgement("silence")
    with postgres() as database, folder() as files, Proxy(f"{database.folder}/.s.PGSQL.5432") as proxy:
        dsn = f"host=127.0.0.1 port={proxy.port} user=postgres dbname=desktap sslmode=disable gssencmode=disable"
        with servers(dsn, files) as (server,):
            with Load(add_readers(database), [server.port]) as load:
                # Taps of people that the server does not know yet are decided while the log is locked.
                load.go_on(1)
                proxy.silence_after("Taps/lock_log")
                begin = time.monotonic()
                judgement.figure("gap", load.acknowledges_again(90), "s", most=GAP)
                wait_until("the server is ready again", lambda: server.get("/health/ready")[0] == 200, 90)
                judgement.figure("ready", time.monotonic() - begin, "s", most=READY)
                # Requests that wait for the database get an error or a closed connection, never an acknowledgement.
                proxy.silence(for_good=True)
                # The readiness answer is cached for up to a second.
                time.sleep(2)
                begin = time.monotonic()
                ready, _ = server.get("/health/ready", timeout=5)
                judgement.figure("readiness_while_silent", time.monotonic() - begin, "s", most=4)
                judgement.promise(f"a server without a database is not ready, but answers {ready}", ready == 503)
                exit_status, seconds = server.stop(45)
                judgement.figure("end", seconds, "s", most=END)
                judgement.promise(f"the server exits with status 0, not with {exit_status}", exit_status == 0)
                load.end()
            proxy.is_silent = False
            judgement.judge(database, load, server.start())
    judgement.end()


if __name__ == "__main__":
    main()
