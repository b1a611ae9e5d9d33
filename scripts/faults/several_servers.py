"""each of CHAOS_SERVERS servers (2) gets all taps, while one after another is killed and stopped"""

import os

from harness import postgres
from office import Judgement, Load, add_readers, folder, servers

COUNT = int(os.environ.get("CHAOS_SERVERS", "2"))


def main():
    judgement = Judgement("several_servers")
    with postgres() as database, folder() as files, servers(database.dsn, files, COUNT) as started:
        slowest = 0.0
        with Load(add_readers(database), [server.port for server in started], to_all=True) as load:
            for server in started:
                load.go_on(1)
                server.kill()
                load.go_on(1)
                server.start()
                load.go_on(1)
                status, seconds = server.stop(30)
                judgement.promise(f"a server exits with status 0 after SIGTERM, not with {status}", status == 0)
                slowest = max(slowest, seconds)
                server.start()
            load.go_on(2)
            load.end()
        judgement.figure("servers", COUNT)
        judgement.figure("slowest_end", slowest, "s", most=5)
        judgement.judge(database, load, server)
    judgement.end()


if __name__ == "__main__":
    main()
