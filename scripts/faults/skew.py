"""one of two servers has a clock ten minutes ahead, then behind: it must record nothing, and the other server everything"""

import glob

from harness import postgres
from office import Judgement, Load, Server, add_readers, folder, problem, servers

LIBRARY = "/usr/lib/*/faketime/libfaketimeMT.so.1"


def main():
    judgement = Judgement("skew")
    library = next(iter(glob.glob(LIBRARY)), None)
    if not library:
        raise SystemExit(f"chaos: there is no {LIBRARY}: install faketime")
    with postgres() as database, folder() as files, servers(database.dsn, files) as (right,):
        for offset in ("+600", "-600"):
            wrong = Server(database.dsn, files, {"LD_PRELOAD": library, "FAKETIME": offset}).start()
            try:
                ready, text = wrong.get("/health/ready")
                judgement.promise(f"a server whose clock is off by {offset} s is not ready, but answers {ready}", ready == 503)
                print(f"  clock difference {offset} s: {ready} {problem(text)}", flush=True)
                with Load(add_readers(database), [wrong.port, right.port]) as load:
                    load.go_on(5)
                    load.end()
                print(f"  failures: {dict(load.others)}", flush=True)
                judgement.figure("wrong_times", int(database.sql(
                    "select count(*) from event where abs(extract(epoch from received_at - now())) > 60 "
                    "or abs(extract(epoch from at - now())) > 60 or quarantine is not null")), most=0)
                judgement.judge(database, load, right)
            finally:
                wrong.stop(20)
    judgement.end()


if __name__ == "__main__":
    main()
