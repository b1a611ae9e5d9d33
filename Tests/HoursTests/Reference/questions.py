"""Random questions for `hours.py`, and the count of what their answers contain."""
import datetime
import json
from collections import Counter

DAY = datetime.timedelta(days=1)
USERS, OFFICES, TEAMS, CALENDARS = ["ada", "ﾊﾅ", "𠮷野"], ["main", "tokyo"], ["dev", "ops"], ["de", "firm", "jp"]
SCHEDULES, ACCOUNTS = ["full", "part", "rota"], ["leave", "special"]
KINDS = ["lieu", "sick", "trip", "vacation", "ﾘﾓｰﾄ", "𠮷日"]
RULES = [
    ["de"], ["de", "schedule"], ["eu"], ["uk"], ["uk", "eu"], ["jp"], ["jp"], ["jp", "schedule"],
    ["jp-flex"], ["jp-flex"], ["jp-flex"], ["jp-flex", "schedule"], ["jp-flex", "jp"], ["schedule"], ["de", "eu", "uk", "jp", "jp-flex", "schedule"], []]


class Story:
    """The dates and the users of a question, and random facts about them."""

    def __init__(self, r):
        self.r = r
        self.first = datetime.date(2024, 1, 1) + DAY * r.randrange(1000)
        lengths = [range(0, 7), range(7, 46), range(25, 100), range(90, 200), range(300, 426)]
        length = r.choice(r.choices(lengths, [15, 40, 25, 12, 8])[0])
        self.last = self.first + DAY * length
        self.begin = self.first - DAY * r.choice([0, 3, 20, 60, 200, 260, 300])
        self.through = r.choice([
            self.last, self.last, self.last + DAY * r.randrange(1, 40), self.first + DAY * r.randrange(length + 1),
            self.first + DAY * r.randrange(length // 2, length + 1), self.first - DAY * r.randrange(1, 20)])
        self.users = r.sample(USERS, r.choice([1, 1, 2, 3]))
        self.period_day = r.choice([1, 1, 16, 21, 28])
        self.facts = []

    def chance(self, share):
        return self.r.random() < share

    def day(self, before=0):
        """A random date of the question or its history."""
        start = self.r.choice([self.begin, self.first]) - DAY * before
        return start + DAY * self.r.randrange((self.last - start).days + 4)

    def add(self, type, **fields):
        fields = {name.rstrip("_"): value for name, value in fields.items()}
        fields = {name: value.isoformat() if isinstance(value, datetime.date) else value for name, value in fields.items()}
        self.facts.append({"type": type} | fields)

    def employments(self):
        r = self.r
        for user in self.users:
            self.add("employment", user=user, from_=self.begin, office=r.choice(OFFICES), team=r.choice([*TEAMS, None]))
            for _ in range(r.choice([0, 0, 1, 2, 3])):
                office = r.choice([*OFFICES, *OFFICES, None])
                fields = {"team": r.choice([*TEAMS, None])} if office and self.chance(0.8) else {}
                self.add("employment", user=user, from_=self.day(10), office=office, **fields)

    def cycle(self):
        r = self.r
        return r.choice([
            [28800] * 5 + [0, 0], [27720] * 5 + [0, 0], [28800, 0, 28800, 14401, 28800, 0, 0],
            [1, 28801, 0, 21600, 27000, 3600, 86400],
            [30600] * 5 + [0, 0] + [25200] * 4 + [0, 0, 0], [28800] * 6 + [0],
            [r.choice([0, 0, 1, 14400, 21600, 28800, 36001]) for _ in range(r.choice([1, 3, 5, 9, 14, 56]))]])

    def schedules(self):
        r = self.r
        cores = [["10:00", "15:00"], ["09:30", "16:45"], ["08:00", "18:00"], ["21:00", "23:59"]]
        for name in SCHEDULES:
            for number in range(r.choice([1, 1, 2, 3])):
                anchors = [datetime.date(2024, 1, 1), datetime.date(2030, 1, 7), self.first - DAY * r.randrange(30)]
                fields = {}
                if self.chance(0.2):
                    fields["period_s"] = r.choice([158400, 576000, 100001, 0, None])
                if self.chance(0.6):
                    fields["core"] = r.choice(cores)
                if self.chance(0.5):
                    fields["rest_weekday"] = r.choice([7, 7, 6, 3, None])
                start = self.begin - DAY * r.choice([0, 400]) if number == 0 and self.chance(0.9) else self.day()
                self.add("schedule", name=name, from_=start, anchor=r.choice(anchors), days=self.cycle(), **fields)

    def carry(self):
        r = self.r
        months = r.choice([list(range(1, 13)), [3, 9], r.sample(range(1, 13), 6)])
        limits = r.choice([{"max_s": 72000}, {"min_s": 0, "max_s": 0}, {"min_s": -36000}, {"min_s": 7200, "max_s": 10800}])
        return r.choice([None, {"months": months} | limits, {"months": months} | limits])

    def fields_of_terms(self, share):
        r = self.r
        values = {
            "schedule": r.choice([*SCHEDULES, *SCHEDULES, *SCHEDULES, None]),
            "calendars": r.sample(CALENDARS, r.choice([0, 1, 2, 2, 3])), "rules": r.choice(RULES), "carry": self.carry()}
        return {name: value for name, value in values.items() if self.chance(share)}

    def terms(self):
        r = self.r
        for office in OFFICES:
            start = self.begin - DAY * r.randrange(40)
            self.add("terms", scope="office", of=office, from_=start, **self.fields_of_terms(0.95))
        scopes = [("office", OFFICES), ("team", TEAMS), ("person", self.users)]
        for _ in range(r.choice([0, 1, 3, 5])):
            scope, names = r.choice(scopes)
            fields = self.fields_of_terms(0.4)
            fields |= {name: "inherit" for name in ("schedule", "calendars", "rules", "carry") if self.chance(0.15)}
            self.add("terms", scope=scope, of=r.choice(names), from_=self.day(20), **fields)

    def holidays(self):
        r = self.r
        dates = [self.day() for _ in range(r.choice([0, 4, 8]))]
        for _ in range(r.randrange(14) if dates else 0):
            fields = {"part": r.choice(["full", "morning", "afternoon"])} if self.chance(0.6) else {}
            names = ["New Year", "元日", "Summer \"day\"", None]
            self.add("holiday", calendar=r.choice(CALENDARS), date=r.choice(dates), name=r.choice(names), **fields)

    def kinds(self):
        r = self.r
        start = self.begin - DAY * 30
        self.add("account", account="leave", day_s=r.choice([28800, 28800, 27002]), hour_s=r.choice([1, 3600, 1800]))
        self.add("account", account="special", day_s=r.choice([28800, 2, 86400]))
        if self.chance(0.2):
            self.add("account", account="leave", day_s=20000)
        self.add("kind", kind="vacation", from_=start, credit="full", rank=10, account="leave", neutral=True)
        self.add("kind", kind="sick", from_=start, credit="fill", rank=20, neutral=self.chance(0.7))
        self.add("kind", kind="lieu", from_=start, credit="none", rank=15, account=None, neutral=False)
        self.add("kind", kind="trip", from_=start, credit="fill", rank=5)
        self.add("kind", kind="ﾘﾓｰﾄ", from_=self.day(), credit="full", rank=-3, account="special", neutral=False)
        self.add("kind", kind="𠮷日", from_=start, credit="full", rank=10, account="special", neutral=True)
        for _ in range(r.choice([0, 0, 1, 2])):
            account = r.choice([*ACCOUNTS, None])
            fields = {"credit": r.choice(["full", "fill", "none"]), "rank": r.randrange(25), "account": account}
            self.add("kind", kind=r.choice(KINDS), from_=self.day(), neutral=self.chance(0.5), **fields)

    def absences(self):
        r = self.r
        for _ in range(r.choice([0, 2, 6, 12, 20])):
            start = self.day()
            fields = r.choice([{"part": "full"}, {}, {"part": "morning"}, {"part": "afternoon"}, {"part": "hours"}])
            if fields.get("part") == "hours":
                fields = fields | {"s": r.choice([3600, 7200, 5400, 20000, 86400, 1])}
            end = start + DAY * r.choice([0, 0, 0, 1, 4, 6, 13, 30])
            self.add("absence", user=r.choice(self.users), kind=r.choice(KINDS), from_=start, to=end, **fields)

    def grants(self):
        r = self.r
        for _ in range(r.choice([0, 2, 4, 6])):
            start = self.day(r.choice([0, 0, 60, 420]))
            start = datetime.date(2024, 2, 29) if self.chance(0.05) else start
            fields = {"must_take_halves": r.choice([0, 1, 2, 4, 10])} if self.chance(0.6) else {}
            if self.chance(0.6):
                fields["expires"] = start + DAY * r.choice([0, 10, 30, 90, 365, 730])
            if "must_take_halves" in fields and self.chance(0.2):
                fields["must_take_by"] = start + DAY * r.choice([0, 10, 90, 200])
            if self.chance(0.1):
                fields["debt_s"] = r.choice([0, 14400, 30000])
            amount = r.choice([0, 14400, 28800, 86400, 288000, 100001])
            self.add("grant", user=r.choice(self.users), account=r.choice(ACCOUNTS), amount_s=amount, from_=start, **fields)

    def adjustments(self, count):
        r = self.r
        for _ in range(count):
            reasons = ["opening", "payout", "correction", "transfer", "retention"]
            fields = {"reason": r.choice(reasons)} if self.chance(0.8) else {}
            amount = r.choice([3600, -3600, 1, -90000, 72000, 0])
            self.add("adjustment", user=r.choice(self.users), date=self.day(8), s=amount, **fields)

    def statements(self, items):
        """Confirmations, approvals and closes. Their items are those of the model, sometimes changed."""
        r = self.r
        for user, period, current in items:
            for _ in range(r.choice([0, 1, 2, 3]) if user in self.users and self.chance(0.45) else 0):
                stated = dict(current) if self.chance(0.5) else {name: number for name, number in current.items() if number}
                if self.chance(0.3):
                    name = r.choice(["days", "worked_s", "vacation.halves", "gone", "adjustment.payout"])
                    stated[name] = stated.get(name, 0) + r.choice([1, -1, 3600])
                type = r.choices(["confirm", "approve", "close"], [4, 3, 3])[0]
                self.add(type, user=user, period=period, items=stated)
        if self.chance(0.1):
            stated = r.choice([{}, {"days": 1}])
            self.add(r.choice(["confirm", "close"]), user="zoe", period=self.last.isoformat()[:7], items=stated)

    def spoil(self):
        """Repeats some facts with their ids and makes others malformed."""
        r = self.r
        for fact in list(self.facts):
            if self.chance(0.01):
                self.facts.append(dict(fact, seq=self.free_seq()) | r.choice([{}, {}, {"user": "bo"}]))
            if self.chance(0.035):
                fact |= r.choice(flaws(fact["type"]))
            elif self.chance(0.004):
                del fact[r.choice(sorted(set(fact) - {"id", "seq"}))]

    def void(self, share):
        known = [fact for fact in self.facts if fact.get("type") not in ("void", "close")]
        for fact in known:
            weight = 4 if fact.get("type") in ("absence", "grant", "adjustment", "confirm", "approve", "holiday") else 1
            if self.chance(share * weight):
                self.add("void", target=fact["id"])
        unknown = [fact["id"] for fact in self.facts if fact.get("type") in ("void", "close") and "id" in fact]
        if self.chance(share * 10):
            self.add("void", target=self.r.choice(["nothing", *unknown]))

    def free_seq(self):
        taken = {fact.get("seq") for fact in self.facts}
        return self.r.choice([number for number in range(1, 3 * len(self.facts) + 20) if number not in taken])

    def number(self):
        """Gives the new facts an id and a position in the ledger, which is not their order here."""
        for fact in self.facts:
            if "id" not in fact:
                fact["seq"] = self.free_seq()
                fact["id"] = f"f{fact['seq']}"


def flaws(type):
    """Changes that make a fact of a type malformed."""
    dates = {
        "absence": ["from", "to"], "adjustment": ["date"], "employment": ["from"], "grant": ["from", "expires", "must_take_by"],
        "holiday": ["date"], "kind": ["from"], "schedule": ["from", "anchor"], "terms": ["from"], "confirm": ["period"], "approve": ["period"],
        "close": ["period"]}.get(type, [])
    values = {
        "absence": {
            "user": [" ", None, 3], "kind": ["", None, "nothing"], "part": ["noon", 1],
            "to": ["2001-01-01"]},
        "account": {"account": ["", None], "day_s": [1, 27001, 0, None, "28800"], "hour_s": [0, "1"]},
        "adjustment": {"user": ["", None], "s": [None, "1", 10**12 + 1, -10**12 - 1, True], "reason": ["gift", "", 1]},
        "employment": {"user": ["", None, []], "office": [1, {}], "team": [False]},
        "grant": {
            "user": [" "], "account": ["nothing", "", None], "amount_s": [-1, None, 10**12 + 1], "must_take_halves": [-1, "2"],
            "expires": ["2001-01-01"], "must_take_by": ["2001-01-01"], "debt_s": [-1, "1"]},
        "holiday": {"calendar": ["", None], "part": ["hours", "noon"], "name": [7]},
        "kind": {
            "kind": ["", None], "credit": ["half", None], "rank": [None, "10"], "account": ["nothing", 3], "neutral": ["yes", 1]},
        "schedule": {
            "name": ["", None], "days": [[], [86401], [-1], [None], 28800, None, [0] * 57, ["1"], [True]], "period_s": [-1, "1"],
            "core": [["10:00"], ["15:00", "10:00"], ["10:00", "10:00"], ["10:00", "24:00"], ["9:00", "10:00"], "10:00"],
            "rest_weekday": [0, 8, "7"]},
        "terms": {
            "scope": ["planet", None], "of": ["", None], "schedule": ["nothing", 1, ""], "calendars": [None, "de", [""], [1]],
            "rules": [None, ["us"], "de", ["de", None]],
            "carry": [
                {}, [], 1, {"months": [0]}, {"months": [13]}, {"months": "all"}, {"months": [1], "min_s": 2, "max_s": 1},
                {"months": [1], "max_s": "1"}]},
        "void": {"target": ["", None, 5, "nothing"]},
    }
    values |= dict.fromkeys(("confirm", "approve", "close"), {
        "user": ["", None], "items": [None, [], {"days": "1"}, {"days": None}, {"s": 10**12 + 1}]})
    found = [{"type": wrong} for wrong in ("", "note", None, 4, [])]
    wrong_dates = ["2026-02-30", "2026-2-3", "2025-13", "20260203", "2026-02-03T00:00:00Z", "", 20260203, None]
    found += [{name: wrong} for name in dates for wrong in wrong_dates
        if wrong is not None or name not in ("expires", "must_take_by")] * 2
    found += [{name: wrong} for name, wrongs in values[type].items() for wrong in wrongs] * 4
    if type == "absence":
        found += [{"part": "hours", "s": wrong} for wrong in (0, 86401, None)]
    return found


def random_work(r, story):
    """A person's work: the style decides the length of its days."""
    def written(t, east):
        text = (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=t + east)).isoformat()
        sign, minutes = "-" if east < 0 else "+", abs(east) // 60
        return text + (r.choice(["Z", "+00:00"]) if east == 0 else "%s%02d:%02d" % (sign, minutes // 60, minutes % 60))

    def work(user, date, hours, start, east):
        t = (date - datetime.date(1970, 1, 1)).days * 86400 + start - east
        parts, stretches = r.choice([1, 2, 2, 3, 4]), []
        for _ in range(parts):
            length = max(60, int(hours * 3600 / parts) + r.choice([0, 0, -600, 900, r.randrange(-2000, 2000)]))
            stretches.append([t, t + length])
            t += length + r.choice([0, 300, 899, 900, 1200, 1199, 1800, 2700, 3600, 5000])
        worked = sum(end - start for start, end in stretches)
        entry = {"user": user, "date": date.isoformat(), "worked_s": r.choice([worked] * 9 + [max(0, worked - 1800)])}
        if r.random() < 0.3:
            entry["night_s"] = r.randrange(entry["worked_s"] + 1)
        if r.random() < 0.85:
            zones = [east] * 12 + [east + 3600]
            entry["stretches"] = [[written(start, east), written(end, r.choice(zones))] for start, end in stretches]
            if r.random() < 0.1:
                r.shuffle(entry["stretches"])
        elif r.random() < 0.1:
            entry["stretches"] = []
        return entry

    found, days = [], (story.last - story.begin).days + 12
    for user in story.users:
        style, east = r.choice(["usual", "usual", "short", "long", "long", "long", "rare", "night"]), r.choice([32400, 3600, 0, -16200])
        share = {"usual": 0.95, "short": 0.9, "long": 1, "rare": 0.2, "night": 0.8}[style]
        for date in [story.begin + DAY * number for number in range(-2, days)]:
            at_weekend = date.isoweekday() > {"long": 6, "night": 7}.get(style, 5)
            if r.random() < (share if not at_weekend else 0.08):
                hours = {"usual": r.choice([8, 8, 8.5, 7, 9.5, 6]), "short": r.choice([4, 5, 6.1]), "rare": 8, "night": 8}
                start = r.choice([75600, 79200]) if style == "night" else r.choice([25200, 28800, 30600, 33301, 36001])
                found.append(work(user, date, hours.get(style) or r.choice([10, 11, 12, 12.5]), start, east))
            elif r.random() < 0.02:
                found.append({"user": user, "date": date.isoformat(), "worked_s": 0})
    return found


def random_question(r, current_items):
    """A question. `current_items` answers it without closing, so that items can be confirmed."""
    story = Story(r)
    for part in (story.employments, story.schedules, story.terms, story.holidays, story.kinds, story.absences, story.grants):
        part()
    story.adjustments(r.choice([0, 0, 1, 3]))
    story.number()
    story.spoil()
    story.void(0.01)
    story.number()
    question = {
        "from": story.first.isoformat(), "to": story.last.isoformat(), "through": story.through.isoformat(), "facts": story.facts,
        "work": random_work(r, story)}
    if story.period_day != 1 or r.random() < 0.5:
        question["period_day"] = story.period_day
    if r.random() < 0.6:
        story.statements(current_items(question))
        if r.random() < 0.25:
            story.adjustments(1)
        story.number()
        story.void(0.006)
        story.number()
    if r.random() < 0.6:
        question["batch"] = (story.last - DAY * r.choice([0, 0, 30, 40])).isoformat()[:7]
    r.shuffle(story.facts)
    r.shuffle(question["work"])
    return question


def coverage(answers):
    """Prints how many answers contain each code and each list that is not empty, and how often all of them do."""
    in_answers, in_all = Counter(), Counter()
    for answer in answers:
        found = [name for name, elements in answer.items() if elements]
        found += ["rejected " + fact["reason"] for fact in answer["rejected"]]
        found += ["warning " + warning["rule"] + " " + warning["code"] for warning in answer["warnings"]]
        found += ["period " + period["state"] for period in answer["periods"]]
        found += ["period " + name for period in answer["periods"] for name in ("handed", "delta") if period[name]]
        found += ["obligation " + obligation["state"] for obligation in answer["obligations"]]
        found += ["account " + name for account in answer["accounts"] for name in account if name[-2:] == "_s" and account[name]]
        found += ["day " + name for day in answer["days"] for name in day if day[name] not in (None, 0, [])]
        in_all.update(found)
        in_answers.update(set(found))
    for name in sorted(in_all):
        print(json.dumps(name, ensure_ascii=False), in_answers[name], in_all[name])
