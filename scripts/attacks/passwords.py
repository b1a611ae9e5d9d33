"""10,000 wrong passwords from the address of a person, who must still be able to sign in"""

import asyncio
import collections
import os
import sys
import time
import urllib.parse

from harness import desktap, figure, postgres, server

ATTEMPTS = int(os.environ.get("ATTACK_PASSWORDS", "10000"))
AT_ONCE = 500
GOOD = "correct horse battery staple"


async def post(host, port, path, fields, cookie=None):
    """Sends a request on a new connection. Returns the status and the cookies."""
    reader, writer = await asyncio.open_connection(host, port)
    body = urllib.parse.urlencode(fields)
    writer.write((
        f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nAccept: text/html\r\nConnection: close\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        + (f"Cookie: {cookie}\r\n" if cookie else "") + f"\r\n{body}").encode())
    answer = (await reader.read()).decode()
    writer.close()
    head = answer.split("\r\n\r\n")[0].split("\r\n")
    cookies = [line.split(":", 1)[1].strip().split(";")[0] for line in head if line.lower().startswith("set-cookie:")]
    return int(head[0].split()[1]), cookies


async def attack(host, port, first, link):
    """The first link is for setting the password."""
    def sign_in(password, cookie=None):
        return post(host, port, "/sign-in", {"user": "user1", "password": password}, cookie)

    _, cookies = await post(host, port, first, {})
    status, _ = await post(host, port, "/me/password", {"new": GOOD, "again": GOOD}, "; ".join(cookies))
    assert status == 303, status
    status, cookies = await sign_in(GOOD)
    assert status == 303, status
    device = next(cookie for cookie in cookies if "device" in cookie)
    statuses, numbers = collections.Counter(), iter(range(ATTEMPTS))

    async def guess():
        for number in numbers:
            statuses[(await sign_in(f"guess number {number}"))[0]] += 1

    begin = time.monotonic()
    guesses = [asyncio.create_task(guess()) for _ in range(AT_ONCE)]
    came_in, waits = 0, []
    while not all(task.done() for task in guesses):
        start = time.monotonic()
        came_in += (await sign_in(GOOD, device))[0] == 303
        waits.append(time.monotonic() - start)
        await asyncio.sleep(0.2)
    await asyncio.gather(*guesses)
    seconds = time.monotonic() - begin
    by_link = (await post(host, port, link, {}))[0]
    afterwards = (await sign_in(GOOD, device))[0]
    print(f"  answers to {sum(statuses.values())} wrong passwords in {seconds:.1f} s: {dict(statuses)}")
    print(f"  load of the machine: {os.getloadavg()[0]:.1f}")
    figure("passwords_came_in", came_in / len(waits), f"of {len(waits)} in the known browser at the same time", "= 1.00")
    figure("passwords_wait_max", max(waits) * 1000, "ms")
    figure("passwords_by_link", by_link, "", "= 303")
    figure("passwords_afterwards", afterwards, "", "= 303")
    return came_in == len(waits) and by_link == afterwards == 303 and not set(statuses) - {422, 429, 503}


def main():
    with postgres() as database:
        with server(database) as (url, _):
            place = urllib.parse.urlsplit(url)
            first, second = (urllib.parse.urlsplit(desktap(database, "person", "link", "user1")).path for _ in range(2))
            sys.exit(0 if asyncio.run(attack(place.hostname, place.port, first, second)) else 1)


if __name__ == "__main__":
    main()
