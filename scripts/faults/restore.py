"""the database is dumped under load and restored into a new one, which must contain a complete prefix of the record"""

import os
import subprocess

from harness import DESKTAP, PROGRAMS, postgres
from office import Judgement, Load, Server, add_readers, anchor, backup_check, bind_secret, folder, servers, wait_until


class Copy:
    """The restored database in the same cluster."""

    def __init__(self, database):
        self.database = database
        self.folder = database.folder
        self.dsn = database.dsn.replace("dbname=desktap", "dbname=restored")

    def sql(self, text):
        return self.database.sql(text, "restored")


def main():
    judgement = Judgement("restore")
    with postgres() as database, folder() as files, servers(database.dsn, files) as (server,):
        keys = add_readers(database)
        bind_secret(database, files)
        with Load(keys, [server.port]) as load:
            load.go_on(3)
            early = anchor(database, files, "early")
            options = ["-h", database.folder, "-U", "postgres"]
            subprocess.run([f"{PROGRAMS}/pg_dump", *options, "-Fc", "-f", f"{files}/dump", "desktap"], check=True)
            load.go_on(1)
            load.end()
        late = anchor(database, files, "late")
        judgement.judge(database, load, server)
        database.sql("create database restored", "postgres")
        subprocess.run([f"{PROGRAMS}/pg_restore", *options, "-d", "restored", "--exit-on-error", f"{files}/dump"], check=True)
        copy = Copy(database)
        records, head = (int(copy.sql(text)) for text in ("select count(*) from log_record", "select seq from log_head"))
        judgement.figure("restored", records)
        judgement.promise("the restored log is a complete prefix", records == head > 0)
        judgement.promise("the restored database is proven up to an anchor of before the dump", backup_check(copy, files, early))
        judgement.promise("it is not proven up to an anchor of after the dump", not backup_check(copy, files, late))
        checkpoint = copy.sql("select seq || ':' || encode(hash, 'hex') from log_head")
        judgement.promise("the original ledger continues from the restored head", subprocess.run(
            [DESKTAP, "ledger", "verify", "--since", checkpoint], env={**os.environ, "DESKTAP_DATABASE": database.dsn},
            capture_output=True, check=False).returncode == 0)
        with servers(copy.dsn, files) as (again,):
            wait_until("a server with the same secret is ready", lambda: again.get("/health/ready")[0] == 200)
            judgement.whole(copy, again)
        other = Server(copy.dsn, files, secret="other").launch()
        try:
            judgement.promise("a server with another secret does not start", other.process.wait(30) == 1)
        finally:
            other.stop()
        judgement.promise("no other secret is created", not os.path.exists(f"{files}/other"))
    judgement.end()


if __name__ == "__main__":
    main()
