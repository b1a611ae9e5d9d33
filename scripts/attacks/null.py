"""a null character in each parameter of each address, page and form, by an administrator, a reader, a provisioner and a stranger"""

import json
import re
import sys
import urllib.parse
import urllib.request

from bodies import Sender, documents
from harness import figure, postgres, server

EXAMPLES = {"user": "user1", "desk": "1F-D1", "floor": "1F", "uid": "04A1B2C3D4E5F6"}


def resolved(document, others, value):
    """What a reference stands for, in this document or another one."""
    if "$ref" not in value:
        return value
    for one in (document, *others):
        found = one
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found.get(part, {})
        if found:
            return found
    return {}


def requests(url):
    """Method, path, body and its type, with a null character in one place each."""
    both = documents(url)
    for document in both:
        for path, methods in document["paths"].items():
            known = re.sub(r"\{(.*?)\}", lambda name: EXAMPLES.get(name[1], "1"), path)
            for method, operation in methods.items():
                if method not in ("get", "post", "put", "patch", "delete"):
                    continue
                for name in re.findall(r"\{.*?\}", path):
                    yield method, path.replace(name, "%00").replace("{", "").replace("}", ""), None, None
                parameters = [resolved(document, both, one) for one in operation.get("parameters", [])]
                names = [one["name"] for one in parameters if one.get("in") == "query"]
                needed = [f"{one['name']}={urllib.parse.quote(str(one['example']))}" for one in parameters
                          if one.get("in") == "query" and "example" in one]
                for name in names:
                    rest = [one for one in needed if not one.startswith(name + "=")]
                    yield method, f"{known}?{'&'.join([*rest, name + '=a%00b'])}", None, None
                    yield method, f"{known}?{name}=%00", None, None
                body = operation.get("form") or operation.get("form_only") or {}
                content = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
                fields = list(body.get("properties", body)) + list(resolved(document, both, content).get("properties", {}))
                for name in fields if method != "get" else []:
                    yield method, known, urllib.parse.urlencode({name: "a\0b"}), "application/x-www-form-urlencoded"
                    text = json.dumps({name: "a\0b"})
                    yield method, known, f"[{text}]" if path == "/api/taps" else text, "application/json"


def main():
    with postgres() as database, server(database) as (url, process):
        sender, statuses, broken, count = Sender(database, url, process), {}, [], 0
        for method, path, body, kind in requests(url):
            # Signing out, and the streams, which do not end.
            if path.startswith("/sign-out") or "/stream" in path:
                continue
            count += 1
            status = sender.send(method.upper(), path, body.encode() if body else None, kind or "text/plain")
            if status in (401, 429):
                sender.change()
                status = sender.send(method.upper(), path, body.encode() if body else None, kind or "text/plain")
            statuses[status] = statuses.get(status, 0) + 1
            if status >= 500:
                broken.append(f"{method} {path} {body or ''}: {status}")
            try:
                with urllib.request.urlopen(urllib.request.Request(
                        url + path, body and body.encode(), {"Content-Type": kind or "text/plain", "X-Forwarded-For": "203.0.113.9"},
                        method=method.upper()), timeout=60):
                    pass
            except urllib.error.HTTPError as error:
                if error.code >= 500:
                    broken.append(f"{method} {path} {body or ''} of a stranger: {error.code}")
        for line in broken[:20]:
            print(f"  {line}")
        print(f"  answered {dict(sorted(statuses.items()))}")
        figure("null_requests", 2 * count)
        figure("null_failed", len(broken), "", "= 0")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
