"""PostgreSQL loses a session's process, then all processes, then is stopped in immediate mode, while the server runs"""

import os
import signal
import time

from harness import postgres
from office import Judgement, Load, add_readers, backends, children, folder, postmaster, servers, signal_all, wait_until


def one_session(database):
    # The postmaster then ends all sessions and recovers.
    os.kill(backends(database)[0], signal.SIGKILL)


def all_processes(database):
    parent = postmaster(database)
    every = [parent, *children(parent)]
    signal_all(every)
    wait_until("PostgreSQL's processes are gone", lambda: not any(os.path.exists(f"/proc/{one}") for one in every))
    os.remove(f"{database.folder}/data/postmaster.pid")
    database.start()


def immediate_stop(database):
    database.control("-m", "immediate", "stop")
    database.start()


def main():
    judgement = Judgement("pgkill")
    with postgres() as database, folder() as files, servers(database.dsn, files) as (server,):
        with Load(add_readers(database), [server.port]) as load:
            for fault in (one_session, all_processes, immediate_stop):
                time.sleep(1)
                fault(database)
                judgement.figure(f"return_after_{fault.__name__}", load.acknowledges_again(), "s")
            time.sleep(1)
            load.end()
        judgement.promise("the server keeps running", server.process.poll() is None)
        judgement.judge(database, load)
    judgement.end()


if __name__ == "__main__":
    main()
