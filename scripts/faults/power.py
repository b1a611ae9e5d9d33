"""the machine of PostgreSQL loses its power CHAOS_FAILURES times (4): unsynced writes are lost; then again with fsync off"""

import os
import random
import struct
import subprocess
import time

from harness import CHECKOUT, owner, postgres, wait_until
from office import Judgement, add_readers, folder, kill_postgres, records, servers
from presence import Viewer
from working_day import WorkingDay

FAILURES = int(os.environ.get("CHAOS_FAILURES", "4"))
HEADER = struct.Struct("=QQQ")


class Disk:
    """Undoes the writes of PostgreSQL that it did not sync. The writes are kept by unsynced.c."""

    def __init__(self, database):
        self.data, self.journals = f"{os.path.realpath(database.folder)}/data", f"{database.folder}/journals"
        library = f"{database.folder}/unsynced.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-o", library,
                        os.path.join(CHECKOUT, "scripts/faults/unsynced.c"), "-ldl"], check=True)
        subprocess.run(owner("mkdir", self.journals), check=True)
        # A regular stop syncs all files, so the journals start empty.
        database.control("-m", "fast", "stop")
        database.environment.update(LD_PRELOAD=library, UNSYNCED_DATA=self.data, UNSYNCED_JOURNALS=self.journals)
        database.start()

    def lose_power(self, database, keeps_some):
        """Kills PostgreSQL and undoes unsynced writes. With `keeps_some` a random number of the oldest writes to each file
        survive, as on a disk that wrote them early. Returns the number of undone writes."""
        kill_postgres(database)
        undone = sum(self.undo(path, keeps_some) for path in self.files())
        database.start()
        return undone

    def files(self):
        for place, _, names in os.walk(self.data):
            yield from (path for name in names if os.path.isfile(path := os.path.join(place, name)))

    def undo(self, path, keeps_some):
        journal = f"{self.journals}/{os.stat(path).st_ino}"
        writes = read(journal) if os.path.exists(journal) else []
        if not writes:
            return 0
        kept = random.randint(0, len(writes)) if keeps_some else 0
        with open(path, "r+b") as file:
            for offset, size, replaced in reversed(writes[kept:]):
                file.seek(offset)
                file.write(replaced)
                file.truncate(size)
        os.truncate(journal, 0)
        return len(writes) - kept


def read(journal):
    """The offset, the size before, and the replaced bytes of each write, oldest first."""
    with open(journal, "rb") as file:
        data, at, writes = file.read(), 0, []
    while at + HEADER.size <= len(data):
        offset, length, size = HEADER.unpack_from(data, at)
        at += HEADER.size + length
        # The killed process did not get to the write of an incomplete record.
        if at <= len(data):
            writes.append((offset, size, data[at - length:at]))
    return writes


def main():
    judgement = Judgement("power")
    with postgres(settings=["wal_sync_method = fdatasync"]) as database, folder() as files:
        disk = Disk(database)
        with servers(database.dsn, files) as (server,):
            keys, undone = add_readers(database), 0
            with Viewer(database, server) as viewer, WorkingDay(keys, [server.port]) as load:
                load.acknowledges_again()
                for number in range(FAILURES):
                    time.sleep(random.uniform(0.5, 1.5))
                    undone += disk.lose_power(database, keeps_some=number % 2 == 1)
                    load.acknowledges_again()
                load.end()
                judgement.figure("failures", FAILURES)
                judgement.figure("writes_undone", undone)
                judgement.promise("PostgreSQL had unsynced writes", undone)
                judgement.judge(database, load, server)
                judgement.judge_viewer(database, viewer)
            # The test can fail: without syncs, acknowledged taps and taps on the map are lost.
            database.sql("alter system set fsync = off")
            database.sql("select pg_reload_conf()")
            wait_until("fsync is off", lambda: database.sql("show fsync") == "off")
            with Viewer(database, server) as viewer, WorkingDay(keys, [server.port]) as load:
                load.acknowledges_again()
                load.go_on(1)
                wait_until("the viewer is shown people", lambda: viewer.shown)
                load.end()
                disk.lose_power(database, keeps_some=False)
                lost, missing = load.lost(records(database)), viewer.missing(database)
        for what, count in (("acknowledged taps", len(lost)), ("taps shown to a viewer", len(missing))):
            judgement.figure(f"lost_{what.replace(' ', '_')}_without_fsync", count)
            judgement.promise(f"with fsync off, {what} are lost", count)
    judgement.end()


if __name__ == "__main__":
    main()
