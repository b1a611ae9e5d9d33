"""The bare Hummingbird server, a yardstick for plaintext requests."""

import os
import re
import shutil
import subprocess
import urllib.request
from functools import cache

from harness import CHECKOUT, listening

PACKAGE = os.path.join(CHECKOUT, "scripts/benches/bare")
# Hummingbird adds these itself.
ADDED = {"date", "content-length"}


def packages(folder):
    """The exact versions in a Package.swift by address."""
    with open(os.path.join(folder, "Package.swift"), encoding="utf-8") as file:
        return dict(re.findall(r'url: "([^"]+)", exact: "([^"]+)"', file.read()))


@cache
def build():
    """Builds the server with DeskTap's versions of all packages. Returns the program."""
    ours, root = packages(PACKAGE), packages(CHECKOUT)
    for url, version in ours.items():
        if root.get(url) != version:
            raise SystemExit(f"bench: scripts/benches/bare has {url} {version}, but DeskTap has {root.get(url)}")
    resolved = os.path.join(CHECKOUT, "Package.resolved")
    if os.path.exists(resolved) and not os.path.exists(f"{PACKAGE}/.build"):
        shutil.copy(resolved, PACKAGE)
    built = subprocess.run(
        ["nice", "swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", f"{PACKAGE}/.build"],
        capture_output=True, text=True)
    if built.returncode != 0:
        raise SystemExit(f"bench: the bare server was not built:\n{built.stdout[-2000:]}{built.stderr[-2000:]}")
    return f"{PACKAGE}/.build/release/bare"


def answer(url):
    """The body and the header fields of an answer, without those that every server adds."""
    with urllib.request.urlopen(url) as response:
        fields = [f"{name}: {value}" for name, value in response.getheaders() if name.lower() not in ADDED]
        return response.read().decode(), fields


def serve(url, path):
    """Runs the bare server. It answers requests for `path` with the same bytes as the server at `url`."""
    body, fields = answer(url + path)
    return listening([build(), path, body, *fields])
