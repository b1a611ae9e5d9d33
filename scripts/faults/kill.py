"""the server is killed (SIGKILL) and restarted, CHAOS_KILLS times (3)"""

import os
import time

from harness import postgres
from office import Judgement, Load, add_readers, folder, servers

KILLS = int(os.environ.get("CHAOS_KILLS", "3"))


def main():
    judgement = Judgement("kill")
    with postgres() as database, folder() as files, servers(database.dsn, files) as (server,):
        with Load(add_readers(database), [server.port]) as load:
            back = []
            for _ in range(KILLS):
                time.sleep(1)
                server.kill()
                begin = time.monotonic()
                server.start()
                load.acknowledges_again()
                back.append(time.monotonic() - begin)
            time.sleep(1)
            load.end()
        judgement.figure("kills", KILLS)
        judgement.figure("slowest_return", max(back), "s")
        judgement.judge(database, load, server)
    judgement.end()


if __name__ == "__main__":
    main()
