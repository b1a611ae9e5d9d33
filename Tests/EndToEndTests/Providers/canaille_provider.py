"""Runs canaille as an identity provider for one test, in memory: Nia, an administrator by her group, Ada, and one client.

Arguments: a folder, the port, the client's address. Ends with the parent process.
"""

import os
import sys
import threading

from joserfc.jwk import RSAKey
from werkzeug.serving import make_server

folder, port, client = sys.argv[1:]
os.chdir(folder)

from canaille import create_app  # noqa: E402  The import reads the working directory.
from canaille.app import models  # noqa: E402
from canaille.backends import Backend  # noqa: E402

app = create_app(
    config={
        "SECRET_KEY": "for this test alone",
        "SERVER_NAME": f"localhost:{port}",
        "PREFERRED_URL_SCHEME": "http",
        "TRUSTED_HOSTS": ["localhost", "127.0.0.1"],
        # With HTMX, a script replaces a field half a second after a keystroke, while the test still types.
        "CANAILLE": {"DATABASE": "memory", "LOGGING": None, "HTMX": False},
        "CANAILLE_OIDC": {"ACTIVE_JWKS": [RSAKey.generate_key(2048, auto_kid=True).as_dict(private=True)]},
    }
)
with app.app_context(), Backend.instance.session():
    people = {}
    for user, given, family in [("nia", "Nia", "Sol"), ("ada", "Ada", "Lindqvist")]:
        people[user] = models.User(
            user_name=user, given_name=given, family_name=family, formatted_name=f"{given} {family}",
            emails=[f"{user}@example.org"], password="correct-horse-9",
        )  # fmt: skip
        Backend.instance.save(people[user])
    Backend.instance.save(models.Group(display_name="DeskTap Admins", members=[people["nia"]]))
    desk = models.Client(
        client_id="desk",
        client_secret="a-secret-for-this-test",
        client_name="DeskTap",
        client_uri=client,
        redirect_uris=[client + "/auth/callback"],
        post_logout_redirect_uris=[client + "/sign-in"],
        token_endpoint_auth_method="client_secret_basic",
        grant_types=["authorization_code"],
        response_types=["code"],
        scope=["openid", "profile", "email", "groups"],
        id_token_signed_response_alg="RS256",
    )
    Backend.instance.save(desk)
    desk.audience = [desk]
    Backend.instance.save(desk)

turn = threading.Lock()


def one_at_a_time(request, start):
    # The memory backend is not thread-safe, but the browser's idle connections need a thread each.
    with turn:
        answer = app(request, start)
        try:
            return list(answer)
        finally:
            answer.close()


server = make_server("127.0.0.1", int(port), one_at_a_time, threaded=True)
print("ready", flush=True)
server.serve_forever()
