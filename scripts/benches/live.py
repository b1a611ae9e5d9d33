"""the delay from the commit of a tap to the event at a viewer, with 1,000 viewers"""

from harness import desktap, figure, postgres, server, size
from viewers import Viewers, sessions, sign_in, tap

VIEWERS, TAPS = size("VIEWERS", 1000), size("TAPS", 100)


def main():
    with postgres() as database:
        database.sql("alter system set track_commit_timestamp = on")
        database.restart()
        key = desktap(database, "reader", "add", "bench")
        with server(database) as (url, _):
            viewers = Viewers(url, sessions(database, sign_in(database, url), VIEWERS))
            viewers.hear_first()
            for person in range(1, TAPS + 1):
                tap(url, key, person, "start", f"1F-D{person}")
                viewers.listen(0.1)
                viewers.listen(5, lambda: len(viewers.heard) >= person * VIEWERS)
        # Other records are from before the restart and have no commit time.
        rows = database.sql("select seq, extract(epoch from pg_xact_commit_timestamp(xmin)) from log_record where type = 'tap'")
    committed = {int(seq): float(at) for seq, at in (row.split("|") for row in rows.splitlines())}
    delays = sorted((now - committed[seq]) * 1000 for _, seq, now in viewers.heard if seq in committed)
    print(f"  {len(committed)} taps, {VIEWERS} viewers, {len(delays)} events")
    figure("live_p50", delays[len(delays) // 2], "ms")
    figure("live_p99", delays[len(delays) * 99 // 100], "ms", "≤ 50")
    figure("live_missing", VIEWERS * TAPS - len(delays), "events", "= 0")


if __name__ == "__main__":
    main()
