"""An independent implementation of the rules of the record, to compare `desktap derive` with.

usage: record.py SEED COUNT      prints COUNT random questions, each followed by a line with the expected answer

It favours simplicity over speed and shares no code with the product: it searches for working days in steps of 15 minutes
and applies every rule to whole lists.
"""
import datetime
import json
import random
import re
import sys
import uuid
from functools import lru_cache
from zoneinfo import ZoneInfo

UTC = datetime.timezone.utc
STEP = 900  # seconds; the zones used here change their offset only at multiples of this in the years tested
RANK = {"end": 0, "pause": 1, "start": 2}


# --- Local time and working days -----------------------------------------------------------------------------------


@lru_cache(None)
def offset(zone, step):
    instant = datetime.datetime.fromtimestamp(step * STEP, UTC)
    return int(instant.astimezone(ZoneInfo(zone)).utcoffset().total_seconds())


@lru_cache(None)
def begins(office, date):
    """The earliest instant at which the office's clock reads the boundary of the date or later."""
    zone, boundary = office
    return first_instant(zone, date * 86400 + boundary)


@lru_cache(None)
def first_instant(zone, reading):
    step = (reading - 26 * 3600) // STEP
    while True:
        instant = max(step * STEP, reading - offset(zone, step))
        if instant < (step + 1) * STEP:
            return instant
        step += 1


@lru_cache(None)
def exists(zone, date):
    steps = range((date - 2) * 86400 // STEP, (date + 2) * 86400 // STEP)
    return any((step * STEP + offset(zone, step)) // 86400 == date for step in steps)


@lru_cache(None)
def work_date(office, t):
    dates = range(t // 86400 - 3, t // 86400 + 4)
    return max(date for date in dates if exists(office[0], date) and begins(office, date) <= t)


def next_date(office, date):
    return next(later for later in range(date + 1, date + 4) if exists(office[0], later))


def night_seconds(zone, night, start, stop):
    """The seconds of an interval in the hours of night work, counted night by night."""
    total = 0
    for date in range(start // 86400 - 3, stop // 86400 + 4):
        opens = first_instant(zone, date * 86400 + night[0])
        closes = first_instant(zone, (date if night[0] < night[1] else date + 1) * 86400 + night[1])
        total += max(0, min(stop, closes) - max(start, opens))
    return total


def date_text(date):
    return (datetime.date(1970, 1, 1) + datetime.timedelta(days=date)).isoformat()


def local(office, t):
    if t is None:
        return None
    return datetime.datetime.fromtimestamp(t, UTC).astimezone(ZoneInfo(office[0])).isoformat(timespec="seconds")


# --- Records -------------------------------------------------------------------------------------------------------


class Refused(Exception):
    pass


def milliseconds(text):
    match = isinstance(text, str) and re.fullmatch(
        r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)", text)
    if not match:
        raise Refused("bad_time")
    try:
        time = datetime.datetime(*map(int, match.groups()[:6]), tzinfo=UTC)
    except ValueError:
        raise Refused("bad_time")
    east = 0
    if match[8] not in "Zz":
        east = int(match[8][1:3]) * 3600 + int(match[8][4:6]) * 60
        east = -east if match[8][0] == "-" else east
    return (int(time.timestamp()) - east) * 1000 + int(((match[7] or ".")[1:] + "000")[:3])


def desk_name(text):
    name = (text or "").lstrip("\0").strip().upper()
    if not name:
        return None
    if not re.fullmatch(r"[A-Z0-9]+(-[A-Z0-9]+)*", name) or len(name) > 32:
        raise Refused("bad_desk")
    return name


def blank(text):
    return not (text or "").strip()


def read(record):
    """The normalised fields of a record, in the order of the checks."""
    if not re.fullmatch(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", record.get("id") or ""):
        raise Refused("bad_id")
    kind_of_record = record.get("type")
    if kind_of_record not in ("tap", "add", "amend", "void", "restore"):
        raise Refused("bad_type")
    is_event = kind_of_record in ("tap", "add")
    source = record if is_event else record.get("set", {}) if kind_of_record == "amend" else {}
    stated = {}
    if is_event or "at" in source:
        stated["at"] = milliseconds(source.get("at"))
    if is_event:
        if blank(record.get("user")):
            raise Refused("bad_user")
        stated["user"] = record["user"]
    if is_event or "kind" in source:
        if source.get("kind") not in RANK:
            raise Refused("bad_kind")
        stated["kind"] = source["kind"]
    if is_event or "desk" in source:
        stated["desk"] = desk_name(source.get("desk"))
    # An added start without a desk is work away from a desk.
    if kind_of_record == "tap" and stated["kind"] == "start" and stated["desk"] is None:
        raise Refused("desk_required")
    if kind_of_record == "amend" and not source:
        raise Refused("empty_set")
    if kind_of_record != "tap":
        if blank(record.get("author")) or blank(record.get("reason")):
            raise Refused("reason_required")
        stated["why"] = (record["author"], record["reason"])
    if not is_event:
        stated["target"] = record["target"]
    if not blank(source.get("office")):
        stated["office"] = source["office"]
    return kind_of_record, stated


class Log:
    def __init__(self, question, rules, offices):
        self.rules, self.offices, self.default = rules, offices, question["default_office"]
        self.records, self.events, self.put_aside = {}, {}, []
        self.outcomes = [self.outcome(record) for record in question["events"]]

    def outcome(self, record):
        shown = record.get("id")
        try:
            kind, stated = read(record)
            shown = record["id"].lower()
            outcome, reason = self.take(shown, kind, stated, milliseconds(record["received_at"]))
        except Refused as refused:
            if shown and re.fullmatch(r"[0-9A-Fa-f-]{36}", shown):
                shown = shown.lower()
            outcome, reason = "rejected", str(refused)
        return {"id": shown, "outcome": outcome, "reason": reason}

    def take(self, id, kind, stated, received):
        is_event = kind in ("tap", "add")
        if is_event:
            # Sent again without an office, a tap means the office that it was booked to.
            booked = self.records[id][1].get("office") if id in self.records else None
            stated.setdefault("office", booked or self.default)
        if id in self.records:
            return ("duplicate" if self.records[id] == (kind, stated) else "conflict"), None
        latest = received + self.rules["future_tolerance_s"] * 1000
        quarantine = None
        if is_event:
            if stated["office"] not in self.offices:
                raise Refused("bad_office")
            oldest = self.rules["max_age_s"]
            if stated["at"] > latest:
                quarantine = "future"
            elif oldest is not None and received - stated["at"] > oldest * 1000:
                quarantine = "too_old"
            if kind == "add":
                if quarantine == "future":
                    raise Refused("future")
                quarantine = None
            self.events[id] = dict(
                stated, id=id, received=received, added=kind == "add",
                names_no_desk=stated["kind"] == "start" and stated["desk"] is None, corrected=kind == "add", voided=False,
                arrived_quarantined=bool(quarantine), quarantined=bool(quarantine), time_amended=False,
                first_at=stated["at"], first_office=stated["office"])
            if quarantine:
                self.put_aside.append(id)
        else:
            self.correct(kind, stated, latest)
        self.records[id] = (kind, stated)
        return ("quarantined" if quarantine else "accepted"), quarantine

    def correct(self, kind, stated, latest):
        if stated["target"] not in self.events:
            raise Refused("unknown_target")
        event = dict(self.events[stated["target"]])
        event.update({name: stated[name] for name in ("at", "kind", "desk", "office") if name in stated})
        if "desk" in stated:
            event["names_no_desk"] = stated["desk"] is None
        if kind == "amend":
            away = event["added"] and event["names_no_desk"]
            if event["kind"] == "start" and event["desk"] is None and not away:
                raise Refused("desk_required")
            if event["office"] not in self.offices:
                raise Refused("bad_office")
        if (kind == "restore" or "at" in stated) and event["at"] > latest:
            raise Refused("future")
        if kind == "void":
            event["voided"] = True
        else:
            event["corrected"] = True
        if kind == "restore":
            event["voided"] = event["quarantined"] = False
        if "at" in stated:
            event["quarantined"], event["time_amended"] = False, True
        self.events[stated["target"]] = event


# --- Sessions ------------------------------------------------------------------------------------------------------


def order(event):
    return event["at"], RANK[event["kind"]], event["id"]


def sessions_of(user, events, rules, offices, as_of):
    """A person's sessions and unmatched taps. A session is a dictionary; its stretches are (state, office, desk, from, to)."""
    sessions, unmatched, current = [], [], None
    for event in events:
        t, kind, place = event["at"] // 1000, event["kind"], (event["office"], event["desk"])
        flags = {"corrected"} if event["corrected"] else set()
        is_reported = not event["added"] and not event["time_amended"]
        if is_reported and event["received"] - event["at"] > rules["late_flag_s"] * 1000:
            flags.add("late")
        if current and current["deadline"] is not None and t > current["deadline"]:
            current["auto"], current = current["deadline"], None
        last = sessions[-1] if sessions and not current else None
        ended = last["end"] if last else None
        if kind != "start" and ended is not None and t - ended <= rules["repeat_window_s"]:
            last["notes"].append((order(event), {"pause": "pause_after_end", "end": "repeat_end"}[kind], t))
            last["flags"].append((t, flags))
        elif not current and kind != "start":
            unmatched.append((event, kind + "_without_start", flags))
        elif not current:
            office = offices[event["office"]]
            date = work_date(office, t)
            deadlines = [] if rules["max_session_s"] is None else [t + rules["max_session_s"]]
            if rules["close_at_boundary"]:
                deadlines.append(begins(office, next_date(office, date)))
            current = {
                "user": user, "office": event["office"], "date": date, "start": t, "end": None, "auto": None,
                "deadline": min(deadlines, default=None), "state": "work", "place": place, "last": t, "order": order(event),
                "stretches": [], "notes": [], "flags": [(t, flags)],
            }
            sessions.append(current)
        else:
            notes = []
            if kind != "start" and event["desk"] is not None and place != current["place"]:
                notes.append("desk_mismatch")
            # No desk is another desk than any, and than no desk.
            if kind == "start" and (event["desk"] is None or place != current["place"]):
                notes.append("desk_move")
            elif kind == "start" and current["state"] == "work":
                notes.append("repeat_start")
            elif kind == "pause" and current["state"] == "pause":
                notes.append("repeat_pause")
            if t - current["last"] > rules["repeat_window_s"]:
                flags |= {"suspect_missing_pause"} if "repeat_start" in notes else set()
                flags |= {"suspect_missing_start"} if "repeat_pause" in notes else set()
            if t > current["last"]:
                current["stretches"].append((current["state"], *current["place"], current["last"], t))
            current["notes"] += [(order(event), note, t) for note in notes]
            current["flags"].append((t, flags))
            current["last"] = t
            if kind == "end":
                current["end"], current = t, None
            else:
                current["state"] = {"start": "work", "pause": "pause"}[kind]
                current["place"] = place if kind == "start" else current["place"]
    if current and current["deadline"] is not None and as_of > current["deadline"]:
        current["auto"] = current["deadline"]
    return sessions, unmatched


def extent(session, as_of):
    if session["end"] is not None:
        return session["end"]
    if session["state"] == "pause":
        return session["last"]
    return max(as_of, session["last"]) if session["auto"] is None else session["auto"]


def end_flag(session):
    if session["end"] is not None:
        return set()
    return {"open"} if session["auto"] is None else {"missing_end"}


# --- Daily rows ----------------------------------------------------------------------------------------------------


class Rows(dict):
    def row(self, user, office, date):
        empty = {"first": [], "last": None, "work": 0, "night": 0, "pause": 0, "unconfirmed": 0, "sessions": 0, "flags": set()}
        return self.setdefault((user, date, office), empty)

    def add(self, session, offices, nights, split, as_of):
        office, end = offices[session["office"]], extent(session, as_of)
        parts = list(session["stretches"])
        if session["end"] is None and session["state"] == "work":
            parts.append(("unconfirmed", None, None, session["last"], end))
        date = session["date"]
        while True:
            row = self.row(session["user"], session["office"], date)
            following = next_date(office, date)
            opens, closes = (begins(office, date), begins(office, following)) if split else (session["start"], end)
            goes_on = end > closes
            row["sessions"] += 1
            row["first"].append(max(session["start"], opens))
            row["last"] = closes if goes_on and session["last"] >= closes else session["end"]
            for state, _, _, start, stop in parts:
                row[state] += max(0, min(stop, closes) - max(start, opens))
                if state == "work" and nights[session["office"]]:
                    row["night"] += night_seconds(
                        office[0], nights[session["office"]], max(start, opens), max(start, opens, min(stop, closes)))
            for t, flags in session["flags"]:
                if (t >= opens or not split) and (t < closes or not goes_on):
                    row["flags"] |= flags
            if session["start"] < opens:
                row["flags"].add("continued")
            if not goes_on:
                row["flags"] |= end_flag(session)
                return
            row["flags"].add("continues_next_day")
            date = following

    def mention(self, event, offices):
        def flag(name, office, at):
            self.row(event["user"], office, work_date(offices[office], at // 1000))["flags"].add(name)

        shown = event["received"] if event["quarantined"] else event["at"]
        if event["voided"] or event["quarantined"]:
            flag("voided" if event["voided"] else "quarantined", event["office"], shown)
        before = (event["first_office"], work_date(offices[event["first_office"]], event["first_at"] // 1000))
        after = (event["office"], work_date(offices[event["office"]], event["at"] // 1000))
        if before != after and not event["arrived_quarantined"]:
            flag("moved", event["first_office"], event["first_at"])


def rounded(seconds, rounding):
    unit = rounding["unit_min"] * 60
    return {
        "none": seconds, "nearest": (2 * seconds + unit) // (2 * unit) * unit, "up": -(-seconds // unit) * unit,
        "down": seconds // unit * unit,
    }[rounding["mode"]]


# --- The map -------------------------------------------------------------------------------------------------------


def fold_map(events, sessions):
    """The holder of each desk, folded in the order of the record. Adds the notes of displaced people."""
    holders, people = {}, {}
    by_start = {(session["user"], session["order"]): session for session in sessions}

    def in_session(user, t):
        session = people.get(user, {}).get("session")
        return session and (session["deadline"] is None or t <= session["deadline"])

    def free(user):
        for desk in [desk for desk, holder in holders.items() if holder == user]:
            del holders[desk]

    for event in events:
        user, t, desk = event["user"], event["at"] // 1000, (event["office"], event["desk"])
        if not in_session(user, t):
            free(user)
            people[user] = {"session": by_start.get((user, order(event))), "since": None}
        if event["kind"] == "start" and event["desk"] is None:
            free(user)
        elif event["kind"] == "start" and holders.get(desk) != user:
            free(user)
            displaced = holders.get(desk)
            if displaced and in_session(displaced, t):
                people[displaced]["session"]["notes"].append((order(event), "desk_taken_over", t))
            holders[desk], people[user]["since"] = user, t
        elif event["kind"] == "end":
            free(user)
            people[user] = {"session": None, "since": None}
        people[user]["state"] = "pause" if event["kind"] == "pause" else "work"
    return holders, people, in_session


# --- Questions and answers -----------------------------------------------------------------------------------------


def answer(question):
    rules = {
        "max_session_s": 57600, "close_at_boundary": False, "attribution": "session_start", "future_tolerance_s": 120,
        "max_age_s": 2678400, "late_flag_s": 900, "repeat_window_s": 300, "rounding": {"mode": "none", "unit_min": 15},
        **question["policy"],
    }
    def clock(text):
        hours, minutes = map(int, text.split(":"))
        return hours * 3600 + minutes * 60

    offices, nights = {}, {}
    for name, office in question["offices"].items():
        offices[name] = (office["tz"], clock(office["day_boundary"]))
        nights[name] = tuple(map(clock, office["night"])) if office.get("night") else None
    as_of = milliseconds(question["as_of"]) // 1000
    log = Log(question, rules, offices)
    effective = [event for event in log.events.values() if not event["voided"] and not event["quarantined"]]
    effective.sort(key=order)
    users = sorted({event["user"] for event in log.events.values()})

    rows, sessions, anomalies = Rows(), [], []
    for user in users:
        own = [event for event in effective if event["user"] == user]
        found, unmatched = sessions_of(user, own, rules, offices, as_of)
        sessions += found
        for session in found:
            rows.add(session, offices, nights, rules["attribution"] == "split", as_of)
        for event, code, flags in unmatched:
            t, office = event["at"] // 1000, offices[event["office"]]
            rows.row(user, event["office"], work_date(office, t))["flags"] |= flags | {code}
            anomalies.append({
                "user": user, "code": code, "at": local(office, t), "event": event["id"],
                "work_date": date_text(work_date(office, t)),
            })
    for event in log.events.values():
        rows.mention(event, offices)
    holders, people, in_session = fold_map(effective, sessions)

    def session_json(session):
        office = offices[session["office"]]
        stretches = list(session["stretches"])
        sums = {state: sum(stop - start for kind, _, _, start, stop in stretches if kind == state) for state in ("work", "pause")}
        if session["end"] is None:
            stretches.append((session["state"], *session["place"], session["last"], None))
        state = "closed" if session["end"] is not None else "open" if session["auto"] is None else "auto"
        unconfirmed = extent(session, as_of) - session["last"] if session["end"] is None else 0
        return {
            "user": session["user"], "office": session["office"], "work_date": date_text(session["date"]), "state": state,
            "start": local(office, session["start"]), "end": local(office, session["end"]),
            "auto_closed_at": local(office, session["auto"]), "worked_s": sums["work"], "pause_s": sums["pause"],
            "unconfirmed_s": unconfirmed,
            "intervals": [
                {"type": kind, "office": place, "desk": desk, "start": local(office, start), "end": local(office, stop)}
                for kind, place, desk, start, stop in stretches],
            "notes": [
                {"code": code, "at": local(office, t), "event": place[2]}
                for place, code, t in sorted(session["notes"], key=lambda note: note[0])],
        }

    def row_json(key, row):
        (user, date, name), seconds = key, row["work"]
        night = {"night_s": row["night"]} if nights[name] else {}
        return night | {
            "user": user, "work_date": date_text(date), "office": name, "tz": offices[name][0],
            "first_in": local(offices[name], min(row["first"], default=None)), "last_out": local(offices[name], row["last"]),
            "worked_s": seconds, "worked_hhmm": "%02d:%02d" % (seconds // 3600, seconds // 60 % 60),
            "worked_hours": "%d.%04d" % divmod((seconds * 20000 + 3600) // 7200, 10000),
            "worked_rounded_s": rounded(seconds, rules["rounding"]), "pause_s": row["pause"],
            "unconfirmed_s": row["unconfirmed"], "sessions": row["sessions"], "flags": sorted(row["flags"]),
        }

    return {
        "ingest": log.outcomes,
        "pending": [id for id in log.put_aside if log.events[id]["quarantined"] and not log.events[id]["voided"]],
        "sessions": [session_json(session) for session in sessions],
        "rows": [row_json(key, row) for key, row in sorted(rows.items())],
        "anomalies": anomalies,
        "map": [
            {
                "office": office, "desk": desk, "user": user, "state": people[user]["state"],
                "since": local(offices[office], people[user]["since"]),
            } for (office, desk), user in sorted(holders.items()) if in_session(user, as_of)],
        "deskless": [user for user in users if in_session(user, as_of) and user not in holders.values()],
    }


# A clock change, or another night, in each zone.
NIGHTS = {
    "Europe/Berlin": 1761440400, "America/New_York": 1762063200, "Australia/Lord_Howe": 1743865200, "Asia/Tokyo": 1761440400,
    "Asia/Kolkata": 1761440400, "Africa/Casablanca": 1740276000, "America/Santiago": 1757217600, "Pacific/Apia": 1325239200,
}


def instant_text(ms, east=0):
    text = datetime.datetime.fromtimestamp(ms // 1000 + east, UTC).replace(tzinfo=None).isoformat()
    text += ".%03d" % (ms % 1000) if ms % 1000 else ""
    sign, east = ("-", -east) if east < 0 else ("+", east)
    return text + ("%s%02d:%02d" % (sign, east // 3600, east // 60 % 60) if east else "Z")


def random_policy(r):
    choices = {
        "attribution": ["session_start", "split"], "close_at_boundary": [True, False],
        "max_session_s": [None, 0, 3600, 14400, 259200], "max_age_s": [None, 3600, 86400], "late_flag_s": [0, 900],
        "repeat_window_s": [0, 60, 3000], "future_tolerance_s": [0, 600],
        "rounding": [{"mode": m, "unit_min": u} for m in ("none", "nearest", "up", "down") for u in (1, 5, 6, 10, 15, 30)],
    }
    return {name: r.choice(values) for name, values in choices.items() if r.random() < 0.4}


def random_record(r, base, span, known):
    at = base + r.randrange(-span, span)
    at -= at % r.choice([1, 1000, 60000, 1800000, 3600000])
    delay = r.choice([0, 0, 0, 1000, 900000, 900001, -120000, -120001, -500000, 86400000, 40 * 86400000])
    record = {"id": str(uuid.UUID(int=r.getrandbits(128))), "received_at": instant_text(at + delay)}
    kind, east = r.choice(["start", "start", "pause", "end"]), r.choice([0, 32400, -12600])
    if known and r.random() < 0.28:
        record |= {"type": r.choice(["amend", "amend", "void", "restore"]), "target": r.choice(known), "author": "bo"}
        record |= {"reason": r.choice(["forgotten", "forgotten", "forgotten", " "]), "received_at": instant_text(base + 864000000)}
        if r.random() < 0.05:
            record["target"] = str(uuid.UUID(int=7))
        changes = {"at": instant_text(at, east), "kind": kind, "desk": r.choice(["A1", "B2", "", None, "?"])}
        changes["office"] = r.choice(["One", "Two", "No"])
        if record["type"] == "amend":
            record["set"] = {name: value for name, value in changes.items() if r.random() < 0.35}
        return record
    record |= {"type": r.choice(["tap"] * 5 + ["add"]), "user": r.choice(["ada", "bo", "cy"]), "kind": kind}
    record["at"] = instant_text(at, east)
    if record["type"] == "add":
        record |= {"author": "bo", "reason": "forgotten"}
    needs_desk = kind == "start" and record["type"] == "tap"
    if needs_desk or r.random() < 0.6:
        record["desk"] = r.choice(["A1", "a1", "B2", " A1", "\0A1"])
    if r.random() < 0.3:
        record["office"] = r.choice(["One", "Two", ""])
    if r.random() < 0.06:
        record[r.choice(["desk", "kind", "at", "user", "office", "id", "type"])] = r.choice(["", "?", None, "bad-"])
    return record


def random_question(r):
    zone = r.choice(sorted(NIGHTS))
    base, span = NIGHTS[zone] * 1000, r.choice([3 * 3600, 36 * 3600, 5 * 86400]) * 1000
    records, known = [], []
    for _ in range(r.randrange(1, 40)):
        record = dict(r.choice(records)) if records and r.random() < 0.05 else random_record(r, base, span, known)
        if records and r.random() < 0.03:
            record["id"] = r.choice(records)["id"]
        if record["id"] and len(record["id"]) == 36:
            if record["type"] in ("tap", "add"):
                known.append(record["id"].lower())
            if r.random() < 0.2:
                record["id"] = record["id"].upper()
        records.append(record)
    boundaries = ["00:00", "02:30", "03:00", "05:00", "23:59"]
    zones = {"One": zone, "Two": r.choice([zone, "Asia/Tokyo", "America/Santiago"])}
    offices = {name: {"tz": tz, "day_boundary": r.choice(boundaries)} for name, tz in zones.items()}
    for office in offices.values():
        if r.random() < 0.4:
            office["night"] = r.choice([["22:00", "05:00"], ["23:00", "06:00"], ["00:00", "02:30"], ["02:30", "02:00"], ["01:15", "03:00"]])
    return {
        "as_of": instant_text(base + r.randrange(-span, span * 2)), "default_office": "One", "policy": random_policy(r),
        "offices": offices, "events": records,
    }


if __name__ == "__main__":
    generator = random.Random(int(sys.argv[1]))
    for _ in range(int(sys.argv[2])):
        question = random_question(generator)
        print(json.dumps(question))
        print(json.dumps(answer(question), sort_keys=True, separators=(",", ":"), ensure_ascii=False))
