"""the database is recovered to an earlier time from a base backup and the archived log, and readers send their taps again"""

import http.client
import json
import os
import shutil
import subprocess
import tempfile

from harness import PROGRAMS, Postgres, owner, postgres
from office import Judgement, Load, add_readers, anchor, backup_check, bind_secret, folder, records, servers, wait_until

# The largest list that a reader sends.
LIST = 100


def archived(database):
    """Waits until the archive has all that was written so far."""
    last = database.sql("select pg_walfile_name(pg_switch_wal())")
    wait_until("the log is archived", lambda: database.sql("select coalesce(last_archived_wal, '') from pg_stat_archiver") >= last)


def recover(base, archive, moment):
    """Starts a new cluster from a base backup, with the state of `moment`."""
    with open(f"{base.folder}/data/postgresql.conf", "a", encoding="utf-8") as file:
        file.write(f"unix_socket_directories = '{base.folder}'\narchive_mode = off\nrestore_command = 'cp {archive}/%f %p'\n"
                   f"recovery_target_time = '{moment}'\nrecovery_target_action = 'promote'\n")
    subprocess.run(owner("touch", f"{base.folder}/data/recovery.signal"), check=True)
    base.start()
    wait_until("the recovery has ended", lambda: base.sql("select pg_is_in_recovery()") == "f")


def replay(taps, port, key):
    """Sends taps again, as 'desktap-reader queue replay' lets a reader do. Returns the number of those that were lost."""
    connection, found = http.client.HTTPConnection("127.0.0.1", port, timeout=60), 0
    for begin in range(0, len(taps), LIST):
        connection.request("POST", "/api/taps", json.dumps(taps[begin:begin + LIST]), {
            "Authorization": f"Bearer {key}", "Content-Type": "application/json"})
        found += sum(1 for item in json.loads(connection.getresponse().read()) if item["outcome"] == "accepted")
    connection.close()
    return found


def main():
    judgement = Judgement("recovery")
    with folder() as files, tempfile.TemporaryDirectory(prefix="desktap.", dir="/tmp") as space:
        os.chmod(space, 0o755)
        archive, base = f"{space}/archive", Postgres(f"{space}/restored", dict(os.environ))
        for path in (archive, base.folder):
            os.mkdir(path)
            if os.geteuid() == 0:
                shutil.chown(path, "postgres", "postgres")
        settings = ("archive_mode = on", f"archive_command = 'cp %p {archive}/%f'")
        with postgres(settings=settings) as database, servers(database.dsn, files) as (server,):
            keys = add_readers(database)
            bind_secret(database, files)
            subprocess.run(owner(f"{PROGRAMS}/pg_basebackup", "-h", database.folder, "-U", "postgres", "-c", "fast", "-X", "none",
                                 "-D", f"{base.folder}/data"), check=True, capture_output=True)
            with Load(keys, [server.port]) as load:
                load.go_on(2)
                early = anchor(database, files, "early")
                load.go_on(1)
                moment = database.sql("select clock_timestamp()")
                load.go_on(2)
                load.end()
            late = anchor(database, files, "late")
            judgement.judge(database, load, server)
            archived(database)
        try:
            recover(base, archive, moment)
            print(f"  recovered to {moment}", flush=True)
            judgement.promise("the recovered database is proven up to an anchor of before", backup_check(base, files, early))
            judgement.promise("it is not proven up to an anchor of after", not backup_check(base, files, late))
            lost = load.lost(records(base))
            judgement.figure("lost_by_recovery", len(lost))
            judgement.promise("the recovery loses taps", lost)
            with servers(base.dsn, files) as (again,):
                taps = [load.made[identity] for identity in load.acknowledged]
                judgement.figure("recorded_by_replay", replay(taps, again.port, keys[0]))
                judgement.figure("lost_after_replay", len(load.lost(records(base))), most=0)
                judgement.whole(base, again)
            judgement.promise("the ledger continues from the early anchor", backup_check(base, files, early))
        finally:
            base.stop()
    judgement.end()


if __name__ == "__main__":
    main()
