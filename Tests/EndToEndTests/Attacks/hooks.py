"""Who sends what schemathesis makes up: by turns everybody who may come to the server, and as programs and as browsers.

DESKTAP_SENDERS: headers of each sender, a JSON list of objects.
"""

import json
import os
import zlib

import schemathesis

SENDERS = json.loads(os.environ["DESKTAP_SENDERS"])


@schemathesis.hook
def before_call(context, case, kwargs):
    # The same request always comes from the same sender, or it could not be told again.
    number = zlib.crc32(repr((case.method, case.path, case.path_parameters, case.query, case.body)).encode())
    headers = {name: value for name, value in (case.headers or {}).items() if name.lower() not in ("authorization", "cookie")}
    headers.update(SENDERS[number % len(SENDERS)])
    if number // 1009 % 2:
        headers["Accept"] = "text/html"
    case.headers = headers
    case.cookies = {}
    # A head that is longer than the server reads never comes to an address.
    case.query = {name: value[:300] if isinstance(value, str) else value for name, value in (case.query or {}).items()}
