"""actions that give access, with an administrator's key, an old session, and a sign-in whose provider does not say when it happened"""

import base64
import contextlib
import http.cookiejar
import http.server
import json
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from bodies import FirstAnswer
from harness import desktap, figure, postgres, server

# Address and form of each action.
ACTIONS = {
    "a sign-in link": ("/admin/people/user1/sign-in-link", ""),
    "many sign-in links": ("/admin/people", "do=links&person-1=yes&person-2=yes"),
    "a team of chosen people": ("/admin/people", "do=team&person-1=yes&team=1"),
    "an office of chosen people": ("/admin/people", "do=office&person-1=yes&office=2"),
    "a user name": ("/admin/people/user1", "display_name=One&user_name=mal"),
    "all data of a person": ("/admin/people/user1/data", "purpose=x"),
    "the end of a hold": ("/admin/people/user1/hold/release", ""),
    "erased desks": ("/admin/people/user1/erase-desks", ""),
    "an erased name": ("/admin/people/user2/erase-name", ""),
    "a role": ("/admin/people/user1", "display_name=One&role=administrator"),
    "another office": ("/admin/people/user1", "display_name=One&office=2"),
    "another team": ("/admin/people/user1", "display_name=One&team=1"),
    "a new administrator": ("/admin/people", "user_name=mal&display_name=Mal&office=1&role=administrator"),
    "a return": ("/admin/people/user2/return", ""),
    "a badge": ("/admin/people/user1/badges", "reader=door"),
    "a manager": ("/admin/teams/1/managers", "user=user3"),
    "a member": ("/admin/teams/1/members", "user=user3"),
    "a reader": ("/admin/readers", "name=back door"),
    "a reader's new key": ("/admin/readers/1/rotate", ""),
    "a display": ("/admin/displays", "name=Lobby&floor=1"),
    "an import": ("/admin/import", "kind=people&do=import&csv=user_name%2Cdisplay_name%0Amal%2CMal"),
    "shown names": ("/admin/offices/1", "name=One&names=everybody&missing_end_at=20:00&quiet_from=21:00&quiet_to=07:00"),
    "proofs": ("/admin/offices/1/taps", "reader=yes&proof=none"),
    "keys of a tag": ("/api/tags/keys", '{"uid":"04A1B2C3D4E5F7","address":"https://x.example/t?event=start&desk=1F-D1"}'),
    "a certificate": ("/api/tags/certificates", '{"uid":"04A1B2C3D4E5F7","address":"https://x.example/t?event=start&desk=1F-D1"}'),
}
CHANGED = """select concat_ws(' ', (select count(*) from admin_log where field not in ('added', 'key', 'identity')),
    (select count(*) from configuration_log), (select count(*) from sign_in_link), (select count(*) from person where user_name = 'mal'))"""


class Provider(http.server.BaseHTTPRequestHandler):
    """An identity provider whose ID tokens have no `auth_time`."""

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    nonces: dict = {}

    def log_message(self, *_):
        pass

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):  # noqa: N802
        issuer = f"http://127.0.0.1:{self.server.server_port}"
        if self.path == "/keys":
            numbers = self.key.public_key().public_numbers()

            def text(number):
                return base64.urlsafe_b64encode(number.to_bytes((number.bit_length() + 7) // 8)).rstrip(b"=").decode()
            self.answer({"keys": [{"kty": "RSA", "kid": "1", "use": "sig", "alg": "RS256", "n": text(numbers.n), "e": text(numbers.e)}]})
        else:
            self.answer({
                "issuer": issuer, "authorization_endpoint": f"{issuer}/authorize", "token_endpoint": f"{issuer}/token",
                "jwks_uri": f"{issuer}/keys", "response_types_supported": ["code"], "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"]})

    def do_POST(self):  # noqa: N802
        form = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        now = int(time.time())
        claims = {
            "iss": f"http://127.0.0.1:{self.server.server_port}", "aud": "desktap", "sub": "1", "exp": now + 300, "iat": now,
            "nonce": self.nonces[form["code"][0]], "preferred_username": "mallory", "name": "Mallory", "groups": ["Staff"]}
        self.answer({"access_token": "x", "token_type": "Bearer",
                     "id_token": jwt.encode(claims, self.key, "RS256", headers={"kid": "1"})})


@contextlib.contextmanager
def provider():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


def browser():
    return urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), FirstAnswer)


def send(opener, url, method, body=None, key=None):
    """The status, the reason and the address of a redirect."""
    kind = "application/json" if (body or "").startswith("{") else "application/x-www-form-urlencoded"
    headers = {"Content-Type": kind, "Accept": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    try:
        with opener.open(urllib.request.Request(url, None if body is None else body.encode(), headers, method=method)) as answer:
            return answer.status, None, None
    except urllib.error.HTTPError as error:
        try:
            reason = json.load(error).get("reason")
        except ValueError:
            reason = None
        return error.code, reason, error.headers["Location"]


def sign_in(opener, url, query=""):
    """Signs in at the provider as a browser does. Returns the last status."""
    _, _, place = send(opener, f"{url}/auth/oidc?to=/admin{query}", "GET")
    asked = urllib.parse.parse_qs(urllib.parse.urlparse(place).query)
    Provider.nonces["code"] = asked["nonce"][0]
    state = urllib.parse.quote(asked["state"][0])
    return send(opener, f"{url}/auth/callback?code=code&state={state}", "GET")[0]


def attempt(name, database, opener, url, key=None):
    """Tries all actions. Returns those that were carried out."""
    before, refused, done = database.sql(CHANGED), {}, []
    for action, (path, body) in ACTIONS.items():
        status, reason, _ = send(opener, url + path, "POST", body, key)
        refused[f"{status} {reason}"] = refused.get(f"{status} {reason}", 0) + 1
        if status != 403:
            done.append(f"{name}: {action} ({status} {reason})")
    if database.sql(CHANGED) != before:
        done.append(f"{name}: the database changed")
    print(f"  {name}: {refused}")
    return done


def main():
    with provider() as issuer, postgres() as database:
        desktap(database, "person", "add", "root", "--name", "Root", "--role", "administrator")
        desktap(database, "office", "add", "Other", "--time-zone", "Asia/Tokyo")
        desktap(database, "reader", "add", "door")
        office = database.sql("select name from office order by id limit 1").strip()
        database.sql(f"insert into team (office_id, name) select id, 'Design' from office where name = '{office}'")
        database.sql("update person set left_at = now() where user_name = 'user2'")
        key = desktap(database, "person", "key", "root")
        settings = {
            "DESKTAP_OIDC_ISSUER": issuer, "DESKTAP_OIDC_CLIENT_ID": "desktap", "DESKTAP_OIDC_ROLES": "administrator=Staff",
            "DESKTAP_OIDC_OFFICE": office}
        with server(database, environment=settings) as (url, _):
            done = attempt("a program's key", database, browser(), url, key)
            old = browser()
            send(old, url + urllib.parse.urlparse(desktap(database, "person", "link", "root")).path, "POST", "")
            database.sql("update sign_in_session set authenticated_at = now() - interval '16 minutes'")
            done += attempt("a session of 16 minutes ago", database, old, url)
            silent = browser()
            if sign_in(silent, url) != 303 or send(silent, url + "/admin", "GET")[0] != 200:
                done.append("the sign-in at the provider failed")
            done += attempt("a provider without auth_time", database, silent, url)
            again = sign_in(silent, url, "&again=yes")
            if again != 403:
                done.append(f"a fresh sign-in without auth_time: {again}")
        for line in done:
            print(f"  {line}")
        figure("step_up_attempts", 3 * len(ACTIONS) + 1)
        figure("step_up_succeeded", len(done), "", "= 0")
    sys.exit(1 if done else 0)


if __name__ == "__main__":
    main()
