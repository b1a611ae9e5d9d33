"""Runs scim2-tester against a server: scim_tester.py ADDRESS KEY. Prints failed checks, and exits with 1 if there are any."""

import http.client
import sys
from urllib.parse import urlsplit

from scim2_client.engines.wsgi import WSGISCIMClient
from scim2_tester import Status, check_server

address, key = sys.argv[1:]
place = urlsplit(address)


def pass_on(environ, start_response):
    """A WSGI application that forwards each request of the tester to the server. WSGI needs no further package."""
    body = environ["wsgi.input"].read()
    target = environ["SCRIPT_NAME"] + environ["PATH_INFO"]
    if environ.get("QUERY_STRING"):
        target += "?" + environ["QUERY_STRING"]
    headers = {"Authorization": f"Bearer {key}", "Accept": "application/scim+json"}
    if environ.get("CONTENT_TYPE"):
        headers["Content-Type"] = environ["CONTENT_TYPE"]
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
    connection.request(environ["REQUEST_METHOD"], target, body, headers)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    start_response(f"{answer.status} {answer.reason}", answer.getheaders())
    return [content]


results = check_server(WSGISCIMClient(pass_on, base_url=address))
passed = [result for result in results if result.status == Status.SUCCESS]
# A check that does not apply is skipped, or compliant where the standard leaves the choice.
wrong = [result for result in results if result.status in (Status.DEVIATION, Status.ERROR, Status.CRITICAL)]
for result in wrong:
    print(result.status.name, result.title, result.reason, sep=": ")
print(f"{len(passed)} of {len(results)} checks passed")
sys.exit(1 if wrong or len(passed) < 20 else 0)
