"""What a viewer was shown and what the map shows, compared with the log. Shared by the fault tests."""

import contextlib
import datetime
import http.client
import json
import subprocess
import threading
import time

from harness import DESKTAP, desktap

# All taps in the order of the log, in the format of 'desktap derive'.
LOG = """
    select coalesce(json_agg(json_build_object(
        'id', log_record.id, 'type', log_record.type, 'user', person.user_name, 'kind', log_record.kind, 'at', log_record.at,
        'desk', log_place.desk, 'received_at', log_record.received_at) order by log_record.seq), '[]')
      from log_record join person on person.id = log_record.person_id left join log_place using (seq)"""


def second(text):
    """An RFC 3339 time in whole seconds, as which the map shows times."""
    return int(datetime.datetime.fromisoformat(text).timestamp())


class Viewer(threading.Thread):
    """Has the map open and notes what it shows. Opens it again when the stream ends or is silent for a second."""

    def __init__(self, database, server):
        super().__init__(daemon=True)
        self.server, self.key = server, desktap(database, "person", "key", "user1")
        self.over = threading.Event()
        # (person's name, state, desk, since) in seconds of each person shown at a desk or in a break.
        self.shown = set()
        # (person's name, the latest time shown before) of each person shown as gone.
        self.gone = set()
        self.latest, self.seq, self.streams = {}, 0, 0
        # What it shows now, by person's name.
        self.now = {}
        # The longest time between the end of a stream and the first event of the next, and when the latest stream ended.
        self.longest_pause, self.ended = 0.0, None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.join(30)

    def run(self):
        while not self.over.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=1)
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                connection.request("GET", "/api/presence/stream", headers={"Authorization": f"Bearer {self.key}"})
                answer = connection.getresponse()
                if answer.status == 200:
                    self.streams += 1
                    self.read(answer)
            connection.close()
            self.ended = self.ended or time.monotonic()
            self.over.wait(0.05)

    def read(self, stream):
        """Notes complete events until the stream ends."""
        name, data = "", ""
        while not self.over.is_set() and (line := stream.readline()):
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "data":
                data = value
            elif not field:
                if data and name in ("", "message", "snapshot"):
                    self.note(json.loads(data), name == "snapshot")
                name, data = "", ""

    def note(self, message, is_snapshot):
        if self.ended:
            self.longest_pause, self.ended = max(self.longest_pause, time.monotonic() - self.ended), None
        if is_snapshot:
            self.now = {}
        self.seq = max(self.seq, message["seq"])
        for entry in message["people"]:
            name, since = entry["name"], entry.get("since")
            if entry["state"] == "off":
                self.now.pop(name, None)
            else:
                self.now[name] = look(entry)
            if since:
                self.shown.add((name, entry["state"], entry.get("desk"), second(since)))
                self.latest[name] = max(second(since), self.latest.get(name, 0))
            elif entry["state"] == "off":
                self.gone.add((name, self.latest.get(name, 0)))

    def view(self):
        return set(self.now.values()), self.seq

    def missing(self, database):
        """What was shown without a tap in the log."""
        # What is shown later may be missing in the log that is read now.
        shown, gone = list(self.shown), list(self.gone)
        starts, pauses, ends, places = set(), set(), {}, {}
        for tap in logged(database):
            name, at = tap["user"].replace("user", "User "), second(tap["at"])
            if tap["kind"] == "start":
                starts.add((name, at))
                places[name, tap["desk"]] = max(at, places.get((name, tap["desk"]), 0))
            elif tap["kind"] == "pause":
                pauses.add((name, at))
            else:
                ends[name] = max(at, ends.get(name, 0))
        # A move to another desk does not change since when a person works.
        return [(name, state, desk, since) for name, state, desk, since in shown if (
            (name, since) not in pauses if state == "pause" else
            (name, since) not in starts or desk and places.get((name, desk), 0) < since)] + [
            (name, "off", since) for name, since in gone if ends.get(name, 0) < since or name not in ends]


def logged(database):
    return json.loads(database.sql(LOG))


def beginnings(taps):
    """When each person's present state began, in seconds. A move to another desk does not change it."""
    states, order = {}, ["end", "pause", "start"]
    for tap in sorted(taps, key=lambda tap: (datetime.datetime.fromisoformat(tap["at"]), order.index(tap["kind"]), tap["id"])):
        state, _ = states.get(tap["user"], ("end", 0))
        if tap["kind"] != state and (tap["kind"], state) != ("pause", "end"):
            states[tap["user"]] = tap["kind"], second(tap["at"])
    return {user: since for user, (_, since) in states.items()}


def derived(database):
    """The people with an open session according to 'desktap derive': name, state, desk and since in seconds."""
    now, taps = datetime.datetime.now(datetime.timezone.utc).isoformat(), logged(database)
    derivation = json.loads(subprocess.run(
        [DESKTAP, "derive"], check=True, capture_output=True, text=True, input=json.dumps({
            "as_of": now, "offices": {"Bench": {"tz": "UTC"}}, "default_office": "Bench", "events": taps})).stdout)
    held, since = {one["user"]: one for one in derivation["map"]}, beginnings(taps)
    people = set()
    for session in derivation["sessions"]:
        if session["state"] != "open":
            continue
        state, desk = session["intervals"][-1]["type"], held.get(session["user"])
        people.add((session["user"].replace("user", "User "), state, desk and desk["desk"], since[session["user"]]))
    return people


def look(entry):
    """A person on the map, as `derived` gives them."""
    return entry["name"], entry["state"], entry.get("desk"), entry.get("since") and second(entry["since"])


def shown(server, key):
    """The people that the map shows, as `derived` gives them, and the number of the latest record that it includes."""
    status, text = server.get("/api/presence", key)
    message = json.loads(text) if status == 200 else {"people": [], "seq": None}
    return {look(one) for one in message["people"]}, message["seq"]


def compared(database, view, seconds=60):
    """The number of people with an open session according to the log, and what a view, such as `shown`, shows otherwise. Waits
    until it includes the whole log."""
    expected = derived(database)
    head = int(database.sql("select coalesce(max(seq), 0) from log_record"))
    end = time.monotonic() + seconds
    while True:
        people, seq = view()
        if seq == head and people == expected or time.monotonic() > end:
            late = [] if seq == head else [f"the map is at {seq}, the log at {head}"]
            return len(expected), sorted(people ^ expected, key=str) + late
        time.sleep(0.1)
