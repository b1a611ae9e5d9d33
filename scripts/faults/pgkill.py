"""PostgreSQL loses a session's process, then all processes, then is stopped in immediate mode, while the server runs"""

import os
import signal

from harness import postgres, wait_until
from office import Judgement, Load, add_readers, backends, folder, kill_postgres, servers


def one_session(database):
    # The postmaster then ends all sessions and recovers.
    os.kill(wait_until("the server has sessions", lambda: backends(database))[0], signal.SIGKILL)


def all_processes(database):
    kill_postgres(database)
    database.start()


def immediate_stop(database):
    database.control("-m", "immediate", "stop")
    database.start()


def main():
    judgement = Judgement("pgkill")
    with postgres() as database, folder() as files, servers(database.dsn, files) as (server,):
        with Load(add_readers(database), [server.port]) as load:
            for fault in (one_session, all_processes, immediate_stop):
                load.go_on(1)
                fault(database)
                judgement.figure(f"return_after_{fault.__name__}", load.acknowledges_again(), "s")
            load.go_on(1)
            load.end()
        judgement.promise("the server keeps running", server.process.poll() is None)
        judgement.judge(database, load, server)
    judgement.end()


if __name__ == "__main__":
    main()
