"""CHAOS_SERVERS servers (2) are given every tap, while each is killed and stopped in turn"""

import os
import time

from harness import postgres
from office import Judgement, Load, add_readers, folder, servers

COUNT = int(os.environ.get("CHAOS_SERVERS", "2"))


def main():
    judgement = Judgement("many")
    with postgres() as database, folder() as files, servers(database.dsn, files, COUNT) as all_of_them:
        slowest = 0.0
        with Load(add_readers(database), [server.port for server in all_of_them], to_all=True) as load:
            for server in all_of_them:
                time.sleep(1)
                server.kill()
                time.sleep(1)
                server.start()
                time.sleep(1)
                status, seconds = server.stop(30)
                judgement.promise(f"a server that is asked to end ends with 0, and ended with {status}", status == 0)
                slowest = max(slowest, seconds)
                server.start()
            time.sleep(2)
            load.end()
        judgement.figure("servers", COUNT)
        judgement.figure("slowest_end", slowest, "s", most=5)
        judgement.judge(database, load)
    judgement.end()


if __name__ == "__main__":
    main()
