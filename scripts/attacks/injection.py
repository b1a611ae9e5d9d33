"""sqlmap on the parameters of taps, searches, exports and administration pages"""

import os
import re
import subprocess
import sys
import tempfile

from harness import desktap, figure, postgres, server

TARGETS = {
    "tap": ("POST", "/t?event=start&desk=1F-D1&user=user1", "event,desk,user"),
    "whereabouts": ("GET", "/api/whereabouts?find=user", "find"),
    "map": ("GET", "/map/1F?desk=1F-D1", "desk"),
    "export": ("GET", "/api/export/daily.csv?from=2026-11-01&to=2026-11-02&user=user1&team=x&office=Bench",
               "from,to,user,team,office"),
    "people": ("GET", "/admin/people?q=user&office=1&team=1&role=hr", "q,office,team,role"),
    "access": ("GET", "/admin/access?viewer=user1&subject=user2", "viewer,subject"),
}


# ATTACK_TARGETS selects some targets, separated by commas.
CHOSEN = os.environ.get("ATTACK_TARGETS", ",".join(TARGETS)).split(",")


def main():
    found = []
    with postgres() as database, server(database) as (url, _), tempfile.TemporaryDirectory() as folder:
        database.sql("update person set role = 'administrator' where user_name = 'user1'")
        key = desktap(database, "person", "key", "user1")
        # Readers are not limited to this rate. A person may send ten requests per second; others are refused before parsing.
        reader = desktap(database, "reader", "add", "attack")
        for name in CHOSEN:
            method, path, parameters = TARGETS[name]
            bearer, pace = (reader, ["--threads", "4"]) if name == "tap" else (key, ["--delay", "0.1"])
            out = subprocess.run(
                ["sqlmap", "-u", url + path, "--method", method, "-p", parameters, "--headers", f"Authorization: Bearer {bearer}",
                 "--batch", "--level", "2", "--risk", "2", "--dbms", "postgresql", "--technique", "BEUSQ",
                 "--ignore-code", "400,404,409,422,429", "--disable-coloring", "--output-dir", folder, "--flush-session",
                 *pace],
                capture_output=True, text=True, cwd=folder).stdout
            tried = "all tested parameters do not appear to be injectable" in out
            holes = re.findall(r"^Parameter: (.*)$", out, re.M)
            found += [(name, hole) for hole in holes]
            requests = re.findall(r"(\d{3}) \((.*?)\) - (\d+) times", out)
            print(f"  {name}: {holes or 'no injection'}" + ("" if tried or holes else "\n" + out[-2000:]), flush=True)
            if requests:
                print("    answers: " + ", ".join(f"{count} × {code}" for code, _, count in requests))
            if not tried and not holes or any(code == "429" for code, _, _ in requests):
                found.append((name, "not tried"))
    figure("injection_found", len(found), "", "= 0")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
