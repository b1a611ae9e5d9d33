"""Runs glewlwyd as an identity provider for one test: Nia, who is an administrator by her group, Ada, and one client.

Arguments: a folder, the port, the client's address. Ends with the parent process.
"""

import http.cookiejar
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request

folder, port, client = sys.argv[1:]
address = f"http://localhost:{port}"
files = pathlib.Path("/usr/share/glewlwyd")


def configure():
    """Copies the package's files to the folder and adapts them."""
    shutil.copytree(files / "webapp", f"{folder}/webapp", ignore=shutil.ignore_patterns("config.json"))
    pages = json.loads((files / "templates/config.json").read_text())
    pages["GlewlwydUrl"] = address + "/"
    pathlib.Path(f"{folder}/webapp/config.json").write_text(json.dumps(pages))
    database = sqlite3.connect(f"{folder}/glewlwyd.db")
    database.executescript(pathlib.Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3").read_text())
    # Two more properties of people, as sources of the claims `groups` and `preferred_username`.
    (parameters,) = database.execute("select gumi_parameters from g_user_module_instance").fetchone()
    parameters = json.loads(parameters)
    for name, multiple in [("groups", True), ("login", False)]:
        parameters["data-format"][name] = {"multiple": multiple, "read": True, "write": True}
    database.execute("update g_user_module_instance set gumi_parameters = ?", [json.dumps(parameters)])
    database.commit()
    database.close()
    text = pathlib.Path("/etc/glewlwyd/glewlwyd.conf").read_text()
    lines = [
        line
        for line in text.splitlines()
        if not line.startswith(("port", "external_url", "log_", "static_files_path", "@include", "bind_address"))
    ]
    lines += [
        f"port = {port}",
        'bind_address = "127.0.0.1"',
        f'external_url = "{address}"',
        'log_mode = "console"',
        'log_level = "ERROR"',
        f'static_files_path = "{folder}/webapp/"',
        f'database = {{ type = "sqlite3" path = "{folder}/glewlwyd.db" }};',
    ]
    pathlib.Path(f"{folder}/glewlwyd.conf").write_text("\n".join(lines))


browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def send(method, path, body):
    request = urllib.request.Request(
        address + "/api" + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method=method
    )
    try:
        browser.open(request, timeout=30).read()
    except urllib.error.HTTPError as error:
        sys.exit(f"{method} {path}: {error.code} {error.read().decode()}")


def fill():
    """Configures the plugin, scopes, people and client with the administrator's API."""
    send("POST", "/auth/", {"username": "admin", "password": "password"})
    key = f"{folder}/key.pem"
    subprocess.run(["openssl", "genrsa", "-out", key, "2048"], check=True, capture_output=True)
    public = subprocess.run(["openssl", "rsa", "-in", key, "-pubout"], check=True, capture_output=True, text=True).stdout
    claim = {"type": "string", "mandatory": True, "on-demand": True, "scope": []}
    send(
        "POST",
        "/mod/plugin/",
        {
            "module": "oidc",
            "name": "oidc",
            "display_name": "OpenID Connect",
            "parameters": {
                "iss": address + "/api/oidc",
                "jwt-type": "rsa",
                "jwt-key-size": "256",
                "key": pathlib.Path(key).read_text(),
                "cert": public,
                "access-token-duration": 3600,
                "refresh-token-duration": 1209600,
                "code-duration": 600,
                "auth-type-code-enabled": True,
                "auth-type-token-enabled": False,
                "auth-type-id-token-enabled": True,
                "auth-type-password-enabled": False,
                "auth-type-client-enabled": False,
                "auth-type-refresh-enabled": True,
                "pkce-allowed": True,
                "pkce-required": True,
                "pkce-method-plain-allowed": False,
                "session-management-allowed": True,
                "session-cookie-name": "SESSION",
                "session-cookie-expiration": 3600,
                "back-channel-logout-allowed": True,
                "oauth-as-iss-id": True,
                "subject-type": "public",
                "name-claim": "mandatory",
                "name-claim-scope": [],
                "email-claim": "no",
                "email-claim-scope": [],
                "scope-claim": "no",
                "scope-claim-scope": [],
                "claims": [
                    {"name": "preferred_username", "user-property": "login"} | claim,
                    {"name": "groups", "user-property": "groups"} | claim,
                ],
            },
        },
    )
    for scope in ["profile", "email", "groups"]:
        send("POST", "/scope/", {"name": scope, "display_name": scope, "password_required": True, "scheme": {}})
    scopes = ["openid", "profile", "email", "groups"]
    send("PUT", "/scope/openid", {"display_name": "Who you are", "password_required": True, "scheme": {}})
    for user, name, groups in [("nia", "Nia Sol", ["Everybody", "DeskTap Admins"]), ("ada", "Ada Lindqvist", ["Everybody"])]:
        person = {"username": user, "name": name, "password": "correct-horse-9", "enabled": True, "scope": scopes}
        send("POST", "/user/", person | {"login": user, "groups": groups})
    send(
        "POST",
        "/client/",
        {
            "client_id": "desk",
            "name": "DeskTap",
            "client_secret": "a-secret-for-this-test",
            "confidential": True,
            "enabled": True,
            "scope": [],
            "redirect_uri": [client + "/auth/callback"],
            "authorization_type": ["code"],
            "token_endpoint_auth_method": ["client_secret_basic"],
            "post_logout_redirect_uri": client + "/sign-in",
            "backchannel_logout_uri": client + "/auth/backchannel-logout",
            "backchannel_logout_session_required": "true",
        },
    )


configure()
# The server is killed when this script ends.
server = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "glewlwyd", "-c", f"{folder}/glewlwyd.conf"])
for _ in range(600):
    try:
        urllib.request.urlopen(address + "/config", timeout=5).read()
        break
    except OSError:
        time.sleep(0.1)
fill()
print("ready", flush=True)
sys.exit(server.wait())
