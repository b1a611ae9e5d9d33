"""the volume of PostgreSQL's data is full for CHAOS_SECONDS (10)"""

import collections
import os
import shutil
import subprocess
import time

import harness
from office import Judgement, Load, add_readers, folder, problem, servers, wait_until

SECONDS = int(os.environ.get("CHAOS_SECONDS", "10"))
MEGABYTES = 160


def fill_up(path):
    with open(path, "wb", buffering=0) as file:
        block = b"\0" * 4096
        try:
            while True:
                file.write(block * 64)
        except OSError:
            pass
        try:
            while True:
                file.write(block)
        except OSError:
            pass


def main():
    judgement = Judgement("full")
    with folder() as files:
        volume = os.path.join(files, "volume")
        os.mkdir(volume)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", volume], check=True)
        try:
            # The WAL is on another volume, because PostgreSQL stops if the WAL's volume is full.
            with harness.postgres(settings=["shared_buffers = 16MB", "autovacuum = off"]) as database:
                database.control("-m", "fast", "stop")
                tables = f"{database.folder}/data/base"
                shutil.copytree(tables, f"{volume}/base")
                subprocess.run(["chown", "-R", "postgres:", volume], check=True)
                shutil.rmtree(tables)
                os.symlink(f"{volume}/base", tables)
                os.chmod(files, 0o755)
                database.start()
                with servers(database.dsn, files) as (server,):
                    with Load(add_readers(database), [server.port]) as load:
                        load.go_on(2)
                        fill_up(f"{volume}/ballast")
                        wait_until("a tap is refused", lambda: load.others["503"] > 0, 120)
                        begin, ready = time.monotonic(), collections.Counter()
                        while time.monotonic() - begin < SECONDS:
                            status, text = server.get("/health/ready", timeout=5)
                            ready[f"{status} {problem(text)}".strip()] += 1
                            time.sleep(0.5)
                        judgement.figure("refused", load.others["503"])
                        print(f"  readiness during the fault: {dict(ready)}", flush=True)
                        judgement.promise("a server that cannot record is not ready", not ready["200"])
                        judgement.figure("lines_in_log", server.said().count("\n"))
                        os.remove(f"{volume}/ballast")
                        judgement.figure("return", load.acknowledges_again(), "s")
                        load.go_on(1)
                        load.end()
                    judgement.judge(database, load, server)
        finally:
            subprocess.run(["umount", "-l", volume], check=False)
    judgement.end()


if __name__ == "__main__":
    main()
