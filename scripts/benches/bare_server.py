"""The bare Hummingbird server, a yardstick for plaintext requests."""

import urllib.request

from harness import listening, program

# Hummingbird adds these itself.
ADDED = {"date", "content-length"}


def answer(url):
    """The body and the header fields of an answer, without those that every server adds."""
    with urllib.request.urlopen(url) as response:
        fields = [f"{name}: {value}" for name, value in response.getheaders() if name.lower() not in ADDED]
        return response.read().decode(), fields


def serve(url, path):
    """Runs the bare server. It answers requests for `path` with the same bytes as the server at `url`."""
    body, fields = answer(url + path)
    return listening([program("bare-server"), path, body, *fields])
