"""reasons that become formulas if a spreadsheet splits an export at another separator, tested with LibreOffice"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request
import uuid

from harness import CHECKOUT, desktap, figure, postgres, server

REASONS = ["=1+1", "forgot;=1+1", "forgot,=1+1", "forgot\t=1+1", "forgot\n=1+1;x", "a; =1+1", 'a;"=1+1"', 'a\n"=1+1";b', "a;@SUM(1;1)",
           "a;+1+1"]
# Character codes of comma, semicolon and tab.
SEPARATORS = (44, 59, 9)
OPENER = os.path.join(CHECKOUT, "Tests/AttendanceExportTests/formulas_in_libreoffice.py")
PYTHON = sys.executable


def request(url, key, path, value=None):
    body = None if value is None else json.dumps(value).encode()
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url + path, body, headers), timeout=60) as answer:
        return answer.read()


def main():
    found = []
    with postgres() as database, server(database) as (url, _), tempfile.TemporaryDirectory() as folder:
        database.sql("update person set role = 'administrator' where user_name = 'user1'")
        key = desktap(database, "person", "key", "user1")
        for number, reason in enumerate(REASONS):
            request(url, key, "/api/corrections", {
                "id": str(uuid.uuid4()), "type": "add", "user": "user2", "kind": "pause",
                "at": f"2026-01-{number + 1:02}T12:00:00Z", "reason": reason})
        for preset in ("standard", "excel", "excel-semicolon"):
            path = pathlib.Path(folder) / f"{preset}.csv"
            path.write_bytes(request(url, key, f"/api/export/events.csv?from=2026-01-01&to=2026-01-31&preset={preset}"))
            if path.read_bytes().count(b"=1+1") < 8:
                raise SystemExit("attack: the reasons are not in the export")
            for separator in SEPARATORS:
                out = subprocess.run([PYTHON, OPENER, str(path), folder, str(separator)], check=True, capture_output=True, text=True)
                found += [(preset, separator, cell) for cell in json.loads(out.stdout)]
                # The next conversion writes to the same folder.
                os.rename(f"{folder}/formulas-{separator}", f"{folder}/{preset}-{separator}")
    for preset, separator, cell in found:
        print(f"  {preset}, separator {separator}: {cell}")
    figure("formulas_found", len(found), f"in {len(REASONS)} reasons", "= 0")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
