"""PostgreSQL, the server or both are killed (SIGKILL) at random instants, CHAOS_KILLS times (20)"""

import os
import random
import time

from harness import postgres
from office import Judgement, add_readers, folder, kill_postgres, servers
from presence import Viewer
from working_day import WorkingDay

KILLS = int(os.environ.get("CHAOS_KILLS", "20"))
# The kills between two judgements.
BLOCK = 50


def only_postgres(database, _):
    kill_postgres(database)
    database.start()


def only_server(_, server):
    server.kill()
    server.start()


def both(database, server):
    first, second = random.sample([lambda: kill_postgres(database), server.kill], 2)
    first()
    second()
    database.start()
    server.start()


FAULTS = (only_postgres, only_server, both)


def main():
    judgement = Judgement("kill")
    with postgres() as database, folder() as files, servers(database.dsn, files) as (server,):
        keys, back, acknowledged = add_readers(database), [], 0
        with Viewer(database, server) as viewer:
            for begin in range(0, KILLS, BLOCK):
                with WorkingDay(keys, [server.port]) as load:
                    load.acknowledges_again()
                    for number in range(begin, min(begin + BLOCK, KILLS)):
                        time.sleep(random.uniform(0, 0.5))
                        FAULTS[number % len(FAULTS)](database, server)
                        back.append(load.acknowledges_again())
                    load.end()
                acknowledged += len(load.acknowledged)
                judgement.figure("kills", len(back))
                judgement.judge(database, load, server)
                judgement.judge_viewer(database, viewer)
        judgement.figure("slowest_return", max(back), "s")
        judgement.figure("acknowledged_in_all", acknowledged)
    judgement.end()


if __name__ == "__main__":
    main()
