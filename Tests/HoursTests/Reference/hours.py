"""An independent implementation of the rules of hours, to compare `desktap hours` with.

usage: hours.py SEED COUNT                prints COUNT random questions, each followed by a line with the expected answer
       hours.py SEED COUNT --coverage     prints how often the answers contain each code instead

It favours simplicity over speed and shares no code with the product: it applies every rule day by day to whole lists.
"""
import calendar
import datetime
import json
import random
import re
import sys
from collections import Counter
from functools import lru_cache

from questions import coverage, random_question

DAY = datetime.timedelta(days=1)
SUMS = [
    "target_s", "worked_s", "night_s", "overtime_s", "rest_day_s", "holiday_s", "absence_s", "adjustment_s", "cut_s", "balance_s"]


# --- Facts ---------------------------------------------------------------------------------------------------------


class Refused(Exception):
    pass


def date(value):
    if not isinstance(value, str) or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise Refused("bad_date")
    try:
        return datetime.date.fromisoformat(value)
    except ValueError:
        raise Refused("bad_date")


def month(value):
    if not isinstance(value, str) or not re.fullmatch("[0-9]{4}-(0[1-9]|1[0-2])", value):
        raise Refused("bad_date")
    return value


def text(value):
    if not isinstance(value, str) or not value.strip():
        raise Refused("bad_value")
    return value


def integer(least=-10**12, most=10**12):
    def read(value):
        if type(value) is not int or not least <= value <= most:
            raise Refused("bad_value")
        return value
    return read


def one_of(*values):
    def read(value):
        if not any(type(value) is type(known) and value == known for known in values):
            raise Refused("bad_value")
        return value
    return read


def optional(read, default=None):
    return lambda value: default if value is None else read(value)


def list_of(read, least=0, most=10**6):
    def read_list(value):
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise Refused("bad_value")
        return [read(element) for element in value]
    return read_list


def inherited(read):
    return lambda value: value if value == "inherit" else read(value)


def clock(value):
    if not isinstance(value, str) or not re.fullmatch("([01][0-9]|2[0-3]):[0-5][0-9]", value):
        raise Refused("bad_value")
    return int(value[:2]) * 3600 + int(value[3:]) * 60


def core(value):
    start, end = list_of(clock, 2, 2)(value)
    if start >= end:
        raise Refused("bad_value")
    return start, end


def carry(value):
    if not isinstance(value, dict):
        raise Refused("bad_value")
    months = list_of(integer(1, 12))(value.get("months"))
    least, most = (optional(integer())(value.get(name)) for name in ("min_s", "max_s"))
    if least is not None and most is not None and least > most:
        raise Refused("bad_value")
    return {"months": months, "min_s": least, "max_s": most}


def items(value):
    if not isinstance(value, dict):
        raise Refused("bad_value")
    return {name: integer()(number) for name, number in value.items()}


DATES = {
    "employment": {"from": date}, "schedule": {"from": date, "anchor": date}, "terms": {"from": date}, "holiday": {"date": date},
    "kind": {"from": date}, "account": {}, "grant": {"from": date, "expires": optional(date), "must_take_by": optional(date)},
    "absence": {"from": date, "to": date}, "adjustment": {"date": date}, "confirm": {"period": month},
    "approve": {"period": month}, "close": {"period": month}, "void": {},
}
STATEMENT = {"user": text, "items": items}
VALUES = {
    "employment": {"user": text, "office": optional(text), "team": optional(text)},
    "schedule": {
        "name": text, "days": list_of(integer(0, 86400), 1, 56), "period_s": optional(integer(0)), "core": optional(core),
        "rest_weekday": optional(integer(1, 7))},
    "terms": {"scope": one_of("person", "team", "office"), "of": text},
    "holiday": {"calendar": text, "name": optional(text), "part": optional(one_of("full", "morning", "afternoon"), "full")},
    "kind": {
        "kind": text, "credit": one_of("full", "fill", "none"), "rank": integer(), "account": optional(text),
        "neutral": optional(one_of(True, False), False)},
    "account": {"account": text, "day_s": integer(2), "hour_s": optional(integer(1), 1)},
    "grant": {
        "user": text, "account": text, "amount_s": integer(0), "must_take_halves": optional(integer(0), 0),
        "debt_s": optional(integer(0), 0)},
    "absence": {
        "user": text, "kind": text, "part": optional(one_of("full", "morning", "afternoon", "hours"), "full")},
    "adjustment": {
        "user": text, "s": integer(),
        "reason": optional(one_of("opening", "payout", "correction", "transfer", "retention"), "correction")},
    "confirm": STATEMENT, "approve": STATEMENT, "close": STATEMENT, "void": {"target": text},
}
TERMS = {
    "schedule": inherited(optional(text)), "calendars": inherited(list_of(text)),
    "rules": inherited(list_of(one_of("de", "eu", "uk", "jp", "jp-flex", "schedule"))), "carry": inherited(optional(carry)),
}


def read(fact):
    """A fact alone, in the order of the checks: its type, its dates, its values. Rule: "Checks"."""
    kind = fact.get("type")
    if not isinstance(kind, str) or kind not in DATES:
        raise Refused("bad_type")
    stated = {"id": text(fact.get("id")), "seq": integer()(fact.get("seq")), "type": kind}
    stated |= {name: reader(fact.get(name)) for name, reader in DATES[kind].items()}
    for last in (stated.get("to"), stated.get("expires"), stated.get("must_take_by")):
        if last and last < stated["from"]:
            raise Refused("bad_date")
    stated |= {name: reader(fact.get(name)) for name, reader in VALUES[kind].items()}
    if kind == "terms":
        stated |= {name: reader(fact[name]) for name, reader in TERMS.items() if name in fact}
    if kind == "account" and stated["day_s"] % 2:
        raise Refused("bad_value")
    if kind == "absence" and stated["part"] == "hours":
        stated["s"] = integer(1, 86400)(fact.get("s"))
    return stated


def check(facts):
    """The facts that count, and the refused ones. Rule: "Checks"."""
    passed, rejected = {}, []
    for fact in sorted(facts, key=lambda fact: fact["seq"]):
        try:
            if fact["id"] in passed:
                raise Refused("duplicate")
            passed[fact["id"]] = read(fact)
        except Refused as refused:
            rejected.append((fact["seq"], fact["id"], str(refused)))

    def names(kind, field):
        return {fact[field] for fact in passed.values() if fact["type"] == kind}

    def reason(fact):
        if fact["type"] == "void":
            target = passed.get(fact["target"])
            return "unknown_target" if not target or target["type"] in ("void", "close") else None
        known = True
        if fact["type"] == "terms" and fact.get("schedule") not in (None, "inherit"):
            known = fact["schedule"] in names("schedule", "name")
        elif fact["type"] == "grant" or (fact["type"] == "kind" and fact["account"] is not None):
            known = fact["account"] in names("account", "account")
        elif fact["type"] == "absence":
            known = fact["kind"] in names("kind", "kind")
        return None if known else "unknown_reference"

    refused = [fact for fact in passed.values() if reason(fact)]
    rejected += [(fact["seq"], fact["id"], reason(fact)) for fact in refused]
    accepted = [fact for fact in passed.values() if fact not in refused]
    voided = {fact["target"] for fact in accepted if fact["type"] == "void"}
    return accepted, [fact for fact in accepted if fact["id"] not in voided], sorted(rejected)


# --- Days and periods ----------------------------------------------------------------------------------------------


def span(first, last):
    return [first + DAY * number for number in range((last - first).days + 1)]


def period_of(day, period_day):
    """The name of the period of a day. Rule: "Periods and weeks"."""
    goes_on = period_day > 1 and day.day >= period_day
    year, number = divmod(day.year * 12 + day.month - 1 + goes_on, 12)
    return f"{year:04}-{number + 1:02}"


def bounds(period, period_day):
    """The first and the last day of a period. Rule: "Periods and weeks"."""
    year, number = int(period[:4]), int(period[5:])
    if period_day == 1:
        return datetime.date(year, number, 1), datetime.date(year, number, calendar.monthrange(year, number)[1])
    before = datetime.date(year, number, 1) - DAY
    return before.replace(day=period_day), datetime.date(year, number, period_day - 1)


def earlier(period, count):
    year, number = divmod(int(period[:4]) * 12 + int(period[5:]) - 1 - count, 12)
    return f"{year:04}-{number + 1:02}"


def latest(facts, day):
    """The dated look-up. Rule: "Terms"."""
    return max((fact for fact in facts if fact["from"] <= day), key=lambda fact: (fact["from"], fact["seq"]), default=None)


def instant(written):
    return datetime.datetime.fromisoformat(written).timestamp()


def wall_seconds(written, day):
    """The wall time as it is written, in seconds from the midnight of the day."""
    wall = datetime.datetime.fromisoformat(written).replace(tzinfo=None)
    return int((wall - datetime.datetime.combine(day, datetime.time())).total_seconds())


def order_of_use(grant):
    return grant["expires"] or datetime.date.max, grant["from"], grant["seq"]


# --- A person ------------------------------------------------------------------------------------------------------


class Person:
    def __init__(self, user, facts, question):
        self.user, self.period_day = user, question.get("period_day", 1)
        self.first, self.last, self.through = (date(question[name]) for name in ("from", "to", "through"))
        self.facts = {kind: [] for kind in DATES}
        for fact in facts:
            if fact.get("user", user) == user:
                self.facts[fact["type"]].append(fact)
        self.work = {date(entry["date"]): entry for entry in question["work"] if entry["user"] == user}
        for rule in ("employment", "terms", "schedule", "target", "holidays", "claims", "overtime", "stretches"):
            setattr(self, rule, lru_cache(None)(getattr(self, rule)))
        self.days = self.running()

    def worked(self, day):
        return self.work[day]["worked_s"] if day in self.work else 0

    def night(self, day):
        return self.work[day].get("night_s", 0) if day in self.work else 0

    def stretches(self, day):
        found = self.work[day].get("stretches", []) if day in self.work else []
        return sorted(found, key=lambda stretch: (instant(stretch[0]), instant(stretch[1])))

    def employment(self, day):
        """The office and the team. Rule: "Terms"."""
        fact = latest(self.facts["employment"], day)
        return (fact["office"], fact["team"]) if fact and fact["office"] is not None else (None, None)

    def is_employed(self, day):
        return self.employment(day)[0] is not None

    def terms(self, field, day):
        """A field of the terms: the scope decides before the date. Rule: "Terms"."""
        office, team = self.employment(day)
        if office is not None:
            for scope, of in (("person", self.user), ("team", team), ("office", office)):
                own = [fact for fact in self.facts["terms"] if (fact["scope"], fact["of"]) == (scope, of) and field in fact]
                fact = latest(own, day)
                if fact and fact[field] != "inherit":
                    return fact[field]
        return {"schedule": None, "calendars": [], "rules": [], "carry": None}[field]

    def schedule(self, day):
        """The version of the schedule. Rule: "Terms"."""
        name = self.terms("schedule", day)
        return latest([fact for fact in self.facts["schedule"] if fact["name"] == name], day)

    def target(self, day):
        """Rule: "Targets"."""
        version = self.schedule(day)
        if not version:
            return 0

        def weight(other):
            return version["days"][(other - version["anchor"]).days % len(version["days"])]

        if version["period_s"] is None:
            return weight(day)
        first, last = bounds(period_of(day, self.period_day), self.period_day)
        whole = sum(weight(other) for other in span(first, last))
        before = sum(weight(other) for other in span(first, day - DAY))
        amount = version["period_s"]
        return amount * (before + weight(day)) // whole - amount * before // whole if whole else 0

    def halves(self, day):
        morning = self.target(day) // 2
        return {"morning": morning, "afternoon": self.target(day) - morning}

    def holidays(self, day):
        """The name of the holiday, and the halves that holidays own. Rule: "Holidays"."""
        name, owned = None, []
        for of in self.terms("calendars", day) if self.schedule(day) else []:
            found = [fact for fact in self.facts["holiday"] if (fact["calendar"], fact["date"]) == (of, day)]
            fact = max(found, key=lambda fact: fact["seq"], default=None)
            if fact and fact["name"] is not None:
                name = name or fact["name"]
                owned += [half for half in ("morning", "afternoon") if fact["part"] in ("full", half)]
        return name, sorted(set(owned))

    def holiday_s(self, day):
        return sum(self.halves(day)[half] for half in self.holidays(day)[1])

    def kind(self, name, day):
        return latest([fact for fact in self.facts["kind"] if fact["kind"] == name], day)

    def claims(self, day):
        """What absences claim, credit and take, in claim order. Rules: "Absences", "Credit" and "Account use"."""
        target, seconds = self.target(day), self.halves(day)
        if not target:
            return []
        covering = [fact for fact in self.facts["absence"] if fact["from"] <= day <= fact["to"]]
        covering = [(fact, self.kind(fact["kind"], day)) for fact in covering]
        covering = [(fact, kind) for fact, kind in covering if kind]
        covering.sort(key=lambda pair: (-pair[1]["rank"], -pair[0]["seq"]))
        free = [half for half in ("morning", "afternoon") if half not in self.holidays(day)[1]]
        unclaimed, claims = target - self.holiday_s(day), []
        for hourly in (False, True):
            for fact, kind in covering:
                if (fact["part"] == "hours") != hourly:
                    continue
                claimed = [] if hourly else [half for half in free if fact["part"] in ("full", half)]
                amount = min(fact["s"], unclaimed) if hourly else sum(seconds[half] for half in claimed)
                if claimed or amount:
                    free = [half for half in free if half not in claimed]
                    unclaimed -= amount
                    claims.append({"fact": fact, "kind": kind, "hourly": hourly, "owned": claimed, "claimed_s": amount})
        first_kinds = sum(claim["claimed_s"] for claim in claims if claim["kind"]["credit"] != "fill")
        gap = target - self.holiday_s(day) - first_kinds - self.worked(day)
        for claim in claims:
            amount = claim["claimed_s"]
            claim["credited_s"] = {"full": amount, "none": 0, "fill": min(max(gap, 0), amount)}[claim["kind"]["credit"]]
            if claim["kind"]["credit"] == "fill":
                gap -= claim["credited_s"]
            definitions = [fact for fact in self.facts["account"] if fact["account"] == claim["kind"]["account"]]
            account = min(definitions, key=lambda fact: fact["seq"], default=None)
            claim["account"], claim["taken_s"] = account["account"] if account else None, 0
            if account and claim["hourly"]:
                length = -(-target // account["hour_s"]) * account["hour_s"]
                claim["taken_s"] = amount * account["day_s"] // length
            elif account:
                claim["taken_s"] = len(claim["owned"]) * account["day_s"] // 2
        return claims

    def unclaimed(self, day):
        return self.target(day) - self.holiday_s(day) - sum(claim["claimed_s"] for claim in self.claims(day))

    # --- Overtime

    def set_of_japan(self, day):
        return next((rule for rule in self.terms("rules", day) if rule in ("jp", "jp-flex")), None)

    def is_rest_day(self, day):
        version = self.schedule(day)
        return bool(version) and version["rest_weekday"] == day.isoweekday()

    def rest_day_s(self, day):
        """Rule: "Overtime"."""
        return self.worked(day) if self.set_of_japan(day) and day <= self.through and self.is_rest_day(day) else 0

    def overtime(self, day):
        """Rule: "Overtime"."""
        rule, worked = self.set_of_japan(day), self.worked(day)
        if not rule or day > self.through or self.is_rest_day(day):
            return 0

        def above(limit, before, more):
            return max(0, before + more - limit) - max(0, before - limit)

        if rule == "jp":
            sunday = day - DAY * (day.isoweekday() % 7)
            before = sum(min(self.worked(other), 28800) for other in span(sunday, day - DAY) if not self.is_rest_day(other))
            return max(0, worked - 28800) + above(144000, before, min(worked, 28800))
        first, last = bounds(period_of(day, self.period_day), self.period_day)
        before = sum(self.worked(other) for other in span(first, day - DAY) if not self.is_rest_day(other))
        return above(144000 * len(span(first, last)) // 7, before, worked)

    # --- Balance

    def day(self, day):
        """A day without what earlier days decide. Rules: "Credit" and "Balance"."""
        (office, team), version, claims = self.employment(day), self.schedule(day), self.claims(day)
        counted, target = bool(version) and day <= self.through, self.target(day)
        credits = sum(claim["credited_s"] for claim in claims)
        adjustment = sum(fact["s"] for fact in self.facts["adjustment"] if fact["date"] == day)
        balance = self.worked(day) + self.holiday_s(day) + credits - target if counted else 0
        return {
            "user": self.user, "date": day.isoformat(), "office": office, "team": team,
            "schedule": version["name"] if version else None, "counted": counted, "target_s": target,
            "worked_s": self.worked(day), "night_s": self.night(day), "overtime_s": self.overtime(day),
            "rest_day_s": self.rest_day_s(day), "holiday": self.holidays(day)[0], "holiday_s": self.holiday_s(day),
            "absences": [
                {
                    "id": claim["fact"]["id"], "kind": claim["fact"]["kind"], "halves": len(claim["owned"]),
                    "claimed_s": claim["claimed_s"], "credited_s": claim["credited_s"], "taken_s": claim["taken_s"],
                } for claim in claims],
            "absence_s": credits, "adjustment_s": adjustment,
            "balance_s": balance + (adjustment if day <= self.through else 0),
        }

    def cut(self, day, carried):
        """What the end of a period cuts of the carried sum. Rule: "Carry-over"."""
        policy, period = self.terms("carry", day), period_of(day, self.period_day)
        is_last = day == bounds(period, self.period_day)[1]
        if day > self.through or not policy or not is_last or int(period[5:]) not in policy["months"]:
            return 0
        kept = carried if policy["min_s"] is None else max(carried, policy["min_s"])
        kept = kept if policy["max_s"] is None else min(kept, policy["max_s"])
        return kept - carried

    def running(self):
        """All days from the person's first fact or work on, with the running sum. Rule: "Balance"."""
        known = [self.first, *self.work]
        for fact in [fact for kind in self.facts for fact in self.facts[kind] if "user" in fact]:
            known += [fact[name] for name in ("from", "date") if name in fact]
            known += [bounds(fact["period"], self.period_day)[0]] if "period" in fact else []
        first = bounds(period_of(min(known), self.period_day), self.period_day)[0]
        days, carried = {}, 0
        for date in span(first - DAY * 7, max(self.last, self.through)):
            day = self.day(date)
            day["cut_s"] = self.cut(date, carried + day["balance_s"])
            day["balance_s"] += day["cut_s"]
            carried += day["balance_s"]
            days[date] = day | {"carried_s": carried}
        return days

    def is_listed(self, date):
        day = self.days.get(date)
        return bool(day) and (day["office"] is not None or day["worked_s"] > 0 or day["adjustment_s"] != 0 or day["cut_s"] != 0)

    def through_days(self, first, last):
        return [self.days[date] for date in span(first, last) if date in self.days and date <= self.through]

    # --- Weeks, periods and closing

    def sums(self, first, last):
        """The ten sums of the days that count. Rule: "Periods and weeks"."""
        return {name: sum(day[name] for day in self.through_days(first, last)) for name in SUMS}

    def weeks(self):
        """Rule: "Periods and weeks"."""
        for sunday in [date for date in span(self.first, self.last) if date.isoweekday() == 7]:
            monday = sunday - DAY * 6
            year, number, _ = sunday.isocalendar()
            if any(self.is_listed(date) for date in span(monday, sunday)):
                yield {"user": self.user, "week": f"{year:04}-W{number:02}"} | self.sums(monday, sunday)

    def items(self, period):
        """The figures of a period. Rule: "Closing"."""
        first, last = bounds(period, self.period_day)
        days, more = self.through_days(first, last), Counter()
        for day in days:
            for absence in day["absences"]:
                more[absence["kind"] + ".s"] += absence["credited_s"]
                more[absence["kind"] + ".halves"] += absence["halves"]
        for fact in self.facts["adjustment"]:
            if first <= fact["date"] <= last and fact["date"] <= self.through:
                more["adjustment." + fact["reason"]] += fact["s"]
        worked = sum(day["worked_s"] > 0 for day in days)
        return {"days": worked} | self.sums(first, last) | {name: number for name, number in more.items() if number}

    def statements(self, kind, period):
        return sorted((fact for fact in self.facts[kind] if fact["period"] == period), key=lambda fact: fact["seq"])

    def state(self, period):
        """Rule: "Closing"."""
        current = without_zeros(self.items(period))
        if self.statements("close", period):
            return "closed"
        for kind, name in (("approve", "approved"), ("confirm", "confirmed")):
            if any(without_zeros(fact["items"]) == current for fact in self.statements(kind, period)[-1:]):
                return name
        return "changed" if self.statements("confirm", period) or self.statements("approve", period) else "open"

    def handed(self, period):
        """Rule: "Hand-over"."""
        return added([fact["items"] for fact in self.statements("close", period)])

    def delta(self, period):
        """Rule: "Hand-over"."""
        handed = {name: -number for name, number in self.handed(period).items()}
        return without_zeros(added([self.items(period), handed]))

    def periods(self):
        """Rules: "Periods and weeks" and "Closing"."""
        for last in span(self.first, self.last):
            period = period_of(last, self.period_day)
            first, end = bounds(period, self.period_day)
            state = self.state(period) if last == end else None
            if last == end and (state != "open" or any(self.is_listed(date) for date in span(first, last))):
                is_closed = state == "closed"
                yield {
                    "user": self.user, "period": period, "from": first.isoformat(), "to": last.isoformat(),
                    "complete": last <= self.through, "items": self.items(period),
                    "carried_start_s": self.days[first - DAY]["carried_s"], "carried_end_s": self.days[last]["carried_s"],
                    "state": state, "handed": self.handed(period) if is_closed else {},
                    "delta": self.delta(period) if is_closed else {},
                }

    def batch(self, of):
        """Rule: "Hand-over"."""
        for period in sorted({fact["period"] for fact in self.facts["close"]} | {of}):
            if period <= of and bounds(period, self.period_day)[1] <= self.last:
                is_closed = bool(self.statements("close", period))
                lines = self.delta(period) if is_closed else without_zeros(self.items(period))
                for item, value in sorted(lines.items()):
                    yield {"user": self.user, "period": period, "item": item, "value": value}

    # --- Leave accounts

    def uses(self, account, first, last):
        return [
            (date, claim) for date in span(first, last) if date in self.days
            for claim in self.claims(date) if claim["account"] == account]

    def account_names(self):
        begun = {fact["account"] for fact in self.facts["grant"] if fact["from"] <= self.last}
        used = {claim["account"] for date in self.days if date <= self.last for claim in self.claims(date)}
        return sorted((begun | used) - {None})

    def grants(self, account):
        found = [fact for fact in self.facts["grant"] if fact["account"] == account and fact["from"] <= self.last]
        return sorted(found, key=order_of_use)

    def account(self, account):
        """What is left of the grants at the end of the range. Rule: "Leave accounts"."""
        grants, debt = self.grants(account), 0
        left, lapsed, uses = Counter(), Counter(), self.uses(account, min(self.days), self.last)

        def unpaid(need):
            """What the usable grants do not pay."""
            for grant in grants:
                used = min(need, left[grant["id"]])
                left[grant["id"]] -= used
                need -= used
            return need

        for date in span(min(self.days), self.last):
            begun = [grant for grant in grants if grant["from"] == date]
            debt += unpaid(sum(grant["debt_s"] for grant in begun))
            for grant in begun:
                settled = min(debt, grant["amount_s"])
                debt -= settled
                left[grant["id"]] = grant["amount_s"] - settled
            for need in [claim["taken_s"] for day, claim in uses if day == date]:
                debt += unpaid(need)
            for grant in [grant for grant in grants if grant["expires"] == date]:
                lapsed[grant["id"]], left[grant["id"]] = left[grant["id"]], 0
        taken = sum(claim["taken_s"] for date, claim in uses if date <= self.through)
        planned = sum(claim["taken_s"] for date, claim in uses if date > self.through)
        granted, remaining = sum(grant["amount_s"] - grant["debt_s"] for grant in grants), sum(left.values()) - debt
        assert remaining == granted - taken - planned - sum(lapsed.values())
        return {
            "user": self.user, "account": account, "granted_s": granted, "taken_s": taken, "planned_s": planned,
            "lapsed_s": sum(lapsed.values()), "debt_s": debt, "remaining_s": remaining,
            "grants": [
                {"id": grant["id"], "remaining_s": left[grant["id"]], "lapsed_s": lapsed[grant["id"]]} for grant in grants],
        }

    def obligations(self):
        """Rule: "Obligations"."""
        for account in self.account_names():
            for grant in [grant for grant in self.grants(account) if grant["must_take_halves"]]:
                first = grant["from"]
                leaps = (first.month, first.day) == (2, 29)
                due = first.replace(year=first.year + 1, day=28) if leaps else first.replace(year=first.year + 1) - DAY
                due = grant["must_take_by"] or due
                taken = sum(len(claim["owned"]) for _, claim in self.uses(account, first, min(due, self.through)))
                later = max(first, self.through + DAY)
                planned = sum(len(claim["owned"]) for _, claim in self.uses(account, later, min(due, self.last)))
                is_done, is_due = taken >= grant["must_take_halves"], self.through >= due
                yield {
                    "user": self.user, "account": account, "grant": grant["id"], "due": due.isoformat(),
                    "needed_halves": grant["must_take_halves"], "taken_halves": taken, "planned_halves": planned,
                    "state": "done" if is_done else "missed" if is_due else "open",
                }

    # --- Warnings

    def warnings(self):
        """Rule: "Warnings"."""
        found = []
        for date in [date for date in span(self.first, self.last) if date <= self.through]:
            for rule in self.terms("rules", date):
                checks = [self.breaks, self.rest, self.week_average] if rule != "schedule" else [self.missing, self.core_time]
                found += [(date, rule, *warning) for check in checks for warning in check(rule, date)]
        found += [warning for warning in self.overtime_warnings() if self.first <= warning[0] <= self.last]
        for date, rule, code, value, limit in sorted(found):
            yield {"user": self.user, "date": date.isoformat(), "rule": rule, "code": code, "value_s": value, "limit_s": limit}

    def gaps(self, date):
        found = self.stretches(date)
        return [max(0, int(instant(later[0]) - instant(before[1]))) for before, later in zip(found, found[1:])]

    def breaks(self, rule, date):
        """The rules `break_short`, `unbroken` and `day_long`."""
        worked, found = self.worked(date), self.stretches(date)
        if rule == "de" and worked > 36000:
            yield "day_long", worked, 36000
        steps, shortest = {
            "de": ([(32400, 2700), (21600, 1800)], 900), "uk": ([(21600, 1200)], 1200), "eu": ([], 0),
            "jp": ([(28800, 3600), (21600, 2700)], 0), "jp-flex": ([(28800, 3600), (21600, 2700)], 0)}[rule]
        needed = next((limit for above, limit in steps if worked > above), 0)
        rested = sum(gap for gap in self.gaps(date) if gap >= shortest)
        if found and rested < needed:
            yield "break_short", rested, needed
        runs = [0]
        for gap, (start, end) in zip([0, *self.gaps(date)], found):
            runs += [0] if gap >= 900 else []
            runs[-1] += int(instant(end) - instant(start))
        if rule == "de" and max(runs) > 21600:
            yield "unbroken", max(runs), 21600

    def rest(self, rule, date):
        """The rule `rest_short`."""
        before = max((day for day in self.work if day < date and self.stretches(day)), default=None)
        if rule in ("de", "eu", "uk") and before and self.stretches(date):
            start = min(instant(stretch[0]) for stretch in self.stretches(date))
            gap = int(start - max(instant(stretch[1]) for stretch in self.stretches(before)))
            if 0 < gap < 39600:
                yield "rest_short", gap, 39600

    def is_neutral(self, date):
        covering = [fact for fact in self.facts["absence"] if fact["from"] <= date <= fact["to"] and fact["part"] == "full"]
        kinds = [self.kind(fact["kind"], date) for fact in covering]
        return any(kind and kind["neutral"] for kind in kinds)

    def week_average(self, rule, date):
        """The rule `week_average`."""
        weeks = {"de": 24, "eu": 17, "uk": 17}.get(rule)
        if not weeks or date.isoweekday() != 7:
            return
        window = span(date - DAY * (weeks * 7 - 1), date)
        counted = sum(not self.is_neutral(day) for day in window)
        worked = sum(self.worked(day) for day in window)
        if self.is_employed(window[0]) and counted and worked * 7 > 172800 * counted:
            yield "week_average", worked * 7 // counted, 172800

    def missing(self, _, date):
        """The rule `missing_day`."""
        if self.days[date]["counted"] and not self.worked(date) and self.unclaimed(date) > 0:
            yield "missing_day", 0, self.unclaimed(date)

    def core_time(self, _, date):
        """The rules `core_late` and `core_early`."""
        version, found = self.schedule(date), self.stretches(date)
        if not found or not version or not version["core"] or not self.target(date):
            return
        claims = self.claims(date)
        if any(claim["hourly"] for claim in claims):
            return
        owned = self.holidays(date)[1] + [half for claim in claims for half in claim["owned"]]
        first = wall_seconds(min((stretch[0] for stretch in found), key=instant), date)
        last = wall_seconds(max((stretch[1] for stretch in found), key=instant), date)
        start, end = version["core"]
        if first > start and "morning" not in owned:
            yield "core_late", first - start, 0
        if last < end and "afternoon" not in owned:
            yield "core_early", end - last, 0

    def overtime_warnings(self):
        """The rules `overtime_month`, `overtime_year`, `overtime_hard` and `overtime_average`."""
        seen = set()
        for date in [date for date in self.days if date <= self.through and self.set_of_japan(date)]:
            period = period_of(date, self.period_day)
            april = period[:4] + "-04" if period[5:] >= "04" else earlier(period, 12)[:4] + "-04"

            def total(names, since):
                days = span(bounds(since, self.period_day)[0], date)
                return sum(self.days[day][name] for day in days if day in self.days for name in names)

            def average():
                for count in range(2, 7):
                    since = earlier(period, count - 1)
                    if not self.is_employed(bounds(since, self.period_day)[0]):
                        return
                    if total(["overtime_s", "rest_day_s"], since) > 288000 * count:
                        yield total(["overtime_s", "rest_day_s"], since), 288000 * count

            checks = [
                ("overtime_month", period, lambda: total(["overtime_s"], period), 162000),
                ("overtime_year", april, lambda: total(["overtime_s"], april), 1296000),
                ("overtime_hard", period, lambda: total(["overtime_s", "rest_day_s"], period), 359999)]
            for code, since, value, above in checks:
                if (code, since) not in seen and value() > above:
                    seen.add((code, since))
                    yield date, self.set_of_japan(date), code, value(), 360000 if code == "overtime_hard" else above
            if ("overtime_average", period) not in seen:
                for value, limit in list(average())[:1]:
                    seen.add(("overtime_average", period))
                    yield date, self.set_of_japan(date), "overtime_average", value, limit


def without_zeros(figures):
    return {name: number for name, number in figures.items() if number}


def added(parts):
    """The sum of each item, zeros included."""
    return {name: sum(part.get(name, 0) for part in parts) for name in {name for part in parts for name in part}}


# --- Questions and answers -----------------------------------------------------------------------------------------


def people(question):
    """A Person for each user that accepted facts or work name. Rule: "The command"."""
    accepted, effective, rejected = check(question["facts"])
    users = {fact["user"] for fact in accepted if "user" in fact} | {entry["user"] for entry in question["work"]}
    users |= {fact["of"] for fact in accepted if fact["type"] == "terms" and fact["scope"] == "person"}
    return [Person(user, effective, question) for user in sorted(users)], rejected


def answer(question):
    """Rule: "The command"."""
    found, rejected = people(question)
    first, last = date(question["from"]), date(question["to"])
    result = {
        "rejected": [{"id": id, "reason": reason} for _, id, reason in rejected],
        "days": [person.days[day] for person in found for day in span(first, last) if person.is_listed(day)],
        "weeks": [week for person in found for week in person.weeks()],
        "periods": [period for person in found for period in person.periods()],
        "accounts": [person.account(name) for person in found for name in person.account_names()],
        "obligations": [obligation for person in found for obligation in person.obligations()],
        "warnings": [warning for person in found for warning in person.warnings()],
    }
    if "batch" in question:
        result["batch"] = [line for person in found for line in person.batch(question["batch"])]
    return result


def current_items(question):
    """The items of each person's periods, to be confirmed, approved or handed over by later facts of a question."""
    for person in people(question)[0]:
        for period in sorted({period_of(day, person.period_day) for day in person.days}):
            yield person.user, period, person.items(period)


if __name__ == "__main__":
    generator = random.Random(int(sys.argv[1]))
    questions = (random_question(generator, current_items) for _ in range(int(sys.argv[2])))
    if "--coverage" in sys.argv:
        coverage(answer(question) for question in questions)
    else:
        for question in questions:
            print(json.dumps(question))
            print(json.dumps(answer(question), sort_keys=True, separators=(",", ":"), ensure_ascii=False))
