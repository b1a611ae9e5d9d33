"""An SMTP server for tests. Prints its port, then each accepted message as a line of JSON.

A recipient "refuse@..." is answered with 550, "later@..." with 451, "silent@..." never, "protocol@..." with 503, "hello@..." with
550 about the name in EHLO, "syntax@..." with 501, and a message to "reject@..." with 554. ``answers`` has further ones."""

import argparse
import asyncio
import email
import email.policy
import json
import ssl

from aiosmtpd.smtp import SMTP, AuthResult

parser = argparse.ArgumentParser()
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--certificate", help="with --key: offers STARTTLS")
parser.add_argument("--key")
parser.add_argument("--implicit", action="store_true", help="TLS from the first byte instead of STARTTLS")
parser.add_argument("--user", help="with --password: requires authentication")
parser.add_argument("--password")
parser.add_argument("--full-name", action="store_true", help="answers RCPT with 504 if the name in EHLO has no dot")
options = parser.parse_args()

# By the recipient's name; about the recipient, the sender or this client.
answers = {
    "guarded": "554 5.7.1 <{address}>: Recipient address rejected: Access denied",
    "relay": "554 5.7.1 <{address}>: Relay access denied",
    "sender": "553 5.7.1 <{sender}>: Sender address rejected: not owned by user d",
    "blocked": "554 5.7.1 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org",
    "exchange": "550 5.7.60 SMTP; Client does not have permissions to send as this sender",
    "exim": "550 relay not permitted",
}


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        name = address.split("@")[0]
        if options.full_name and "." not in session.host_name and not session.host_name.startswith("["):
            return f"504 5.5.2 <{session.host_name}>: Helo command rejected: need fully-qualified hostname"
        if name in answers:
            return answers[name].format(address=address, sender=envelope.mail_from)
        if name == "protocol":
            return "503 5.5.1 bad sequence of commands"
        if name == "hello":
            return f"550 5.7.1 <{session.host_name}>: Helo command rejected: Access denied"
        if name == "syntax":
            return "501 5.1.3 bad recipient address syntax"
        if name == "refuse":
            return "550 5.1.1 no such mailbox"
        if name == "later":
            return "451 4.3.0 try again later"
        if name == "silent":
            print("silent", flush=True)
            await asyncio.sleep(3600)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if envelope.rcpt_tos[0].startswith("reject@"):
            return "554 5.7.1 not wanted"
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        accepted = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "headers": {name: str(value) for name, value in message.items()},
            "body": message.get_content(),
            "raw": envelope.original_content.decode("latin-1"),
            "isEncrypted": session.ssl is not None or options.implicit,
            "user": session.auth_data,
            "clientName": session.host_name,
        }
        print(json.dumps(accepted), flush=True)
        return "250 2.0.0 accepted"


def authenticate(server, session, envelope, mechanism, login):
    right = (login.login.decode(), login.password.decode()) == (options.user, options.password)
    # Not handled: the server answers with 535.
    return AuthResult(success=right, handled=False, auth_data=options.user)


async def main():
    context = None
    if options.certificate:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(options.certificate, options.key)

    def protocol():
        return SMTP(
            Handler(),
            hostname="mail.test",
            tls_context=None if options.implicit else context,
            auth_required=options.user is not None,
            auth_require_tls=context is not None and not options.implicit,
            authenticator=authenticate if options.user else None,
        )

    loop = asyncio.get_running_loop()
    server = await loop.create_server(protocol, options.host, 0, ssl=context if options.implicit else None)
    print("listening on", server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
